//! The keys that a schema knows, as a tree without values.

use super::shape::{ShapeId, Shapes};
use crate::source::Span;
use crate::yaml::{Entry, Mapping, Node, Value};

/// Every key that the schema knows by name: mappings as mappings, everything else null. A schema
/// that contains itself is followed only until it repeats.
pub(super) fn of(shapes: &Shapes, nowhere: Span) -> Node {
    let mut above = Vec::new();
    below(shapes, shapes.root, nowhere, &mut above)
}

fn below(shapes: &Shapes, id: ShapeId, nowhere: Span, above: &mut Vec<ShapeId>) -> Node {
    let meeting = shapes.meeting(id);
    let keys = shapes.keys(&meeting);
    if keys.is_empty() || meeting.iter().any(|id| above.contains(id)) {
        return Node::null(nowhere);
    }
    let depth = above.len();
    above.extend(&meeting);
    let entries = keys.into_iter().map(|(key, id)| {
        let value = below(shapes, id, nowhere, above);
        Entry { key: key.into(), key_span: nowhere, value }
    });
    let mapping: Mapping = entries.collect();
    above.truncate(depth);
    Node::new(Value::Mapping(mapping), nowhere)
}
