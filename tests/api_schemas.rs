//! The generated schemas by themselves: they are what the overlay and the generator made, nothing
//! refers to nowhere, and every rule compiles, also those that no case reaches.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::pipeline::Rules;
use chartgen::schema::RuleCompiler;
use serde_json::Value;
use sha2::{Digest, Sha256};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/kubernetes")
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("generated files are committed");
    serde_json::from_str(&text).expect("generated files are JSON")
}

fn versions() -> Vec<String> {
    let source = json(&folder().join("source.json"));
    let versions = source["versions"].as_array().expect("a list");
    versions.iter().map(|version| version.as_str().expect("a text").to_owned()).collect()
}

/// All definitions of each version, the latest first.
fn definitions() -> Vec<(String, BTreeMap<String, Value>)> {
    let mut merged = BTreeMap::new();
    let mut all = Vec::new();
    for version in versions() {
        let file = json(&folder().join(format!("{version}.json")));
        for (name, schema) in file["$defs"].as_object().expect("definitions") {
            match schema {
                Value::Null => drop(merged.remove(name)),
                schema => drop(merged.insert(name.clone(), schema.clone())),
            }
        }
        all.push((version, merged.clone()));
    }
    all
}

/// Calls `visit` for every schema below `schema`, itself included; values of `enum` and the like
/// are no schemas.
fn walk(schema: &Value, visit: &mut dyn FnMut(&Value)) {
    visit(schema);
    let Some(keywords) = schema.as_object() else { return };
    for (keyword, value) in keywords {
        match keyword.as_str() {
            "properties" | "$defs" => {
                value.as_object().expect("a mapping").values().for_each(|one| walk(one, visit));
            }
            "items" | "additionalProperties" | "propertyNames" => walk(value, visit),
            "allOf" | "anyOf" | "oneOf" => {
                value.as_array().expect("a list").iter().for_each(|one| walk(one, visit));
            }
            _ => {}
        }
    }
}

fn own_schemas() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/kubeflow.org");
    let files = fs::read_dir(folder).expect("readable");
    files.map(|file| json(&file.expect("readable").path())).collect()
}

#[test]
fn the_overlay_is_the_one_that_the_schemas_were_made_with() {
    let source = json(&folder().join("source.json"));
    let recorded = source["overlay"].as_object().expect("hashes by file");
    let files = fs::read_dir(folder().join("overlay")).expect("readable");
    let mut count = 0;
    for file in files {
        let path = file.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("readable");
        let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(recorded[&name], hash, "{name} has changed: run schemas/kubernetes/generate.py");
        count += 1;
    }
    assert_eq!(count, recorded.len());
}

#[test]
fn every_reference_leads_somewhere_in_every_version() {
    for (version, definitions) in definitions() {
        for (name, schema) in &definitions {
            walk(schema, &mut |schema| {
                let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
                let target = reference.strip_prefix("#/$defs/").expect("a definition");
                assert!(definitions.contains_key(target), "{version} {name}: {reference}");
            });
        }
        for own in own_schemas() {
            walk(&own, &mut |schema| {
                let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
                let (file, target) = reference.split_once("#/$defs/").expect("a definition");
                let found = match file {
                    "" => own["$defs"].get(target).is_some(),
                    _ => definitions.contains_key(target),
                };
                assert!(found, "{version}: {reference}");
            });
        }
    }
}

#[test]
fn every_kind_has_a_definition_in_every_version() {
    let kinds = json(&folder().join("kinds.json"));
    for (version, definitions) in definitions() {
        for (kind, entry) in kinds.as_object().expect("kinds") {
            let definition = entry["definition"].as_str().expect("a name");
            assert!(definitions.contains_key(definition), "{version} {kind}");
        }
    }
}

#[test]
fn every_rule_compiles_and_names_its_code() {
    let mut count = 0;
    let mut check = |schema: &Value| {
        let Some(rules) = schema.get("x-kubernetes-validations") else { return };
        if let Err(faults) = Rules.compile(rules) {
            panic!("{faults:?} in {rules}");
        }
        for rule in rules.as_array().expect("a list") {
            assert!(rule.get("x-chartgen-code").is_some(), "no code: {rule}");
            let words = rule.get("message").or(rule.get("messageExpression"));
            assert!(words.is_some(), "no message: {rule}");
            count += 1;
        }
    };
    for (_, definitions) in definitions() {
        definitions.values().for_each(|schema| walk(schema, &mut check));
    }
    own_schemas().iter().for_each(|schema| walk(schema, &mut check));
    assert!(count > 500, "{count} rules in five versions");
}

#[test]
fn one_definition_stands_on_each_line() {
    for version in versions() {
        let text = fs::read_to_string(folder().join(format!("{version}.json"))).expect("readable");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let lines = text.lines().filter(|line| line.starts_with("  \"")).count();
        assert_eq!(lines, file["$defs"].as_object().expect("definitions").len(), "{version}");
    }
}
