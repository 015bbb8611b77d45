//! Every object needs a name, and an object of the whole cluster has no namespace.

use super::Subject;
use crate::diagnostic::{Diagnostic, nearest};
use crate::yaml::{Node, Pointer};

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let metadata = subject.manifest.root.get("metadata").filter(|metadata| !metadata.is_null());
    let nameless = match metadata {
        Some(metadata) => is_nameless(metadata),
        None => !is_misspelt("metadata", &subject.manifest.root),
    };
    if nameless {
        found.push(without_name(subject));
    }
    if !subject.kind.namespaced && subject.manifest.namespace.is_some() {
        found.push(in_a_namespace(subject));
    }
}

/// A mapping without a name. (A name of another type is the schema's to report.)
fn is_nameless(metadata: &Node) -> bool {
    let missing = |key: &str| metadata.get(key).is_none_or(Node::is_null);
    metadata.as_mapping().is_some() && missing("name") && missing("generateName")
}

/// Whether the mapping has a key that is nearly `key`: then that is the one fault to report.
fn is_misspelt(key: &str, root: &Node) -> bool {
    let keys = root.as_mapping().into_iter().flatten();
    keys.map(|entry| &*entry.key).any(|found| nearest(found, [key]).is_some())
}

fn without_name(subject: &Subject<'_>) -> Diagnostic {
    let at = Pointer::parse("/metadata");
    let message = "the object has no name, and the API server refuses objects without one";
    let finding = subject.manifest.error("missing-name", &at, message);
    finding.with_help("write `name:` under `metadata`")
}

fn in_a_namespace(subject: &Subject<'_>) -> Diagnostic {
    let at = Pointer::parse("/metadata/namespace");
    let kind = &subject.kind.name;
    let message = format!("a {kind} belongs to the whole cluster, so it cannot have a namespace");
    let finding = subject.manifest.error("cluster-scoped", &at, message);
    finding.with_help("remove `namespace`")
}
