//! The shortcut of the checks of objects changes nothing: an object that is plainly what its kind
//! demands would give no finding. Each set of objects is checked twice, with and without it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::Diagnostics;
use chartgen::manifest::{self, Api, KubeVersion, Manifest};
use chartgen::pipeline::{self, BuiltInRules, Production, Request, Toolbox, ValuesText};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::{Node, Pointer, Value};

use crate::shortcuts::{difference, files};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

struct Counter {
    api: Api,
    sets: usize,
    wrong: String,
}

impl Counter {
    fn new(version: KubeVersion) -> Self {
        let api = Api::embedded(version, Box::new(BuiltInRules));
        Self { api, sets: 0, wrong: String::new() }
    }

    /// Checks the objects of `text` both ways.
    fn compare(&mut self, what: &str, text: &str) {
        let mut sources = SourceMap::new();
        let file = sources.add("objects.yaml", SourceKind::Manifest, text.to_owned());
        let objects = manifest::read(&sources, file, &mut Diagnostics::new());
        self.compare_objects(what, &sources, &objects);
    }

    fn compare_objects(&mut self, what: &str, sources: &SourceMap, objects: &[Manifest]) {
        self.sets += 1;
        let found = [false, true].map(|thorough| {
            let mut found = Diagnostics::new();
            self.api.check_with(sources, objects, thorough, &mut found);
            found.take_sorted()
        });
        self.wrong += &difference(what, &found[0], &found[1]);
    }

    fn hold(&self, least: usize) {
        assert!(self.wrong.is_empty(), "{}", self.wrong);
        assert!(self.sets >= least, "only {} sets were checked", self.sets);
    }
}

/// What the use cases render to.
fn rendered() -> Vec<String> {
    let mut paths = Vec::new();
    files(&Path::new(ROOT).join("use-cases"), &mut paths);
    paths.sort();
    let toolbox = Toolbox::new();
    paths.iter().filter_map(|path| render(&toolbox, path)).collect()
}

fn render(toolbox: &Toolbox, path: &Path) -> Option<String> {
    let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
    let text = fs::read_to_string(path).expect("readable");
    let file = sources.add("values.yaml", SourceKind::Values, text);
    let texts = vec![ValuesText { file, folder: PathBuf::new() }];
    let request = Request { texts, ..Request::default() };
    let mut lookup = |_, _: &str| Err("no lookups here".to_owned());
    let loaded = pipeline::load(toolbox, &request, &mut sources, &mut lookup, &mut found);
    let production = Production::default();
    let made = pipeline::produce(&loaded.ok()??, &production, &mut sources, &mut found)?;
    Some(made.into_iter().map(|document| format!("---\n{}", document.text)).collect())
}

/// Every place in the tree.
fn places(node: &Node, at: &Pointer, found: &mut Vec<Pointer>) {
    match &node.value {
        Value::Mapping(mapping) => {
            for entry in mapping {
                places(&entry.value, &at.child(&*entry.key), found);
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &at.child(index.to_string()), found);
            }
        }
        _ => {}
    }
    found.push(at.clone());
}

/// `text` with `value` instead of what stands at `at`.
fn replaced(text: &str, root: &Node, at: &Pointer, value: &str) -> Option<String> {
    let node = root.at(at)?;
    let range = node.span.range();
    let inline = !text.get(range.clone())?.contains('\n');
    inline.then(|| format!("{}{value}{}", &text[..range.start], &text[range.end..]))
}

#[test]
fn nothing_is_lost_in_any_case() {
    let mut paths = Vec::new();
    for folder in ["check", "check-folders", "seeds", "blame", "report"] {
        files(&Path::new(ROOT).join("tests/cases").join(folder), &mut paths);
    }
    for version in KubeVersion::all() {
        let mut counter = Counter::new(version);
        for path in &paths {
            let text = fs::read_to_string(path).expect("readable");
            if text.len() < 50_000 {
                counter.compare(&path.display().to_string(), &text);
            }
        }
        counter.hold(100);
    }
}

#[test]
fn nothing_is_lost_when_values_are_replaced() {
    let values = ["null", "7", "-1", "{}", "[]", "\"\"", "true", "1.5", "x_y", "5000000000"];
    let mut counter = Counter::new(KubeVersion::LATEST);
    let mut seen = BTreeSet::new();
    for text in rendered() {
        counter.compare("as rendered", &text);
        let mut sources = SourceMap::new();
        let file = sources.add("objects.yaml", SourceKind::Manifest, text.clone());
        let objects = manifest::read(&sources, file, &mut Diagnostics::new());
        for (index, object) in objects.iter().enumerate() {
            let mut found = Vec::new();
            places(&object.root, &Pointer::root(), &mut found);
            found.retain(|at| seen.insert((object.kind.clone(), at.clone())));
            for at in found {
                let value = values[seen.len() % values.len()];
                let Some(changed) = replaced(&text, &object.root, &at, value) else { continue };
                let file = sources.add("changed.yaml", SourceKind::Manifest, changed);
                let changed = manifest::read(&sources, file, &mut Diagnostics::new());
                let what = format!("{} with {value} at {at}", object.title());
                counter.compare_objects(
                    &what,
                    &sources,
                    changed.get(index..=index).unwrap_or_default(),
                );
            }
        }
    }
    counter.hold(200);
}
