//! Large trees cut down to what can be looked at whole.

use crate::yaml::{Mapping, Node, Value};

/// The most values of a tree that is looked at whole: the engine holds all its faults in memory at
/// once.
pub(super) const LARGE: usize = 200_000;

/// How many items of a list are kept, in the order in which it is tried.
const ITEMS: [usize; 3] = [1000, 100, 10];
/// How many entries of a mapping are kept: more than a schema has keys.
const ENTRIES: usize = 1000;

/// Whether the tree has more values than are looked at whole.
pub(super) fn is_large(root: &Node) -> bool {
    let mut left = LARGE;
    !fits(root, &mut left)
}

/// The tree without the later items of its long lists and the later entries of its long mappings;
/// nothing when it is large even so.
pub(super) fn thinned(root: &Node) -> Option<Node> {
    ITEMS.into_iter().map(|items| below(root, items)).find(|tree| !is_large(tree))
}

fn below(node: &Node, items: usize) -> Node {
    let value = match &node.value {
        Value::Sequence(all) => {
            Value::Sequence(all.iter().take(items).map(|item| below(item, items)).collect())
        }
        Value::Mapping(all) => {
            let kept = all.iter().take(ENTRIES).map(|entry| {
                let mut kept = entry.clone();
                kept.value = below(&entry.value, items);
                kept
            });
            Value::Mapping(kept.collect::<Mapping>())
        }
        other => other.clone(),
    };
    Node { value, ..*node }
}

/// Whether the tree has no more values than are `left`.
pub(super) fn fits(node: &Node, left: &mut usize) -> bool {
    let Some(less) = left.checked_sub(1) else { return false };
    *left = less;
    match &node.value {
        Value::Mapping(mapping) => mapping.iter().all(|entry| fits(&entry.value, left)),
        Value::Sequence(items) => items.iter().all(|item| fits(item, left)),
        _ => true,
    }
}
