//! Every chart and every use case that is there, found by itself: adding one needs no change here.
//! Each chart has its parts, renders from its defaults alone, and lists and describes itself; each
//! use case renders without an error from its own file and from the built-in copy. Core kinds are
//! parsed by an independent YAML reader.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::Deserialize;
use serde_json::Value;

/// A form to fill in: it fails until that is done.
const FORM: &str = "custom";

#[test]
fn every_chart_has_its_parts() {
    for name in names("charts", "") {
        for part in ["Chart.yaml", "values.yaml", "NOTES.txt", "templates"] {
            let path = root().join("charts").join(&name).join(part);
            assert!(path.exists(), "{} is missing", path.display());
        }
        let schema = read(&format!("schemas/{name}.schema.json"));
        let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
        let title = format!("Values of the chart {name}");
        assert_eq!(schema["title"].as_str(), Some(title.as_str()));
        assert_eq!(schema["additionalProperties"], Value::Bool(false), "{name} is not strict");
    }
}

#[test]
fn every_chart_renders_from_its_defaults() {
    for name in names("charts", "").iter().filter(|name| *name != "llm-finetune") {
        let output = chartgen(&["render", "--chart", name]);
        let objects = manifests(&output);
        assert!(!objects.is_empty(), "{name} renders nothing");
    }
}

#[test]
fn every_use_case_renders_from_its_file_and_by_its_name() {
    for name in names("use-cases", ".yaml").iter().filter(|name| *name != FORM) {
        let file = root().join(format!("use-cases/{name}.yaml"));
        let from_file = chartgen(&["render", "-f", &file.to_string_lossy()]);
        let built_in = chartgen(&["render", "-f", name]);
        assert_eq!(from_file.stdout, built_in.stdout, "{name}");
        let said = String::from_utf8_lossy(&built_in.stderr).into_owned();
        assert!(said.contains("built-in-use-case"), "{name}: {said}");
        let objects = manifests(&from_file);
        assert!(!objects.is_empty(), "{name} renders nothing");
        objects.iter().for_each(|object| check_object(name, object));
    }
}

/// Says what it belongs to, and has no null.
fn check_object(use_case: &str, object: &Value) {
    let labels = &object["metadata"]["labels"];
    for label in ["name", "instance", "version", "managed-by"] {
        let label = format!("app.kubernetes.io/{label}");
        assert!(labels[&label].is_string(), "{use_case}: {} lacks {label}", object["kind"]);
    }
    assert!(!has_null(object), "{use_case}: {} has a null", object["kind"]);
}

#[test]
fn every_chart_and_use_case_is_listed() {
    let output = chartgen(&["list"]);
    let listed = String::from_utf8(output.stdout).expect("text");
    for name in names("charts", "").iter().chain(&names("use-cases", ".yaml")) {
        let lines = listed.lines().filter(|line| line.trim_start().starts_with(name.as_str()));
        assert!(lines.count() > 0, "{name} is not listed:\n{listed}");
    }
}

#[test]
fn every_use_case_begins_with_what_it_is() {
    for name in names("use-cases", ".yaml") {
        let text = read(&format!("use-cases/{name}.yaml"));
        assert!(text.starts_with("# "), "{name} does not say what it is");
        assert!(text.contains("\nchart: "), "{name} does not name its chart");
        let wide = text.lines().find(|line| line.chars().count() > 110);
        assert_eq!(wide, None, "{name}");
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(map) => map.values().any(has_null),
        _ => false,
    }
}

/// The objects that were rendered, after a check that rendering went well.
fn manifests(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::str::from_utf8(&output.stdout).expect("manifests are UTF-8");
    serde_yaml::Deserializer::from_str(text)
        .map(|document| Value::deserialize(document).expect("manifests are YAML"))
        .collect()
}

/// Runs chartgen where no file is, so that names are those of what is built in.
fn chartgen(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.args(arguments).current_dir(root().join("tests/cases"));
    command.output().expect("chartgen runs")
}

/// The names of the entries of a folder, without `ending`.
fn names(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("readable").file_name());
    let names = names.filter_map(|name| Some(name.to_str()?.strip_suffix(ending)?.to_string()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert!(!names.is_empty(), "{folder} is empty");
    names
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}
