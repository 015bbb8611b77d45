//! The page for authors of rules, `docs/rules.md`: its rows hold, its example finds what it says,
//! and it names every function.

use std::fs;

use chartgen::diagnostic::Diagnostics;
use chartgen::pipeline::Rules;
use chartgen::rules::{Compiler, Scope, function_names};
use chartgen::schema::{self, Check, Schema, SchemaInput};
use chartgen::source::{FileId, SourceKind, SourceMap};
use chartgen::yaml::{Node, Pointer, read_document};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules.md");
    fs::read_to_string(path).expect("the page is part of the repository")
}

/// The text of the block that begins with a fence and `info`.
fn block<'p>(page: &'p str, info: &str) -> &'p str {
    let (_, after) = page.split_once(&format!("```{info}\n")).expect("the page has the block");
    after.split("```").next().unwrap_or_default()
}

/// The examples: first cells of the tables that begin and end with a backquote.
fn examples(page: &str) -> Vec<&str> {
    let (_, functions) = page.split_once("## Functions").expect("the page has the section");
    let rows = functions.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split("` |").next().unwrap_or_default()).collect()
}

fn read(sources: &mut SourceMap, text: &str) -> (FileId, Node) {
    let file = sources.add("values.yaml", SourceKind::Values, text.to_owned());
    let node = read_document(sources, file, &mut Diagnostics::new());
    (file, node.expect("the page's values are one document"))
}

#[test]
fn every_example_holds() {
    let page = page();
    let mut sources = SourceMap::new();
    let (_, this) = read(&mut sources, block(&page, "yaml self"));
    let examples = examples(&page);
    assert!(examples.len() > 50, "the tables are read");
    for example in examples {
        let rules = serde_json::json!([{ "rule": example }]);
        let compiled = Compiler::new(schema::has_format).compile(&rules);
        let compiled = compiled.unwrap_or_else(|faults| panic!("{example}: {faults:?}"));
        let root = Pointer::root();
        let scope = Scope::new(&sources, &this, &root);
        let found = compiled.evaluate(&scope);
        assert!(found.is_empty(), "{example}: {}", found[0].message);
    }
}

#[test]
fn every_function_has_an_example() {
    let page = page();
    let examples = examples(&page).join("\n");
    let missing: Vec<&str> =
        function_names().filter(|name| !examples.contains(&format!("{name}("))).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
}

#[test]
fn the_example_finds_what_it_says() {
    let page = page();
    let mut sources = SourceMap::new();
    let text = block(&page, "yaml schema");
    let json: serde_json::Value = serde_yaml::from_str(text).expect("the schema is YAML");
    let file = sources.add("values.schema.json", SourceKind::Schema, json.to_string());
    let mut diagnostics = Diagnostics::new();
    let input = SchemaInput { root: file, entry: "", shared: &[], built_in: true };
    let schema = Schema::compile(&input, &Rules, &sources, &mut diagnostics);
    let schema = schema.unwrap_or_else(|| panic!("{:?}", diagnostics.take_sorted()));
    let (values, root) = read(&mut sources, block(&page, "yaml values"));
    schema.check(&Check::new(&sources, values), &root, &mut diagnostics);
    let lines = diagnostics.take_sorted().into_iter().map(|found| {
        let place = sources.location(found.primary.span.file, found.primary.span.range().start);
        let severity = format!("{:?}", found.severity).to_lowercase();
        format!("{}:{}: {severity}[{}]: {}\n", place.line, place.column, found.code, found.message)
    });
    assert_eq!(lines.collect::<String>(), block(&page, "text"));
}
