//! Puts one tree over another: maps merge deeply, everything else is replaced.

use super::history::History;
use super::trail::Trail;
use crate::yaml::{Entry, Mapping, Node, Value};

/// Puts `upper` in the place of `lower`, or into it when both are mappings. A merged mapping
/// takes the upper place, since that is where its user last wrote it.
pub(super) fn put(lower: &mut Node, upper: Node, at: &Trail<'_>, history: &mut History) {
    match (&mut lower.value, upper.value) {
        (Value::Mapping(below), Value::Mapping(above)) => {
            (lower.span, lower.style) = (upper.span, upper.style);
            above.into_iter().for_each(|entry| put_entry(below, entry, at, history));
        }
        (_, value) => {
            let old = std::mem::replace(lower, Node { value, ..upper });
            history.replaced(at, old);
        }
    }
}

/// Puts `entry` into `below`, where `at` leads.
pub(super) fn put_entry(below: &mut Mapping, entry: Entry, at: &Trail<'_>, history: &mut History) {
    match below.parts_mut(&entry.key) {
        Some((key_span, lower)) => {
            *key_span = entry.key_span;
            put(lower, entry.value, &at.child(&entry.key), history);
        }
        None => {
            below.insert(entry);
        }
    }
}
