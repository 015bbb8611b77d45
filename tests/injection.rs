//! Puts hostile strings into every string value that a chart's schema lets through: each arrives
//! unchanged, and no object, key or item appears that was not there before.

use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::Diagnostics;
use chartgen::manifest;
use chartgen::pipeline::{self, Loaded, Request, Toolbox, ValuesText};
use chartgen::render::Release;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::values::{Layer, Values};
use chartgen::yaml::{self, Node, Pointer, Value};
use proptest::prelude::Strategy;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Strings that break naive templates, each for its own reason.
const HOSTILE: &[&str] = &[
    "\"",
    "'",
    "\\",
    "\n",
    "a\nb: c",
    "\n---\nkind: Pod",
    "x: y",
    "- x",
    "# x",
    "{{ x }}",
    "{% raw %}",
    "{# x #}",
    "}}",
    "${x}y",
    "&a",
    "*a",
    "!!str x",
    "|",
    ">",
    "%",
    "@",
    "`",
    "~",
    "null",
    "true",
    "no",
    "0o17",
    "1_000",
    "2e-5",
    "=",
    "\u{0}",
    "\u{7}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{fffe}",
    "\u{202e}",
    "\\u0041",
    "\\ud800",
    "\t",
    "\r\n",
    " x ",
    "🤖",
    "e\u{301}",
];

#[test]
fn hostile_strings_arrive_unchanged_and_change_nothing_else() {
    let mut cases = Config { cases: 24, ..Config::default() };
    cases.failure_persistence = None;
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(cases, random);
    let mut strings: Vec<String> = HOSTILE.iter().map(|text| (*text).to_string()).collect();
    for _ in 0..24 {
        let tree = "\\PC{1,12}|[\\x00-\\x7f]{1,12}|.{1,12}".new_tree(&mut runner);
        strings.push(tree.expect("the strategy gives strings").current());
    }
    let mut put = 0;
    for case in
        ["medical_meadow", "distributed_training_cpu", "gpt2_micro_deepspeed", "nfs_storage"]
    {
        let (loaded, sources) = load(case);
        let before = objects(&loaded, &loaded.values.root, &sources).expect("the use case renders");
        let mut leaves = Vec::new();
        string_leaves(&loaded.values.root, &Pointer::root(), &mut leaves);
        for (index, at) in leaves.iter().enumerate() {
            // Every leaf gets some of the strings, and all leaves together get each several times.
            for text in strings.iter().skip(index % 6).step_by(6) {
                let values = with(&loaded.values.root, at, text);
                if !allowed(&loaded, &values, &sources) {
                    continue;
                }
                let after = objects(&loaded, &values, &sources);
                let after =
                    after.unwrap_or_else(|| panic!("{case}: {at}: {text:?} does not render"));
                compare(&before, &after, text, &format!("{case}: {at}: {text:?}"));
                put += 1;
            }
        }
    }
    assert!(put > 200, "too few strings were let through: {put}");
}

/// The same objects with the same keys; where a scalar differs, it is or holds `text`.
fn compare(before: &[Node], after: &[Node], text: &str, what: &str) {
    assert_eq!(before.len(), after.len(), "{what}: objects");
    let mut arrived = false;
    let mut changed = false;
    for (old, new) in before.iter().zip(after) {
        compare_nodes(old, new, text, what, &mut arrived, &mut changed);
    }
    assert!(arrived || !changed, "{what}: did not arrive");
}

fn compare_nodes(
    old: &Node,
    new: &Node,
    text: &str,
    what: &str,
    arrived: &mut bool,
    changed: &mut bool,
) {
    match (&old.value, &new.value) {
        (Value::Mapping(old), Value::Mapping(new)) => {
            let keys = |mapping: &yaml::Mapping| {
                mapping.iter().map(|entry| entry.key.to_string()).collect::<Vec<_>>()
            };
            assert_eq!(keys(old), keys(new), "{what}: keys");
            for (old, new) in old.iter().zip(new) {
                compare_nodes(&old.value, &new.value, text, what, arrived, changed);
            }
        }
        (Value::Sequence(old), Value::Sequence(new)) => {
            assert_eq!(old.len(), new.len(), "{what}: items");
            for (old, new) in old.iter().zip(new) {
                compare_nodes(old, new, text, what, arrived, changed);
            }
        }
        (old, new) => {
            if let Value::String(found) = new {
                *arrived |= found.contains(text) || json_holds(found, text);
            }
            *changed |= old != new;
        }
    }
}

/// Whether `found` is JSON text, such as a file of a ConfigMap, with a string that holds `text`.
fn json_holds(found: &str, text: &str) -> bool {
    fn any(value: &serde_json::Value, text: &str) -> bool {
        match value {
            serde_json::Value::String(found) => found.contains(text),
            serde_json::Value::Array(items) => items.iter().any(|item| any(item, text)),
            serde_json::Value::Object(object) => object.values().any(|item| any(item, text)),
            _ => false,
        }
    }
    serde_json::from_str(found).is_ok_and(|value| any(&value, text))
}

fn allowed(loaded: &Loaded, values: &Node, sources: &SourceMap) -> bool {
    let schema = loaded.prepared.schema().expect("a built-in chart has a schema");
    let mut diagnostics = Diagnostics::new();
    let check = chartgen::schema::Check::new(sources, loaded.fallback);
    schema.check(&check, values, &mut diagnostics);
    !diagnostics.has_errors()
}

fn objects(loaded: &Loaded, values: &Node, sources: &SourceMap) -> Option<Vec<Node>> {
    let mut sources = sources.clone();
    let mut diagnostics = Diagnostics::new();
    let renderer = loaded.prepared.renderer(&mut diagnostics)?;
    let known = loaded.prepared.known_keys();
    let rendered =
        renderer.render(values, known, &Release::default(), &mut sources, &mut diagnostics)?;
    let mut objects = Vec::new();
    for file in &rendered {
        let manifests = manifest::read(&sources, file.file, &mut diagnostics);
        objects.extend(manifests.into_iter().map(|manifest| manifest.root));
    }
    (!diagnostics.has_errors()).then_some(objects)
}

fn string_leaves(node: &Node, at: &Pointer, leaves: &mut Vec<Pointer>) {
    match &node.value {
        Value::Mapping(mapping) => {
            mapping.iter().for_each(|entry| {
                string_leaves(&entry.value, &at.child(entry.key.clone()), leaves)
            });
        }
        Value::Sequence(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| {
                string_leaves(item, &at.child(index.to_string()), leaves)
            });
        }
        Value::String(_) => leaves.push(at.clone()),
        _ => {}
    }
}

fn with(root: &Node, at: &Pointer, text: &str) -> Node {
    let mut copy = root.clone();
    let mut node = &mut copy;
    for token in at.tokens() {
        node = match &mut node.value {
            Value::Mapping(mapping) => mapping.get_mut(token).expect("the path exists"),
            Value::Sequence(items) => &mut items[token.parse::<usize>().expect("an index")],
            _ => panic!("the path leads into a scalar"),
        };
    }
    node.value = Value::String(text.into());
    node.style = yaml::Style::DoubleQuoted;
    copy
}

fn load(case: &str) -> (Loaded, SourceMap) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("use-cases").join(format!("{case}.yaml"));
    let text = fs::read_to_string(path).expect("the use case is readable");
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("case.yaml", SourceKind::Values, text);
    let request =
        Request { texts: vec![ValuesText { file, folder: PathBuf::new() }], ..Request::default() };
    let mut lookup = |_, _: &str| Err("no lookups here".to_string());
    let loaded =
        pipeline::load(&Toolbox::new(), &request, &mut sources, &mut lookup, &mut diagnostics)
            .expect("the chart can be read")
            .expect("the values can be read");
    // Some strings of the use case decide what is rendered; the defaults' copies of them do not.
    let layer = Layer { file, root: loaded.values.root.clone() };
    let values = Values::merge(Layer::empty(file), vec![layer]);
    (Loaded { values, ..loaded }, sources)
}
