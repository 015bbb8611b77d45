//! Gives misspelt keys the names that they were meant to have, so that what stands below them can
//! be checked as well. Places in texts stay those of the keys as written.

use crate::yaml::{Entry, Mapping, Node, Pointer, Value};

/// A copy of `root` in which the key at each place has another name. Where the right name stands
/// already, by the chart's defaults, the value goes over it as a layer would.
pub(super) fn renamed(root: &Node, renames: &[(Pointer, String)]) -> Node {
    let mut root = root.clone();
    for (at, name) in renames {
        let holder = at.parent().and_then(|parent| at_mut(&mut root, &parent));
        if let (Some(Value::Mapping(mapping)), Some(key)) =
            (holder.map(|one| &mut one.value), at.last())
            && let Some(entry) = mapping.remove(key)
        {
            put(mapping, Entry { key: name.as_str().into(), ..entry });
        }
    }
    root
}

fn at_mut<'n>(root: &'n mut Node, at: &Pointer) -> Option<&'n mut Node> {
    at.tokens().try_fold(root, |node, token| match &mut node.value {
        Value::Mapping(mapping) => mapping.get_mut(token),
        Value::Sequence(items) => items.get_mut(token.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Mappings merge key by key, everything else is replaced, null takes away.
fn put(mapping: &mut Mapping, entry: Entry) {
    let below = mapping.remove(&entry.key).map(|below| below.value.value);
    let value = match (below, entry.value.value) {
        (Some(_), Value::Null) => return,
        (Some(Value::Mapping(mut below)), Value::Mapping(above)) => {
            above.into_iter().for_each(|entry| put(&mut below, entry));
            Value::Mapping(below)
        }
        (_, above) => above,
    };
    mapping.insert(Entry { value: Node { value, ..entry.value }, ..entry });
}
