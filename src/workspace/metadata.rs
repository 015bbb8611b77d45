//! `Chart.yaml` into a chart's metadata (Helm's chart API version 2).

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{self, Node, Value};

/// What chartgen needs of `Chart.yaml`.
#[derive(Debug, Clone)]
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
    let metadata = match understood(sources, &tree) {
        Ok(metadata) => metadata,
        Err(key) => {
            diagnostics.push(invalid(file, &tree, key));
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
    let bad_version = !is_chart_version(&metadata.version);
    if bad_version {
        let message = format!("`{}` is not a version", metadata.version);
        let found = Diagnostic::error("chart-version", place(file, &tree, "version"), message)
            .with_help("write three numbers, such as 1.2.0, perhaps with more: 1.2.0-rc.1+build.5");
        diagnostics.push(found);
    }
    if metadata.api_version != "v2" {
        let message = format!("the chart API version is `{}`", metadata.api_version);
        let found = Diagnostic::error("chart-metadata", place(file, &tree, "apiVersion"), message)
            .with_help("write `apiVersion: v2`");
        diagnostics.push(found);
        return None;
    }
    (!bad_name && !bad_version).then_some(metadata)
}

/// Whether `name` may name a chart: `[a-z0-9][a-z0-9-]*`.
pub(super) fn is_chart_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && !name.starts_with('-') && name.bytes().all(allowed)
}

/// Whether `version` has only the characters of versions: it becomes part of file names.
fn is_chart_version(version: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".+-".contains(&byte);
    !version.is_empty() && version.bytes().all(allowed)
}

fn place(file: FileId, tree: &Node, key: &str) -> Span {
    tree.get(key).map_or(Span::start_of(file), |value| value.span)
}

/// The metadata in `tree`, or the first key that is missing or no scalar. A version that YAML
/// takes for a number is the text that stands there.
fn understood(sources: &SourceMap, tree: &Node) -> Result<Metadata, &'static str> {
    let text = |key| {
        let node = tree.get(key)?;
        match &node.value {
            Value::String(text) => Some(text.to_string()),
            Value::Sequence(_) | Value::Mapping(_) => None,
            _ => Some(sources.slice(node.span).to_owned()),
        }
    };
    let required = |key| text(key).ok_or(key);
    let optional = |key| match tree.get(key) {
        Some(node) if !node.is_null() => required(key).map(Some),
        _ => Ok(None),
    };
    Ok(Metadata {
        api_version: required("apiVersion")?,
        name: required("name")?,
        version: required("version")?,
        app_version: optional("appVersion")?,
        description: optional("description")?,
    })
}

fn invalid(file: FileId, tree: &Node, key: &str) -> Diagnostic {
    if tree.get(key).is_none() {
        let label = Label::whole_file(file, "");
        let message = format!("`{key}` is missing from the chart's metadata");
        return Diagnostic::at(Severity::Error, "chart-metadata", label, message)
            .with_help(format!("add a line `{key}: …`"));
    }
    let message = format!("`{key}` must be a string");
    Diagnostic::error("chart-metadata", place(file, tree, key), message)
        .with_help("put the value in quotes")
}
