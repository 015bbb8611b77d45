//! `Chart.yaml` into a chart's metadata (Helm's chart API version 2).

use serde::Deserialize;

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{self, Node};

/// What chartgen needs of `Chart.yaml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Metadata {
    /// The chart API; `v2`.
    pub api_version: String,
    /// The chart's name.
    pub name: String,
    /// The chart's version, SemVer 2.
    pub version: String,
    /// The version of what the chart runs.
    pub app_version: Option<String>,
    /// One sentence.
    pub description: Option<String>,
}

/// Reads the text of `file`; faults go to `diagnostics`.
pub(super) fn read(
    sources: &SourceMap,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<Metadata> {
    let tree = yaml::read_document(sources, file, diagnostics)?;
    let metadata: Metadata = match serde_yaml::from_str(sources.text(file)) {
        Ok(metadata) => metadata,
        Err(error) => {
            diagnostics.push(invalid(file, &tree, &error.to_string()));
            return None;
        }
    };
    let bad_name = !is_chart_name(&metadata.name);
    if bad_name {
        let message = format!("the chart name `{}` is not usable", metadata.name);
        let found = Diagnostic::error("chart-metadata", place(file, &tree, "name"), message)
            .with_help("use lower-case letters, digits and `-`, starting with a letter or digit");
        diagnostics.push(found);
    }
    if metadata.api_version != "v2" {
        let message = format!("the chart API version is `{}`", metadata.api_version);
        let found = Diagnostic::error("chart-metadata", place(file, &tree, "apiVersion"), message)
            .with_help("write `apiVersion: v2`");
        diagnostics.push(found);
        return None;
    }
    (!bad_name).then_some(metadata)
}

/// Whether `name` may name a chart: `[a-z0-9][a-z0-9-]*`.
pub(super) fn is_chart_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && !name.starts_with('-') && name.bytes().all(allowed)
}

fn place(file: FileId, tree: &Node, key: &str) -> Span {
    tree.get(key).map_or(Span::start_of(file), |value| value.span)
}

fn invalid(file: FileId, tree: &Node, reason: &str) -> Diagnostic {
    for key in ["apiVersion", "name", "version"] {
        if tree.get(key).is_none() {
            let label = Label::whole_file(file, "");
            let message = format!("`{key}` is missing from the chart's metadata");
            return Diagnostic::at(Severity::Error, "chart-metadata", label, message)
                .with_help(format!("add a line `{key}: …`"));
        }
    }
    let wrong = ["apiVersion", "name", "version", "appVersion", "description"]
        .into_iter()
        .find(|key| tree.get(key).is_some_and(|value| value.as_str().is_none()));
    match wrong {
        Some(key) => {
            let message = format!("`{key}` must be a string");
            Diagnostic::error("chart-metadata", place(file, tree, key), message)
                .with_help("put the value in quotes")
        }
        None => Diagnostic::at(
            Severity::Error,
            "chart-metadata",
            Label::whole_file(file, ""),
            format!("the chart's metadata cannot be read: {reason}"),
        ),
    }
}
