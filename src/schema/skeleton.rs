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

/// Whether the keys, those of one place counted anew wherever they stand, are more than `most`.
pub(super) fn has_more_than(most: usize, shapes: &Shapes) -> bool {
    !fits(shapes, shapes.root, &mut Vec::new(), &mut { most })
}

fn fits(shapes: &Shapes, id: ShapeId, above: &mut Vec<ShapeId>, left: &mut usize) -> bool {
    let Some((meeting, keys)) = inside(shapes, id, above) else { return true };
    let Some(rest) = left.checked_sub(keys.len()) else { return false };
    *left = rest;
    let depth = above.len();
    above.extend(&meeting);
    let fit = keys.into_iter().all(|(_, id)| fits(shapes, id, above, left));
    above.truncate(depth);
    fit
}

/// What meets at a place, and the keys there.
type Inside<'s> = (Vec<ShapeId>, Vec<(&'s str, ShapeId)>);

/// Nothing when there are no keys or the place is one of those `above` it.
fn inside<'s>(shapes: &'s Shapes, id: ShapeId, above: &[ShapeId]) -> Option<Inside<'s>> {
    let meeting = shapes.meeting(id);
    let keys = shapes.keys(&meeting);
    let is_new = !keys.is_empty() && !meeting.iter().any(|id| above.contains(id));
    is_new.then_some((meeting, keys))
}

fn below(shapes: &Shapes, id: ShapeId, nowhere: Span, above: &mut Vec<ShapeId>) -> Node {
    let Some((meeting, keys)) = inside(shapes, id, above) else { return Node::null(nowhere) };
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
