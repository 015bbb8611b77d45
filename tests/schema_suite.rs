//! The official JSON Schema Test Suite for draft 2020-12: chartgen finds no error in what the suite
//! calls valid and one in what it calls invalid, except where a reason is given. What is decided
//! without the engine is decided alike.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chartgen::diagnostic::Diagnostics;
use chartgen::pipeline::Rules;
use chartgen::schema::{Check, Schema, SchemaInput};
use chartgen::source::{FileId, SourceKind, SourceMap};
use chartgen::yaml;
use serde::Deserialize;
use serde_json::Value as Json;

use super::conformance::{hold_section, rate};

/// Tests that share a schema.
#[derive(Deserialize)]
struct Group {
    file: String,
    group: String,
    schema: Json,
    tests: Vec<(String, Json, bool)>,
}

/// What comes out otherwise: the beginning of `file: group: test`, and the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("anchor: Location-independent identifier with base URI change in subschema", ROOT_ID),
    ("dynamicRef: strict-tree schema, guards against misspelled properties", REMOTE),
    ("dynamicRef: tests for implementation dynamic anchor and reference link", REMOTE),
    ("dynamicRef: $ref and $dynamicAnchor are independent of order", REMOTE),
    ("dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor", REMOTE),
    ("format: ", ASSERTED),
    ("optional/cross-draft: refs to historic drafts are processed as historic drafts", REMOTE),
    ("optional/format-assertion: ", METASCHEMA),
    ("optional/format/idn-email: ", UNKNOWN_FORMAT),
    ("optional/format/idn-hostname: ", UNKNOWN_FORMAT),
    ("ref: Recursive references between schemas", ROOT_ID),
    ("ref: relative refs with absolute uris and defs", ROOT_ID),
    ("ref: ref with absolute-path-reference", ROOT_ID),
    ("refRemote: ", REMOTE),
    ("vocabulary: ", METASCHEMA),
];

const REMOTE: &str = "the schema refers to a document that is no file of its chart; such a schema \
    is refused, since nothing is ever fetched";
const ROOT_ID: &str = "a relative reference is resolved against the document's `$id`; to chartgen \
    the place of a document is that of its file, so that a chart works wherever it lies, and the \
    schema is refused";
const ASSERTED: &str =
    "the suite takes `format` for a note by default; chartgen holds values to it";
const METASCHEMA: &str = "the schema names a meta-schema of its own that would have to be fetched; \
    such a schema is refused";
const UNKNOWN_FORMAT: &str = "chartgen does not know the formats of internationalised names, which \
    no field of Kubernetes has, and lets them pass as the specification says of unknown ones";

/// What chartgen says of each test of a group; why it does not take the schema, if so.
fn outcomes(group: &Group, built_in: bool, thorough: bool) -> Result<Vec<bool>, String> {
    let mut sources = SourceMap::new();
    let text = group.schema.to_string();
    let root = sources.add("values.schema.json", SourceKind::Schema, text);
    let mut diagnostics = Diagnostics::new();
    let input = SchemaInput { root, entry: "", shared: &[], built_in };
    let Some(schema) = Schema::compile(&input, &Rules, &sources, &mut diagnostics) else {
        return Err(diagnostics.take_sorted().remove(0).message);
    };
    let mut is_valid = |(_, data, _): &(String, Json, bool)| {
        let file = sources.add("values.yaml", SourceKind::Values, data.to_string());
        is_valid(&schema, &sources, file, thorough)
    };
    Ok(group.tests.iter().map(&mut is_valid).collect())
}

fn is_valid(schema: &Schema, sources: &SourceMap, file: FileId, thorough: bool) -> bool {
    let mut diagnostics = Diagnostics::new();
    let node = yaml::read_document(sources, file, &mut diagnostics).expect("JSON is YAML");
    schema.check(&Check { thorough, ..Check::new(sources, file) }, &node, &mut diagnostics);
    !diagnostics.has_errors()
}

/// How the tests of `group` come out: their names and whether as the suite says.
fn compared(group: &Group) -> Vec<(String, Option<String>)> {
    let name = |test: &str| format!("{}: {}: {test}", group.file, group.group);
    match outcomes(group, false, false) {
        Err(reason) => {
            let refused = Some(format!("the schema is refused: {reason}"));
            group.tests.iter().map(|(test, ..)| (name(test), refused.clone())).collect()
        }
        Ok(found) => {
            for thorough in [false, true] {
                let otherwise = outcomes(group, true, thorough).expect("it compiled");
                assert_eq!(found, otherwise, "{}: {}", group.file, group.group);
            }
            let outcome = |((test, _, valid), found): (&(String, Json, bool), bool)| {
                let wrong = (found != *valid).then(|| format!("valid: {found}"));
                (name(test), wrong)
            };
            group.tests.iter().zip(found).map(outcome).collect()
        }
    }
}

#[test]
fn the_suite_is_judged_as_it_says() {
    let text = include_str!("cases/json-schema-test-suite/cases.json");
    let groups: Vec<Group> = serde_json::from_str(text).expect("the cases are JSON");
    let mut exceptions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rates: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for group in &groups {
        let part = group.file.rsplit_once('/').map_or("required", |(part, _)| part);
        for (name, fault) in compared(group) {
            let rate = rates.entry(part).or_default();
            rate.1 += 1;
            let Some(fault) = fault else {
                rate.0 += 1;
                continue;
            };
            match DIFFERENT.iter().find(|(listed, _)| name.starts_with(listed)) {
                Some((listed, _)) => *exceptions.entry(*listed).or_default() += 1,
                None => wrong.push(format!("{name}: {fault}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    hold_section("json-schema-test-suite", &section(&rates, &exceptions));
}

/// The rates, and every exception with how many tests it stands for.
fn section(rates: &BTreeMap<&str, (usize, usize)>, exceptions: &BTreeMap<&str, usize>) -> String {
    let mut text = "| part | as the suite says |\n|---|---|\n".to_string();
    for (part, (passed, total)) in rates {
        let _ = writeln!(text, "| {part} | {} |", rate(*passed, *total));
    }
    text += "\n| exception | tests | reason |\n|---|---|---|\n";
    for (name, reason) in DIFFERENT {
        let tests = exceptions.get(name).unwrap_or_else(|| panic!("take `{name}` off the list"));
        let _ = writeln!(text, "| {} | {tests} | {reason} |", name.trim_end_matches([':', ' ']));
    }
    text
}
