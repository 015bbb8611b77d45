//! The YAML test suite: texts that must be refused are refused, and the others give the values
//! that the suite says, except where a reason is given.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chartgen::diagnostic::Diagnostics;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::{Node, Value, read_stream};
use serde_json::Value as Json;

use crate::conformance::{hold_section, rate};

/// Cases that come out otherwise, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("2JQS", EMPTY_TWICE),
    ("4FJ6", COLLECTION_AS_KEY),
    ("6BFJ", COLLECTION_AS_KEY),
    ("6PBE", COLLECTION_AS_KEY),
    ("9MMW", COLLECTION_AS_KEY),
    ("KK5P", COLLECTION_AS_KEY),
    ("LX3P", COLLECTION_AS_KEY),
    ("M2N8/0", COLLECTION_AS_KEY),
    ("M2N8/1", COLLECTION_AS_KEY),
    ("M5DY", COLLECTION_AS_KEY),
    ("Q9WF", COLLECTION_AS_KEY),
    ("RZP5", COLLECTION_AS_KEY),
    ("SBG9", COLLECTION_AS_KEY),
    ("V9D5", COLLECTION_AS_KEY),
    ("X38W", COLLECTION_AS_KEY),
    ("XW4D", COLLECTION_AS_KEY),
    ("9C9N", BRACKETS),
];

const EMPTY_TWICE: &str = "two keys that are empty are one key twice, which is an error";
const BRACKETS: &str = "the lines between brackets need no indentation, as in libyaml and Go's \
    readers: what Kubernetes' tools accept is accepted";

const COLLECTION_AS_KEY: &str = "a list or a mapping as a key: the keys of values and of objects \
    are strings, and neither JSON nor Kubernetes has others; it is refused";

/// The documents, or the codes of what was found.
fn read(text: &str) -> Result<Vec<Node>, Vec<String>> {
    let mut sources = SourceMap::new();
    let file = sources.add("case.yaml", SourceKind::Values, text.to_string());
    let mut diagnostics = Diagnostics::new();
    let stream = read_stream(&sources, file, &mut diagnostics);
    if diagnostics.is_empty() && stream.complete {
        return Ok(stream.documents);
    }
    let found = diagnostics.take_sorted();
    Err(found.iter().map(|found| format!("{}: {}", found.code, found.message)).collect())
}

fn same(node: &Node, json: &Json) -> bool {
    match (&node.value, json) {
        (Value::Null, Json::Null) => true,
        (Value::Bool(left), Json::Bool(right)) => left == right,
        (Value::Number(left), Json::Number(right)) => {
            right.as_f64().is_some_and(|right| (left.as_f64() - right).abs() <= right.abs() * 1e-12)
        }
        (Value::String(left), Json::String(right)) => **left == **right,
        (Value::Sequence(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Mapping(left), Json::Object(right)) => {
            left.len() == right.len()
                && right
                    .iter()
                    .all(|(key, value)| left.get(key).is_some_and(|node| same(node, value)))
        }
        _ => false,
    }
}

/// What is wrong with the outcome of `case`, or nothing.
fn fault(case: &Json) -> Option<String> {
    let text = case["yaml"].as_str().expect("every case has a text");
    let outcome = read(text);
    if case["fail"] == Json::Bool(true) {
        return outcome.is_ok().then(|| "accepted, but must be refused".to_string());
    }
    let documents = match outcome {
        Ok(documents) => documents,
        Err(found) => return Some(format!("refused: {}", found.join("; "))),
    };
    let json = case["json"].as_str()?;
    let expected: Vec<Json> = serde_json::Deserializer::from_str(json)
        .into_iter()
        .collect::<Result<_, _>>()
        .expect("the suite's JSON is JSON");
    let equal = documents.len() == expected.len()
        && documents.iter().zip(&expected).all(|(node, json)| same(node, json));
    (!equal)
        .then(|| format!("read as {:?}", documents.iter().map(|d| &d.value).collect::<Vec<_>>()))
}

#[test]
fn the_suite_is_read_as_it_says() {
    let text = include_str!("../cases/yaml-test-suite/cases.json");
    let cases: Vec<Json> = serde_json::from_str(text).expect("the cases are JSON");
    let mut reasons: BTreeMap<&str, &str> = DIFFERENT.iter().copied().collect();
    let mut wrong = Vec::new();
    for case in &cases {
        let id = case["id"].as_str().expect("every case has an id");
        match (fault(case), reasons.remove(id)) {
            (Some(_), Some(_)) | (None, None) => {}
            (Some(fault), None) => {
                wrong.push(format!("{id} ({}): {fault}\n{}", case["name"], case["yaml"]));
            }
            (None, Some(_)) => {
                wrong.push(format!("{id} is as the suite says; take it off the list"))
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    let mut section = format!("{}\n", rate(cases.len() - DIFFERENT.len(), cases.len()));
    section += "\n| exceptions | reason |\n|---|---|\n";
    for reason in [COLLECTION_AS_KEY, EMPTY_TWICE, BRACKETS] {
        let ids: Vec<&str> =
            DIFFERENT.iter().filter(|(_, why)| *why == reason).map(|(id, _)| *id).collect();
        let _ = writeln!(section, "| {} | {reason} |", ids.join(", "));
    }
    hold_section("yaml-test-suite", &section);
}
