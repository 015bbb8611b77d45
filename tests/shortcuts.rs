//! The shortcuts of the checks of values change nothing: what they leave out (the engine for trees
//! that plainly fit, rules that see only untouched defaults) would find nothing. Each tree is
//! checked twice, with and without them.

use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity};
use chartgen::pipeline::{self, Loaded, Request, Toolbox, ValuesText, Wanted};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::workspace::ChartReference;
use chartgen::yaml::{Node, Pointer, Value};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

struct Counter {
    toolbox: Toolbox,
    trees: usize,
    wrong: String,
}

impl Counter {
    fn new() -> Self {
        Self { toolbox: Toolbox::new(), trees: 0, wrong: String::new() }
    }

    /// Checks the merged `layers` both ways.
    fn compare(&mut self, what: &str, layers: &[&str]) -> Option<Loaded> {
        let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
        let texts = layers.iter().enumerate().map(|(index, text)| {
            let name = format!("layer-{index}.yaml");
            let file = sources.add(name, SourceKind::Values, (*text).to_owned());
            ValuesText { file, folder: PathBuf::new() }
        });
        let request = Request { texts: texts.collect(), ..Request::default() };
        let mut lookup = |_, _: &str| Err("no lookups here".to_owned());
        let toolbox = &self.toolbox;
        let loaded = pipeline::load(toolbox, &request, &mut sources, &mut lookup, &mut diagnostics);
        let loaded = loaded.ok()??;
        self.trees += 1;
        for partial in [false, true] {
            let found = |without_notes, thorough| {
                let wanted = Wanted { partial, without_notes, thorough };
                let mut found = Diagnostics::new();
                loaded.check(wanted, &sources, &mut found);
                found.take_sorted()
            };
            let thorough = found(false, true);
            self.hold_equal(what, &found(false, false), &thorough);
            let shown = |found: Vec<Diagnostic>| -> Vec<Diagnostic> {
                found.into_iter().filter(|one| one.severity != Severity::Note).collect()
            };
            self.hold_equal(what, &shown(found(true, false)), &shown(thorough));
        }
        Some(loaded)
    }

    fn hold_equal(&mut self, what: &str, quick: &[Diagnostic], thorough: &[Diagnostic]) {
        self.wrong += &difference(what, quick, thorough);
    }

    fn hold(&self, least: usize) {
        assert!(self.wrong.is_empty(), "{}", self.wrong);
        assert!(self.trees >= least, "only {} trees were checked", self.trees);
    }
}

/// What the shortcut lost or added, in words; nothing when the findings are the same.
pub fn difference(what: &str, quick: &[Diagnostic], thorough: &[Diagnostic]) -> String {
    if quick == thorough {
        return String::new();
    }
    let lost: Vec<_> = thorough.iter().filter(|one| !quick.contains(one)).collect();
    let added: Vec<_> = quick.iter().filter(|one| !thorough.contains(one)).collect();
    format!("{what}: lost {lost:#?}, added {added:#?}\n")
}

/// Adds every YAML file below a folder.
pub fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(path);
        }
    }
}

fn use_cases() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    files(&Path::new(ROOT).join("use-cases"), &mut paths);
    paths.sort();
    let read = |path: &PathBuf| fs::read_to_string(path).expect("readable");
    paths.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// Every place in the tree at which a key stands, to the third level.
fn keys(node: &Node, at: &Pointer, found: &mut Vec<Pointer>) {
    let Value::Mapping(mapping) = &node.value else { return };
    for entry in mapping.iter().filter(|_| at.len() < 3) {
        let at = at.child(&*entry.key);
        keys(&entry.value, &at, found);
        found.push(at);
    }
}

/// A values file that has `value` at `at` and nothing else.
fn single(at: &Pointer, value: &str) -> String {
    let mut text = value.to_owned();
    for token in at.tokens().rev() {
        text = format!("{{{token:?}: {text}}}");
    }
    text
}

#[test]
fn nothing_is_lost_in_any_case() {
    let mut paths = Vec::new();
    for folder in ["render", "deepspeed", "nfs-storage", "pytorchjob", "seeds", "fix", "report"] {
        files(&Path::new(ROOT).join("tests/cases").join(folder), &mut paths);
    }
    let mut counter = Counter::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if text.len() < 20_000 && !text.contains("chart: .") {
            counter.compare(&path.display().to_string(), &[&text]);
        }
    }
    counter.hold(100);
}

#[test]
fn nothing_is_lost_in_the_tables_of_rules() {
    let mut paths = Vec::new();
    files(&Path::new(ROOT).join("tests/cases/rules/charts"), &mut paths);
    let mut counter = Counter::new();
    let use_cases = use_cases();
    for path in paths {
        let text = fs::read_to_string(&path).expect("readable");
        let (head, documents) = text.split_once("---\n").expect("a table has documents");
        let named = head.trim().split_once("# over ").and_then(|(_, name)| {
            use_cases.iter().find(|(path, _)| path.ends_with(&format!("/{name}.yaml")))
        });
        let base = named.map_or(head, |(_, text)| text);
        for document in documents.split("---\n") {
            counter.compare(document, &[base, document]);
        }
    }
    counter.hold(100);
}

#[test]
fn nothing_is_lost_when_keys_are_taken_away_or_replaced() {
    let mut counter = Counter::new();
    let mut least = 0;
    // Each place of each use case has one of them, and another one in the next use case.
    let values = ["null", "7", "null", "{}", "null", "[]", "\"\"", "true"];
    for (case, (name, text)) in use_cases().into_iter().enumerate() {
        let Some(loaded) = counter.compare(&name, &[&text]) else { continue };
        let mut places = Vec::new();
        keys(&loaded.values.root, &Pointer::root(), &mut places);
        least += places.len();
        for (index, at) in places.iter().enumerate() {
            let value = values[(index + case) % values.len()];
            counter.compare(&format!("{name} {at} {value}"), &[&text, &single(at, value)]);
        }
    }
    counter.hold(least);
}

#[test]
fn nothing_is_lost_for_defaults_alone() {
    let mut counter = Counter::new();
    for chart in ["llm-finetune", "pytorchjob", "nfs-storage"] {
        counter.compare(chart, &[&format!("chart: {chart}\n")]);
        let name = "metadata: {name: x}\n";
        counter.compare(chart, &[&format!("chart: {chart}\n{name}")]);
    }
    counter.hold(6);
}

/// The lean form of a schema knows the same keys as the schema, and the same secrets.
#[test]
fn lean_schemas_know_the_same_keys_and_secrets() {
    let mut secrets = 0;
    for chart in ["deepspeed", "llm-finetune", "nfs-storage", "pytorchjob"] {
        let reference = ChartReference::parse(chart, Path::new(""));
        let prepared = Toolbox::new().chart(&reference).expect("a chart of ours");
        let schema = prepared.schema().expect("it has a schema");
        let lean = prepared.lean_schema().expect("it has a lean form");
        assert_eq!(lean.known_keys(), schema.known_keys(), "{chart}");
        for key in schema.keys() {
            assert_eq!(lean.is_secret(&key.at), schema.is_secret(&key.at), "{chart} {}", key.at);
            secrets += usize::from(schema.is_secret(&key.at));
        }
    }
    assert!(secrets > 0, "no chart has a secret");
}
