//! Rendered text cut into its YAML documents, in the order in which they are emitted.

use std::borrow::Cow;

use super::{order, tidy};
use crate::manifest::Manifest;
use crate::render::Rendered;
use crate::source::SourceMap;
use crate::visible;
use crate::yaml::{self, Node};

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
            let text = safe_text(sources, &manifest.root);
            Some(Document { manifest, template: from.path.clone(), text })
        })
        .collect();
    documents.sort_by(|left, right| {
        order::rank(&left.manifest.kind).cmp(&order::rank(&right.manifest.kind))
    });
    documents
}

/// The document as rendered; where the template's own text has characters that would steer a terminal,
/// the same data written anew.
fn safe_text(sources: &SourceMap, root: &Node) -> String {
    let text = document_text(sources, root);
    let is_safe = matches!(visible::lines(&text), Cow::Borrowed(_));
    if is_safe { text } else { yaml::to_yaml(root) }
}

/// What is emitted for an object: the lines between the separators `---` around it, or the object
/// alone when it is an item of a list. A line that starts with `---` always separates documents
/// (YAML 1.2.2, section 9.1.2).
fn document_text(sources: &SourceMap, root: &Node) -> String {
    let span = root.span;
    let text = sources.text(span.file);
    let before = &text[..span.start as usize];
    let start = separator_before(before).unwrap_or(0);
    if before[start..].lines().any(has_content) {
        return yaml::to_yaml(root);
    }
    let after = &text[span.start as usize..];
    let end = after.find("\n---").map_or(text.len(), |at| span.start as usize + at + 1);
    tidy::tidy(text, start..end, root)
}

/// Whether `line` is more than a comment or a directive.
fn has_content(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with(['#', '%'])
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
