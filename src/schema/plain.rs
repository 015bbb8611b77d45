//! Looks for scalars that are valid here but not elsewhere: numbers that JSON does not have, and
//! plain texts that YAML 1.1 reads as something else.

use super::trap::{self, Other};
use crate::yaml::{Node, Pointer, Step, Value};

/// A scalar to speak of.
pub(super) struct Odd<'n> {
    pub at: Pointer,
    pub node: &'n Node,
    pub what: What,
}

/// What is odd about it.
pub(super) enum What {
    /// `.inf` or `.nan`.
    NoJsonNumber,
    /// A text that other readers take for something else.
    ReadOtherwise(Other),
}

/// Every such scalar below `root`. Nothing is allocated as long as there is none.
pub(super) fn scan(root: &Node) -> Vec<Odd<'_>> {
    let mut found = Vec::new();
    below(root, &mut Vec::new(), &mut found);
    found
}

/// Whether every reader takes each scalar below `node` for the same.
#[must_use]
pub fn reads_alike(node: &Node) -> bool {
    match &node.value {
        Value::Mapping(mapping) => mapping.iter().all(|entry| reads_alike(&entry.value)),
        Value::Sequence(items) => items.iter().all(reads_alike),
        _ => odd(node).is_none(),
    }
}

fn below<'n>(node: &'n Node, way: &mut Vec<Step<'n>>, found: &mut Vec<Odd<'n>>) {
    match &node.value {
        Value::Mapping(mapping) => {
            for entry in mapping {
                way.push(Step::Key(&entry.key));
                below(&entry.value, way, found);
                way.pop();
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                way.push(Step::Item(index));
                below(item, way, found);
                way.pop();
            }
        }
        _ => {
            if let Some(what) = odd(node) {
                found.push(Odd { at: Pointer::at_end_of(way), node, what });
            }
        }
    }
}

fn odd(node: &Node) -> Option<What> {
    match &node.value {
        Value::Number(number) if !number.is_finite() => Some(What::NoJsonNumber),
        _ => trap::read_otherwise(node).map(What::ReadOtherwise),
    }
}
