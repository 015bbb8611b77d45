//! A schema and a value: the schema compiles or is refused with a word, and the shortcuts that
//! decide without the engine say what the engine says.

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity, apply_fixes};
use chartgen::pipeline::Rules;
use chartgen::schema::{Check, Schema, SchemaInput};
use chartgen::source::{FileId, SourceKind, SourceMap};
use chartgen::yaml::{Node, Pointer};

use super::common;

pub fn run(data: &[u8]) {
    let Some([schema, value]) = common::texts(data) else { return };
    let mut sources = SourceMap::new();
    let root = common::add(&mut sources, "values.schema.json", SourceKind::Schema, schema);
    let mut diagnostics = Diagnostics::new();
    let schema = compile(root, false, &sources, &mut diagnostics);
    let refused = diagnostics.has_errors();
    common::check_findings(&sources, diagnostics);
    let Some(schema) = schema else {
        assert!(refused, "no schema and no word");
        return;
    };
    ask(&schema);
    let file = common::add(&mut sources, "values.yaml", SourceKind::Values, value);
    let Some(node) = chartgen::yaml::read_document(&sources, file, &mut Diagnostics::new()) else {
        return;
    };
    let found = findings(&schema, &node, file, false, &sources);
    let built_in = compile(root, true, &sources, &mut Diagnostics::new()).expect("it compiled");
    let quick = findings(&built_in, &node, file, false, &sources);
    let thorough = findings(&built_in, &node, file, true, &sources);
    assert_eq!(messages(&quick), messages(&thorough), "the shortcut and the engine differ");
    assert_eq!(messages(&found), messages(&quick), "built in or not differ");
    let partial = Check { partial: true, ..Check::new(&sources, file) };
    let mut diagnostics = Diagnostics::new();
    schema.check(&partial, &node, &mut diagnostics);
    common::check_findings(&sources, diagnostics);
    if let Some(fixed) = apply_fixes(file, sources.text(file), &found) {
        assert!(!fixed.changes.is_empty());
    }
}

fn messages(found: &[Diagnostic]) -> Vec<(Severity, &str, Option<&str>)> {
    found.iter().map(|one| (one.severity, &*one.message, one.pointer.as_deref())).collect()
}

fn compile(
    root: FileId,
    built_in: bool,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Schema> {
    let input = SchemaInput { root, entry: "", shared: &[], built_in };
    Schema::compile(&input, &Rules, sources, diagnostics)
}

fn findings(
    schema: &Schema,
    node: &Node,
    file: FileId,
    thorough: bool,
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    let check = Check { thorough, ..Check::new(sources, file) };
    schema.check(&check, node, &mut diagnostics);
    common::check_findings(sources, diagnostics)
}

/// What completion and docs ask of a schema.
fn ask(schema: &Schema) {
    let known = schema.known_keys();
    for key in schema.keys() {
        let _ = (key.has_named_keys(), key.is_secret(), key.says("default"));
    }
    for entry in known.as_mapping().into_iter().flatten() {
        let _ = schema.is_secret(&Pointer::root().child(entry.key.clone()));
    }
}
