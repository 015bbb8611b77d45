//! Rendered text cut into its YAML documents, in the order in which they are emitted.

use super::order;
use crate::manifest::Manifest;
use crate::render::Rendered;
use crate::source::{SourceMap, Span};

/// One manifest with its text.
#[derive(Debug, Clone)]
pub struct Document {
    /// The object.
    pub manifest: Manifest,
    /// The path of the template below the chart.
    pub template: String,
    /// The text as rendered, without the separator.
    pub text: String,
}

/// Pairs the manifests with their texts and sorts them by Helm's install order.
pub(super) fn in_order(
    rendered: &[Rendered],
    manifests: Vec<Manifest>,
    sources: &SourceMap,
) -> Vec<Document> {
    let mut documents: Vec<Document> = manifests
        .into_iter()
        .filter_map(|manifest| {
            let from = rendered.iter().find(|rendered| rendered.file == manifest.file)?;
            let text = document_text(sources, manifest.root.span);
            Some(Document { manifest, template: from.path.clone(), text })
        })
        .collect();
    documents.sort_by(|left, right| {
        order::rank(&left.manifest.kind).cmp(&order::rank(&right.manifest.kind))
    });
    documents
}

/// The lines between the separators `---` around `span`, without blank lines at either end. A line
/// that starts with `---` always separates documents (YAML 1.2.2, section 9.1.2).
fn document_text(sources: &SourceMap, span: Span) -> String {
    let text = sources.text(span.file);
    let before = &text[..span.start as usize];
    let start = separator_before(before).unwrap_or(0);
    let after = &text[span.start as usize..];
    let end = after.find("\n---").map_or(text.len(), |at| span.start as usize + at);
    let lines: Vec<&str> = text[start..end].lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    lines[first..last].join("\n") + "\n"
}

/// Where the text after the last separator line of `text` starts.
fn separator_before(text: &str) -> Option<usize> {
    let at = match text.rfind("\n---") {
        Some(at) => at + 1,
        None if text.starts_with("---") => 0,
        None => return None,
    };
    Some(text[at..].find('\n').map_or(text.len(), |end| at + end + 1))
}
