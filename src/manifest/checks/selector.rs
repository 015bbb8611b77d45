//! A workload finds its pods by labels, so its selector must match the labels of its own template.

use super::Subject;
use crate::diagnostic::{Diagnostic, nearest};
use crate::yaml::{Entry, Node, Pointer};

const CODE: &str = "workload-selector";
const KINDS: [&str; 4] = ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let manifest = subject.manifest;
    if manifest.group() != "apps" || !KINDS.contains(&manifest.kind.as_str()) {
        return;
    }
    let Some(selector) = manifest.at("/spec/selector") else { return };
    let labels =
        subject.pods.first().and_then(|pod| pod.labels()).filter(|labels| !labels.is_null());
    let at = Pointer::parse("/spec/selector");
    let wanted = selector.get("matchLabels").and_then(Node::as_mapping);
    let has_expressions = selector.get("matchExpressions").is_some_and(|list| !list.is_null());
    if selector.as_mapping().is_some()
        && wanted.is_none_or(|wanted| wanted.is_empty())
        && !has_expressions
    {
        let message = format!("the selector of a {} must name at least one label", manifest.kind);
        found.push(
            manifest
                .error(CODE, &at, message)
                .with_help("repeat labels of the template under `matchLabels`"),
        );
    }
    for entry in wanted.into_iter().flatten() {
        found.extend(unmatched(subject, &at.child("matchLabels"), entry, labels));
    }
}

fn unmatched(
    subject: &Subject<'_>,
    at: &Pointer,
    wanted: &Entry,
    labels: Option<&Node>,
) -> Option<Diagnostic> {
    let manifest = subject.manifest;
    let value = wanted.value.as_str()?;
    let at = at.child(wanted.key.clone());
    let Some(label) = labels.and_then(|labels| labels.get(&wanted.key)) else {
        let message = format!(
            "the selector wants the label `{}`, which the pods of the template do not have",
            wanted.key
        );
        let finding = manifest.key_error(CODE, &at, message);
        let known = labels.and_then(Node::as_mapping).into_iter().flatten();
        let meant = nearest(&wanted.key, known.map(|entry| &*entry.key));
        let help = meant.map_or_else(
            || format!("add `{}: {value}` to the template's labels", wanted.key),
            |meant| format!("did you mean `{meant}`?"),
        );
        return Some(finding.with_help(help));
    };
    let found = label.as_str()?;
    if found == value {
        return None;
    }
    let message = format!(
        "the selector wants the label `{}` to be `{value}`, and the pods of the template have `{found}`",
        wanted.key
    );
    Some(manifest.error(CODE, &at, message).with_related(label.span, "the label of the pods"))
}
