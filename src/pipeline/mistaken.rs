//! Files that are no values: a manifest or a chart's metadata that was passed as a values file.

use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

/// The finding for a tree that is clearly something else than values. One finding, since every key
/// of it would be unknown.
pub(super) fn find(root: &Node) -> Option<Diagnostic> {
    let version = root.get("apiVersion")?.as_str()?;
    let entry = root.entry_at(&Pointer::root().child("apiVersion"))?;
    let (what, help) = match root.get("kind").and_then(Node::as_str) {
        Some(kind) => (
            format!("a Kubernetes manifest of kind {kind}"),
            "`chartgen check` holds manifests against the Kubernetes API; \
             `chartgen list` shows values files to start from",
        ),
        None if version == "v2" && root.get("name").is_some() => (
            "the metadata of a chart (Chart.yaml)".to_owned(),
            "`chartgen lint` checks a chart by the name of its folder",
        ),
        None => return None,
    };
    let message = format!("this is {what}, not a values file");
    Some(Diagnostic::error("not-values", entry.key_span, message).with_help(help))
}
