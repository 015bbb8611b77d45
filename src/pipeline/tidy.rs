//! Rendered text without the blank lines and trailing spaces that mean nothing.

use std::ops::Range;

use crate::yaml::{Node, Style, Value};

/// The lines of `text` in `range`, whose values are `root`, without what statements of a template
/// leave behind: blank lines, and spaces at the ends of lines. The lines of scalars over several
/// lines stay as they are.
pub(super) fn tidy(text: &str, range: Range<usize>, root: &Node) -> String {
    let mut kept = Vec::new();
    scalars(root, text, &mut kept);
    kept.sort_by_key(|kept| kept.start);
    let mut tidied = String::with_capacity(range.len());
    let mut start = range.start;
    for line in text[range].split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let at = kept.partition_point(|kept| kept.start <= start);
        let is_kept = kept[..at].last().is_some_and(|kept| start < kept.end);
        let content = if is_kept { content } else { content.trim_end() };
        if is_kept || !content.is_empty() {
            tidied.push_str(content);
            tidied.push('\n');
        }
        start += line.len();
    }
    tidied
}

/// The lines of `text` that belong to scalars below `node` over several lines.
fn scalars(node: &Node, text: &str, kept: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Mapping(mapping) => {
            for entry in mapping {
                quoted(entry.key_span.range(), text, kept);
                scalars(&entry.value, text, kept);
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| scalars(item, text, kept)),
        _ if matches!(node.style, Style::Literal | Style::Folded) => {
            kept.push(block(node.span.range(), text));
        }
        _ => quoted(node.span.range(), text, kept),
    }
}

/// A scalar that is no block: all of its lines, when there are several.
fn quoted(span: Range<usize>, text: &str, kept: &mut Vec<Range<usize>>) {
    if text[span.clone()].contains('\n') {
        kept.push(line_start(text, span.start)..line_end(text, span.end));
    }
}

/// A block scalar: the lines below its header, and after its last text the blank ones that count.
fn block(span: Range<usize>, text: &str) -> Range<usize> {
    let start = line_end(text, span.start);
    let header = text[span.start..start].split('#').next().unwrap_or_default();
    let body = &text[start..];
    let first = body.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indentation = first.len() - first.trim_start().len();
    let mut end = line_end(text, span.end.max(start.saturating_sub(1)));
    let mut at = end;
    for line in text[end..].split_inclusive('\n').take_while(|line| line.trim().is_empty()) {
        at += line.len();
        if header.contains('+') || line.trim_end_matches(['\n', '\r']).len() > indentation {
            end = at;
        }
    }
    start..end
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// The byte after the line break of the line that holds `at`.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}
