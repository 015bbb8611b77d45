//! The rules of the built-in charts, one by one: each is seen to find what it is for and nothing
//! else, and none fails whatever values are left out.
//!
//! `tests/cases/rules/charts/<chart>.yaml` holds values, one document for each slip, laid over the
//! use case that the file's first line names, or over the values that stand first. The comments at the top of a document are what is
//! found beyond what the use case itself gives: `# error[code] /place with /other/place`.
//! `UPDATE=1 cargo test --test chart_rules` writes them anew; read them against the values.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity};
use chartgen::pipeline::{self, Loaded, Request, Toolbox, ValuesText, Wanted};
use chartgen::source::{SourceKind, SourceMap, Span};
use chartgen::yaml::{Node, Pointer, Value};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The code of a rule that has a test of its own, since it takes a megabyte of text to break it.
const TOO_LARGE: &str = "config-files-too-large";

fn tables() -> Vec<PathBuf> {
    let folder = Path::new(ROOT).join("tests/cases/rules/charts");
    let listed = fs::read_dir(folder).expect("the folder of the cases is there");
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn use_case(name: &str) -> String {
    read(&Path::new(ROOT).join("use-cases").join(format!("{name}.yaml")))
}

/// The sources, the loaded values and what is found in them, lowest layer first.
fn check(toolbox: &Toolbox, layers: &[&str]) -> (SourceMap, Loaded, Vec<Diagnostic>) {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let texts = layers.iter().enumerate().map(|(index, text)| {
        let name = format!("layer-{index}.yaml");
        let file = sources.add(name, SourceKind::Values, (*text).to_owned());
        ValuesText { file, folder: PathBuf::new() }
    });
    let request = Request { texts: texts.collect(), ..Request::default() };
    let mut lookup = |_, _: &str| Err("no lookups here".to_owned());
    let loaded = pipeline::load(toolbox, &request, &mut sources, &mut lookup, &mut diagnostics);
    let loaded = loaded.expect("the chart can be read").expect("the values can be merged");
    loaded.check(Wanted::default(), &sources, &mut diagnostics);
    (sources, loaded, diagnostics.take_sorted())
}

/// `error[code] /place with /other/place`.
fn described(found: &Diagnostic, loaded: &Loaded) -> String {
    let severity = format!("{:?}", found.severity).to_lowercase();
    let at = found.pointer.as_deref().filter(|at| !at.is_empty()).unwrap_or("/");
    let mut places = Vec::new();
    for label in &found.related {
        places.extend(place_of(&loaded.values.root, label.span, &Pointer::root()));
    }
    let places = places.iter().map(|place| format!(" with {place}")).collect::<String>();
    format!("{severity}[{}] {at}{places}", found.code)
}

/// The place of the value that `span` covers.
fn place_of(node: &Node, span: Span, at: &Pointer) -> Option<Pointer> {
    let inside = match &node.value {
        Value::Mapping(mapping) => mapping.iter().find_map(|entry| {
            let at = at.child(&*entry.key);
            let key = (entry.key_span == span).then(|| at.clone());
            key.or_else(|| place_of(&entry.value, span, &at))
        }),
        Value::Sequence(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| place_of(item, span, &at.child(index.to_string()))),
        _ => None,
    };
    inside.or_else(|| (node.span == span).then(|| at.clone()))
}

/// A document without the comments at its top, and these comments.
fn parts(document: &str) -> (String, &str) {
    let values = document.trim_start_matches('\n');
    let length: usize =
        values.split_inclusive('\n').take_while(|line| line.starts_with("# ")).map(str::len).sum();
    (values[..length].to_owned(), &values[length..])
}

#[test]
fn each_rule_finds_what_it_is_for() {
    let toolbox = Toolbox::new();
    let (mut wrong, mut seen) = (String::new(), BTreeSet::new());
    for path in tables() {
        let text = read(&path);
        let (head, documents) = text.split_once("---\n").expect("a table has documents");
        let base = match head.trim().split_once("# over ") {
            Some((_, name)) => use_case(name),
            None => head.to_owned(),
        };
        let (_, loaded, usual) = check(&toolbox, &[&base]);
        seen.extend(usual.iter().map(|found| found.code.to_string()));
        let usual: BTreeSet<String> = usual.iter().map(|found| described(found, &loaded)).collect();
        let mut anew = head.to_owned();
        for document in documents.split("---\n") {
            let (expected, values) = parts(document);
            let (_, loaded, found) = check(&toolbox, &[&base, values]);
            seen.extend(found.iter().map(|found| found.code.to_string()));
            let lines = found.iter().map(|found| described(found, &loaded));
            let lines: String = lines
                .filter(|line| !usual.contains(line))
                .map(|line| format!("# {line}\n"))
                .collect();
            if lines != expected {
                wrong += &format!("{}:\n{values}want\n{expected}got\n{lines}", path.display());
            }
            anew += &format!("---\n{lines}{values}");
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, anew).expect("the table can be written");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    seen.insert(TOO_LARGE.to_owned());
    let unseen: Vec<_> = codes().difference(&seen).cloned().collect();
    assert!(unseen.is_empty(), "no values break the rules of {unseen:?}");
}

/// The codes of all rules in the schemas of the built-in charts.
fn codes() -> BTreeSet<String> {
    let listed = fs::read_dir(Path::new(ROOT).join("schemas")).expect("the schemas are there");
    let paths = listed.map(|entry| entry.expect("readable").path());
    let schemas = paths.filter(|path| path.is_file()).map(|path| read(&path));
    let mut codes = BTreeSet::new();
    for schema in schemas {
        let rest = schema.split("\"x-chartgen-code\": \"").skip(1);
        codes.extend(rest.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
    }
    codes
}

/// Every place of `node` below `at` that a user can take away.
fn places(node: &Node, at: &Pointer, found: &mut Vec<Pointer>) {
    if let Value::Mapping(mapping) = &node.value {
        for entry in mapping {
            let at = at.child(&*entry.key);
            found.push(at.clone());
            places(&entry.value, &at, found);
        }
    }
}

/// `null` at `at`, as a values file.
fn taken_away(at: &Pointer) -> String {
    let mut text = String::new();
    for (depth, key) in at.tokens().enumerate() {
        text += &format!("\n{}{key:?}:", " ".repeat(depth));
    }
    text + " null\n"
}

#[test]
fn no_rule_fails_when_values_are_taken_away() {
    let toolbox = Toolbox::new();
    let mut failed = Vec::new();
    let listed = fs::read_dir(Path::new(ROOT).join("use-cases")).expect("the use cases are there");
    let mut names: Vec<PathBuf> = listed.map(|entry| entry.expect("readable").path()).collect();
    names.sort();
    for path in names {
        let base = read(&path);
        let (_, loaded, _) = check(&toolbox, &[&base]);
        let mut all = Vec::new();
        places(&loaded.values.root, &Pointer::root(), &mut all);
        for at in all {
            let (_, _, found) = check(&toolbox, &[&base, &taken_away(&at)]);
            let evaluation = found.iter().filter(|found| found.code.as_str() == "rule-evaluation");
            failed.extend(evaluation.map(|found| format!("{at}: {}", found.message)));
        }
    }
    failed.sort();
    failed.dedup();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_megabyte_of_configuration_is_too_large_for_one_object() {
    let codes = |size: usize| -> Vec<String> {
        let values = format!("configFiles: {{/etc/a: {}}}\n", "x".repeat(size));
        let (_, _, found) = check(&Toolbox::new(), &[&use_case("question_answering"), &values]);
        let errors = found.iter().filter(|found| found.severity == Severity::Error);
        errors.map(|found| found.code.to_string()).collect()
    };
    assert_eq!(codes(1_000_000), [""; 0]);
    assert_eq!(codes(1_000_001), [TOO_LARGE]);
}
