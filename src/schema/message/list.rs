//! Words for lists and mappings as a whole: how many, which twice, which not at all.

use serde_json::Value as SerdeValue;

use super::super::json::first_duplicate;
use super::{View, Words, words};
use crate::yaml::Value;

pub(super) fn count(view: &View<'_>, limit: u64, upper: bool) -> Words {
    let (found, noun) = match view.node.map(|node| &node.value) {
        Some(Value::Mapping(mapping)) => (mapping.len(), "key"),
        Some(Value::Sequence(items)) => (items.len(), "item"),
        _ => (0, "item"),
    };
    let found = if found == 0 { "is empty".to_string() } else { format!("has {found}") };
    let side = if upper { "most" } else { "least" };
    let message =
        format!("{} must have at {side} {}, but {found}", view.place(), words::count(limit, noun));
    let label = if upper { format!("too many {noun}s") } else { format!("too few {noun}s") };
    Words::new("count", message).label(label).help_if(view.description())
}

pub(super) fn duplicate(view: &View<'_>) -> Words {
    let items = view.node.and_then(|node| node.as_sequence()).unwrap_or_default();
    let Some((first, second)) = first_duplicate(items) else {
        return Words::new("duplicate-item", format!("{} holds an item twice", view.place()));
    };
    let value = words::scalar(&items[second]).filter(|_| !view.secret);
    let value = value.unwrap_or_else(|| "the same item".to_string());
    let message = format!("{} holds {value} twice", view.place());
    let mut words =
        Words::new("duplicate-item", message).label("the second one").help("remove one of the two");
    words.related.push((view.fault.at.child(first.to_string()), "the first one".to_string()));
    words
}

pub(super) fn contains(view: &View<'_>) -> Words {
    let wanted =
        view.subschema().and_then(|schema| schema.get("contains")).or_else(|| view.keyword());
    let values: Vec<String> =
        match (wanted.and_then(|one| one.get("const")), wanted.and_then(|one| one.get("enum"))) {
            (Some(value), _) => vec![words::schema_value(value)],
            (None, Some(SerdeValue::Array(values))) => {
                values.iter().map(words::schema_value).collect()
            }
            _ => Vec::new(),
        };
    let described = wanted.and_then(|one| one.get("description")).and_then(SerdeValue::as_str);
    let message = match described {
        _ if !values.is_empty() => {
            format!("{} must hold {}, but does not", view.place(), words::either(&values))
        }
        Some(text) => {
            format!("{} lacks an item that it needs: {}", view.place(), words::first_sentence(text))
        }
        None => format!("{} lacks an item that it needs", view.place()),
    };
    Words::new("missing-item", message).help_if(view.description())
}
