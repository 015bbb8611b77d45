//! Finds the text to underline for a place in a tree: the key for a wrong key, the value for a
//! wrong value, the parent's key for a missing one, else what the user wrote nearest above it.

use super::check::Check;
use super::fault::{Fault, Kind};
use crate::diagnostic::Label;
use crate::source::{SourceKind, Span};
use crate::yaml::{Entry, Node, Pointer, Style, Value};

/// What about a place is to be underlined.
pub(super) enum Spot {
    /// The key itself.
    Key(Pointer),
    /// The value.
    Value(Pointer),
    /// Where something is missing: the key of the mapping that lacks it.
    Holder(Pointer),
    /// Where a key is missing: the user's line that took it away, or the mapping that lacks it.
    Missing(Pointer),
}

impl Spot {
    pub(super) fn of(fault: &Fault, root: &Node) -> Self {
        let at = fault.at.clone();
        match &fault.kind {
            Kind::UnknownKey { key, .. } | Kind::BadKey { key, .. } => {
                Spot::Key(at.child(key.as_str()))
            }
            Kind::Never => Spot::Key(at),
            Kind::Missing { .. } => Spot::Missing(fault.subject()),
            Kind::MissingOneOf { .. } => Spot::Holder(at),
            Kind::Duplicate => {
                let items = root.at(&at).and_then(Node::as_sequence).unwrap_or_default();
                match super::json::first_duplicate(items) {
                    Some((_, second)) => Spot::Value(at.child(second.to_string())),
                    None => Spot::Value(at),
                }
            }
            _ => Spot::Value(at),
        }
    }
}

/// Whether the user wrote the text under `span`; what the chart's defaults say, nobody can mend.
pub(super) fn wrote(check: &Check<'_>, span: Span) -> bool {
    span.file == check.fallback || check.sources.kind(span.file) != SourceKind::ChartDefaults
}

/// Whether the user wrote the value, or at least the key, at a place.
pub(super) fn wrote_at(check: &Check<'_>, root: &Node, at: &Pointer) -> bool {
    match (root.entry_at(at), root.at(at)) {
        (Some(entry), _) => wrote(check, entry.key_span) || wrote(check, entry.value.span),
        (None, Some(node)) => wrote(check, node.span),
        (None, None) => false,
    }
}

/// The text to underline.
pub(super) fn locate(check: &Check<'_>, root: &Node, spot: &Spot) -> Label {
    let (at, own) = match spot {
        Spot::Key(at) => (at, root.entry_at(at).map(|entry| entry.key_span)),
        Spot::Value(at) => (at, root.at(at).map(|node| value_span(node, root.entry_at(at)))),
        Spot::Holder(at) => (at, holder_span(root, at)),
        Spot::Missing(at) => (at, removed_at(check, at)),
    };
    let own = own.filter(|span| wrote(check, *span));
    let ancestors = std::iter::successors(Some(at.clone()), Pointer::parent);
    let above =
        || ancestors.filter_map(|at| holder_span(root, &at)).find(|span| wrote(check, *span));
    match own.or_else(above) {
        Some(span) => Label::new(span, ""),
        None => start(check),
    }
}

/// The start of the file that messages name when the user wrote nothing near.
fn start(check: &Check<'_>) -> Label {
    match check.sources.text(check.fallback).trim().is_empty() {
        true => Label::whole_file(check.fallback, ""),
        false => Label::new(Span::start_of(check.fallback), ""),
    }
}

/// The value's own text; the key of a value that has none, or that spreads over lines below it.
pub(super) fn value_span(node: &Node, entry: Option<&Entry>) -> Span {
    match entry {
        Some(entry) if node.span.is_empty() || node.style == Style::Block => entry.key_span,
        _ => first_line_of_block(node),
    }
}

/// A list item in block style begins with its first key or item.
fn first_line_of_block(node: &Node) -> Span {
    if node.style != Style::Block {
        return node.span;
    }
    match &node.value {
        Value::Mapping(mapping) => mapping.iter().next().map_or(node.span, |entry| entry.key_span),
        Value::Sequence(items) => items.first().map_or(node.span, first_line_of_block),
        _ => node.span,
    }
}

fn holder_span(root: &Node, at: &Pointer) -> Option<Span> {
    if at.is_root() {
        return None;
    }
    match root.entry_at(at) {
        Some(entry) => Some(entry.key_span),
        None => root.at(at).map(first_line_of_block),
    }
}

/// The user's `key: null` that took away what is missing.
fn removed_at(check: &Check<'_>, at: &Pointer) -> Option<Span> {
    check.removed.iter().find(|(place, _)| place == at).map(|(_, span)| *span)
}
