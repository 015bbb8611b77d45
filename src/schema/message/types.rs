//! Words for a value of the wrong type.

use jsonschema::JsonType;
use serde_json::Value as SerdeValue;

use super::wanted::{Wanted, plain};
use super::{View, Words, choice, misread};
use crate::yaml::{Node, Value};

pub(super) fn words(view: &View<'_>, types: &[JsonType], or: &[SerdeValue]) -> Words {
    let wanted = Wanted { types, or };
    let Some(node) = view.node else {
        return plain(view, wanted);
    };
    if let Some(words) = misread::words(view, node, wanted) {
        return words;
    }
    let words = plain(view, wanted);
    let words = if view.secret { words } else { choice::meant(view, words, or) };
    match shape_help(view, node, wanted) {
        Some(help) => words.help_if(Some(help)),
        None => words.help_if(view.description()),
    }
}

/// Help for a list, mapping or scalar in place of one of the others.
fn shape_help(view: &View<'_>, node: &Node, wanted: Wanted<'_>) -> Option<String> {
    let help = match &node.value {
        Value::Sequence(items) if wanted.allows(JsonType::Object) && are_pairs(items) => view
            .unknown_help()
            .unwrap_or("write each item as one line `NAME: value`, without `- name:` and `value:`"),
        Value::Sequence(items) if wanted.allows(JsonType::Object) && !items.is_empty() => {
            "write `key: value` lines without `-` before them"
        }
        Value::Mapping(_) if wanted.allows(JsonType::Array) => {
            "write a list: every item on a line of its own, with `- ` before it"
        }
        Value::Null if wanted.allows(JsonType::Object) => {
            "write its keys on the following lines, indented, or leave it out"
        }
        Value::Null if wanted.allows(JsonType::Array) => {
            "write `[]` for an empty list, or leave it out"
        }
        Value::Sequence(_) | Value::Mapping(_) | Value::Null => return None,
        _ if wanted.allows(JsonType::Array) && !view.secret => {
            return Some(format!("write a list, even for one item: `[{}]`", view.written()));
        }
        _ => return None,
    };
    Some(help.to_string())
}

/// Whether the items are `{name: …, value: …}`, as a pod's `env` has them.
fn are_pairs(items: &[Node]) -> bool {
    let is_pair = |item: &Node| {
        item.as_mapping().is_some_and(|pair| pair.len() == 2)
            && item.get("name").is_some()
            && item.get("value").is_some()
    };
    !items.is_empty() && items.iter().all(is_pair)
}
