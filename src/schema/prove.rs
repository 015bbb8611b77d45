//! Proves that a change mends a fault and does no new harm there, by checking the changed entry
//! together with its siblings.

use jsonschema::Validator;

use super::edit::Edit;
use super::json::{Handle, Tree};
use super::translate;
use crate::yaml::{Entry, Mapping, Node, Pointer, Value};

/// Whether the schema accepts what stands at `at` once `edit` is made there. Only what is missing
/// elsewhere does not count, since the rest of the tree is left out.
pub(super) fn mends(validator: &Validator<Tree>, root: &Node, at: &Pointer, edit: &Edit) -> bool {
    let Some(parent) = at.parent() else { return false };
    let Some(last) = at.last() else { return false };
    let Some(family) = root.at(&parent).and_then(|holder| changed(holder, last, edit)) else {
        return false;
    };
    let (now, new_parent) = match edit {
        Edit::Key(key) => (key.as_str(), &parent),
        Edit::Value(_) => (last, &parent),
    };
    let (tree, way) = above(root, new_parent, family);
    let place = way.child(now);
    let errors = validator.iter_errors(Handle::Node(&tree));
    let faults = translate::faults(errors, None);
    faults.iter().filter(|fault| !fault.is_about_absence()).all(|fault| match edit {
        // What stands below a key may have faults of its own.
        Edit::Key(_) => fault.subject() != place,
        Edit::Value(_) => !place.is_at_or_above(&fault.subject()),
    })
}

/// The mapping or list with the entry changed.
fn changed(holder: &Node, token: &str, edit: &Edit) -> Option<Node> {
    let mut holder = holder.clone();
    match (&mut holder.value, edit) {
        (Value::Mapping(mapping), Edit::Value(value)) => {
            mapping.get_mut(token)?.value = value.clone();
        }
        (Value::Mapping(mapping), Edit::Key(key)) => {
            let entry = mapping.remove(token)?;
            mapping.insert(Entry { key: key.as_str().into(), ..entry });
        }
        (Value::Sequence(items), Edit::Value(value)) => {
            items.get_mut(token.parse::<usize>().ok()?)?.value = value.clone();
        }
        _ => return None,
    }
    Some(holder)
}

/// `family` inside the mappings and lists above it, which hold nothing else; and the way to it.
fn above(root: &Node, at: &Pointer, family: Node) -> (Node, Pointer) {
    let mut tree = family;
    let mut tokens: Vec<Box<str>> = Vec::new();
    let mut here = Some(at.clone());
    while let Some(at) = here.filter(|at| !at.is_root()) {
        let (parent, token) = (at.parent().unwrap_or_default(), at.last().unwrap_or_default());
        let span = tree.span;
        let is_item = root.at(&parent).is_some_and(|holder| holder.as_sequence().is_some());
        if is_item {
            tokens.push("0".into());
            tree = Node::new(Value::Sequence(vec![tree]), span);
        } else {
            tokens.push(token.into());
            let entry = Entry { key: token.into(), key_span: span, value: tree };
            tree = Node::new(Value::Mapping(Mapping::from_iter([entry])), span);
        }
        here = Some(parent);
    }
    let way = tokens.iter().rev().fold(Pointer::root(), |way, token| way.child(token.clone()));
    (tree, way)
}
