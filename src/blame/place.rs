//! Where in a rendered text a finding stands, as document, path and part.

use std::ops::Range;

use crate::diagnostic::Diagnostics;
use crate::source::{SourceMap, Span};
use crate::yaml::{self, Node, Pointer, Value};

/// A place in the documents of a rendered text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Which document, from 0.
    pub document: usize,
    /// The path in it.
    pub pointer: Pointer,
    /// Whether the key is meant, not the value.
    pub key: bool,
}

/// The place that `span` covers, or the smallest one around it. Nothing when the text is no YAML.
pub(super) fn find(span: Span, sources: &SourceMap) -> Option<Place> {
    let stream = yaml::read_stream(sources, span.file, &mut Diagnostics::new());
    if !stream.complete {
        return None;
    }
    let mut documents = stream.documents.iter().enumerate();
    let (document, root) = documents.rfind(|(_, root)| root.span.start <= span.start)?;
    let (pointer, key) = descend(root, &span.range());
    Some(Place { document, pointer, key })
}

/// From `node` as far down as something covers the start of `range`.
fn descend(node: &Node, range: &Range<usize>) -> (Pointer, bool) {
    let mut at = Pointer::root();
    let mut node = node;
    loop {
        if node.span.range() == *range && !matches!(node.value, Value::Mapping(_)) {
            return (at, false);
        }
        match step(node, range) {
            Some((token, child, false)) => (at, node) = (at.child(token), child),
            Some((token, _, true)) => return (at.child(token), true),
            None => return (at, false),
        }
    }
}

/// The child that covers the start of `range`, and whether it is the key that does.
fn step<'n>(node: &'n Node, range: &Range<usize>) -> Option<(String, &'n Node, bool)> {
    let covers = |span: Span| span.range().contains(&range.start);
    match &node.value {
        Value::Mapping(mapping) => mapping.iter().find_map(|entry| {
            let key = covers(entry.key_span);
            let found = key || covers(entry.value.span) || entry.value.span.range() == *range;
            found.then(|| (entry.key.to_string(), &entry.value, key))
        }),
        Value::Sequence(items) => items.iter().enumerate().find_map(|(index, item)| {
            let found = covers(item.span) || item.span.range() == *range;
            found.then(|| (index.to_string(), item, false))
        }),
        _ => None,
    }
}

/// The value at `place` of a rendered text as JSON, which is equal exactly for equal values; the
/// word "absent" when there is none.
pub(super) fn value_at(text: &str, place: &Place) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("", crate::source::SourceKind::Rendered, text.to_string());
    let stream = yaml::read_stream(&sources, file, &mut Diagnostics::new());
    let node = stream.documents.get(place.document).and_then(|root| root.at(&place.pointer));
    node.map_or_else(|| "absent".to_string(), yaml::to_json)
}
