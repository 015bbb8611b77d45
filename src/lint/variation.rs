//! Other values than the defaults, to see what a template can make: each value that it asks for in
//! turn as every kind of thing that the schema allows.

use serde_json::{Value as Json, json};

use super::defaults::node_mut;
use super::subject::Subject;
use crate::diagnostic::Diagnostics;
use crate::schema::Schema;
use crate::source::SourceKind;
use crate::yaml::{self, Entry, Node, Pointer, Value};

/// The most combinations that are tried.
const TRIALS: usize = 3000;

/// How many values may differ from the defaults at once.
const TOGETHER: usize = 4;

/// Whether `accept` holds for the defaults or for any variation of the values at `paths`, few
/// changes before many.
pub(super) fn any(
    subject: &mut Subject<'_>,
    paths: &[Pointer],
    mut accept: impl FnMut(&Subject<'_>, &Node) -> bool,
) -> bool {
    let Some(defaults) = &subject.prepared.defaults else {
        return true;
    };
    let root = &defaults.root;
    let choices: Vec<(Pointer, Vec<Node>)> =
        paths.iter().map(|path| (path.clone(), samples(subject, path))).collect();
    let mut trial = Trial { left: TRIALS, accept: &mut |node| accept(subject, node) };
    (0..=TOGETHER).any(|changes| trial.any(&choices, root, changes))
}

struct Trial<'t> {
    left: usize,
    accept: &'t mut dyn FnMut(&Node) -> bool,
}

impl Trial<'_> {
    /// Whether any tree with exactly this many changes is accepted.
    fn any(&mut self, choices: &[(Pointer, Vec<Node>)], root: &Node, changes: usize) -> bool {
        if self.left == 0 {
            return false;
        }
        if changes == 0 {
            self.left -= 1;
            return (self.accept)(root);
        }
        for (index, (path, samples)) in choices.iter().enumerate() {
            for sample in samples {
                let mut varied = root.clone();
                set(&mut varied, path, sample.clone());
                if self.any(&choices[index + 1..], &varied, changes - 1) {
                    return true;
                }
            }
        }
        false
    }
}

/// Sets the value at `at`, making the mappings above it.
fn set(root: &mut Node, at: &Pointer, value: Node) {
    let (Some(parent), Some(name)) = (at.parent(), at.last()) else {
        return;
    };
    if node_mut(root, &parent).is_none_or(|node| node.as_mapping().is_none()) {
        let empty = Node::new(Value::Mapping(yaml::Mapping::new()), root.span);
        set(root, &parent, empty);
    }
    if let Some(Value::Mapping(mapping)) = node_mut(root, &parent).map(|node| &mut node.value) {
        mapping.insert(Entry { key: name.into(), key_span: value.span, value });
    }
}

/// Values of each kind that the schema allows at `at`.
fn samples(subject: &mut Subject<'_>, at: &Pointer) -> Vec<Node> {
    let json = json_samples(subject.schema(), at);
    json.into_iter().filter_map(|sample| node(subject, &sample)).collect()
}

fn json_samples(schema: Option<&Schema>, at: &Pointer) -> Vec<Json> {
    let Some(key) = schema.map(|schema| schema.key(at)) else {
        return vec![
            json!(true),
            json!("x"),
            json!(1),
            json!(["x"]),
            json!({"x": "x"}),
            Json::Null,
        ];
    };
    let mut found: Vec<Json> = Vec::new();
    let lists = ["enum", "examples"].into_iter().filter_map(|keyword| key.says(keyword));
    found.extend(lists.filter_map(Json::as_array).flatten().take(8).cloned());
    for name in key.types() {
        match name {
            "boolean" => found.extend([json!(true), json!(false)]),
            "integer" | "number" => found.extend([json!(2), json!(0)]),
            "string" if found.is_empty() => found.push(json!("x")),
            "array" => found.push(json!(["x"])),
            "object" => found.push(json!({"x": "x"})),
            "null" => found.push(Json::Null),
            _ => {}
        }
    }
    found
}

/// A JSON value as a node of a text of its own.
pub(super) fn node(subject: &mut Subject<'_>, value: &Json) -> Option<Node> {
    let file = subject.sources.add("sample", SourceKind::Other, value.to_string());
    yaml::read_document(&subject.sources, file, &mut Diagnostics::new())
}
