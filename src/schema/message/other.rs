//! Words for what is excluded, and for alternatives of which none is near.

use serde_json::Value as SerdeValue;

use super::{View, Words, words};

/// `not`: the words say what exactly is excluded, as far as the schema tells.
pub(super) fn excluded(view: &View<'_>) -> Words {
    let schema = view.keyword().and_then(SerdeValue::as_object);
    let get = |keyword: &str| schema.and_then(|schema| schema.get(keyword));
    let place = view.place();
    let described = get("description").and_then(SerdeValue::as_str);
    let message = match (described, get("required").and_then(SerdeValue::as_array)) {
        (Some(text), _) => {
            format!("{place} is not allowed as it stands: {}", words::first_sentence(text))
        }
        (None, Some(keys)) => together(view, keys),
        (None, None) => match values(get("const"), get("enum")) {
            Some(values) => format!("{place} must not be {}", words::either(&values)),
            None => format!("{place} has a value that the schema excludes"),
        },
    };
    Words::new("not-allowed", message).label("not allowed").help_if(view.description())
}

fn together(view: &View<'_>, keys: &[SerdeValue]) -> String {
    let keys: Vec<String> = keys.iter().map(words::schema_value).collect();
    match keys.as_slice() {
        [one] => format!("the key {one} is not allowed{}", view.inside()),
        keys => format!("{} cannot stand together{}", words::all(keys), view.inside()),
    }
}

fn values(one: Option<&SerdeValue>, several: Option<&SerdeValue>) -> Option<Vec<String>> {
    match (one, several) {
        (Some(value), _) => Some(vec![words::schema_value(value)]),
        (None, Some(SerdeValue::Array(values))) => {
            Some(values.iter().map(words::schema_value).collect())
        }
        _ => None,
    }
}

/// `false`: nothing may stand there.
pub(super) fn never(view: &View<'_>) -> Words {
    let message = match view.fault.at.last() {
        Some(key) if key.parse::<usize>().is_err() => {
            format!("the key {} is not allowed here", view.place())
        }
        _ => format!("{} is not allowed here", view.place()),
    };
    Words::new("not-allowed", message).label("not allowed").help("remove it")
}

pub(super) fn alternatives(view: &View<'_>, several: bool) -> Words {
    let message = match several.then(|| exclusive_keys(view)).flatten() {
        Some(keys) => format!("only one of {} may stand{}", words::all(&keys), view.inside()),
        None if several => {
            format!("{} fits more than one of the forms that exclude each other", view.place())
        }
        None => format!("{} fits none of the forms that are allowed here", view.place()),
    };
    Words::new("alternatives", message).help_if(view.description())
}

/// The keys that stand there, when the alternatives differ in nothing but the key they require.
fn exclusive_keys(view: &View<'_>) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    for branch in view.keyword()?.as_array()? {
        let branch = branch.as_object().filter(|branch| branch.len() == 1)?;
        for key in branch.get("required")?.as_array()? {
            if view.node?.get(key.as_str()?).is_some() {
                keys.push(words::schema_value(key));
            }
        }
    }
    (keys.len() > 1).then_some(keys)
}

pub(super) fn in_other_words(view: &View<'_>, reason: &str) -> Words {
    Words::new("not-allowed", format!("{} is not allowed: {reason}", view.place()))
        .help_if(view.description())
}
