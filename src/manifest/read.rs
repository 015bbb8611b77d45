//! Turns a text with YAML or JSON documents, `List` objects included, into manifests.

use super::Manifest;
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity, nearest};
use crate::schema;
use crate::source::{FileId, SourceMap};
use crate::yaml::{self, Mapping, Node, Pointer};

/// Reads every object of `file`. Documents that hold nothing are passed over; what is no object
/// at all is reported as `not-a-manifest`.
pub fn read(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Vec<Manifest> {
    let stream = yaml::read_stream(sources, file, diagnostics);
    let mut manifests = Vec::new();
    let given = stream.documents.into_iter().filter(|document| !document.is_null());
    for mut document in given {
        // Manifests go to kubectl as they are, so they mean what kubectl reads in them.
        schema::retype_as_yaml_1_1(&mut document);
        add_document(document, &mut manifests, diagnostics);
    }
    manifests
}

fn add_document(document: Node, manifests: &mut Vec<Manifest>, diagnostics: &mut Diagnostics) {
    if is_list(&document) {
        let items = document.get("items").and_then(Node::as_sequence).unwrap_or_default();
        for item in items {
            add_document(item.clone(), manifests, diagnostics);
        }
        return;
    }
    if let Some(fault) = not_an_object(&document) {
        diagnostics.push(fault);
    } else if let Some(manifest) = Manifest::new(document) {
        manifests.push(manifest);
    }
}

/// `kind: List`, or a typed list such as `PodList`, as `kubectl get -o yaml` writes them.
fn is_list(document: &Node) -> bool {
    let kind = document.get("kind").and_then(Node::as_str).unwrap_or_default();
    kind.ends_with("List")
        && document.get("items").is_some_and(|items| items.as_sequence().is_some())
}

fn not_an_object(document: &Node) -> Option<Diagnostic> {
    const CODE: &str = "not-a-manifest";
    let Some(mapping) = document.as_mapping() else {
        let message =
            format!("a manifest is a mapping, and this document is {}", document.type_in_words());
        return Some(Diagnostic::error(CODE, document.span, message));
    };
    for field in ["apiVersion", "kind"] {
        let Some(entry) = mapping.entry(field) else {
            if let Some(slip) = near_key(mapping, field) {
                return Some(slip);
            }
            let first = mapping.iter().next().map_or(document.span, |entry| entry.key_span);
            let message =
                format!("the document has no `{field}`, so nobody can tell what it describes");
            return Some(missing_field(Diagnostic::error(CODE, first, message)));
        };
        if entry.value.as_str().is_none_or(str::is_empty) {
            let found = match entry.value.as_str() {
                Some(_) => "empty",
                None => entry.value.type_in_words(),
            };
            let message = format!("`{field}` must be a text, and this is {found}");
            let label = Label::new(entry.key_span, "");
            return Some(missing_field(Diagnostic::at(Severity::Error, CODE, label, message)));
        }
    }
    None
}

/// The finding about a key that is nearly `field`.
fn near_key(mapping: &Mapping, field: &'static str) -> Option<Diagnostic> {
    let entry = mapping.iter().find(|entry| nearest(&entry.key, [field]).is_some())?;
    let message = format!("unknown key `{}` where `{field}` is needed", entry.key);
    let found = Diagnostic::error("unknown-key", entry.key_span, message)
        .with_pointer(Pointer::root().child(entry.key.clone()).to_string())
        .with_help(format!("did you mean `{field}`?"))
        .with_fix(entry.key_span, field);
    Some(found)
}

fn missing_field(fault: Diagnostic) -> Diagnostic {
    fault.with_help("every Kubernetes object begins like `apiVersion: v1` and `kind: Pod`")
}
