//! Findings about a schema that is itself wrong, each at its place in the schema's text.

use std::collections::HashMap;

use serde_json::Value;

use super::check::Check;
use super::documents::{Documents, NoJson, Place, child};
use super::fault::Fault;
use super::message::{self, View};
use super::outline::BadRule;
use super::{engine, locate, origin, translate};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{self, Node, Pointer};

const CODE: &str = "invalid-schema";

/// The finding for a text that is no JSON.
pub(super) fn no_json(fault: &NoJson, sources: &SourceMap) -> Diagnostic {
    let rest = &sources.text(fault.file)[fault.offset..];
    let width = rest.chars().next().map_or(0, char::len_utf8);
    let span = Span::new(fault.file, fault.offset, fault.offset + width);
    Diagnostic::error(CODE, span, format!("the schema is not valid JSON: {}", fault.reason))
}

/// The finding for a schema that makes too much work of a value, or never ends.
pub(super) fn unfolds(documents: &Documents, endless: bool) -> Diagnostic {
    let file = documents.document(&documents.entry).file;
    let message = match endless {
        true => "the schema refers to itself for the same value, so checking would never end",
        false => "the schema unfolds to more than 20000 subschemas for one value",
    };
    let help = "a `$ref` inside `allOf`, `anyOf` or `oneOf` that leads to another such list multiplies \
        the work; name each subschema once";
    let label = Label::whole_file(file, "");
    Diagnostic::at(Severity::Error, "schema-too-complex", label, message).with_help(help)
}

/// The finding for a schema that knows more keys than anybody can set.
pub(super) fn too_many_keys(documents: &Documents) -> Diagnostic {
    let label = Label::whole_file(documents.document(&documents.entry).file, "");
    let message = "the schema unfolds to more than 200000 keys";
    Diagnostic::at(Severity::Error, "schema-too-complex", label, message).with_help(
        "properties that each refer to the same definition again double the keys at every level; \
         name it once",
    )
}

/// Reports where the documents are no JSON Schema; whether anything was reported.
pub(super) fn report_invalid(
    documents: &Documents,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut any = false;
    for document in documents.iter() {
        let validator = jsonschema::meta::validator_for(&document.value);
        let errors = match &validator {
            Ok(validator) => validator.iter_errors(&document.value),
            Err(error) => {
                let label = Label::whole_file(document.file, "");
                let message = format!("the schema cannot be used: {error}");
                diagnostics.push(Diagnostic::at(Severity::Error, CODE, label, message));
                any = true;
                continue;
            }
        };
        let faults = translate::faults(errors, None);
        any |= !faults.is_empty();
        report_faults(&faults, document.file, sources, diagnostics);
    }
    any | report_patterns(documents, sources, diagnostics)
}

/// Reports texts that are no regular expressions, which the definition of JSON Schema lets pass.
fn report_patterns(
    documents: &Documents,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut found = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        let place = Place { document: index, pointer: String::new() };
        patterns(&document.value, &place, &mut found);
    }
    found.retain(|(_, pattern)| !engine::is_regular_expression(pattern));
    let mut trees = Trees::new(documents, sources);
    for (place, pattern) in &found {
        let message = format!("`{pattern}` is not a regular expression");
        let mut found = trees.finding(place, CODE, message);
        if !place.pointer.ends_with("/pattern") {
            let file = documents.document(place).file;
            let at = Pointer::parse(&place.pointer);
            let key = trees.of(file).and_then(|tree| origin::key_span(tree, &at));
            found.primary.span = key.unwrap_or(found.primary.span);
        }
        diagnostics.push(found);
    }
    !found.is_empty()
}

fn patterns(value: &Value, at: &Place, found: &mut Vec<(Place, String)>) {
    each_keyword(value, at, &mut |keyword, inner, place| match (keyword, inner) {
        ("pattern", Value::String(pattern)) => found.push((place, pattern.clone())),
        ("patternProperties", Value::Object(map)) => {
            let below = |key: &str| Place { pointer: child(&place.pointer, key), ..place.clone() };
            found.extend(map.keys().map(|key| (below(key), key.clone())));
        }
        _ => {}
    });
}

/// Calls `visit` with every key of every mapping that may be a subschema.
fn each_keyword<'v>(
    value: &'v Value,
    at: &Place,
    visit: &mut dyn FnMut(&'v str, &'v Value, Place),
) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let place = Place { pointer: child(&at.pointer, key), ..at.clone() };
                visit(key, inner, place.clone());
                if !matches!(key.as_str(), "const" | "enum" | "default" | "examples") {
                    each_keyword(inner, &place, visit);
                }
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                let pointer = format!("{}/{index}", at.pointer);
                each_keyword(inner, &Place { pointer, ..at.clone() }, visit);
            }
        }
        _ => {}
    }
}

fn report_faults(
    faults: &[Fault],
    file: FileId,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) {
    if faults.is_empty() {
        return;
    }
    let Some(root) = origin::read(file, sources) else {
        // JSON that is no YAML has no places to point to, so first it must become such.
        yaml::read_document(sources, file, diagnostics);
        return;
    };
    let check = Check::new(sources, file);
    for fault in faults {
        let view = View {
            sources,
            fault,
            root: &root,
            node: root.at(&fault.at),
            name: None,
            documents: None,
            shapes: None,
            secret: false,
            wrote: &|_| true,
            emptied: &|_| false,
        };
        let words = message::describe(&view);
        let mut label = locate::locate(&check, &root, &locate::Spot::of(fault, &root));
        label.text = words.label;
        let message = format!("this is not a valid schema: {}", words.message);
        let found = Diagnostic::at(crate::diagnostic::Severity::Error, CODE, label, message);
        let found = found.with_pointer(fault.subject().to_string());
        diagnostics.push(Diagnostic { help: words.help, ..found });
    }
}

/// Reports what the engine says about documents that are valid by themselves: mostly references
/// to nowhere.
pub(super) fn report_engine(
    documents: &Documents,
    error: &jsonschema::ValidationError<'_>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) {
    let mut lost = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        let place = Place { document: index, pointer: String::new() };
        lost_references(documents, &document.value, &place, &mut lost);
    }
    if lost.is_empty() {
        let label = Label::whole_file(documents.document(&documents.entry).file, "");
        let message = format!("the schema cannot be used: {error}");
        diagnostics.push(Diagnostic::at(crate::diagnostic::Severity::Error, CODE, label, message));
    }
    let mut trees = Trees::new(documents, sources);
    for (place, reference) in lost {
        let message = format!("`{reference}` leads nowhere");
        let help = match reference.contains("://") {
            true => {
                "a schema may refer only to itself and to files of its chart; nothing is fetched"
            }
            false => {
                "a reference is a place in the same file, such as `#/$defs/name`, or in a file beside it"
            }
        };
        diagnostics.push(trees.finding(&place, CODE, message).with_help(help));
    }
}

fn lost_references(
    documents: &Documents,
    value: &Value,
    at: &Place,
    lost: &mut Vec<(Place, String)>,
) {
    each_keyword(value, at, &mut |keyword, inner, place| {
        if let ("$ref", Value::String(reference)) = (keyword, inner)
            && documents.resolve(place.document, reference).is_none()
        {
            lost.push((place, reference.clone()));
        }
    });
}

/// Reports rules that do not compile; whether anything was reported.
pub(super) fn report_rules(
    documents: &Documents,
    bad: &[BadRule],
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut trees = Trees::new(documents, sources);
    for bad in bad {
        let rule = Pointer::parse(&bad.place.pointer).child(bad.fault.index.to_string());
        let pointer = bad.fault.key.iter().fold(rule, |rule, key| rule.child(key.as_str()));
        let pointer = pointer.to_string();
        let place = Place { pointer, ..bad.place.clone() };
        let message = format!("this rule cannot be used: {}", bad.fault.message);
        diagnostics.push(trees.finding(&place, "invalid-rule", message));
    }
    !bad.is_empty()
}

/// The texts of a schema's documents as trees, each read once.
struct Trees<'a> {
    documents: &'a Documents,
    sources: &'a SourceMap,
    read: HashMap<FileId, Option<Node>>,
}

impl<'a> Trees<'a> {
    fn new(documents: &'a Documents, sources: &'a SourceMap) -> Self {
        Self { documents, sources, read: HashMap::new() }
    }

    fn of(&mut self, file: FileId) -> Option<&Node> {
        self.read.entry(file).or_insert_with(|| origin::read(file, self.sources)).as_ref()
    }

    /// A finding on the value at a place of a schema, or on what stands nearest above it.
    fn finding(&mut self, place: &Place, code: &'static str, message: String) -> Diagnostic {
        let file = self.documents.document(place).file;
        let pointer = Pointer::parse(&place.pointer);
        let root = self.of(file);
        let nearest = std::iter::successors(Some(pointer.clone()), Pointer::parent)
            .find_map(|at| root?.at(&at).map(|node| (node, at)));
        let span = nearest.map_or(Span::start_of(file), |(node, at)| {
            locate::value_span(node, root.and_then(|root| root.entry_at(&at)))
        });
        Diagnostic::error(code, span, message).with_pointer(pointer.to_string())
    }
}
