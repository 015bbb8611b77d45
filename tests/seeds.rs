//! Holds every use case against the document it comes from, field by field.
//!
//! A case is a folder of `tests/cases/seeds`, named like its use case, with `guide.yaml`: the manifests
//! of the document as they are printed there (or its facts in the shape of manifests, where it has
//! none), and `differences.yaml`: what is meant to differ, path to reason, under `changed`, `missing`
//! and `added`. What all jobs have beyond the documents stands in `tests/cases/seeds/shared.yaml`.
//! Any other difference fails, and so does a listed one that is not there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

/// A leaf of a manifest: where it is and what it is, as text.
type Leaves = BTreeMap<String, String>;

/// What may differ, by the beginning of its path (`*` stands for any step), with the reason.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Differences {
    changed: BTreeMap<String, String>,
    missing: BTreeMap<String, String>,
    added: BTreeMap<String, String>,
}

#[test]
fn every_use_case_keeps_the_facts_of_its_document() {
    let shared: Differences = read_yaml(&folder().join("shared.yaml"));
    let mut wrong = Vec::new();
    for case in cases() {
        let name = case.file_name().expect("a case has a name").to_string_lossy().into_owned();
        let guide = leaves(&fs::read_to_string(case.join("guide.yaml")).expect("guide.yaml"));
        let own: Differences = read_yaml(&case.join("differences.yaml"));
        let rendered = leaves(&render(&name));
        wrong.extend(compare(&guide, &rendered, &own, &shared).map(|one| format!("{name}: {one}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every difference that is not listed, and every listed one that is not there.
fn compare<'a>(
    guide: &'a Leaves,
    rendered: &'a Leaves,
    own: &'a Differences,
    shared: &'a Differences,
) -> impl Iterator<Item = String> + use<> {
    let mut wrong = Vec::new();
    let mut used = Vec::new();
    let mut excuse = |map: fn(&Differences) -> &BTreeMap<String, String>, path: &str| {
        let mine = map(own).keys().find(|listed| covers(listed, path));
        used.extend(mine.cloned());
        mine.is_some() || map(shared).keys().any(|listed| covers(listed, path))
    };
    for (path, wanted) in guide {
        match rendered.get(path) {
            Some(found) if same(wanted, found) || excuse(|all| &all.changed, path) => {}
            Some(found) => {
                wrong.push(format!("{path}: the guide has {wanted}, rendered is {found}"))
            }
            None if excuse(|all| &all.missing, path) => {}
            None => wrong.push(format!("{path}: the guide has {wanted}, rendered is nothing")),
        }
    }
    for (path, found) in rendered.iter().filter(|(path, _)| !guide.contains_key(*path)) {
        if !excuse(|all| &all.added, path) {
            wrong.push(format!("{path}: rendered is {found}, the guide has nothing"));
        }
    }
    let listed = own.changed.keys().chain(own.missing.keys()).chain(own.added.keys());
    let stale = listed.filter(|path| !used.contains(path));
    wrong.extend(stale.map(|path| format!("{path}: listed as a difference, but there is none")));
    wrong.into_iter()
}

/// Whether `path` is at or below what is listed.
fn covers(listed: &str, path: &str) -> bool {
    let mut steps = path.split('|');
    listed.split('|').all(|wanted| steps.next().is_some_and(|step| wanted == "*" || wanted == step))
}

/// Equal as text, or as numbers: `200` and `"200"`, `2e8` and `200000000`.
fn same(left: &str, right: &str) -> bool {
    let numbers = || Some((left.parse::<f64>().ok()?, right.parse::<f64>().ok()?));
    left == right || numbers().is_some_and(|(left, right)| left.total_cmp(&right).is_eq())
}

/// The leaves of all manifests, as `Kind|spec|…`; items of lists go by their names, arguments by their
/// flags.
fn leaves(text: &str) -> Leaves {
    let mut found = Leaves::new();
    for document in serde_yaml::Deserializer::from_str(text) {
        let manifest = Value::deserialize(document).expect("a manifest is YAML");
        if let Some(kind) = manifest["kind"].as_str() {
            walk(kind, &manifest, &mut found);
        }
    }
    found
}

fn walk(path: &str, value: &Value, found: &mut Leaves) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let below = format!("{path}|{key}");
                let json = value.as_str().filter(|_| key.ends_with(".json"));
                match (json, key.as_str(), value) {
                    (Some(json), ..) => {
                        walk(&below, &serde_json::from_str(json).expect("JSON"), found);
                    }
                    (_, "command" | "args", Value::Array(words)) => arguments(path, words, found),
                    _ => walk(&below, value, found),
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let name =
                    ["name", "key", "topologyKey"].iter().find_map(|key| item[*key].as_str());
                let step = name.map_or_else(|| index.to_string(), str::to_string);
                walk(&format!("{path}|{step}"), item, found);
            }
        }
        _ => {
            found.insert(path.to_string(), text_of(value));
        }
    }
}

/// What a container runs: each word that is no flag by its number, each flag by its name. Lines of a
/// shell are taken apart as a shell does, without their line breaks.
fn arguments(path: &str, words: &[Value], found: &mut Leaves) {
    let words: Vec<String> = words.iter().map(text_of).collect();
    let words = words.iter().flat_map(|word| word.split_whitespace()).filter(|word| *word != "\\");
    let mut flag: Option<String> = None;
    for word in words {
        if word.starts_with("--") {
            let at = format!("{path}|run|{}", word.trim_end_matches(';'));
            found.insert(at.clone(), String::new());
            flag = Some(at);
        } else if let Some(at) = &flag {
            let value = found.entry(at.clone()).or_default();
            *value = format!("{value} {word}").trim().to_string();
        } else {
            let number =
                found.keys().filter(|key| key.starts_with(&format!("{path}|run|"))).count();
            found.insert(format!("{path}|run|{number}"), word.to_string());
        }
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn render(use_case: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("use-cases/{use_case}.yaml"));
    let output = command.args(["render", "-f"]).arg(file).output().expect("chartgen runs");
    assert!(output.status.success(), "{use_case}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("manifests are UTF-8")
}

fn read_yaml(path: &Path) -> Differences {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/seeds")
}

fn cases() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the cases are there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut cases: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    cases.sort();
    assert!(!cases.is_empty(), "no cases were found");
    cases
}
