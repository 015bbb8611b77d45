//! `Chart.yaml`: keys that Helm's chart API (version 2) has, a description, no dependencies.

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity, nearest};
use crate::lint::subject::Subject;
use crate::yaml::{self, Entry, Node};

/// The keys of Helm's `Chart.yaml`.
const KEYS: [&str; 16] = [
    "apiVersion",
    "name",
    "version",
    "kubeVersion",
    "description",
    "type",
    "keywords",
    "home",
    "sources",
    "dependencies",
    "maintainers",
    "icon",
    "appVersion",
    "deprecated",
    "annotations",
    "condition",
];

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let file = subject.chart.metadata;
    let tree = yaml::read_document(&subject.sources, file, &mut Diagnostics::new());
    let Some(tree) = tree else { return };
    let entries = tree.as_mapping().into_iter().flat_map(|mapping| mapping.iter());
    diagnostics.extend(entries.filter_map(finding));
    let described = tree.get("description").and_then(Node::as_str);
    if described.is_none_or(|text| text.trim().is_empty()) {
        let label = match tree.get("description") {
            Some(node) if !node.span.is_empty() => Label::new(node.span, ""),
            _ => Label::whole_file(file, ""),
        };
        let message = "the chart has no description";
        let found = Diagnostic::at(Severity::Warning, "chart-description", label, message)
            .with_help("add `description:` with one sentence that says what the chart makes");
        diagnostics.push(found);
    }
}

fn finding(entry: &Entry) -> Option<Diagnostic> {
    let key = &*entry.key;
    match key {
        "dependencies" if entry.value.as_sequence().is_none_or(|list| !list.is_empty()) => {
            let message = "charts that a chart depends on are not rendered";
            Some(Diagnostic::warning("chart-dependencies", entry.key_span, message).with_help(
                "copy what is needed into the chart's own templates, and take the key out",
            ))
        }
        "type" if entry.value.as_str() != Some("application") => {
            let message = "only charts of the type `application` make manifests";
            Some(
                Diagnostic::error("chart-metadata", entry.value.span, message)
                    .with_help("write `type: application`, or take the line out")
                    .with_fix(entry.value.span, "application"),
            )
        }
        _ if !KEYS.contains(&key) => {
            let message = format!("there is no key `{key}` in Chart.yaml");
            let found = Diagnostic::warning("unknown-key", entry.key_span, message)
                .with_pointer(format!("/{key}"));
            Some(match nearest(key, KEYS) {
                Some(near) => found
                    .with_help(format!("did you mean `{near}`?"))
                    .with_fix(entry.key_span, near),
                None => found.with_help("put notes of your own below `annotations:`"),
            })
        }
        _ => None,
    }
}
