//! `tests/cases/set/table.txt`: paragraphs of `defaults`, `values` and `set…` lines, then `=` with
//! Helm's result (filled in by `tests/peers/check_values.py`), or `!` with the fault, and `?` with
//! warnings; `4` says where Helm 4 differs, `~` where chartgen does. `UPDATE=1` writes the lines
//! `!` and `?` anew.

use std::fs;

use chartgen::diagnostic::{Diagnostic, Diagnostics};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::values::set::{Argument, Flavour};
use chartgen::values::{Layer, Merge, Values};
use chartgen::yaml::{Entry, Node, Value, read_document};

const TABLE: &str = "tests/cases/set/table.txt";

/// What comes of layers and arguments.
pub struct Outcome {
    pub values: Option<Values>,
    pub found: Vec<Diagnostic>,
    pub sources: SourceMap,
}

/// Merges `lines` (`word text`) as the command line would.
pub fn run(lines: &[&str]) -> Outcome {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let mut defaults = None;
    let mut files = Vec::new();
    let mut arguments = Vec::new();
    for line in lines {
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        let mut add = |kind| sources.add(format!("--{word}"), kind, text.to_string());
        if let Some(flavour) = flavour(word) {
            arguments.push(Argument { flavour, file: add(SourceKind::Flag) });
        } else if word == "values" {
            files.push(add(SourceKind::Values));
        } else if word == "defaults" {
            defaults = Some(add(SourceKind::ChartDefaults));
        }
    }
    let defaults = match defaults {
        Some(file) => {
            Layer::read(&sources, file, &mut diagnostics).expect("defaults are a mapping")
        }
        None => Layer::empty(sources.add("values.yaml", SourceKind::ChartDefaults, "")),
    };
    let mut merge = Merge::new();
    for file in files {
        merge.add(Layer::read(&sources, file, &mut diagnostics).expect("values are a mapping"));
    }
    arguments.sort_by_key(|argument| argument.flavour);
    let mut applied = true;
    for argument in arguments {
        applied &= merge.set(argument, &sources, &mut lookup, &mut diagnostics);
    }
    let values = applied.then(|| merge.over(defaults, &mut diagnostics));
    Outcome { values, found: diagnostics.take_sorted(), sources }
}

fn flavour(word: &str) -> Option<Flavour> {
    Some(match word {
        "set" => Flavour::Set,
        "set-string" => Flavour::SetString,
        "set-json" => Flavour::SetJson,
        "set-file" => Flavour::SetFile,
        "set-env" => Flavour::SetEnv,
        _ => return None,
    })
}

fn lookup(flavour: Flavour, name: &str) -> Result<String, String> {
    match (flavour, name) {
        (Flavour::SetEnv, "TOKEN") => Ok("from the environment".into()),
        (Flavour::SetEnv, _) => Err(format!("the environment variable `{name}` is not set")),
        _ => fs::read_to_string(format!("tests/cases/set/{name}"))
            .map_err(|_| format!("the file `{name}` does not exist")),
    }
}

/// Whether two trees have the same values, whatever their places and the order of their keys.
/// Numbers are compared by value.
pub fn same(left: &Node, right: &Node) -> bool {
    match (&left.value, &right.value) {
        (Value::Mapping(left), Value::Mapping(right)) => {
            left.len() == right.len()
                && left.iter().all(|entry| {
                    right.get(&entry.key).is_some_and(|other| same(&entry.value, other))
                })
        }
        (Value::Sequence(left), Value::Sequence(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Number(left), Value::Number(right)) => match (left.as_i64(), right.as_i64()) {
            (None, None) => left.as_f64().to_bits() == right.as_f64().to_bits(),
            (left, right) => left == right,
        },
        (left, right) => left == right,
    }
}

fn read(text: &str) -> Node {
    let mut sources = SourceMap::new();
    let file = sources.add("expected", SourceKind::Other, text.to_string());
    let mut diagnostics = Diagnostics::new();
    let node = read_document(&sources, file, &mut diagnostics);
    node.unwrap_or_else(|| panic!("the expected result {text} is no JSON"))
}

fn text(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.text().into(),
        Value::String(text) => format!("{text:?}"),
        Value::Sequence(items) => {
            format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(","))
        }
        Value::Mapping(mapping) => {
            let entry = |entry: &Entry| format!("{:?}:{}", entry.key, text(&entry.value));
            format!("{{{}}}", mapping.iter().map(entry).collect::<Vec<_>>().join(","))
        }
    }
}

/// `! code «what is underlined» message`.
fn fault_line(found: &Diagnostic, sources: &SourceMap) -> String {
    let sign = if found.severity == chartgen::diagnostic::Severity::Error { '!' } else { '?' };
    let place = sources.slice(found.primary.span);
    let mut line = format!("{sign} {} «{place}» {}", found.code, found.message);
    for label in &found.related {
        line += &format!(" [«{}» {}]", sources.slice(label.span), label.text);
    }
    line
}

#[test]
fn the_table_of_set_arguments_holds() {
    let table = fs::read_to_string(TABLE).expect("the table is there");
    let mut written = Vec::new();
    let mut wrong = Vec::new();
    let mut cases = 0;
    for block in table.trim_end_matches('\n').split("\n\n") {
        let lines: Vec<&str> = block.lines().collect();
        if !lines.iter().any(|line| line.starts_with("set") || line.starts_with("values")) {
            written.push(block.to_string());
            continue;
        }
        cases += 1;
        let given = |line: &&str| !line.starts_with(['!', '?']);
        let mut kept: Vec<String> =
            lines.iter().filter(|line| given(line)).map(ToString::to_string).collect();
        let outcome = run(&lines);
        let expected = lines.iter().find_map(|line| line.strip_prefix("= "));
        let agrees = match (&outcome.values, expected) {
            (Some(values), Some(expected)) => same(&values.root, &read(expected)),
            (None, None) => true,
            _ => false,
        };
        kept.extend(outcome.found.iter().map(|found| fault_line(found, &outcome.sources)));
        let now = kept.join("\n");
        if !agrees || now != block {
            let root = outcome.values.map(|values| text(&values.root));
            wrong.push(format!("{block}\n---- now\n{now}\n{root:?}"));
        }
        written.push(now);
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(TABLE, written.join("\n\n") + "\n").expect("the table can be written");
    }
    assert!(cases > 250, "only {cases} cases");
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn the_greatest_index_is_accepted() {
    let outcome = run(&["set a[65536]=x,a[0]=y"]);
    let values = outcome.values.expect("the index is within the limit");
    let items = values.root.get("a").and_then(Node::as_sequence).expect("a list");
    assert_eq!(items.len(), 65_537);
    assert_eq!(items[65_536].as_str(), Some("x"));
    assert_eq!(items[0].as_str(), Some("y"));
}

#[test]
fn deep_arguments_are_refused_without_overflowing() {
    let indexes = format!("set a{}=1", "[0]".repeat(50_000));
    let dots = format!("set {}=1", "a.".repeat(50_000) + "a");
    let both = format!("set a{}=1", "[0].b".repeat(50_000));
    let json = format!("set-json a={}", "[".repeat(50_000));
    let object = format!("set-json {}", "{\"a\":".repeat(50_000));
    for line in [indexes, dots, both, json, object] {
        let outcome = run(&[line.as_str()]);
        assert!(outcome.values.is_none());
        assert_eq!(outcome.found.len(), 1);
    }
}
