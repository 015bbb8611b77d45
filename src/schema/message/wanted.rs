//! The demand for a type in words, and what to say when nothing is known of what was meant.

use jsonschema::JsonType;
use serde_json::Value as SerdeValue;

use super::{View, Words, words};

/// What is wanted: one of some types, or one of some values.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'w> {
    pub types: &'w [JsonType],
    pub or: &'w [SerdeValue],
}

impl Wanted<'_> {
    pub(super) fn allows(&self, one: JsonType) -> bool {
        self.types.contains(&one)
    }

    /// Whether nothing but a text will do (or nothing at all).
    pub(super) fn is_text(&self) -> bool {
        let text = |one: &JsonType| matches!(one, JsonType::String | JsonType::Null);
        self.types.iter().all(text) && self.or.is_empty()
    }

    /// `` `a.b` must be an integer or null ``.
    pub(super) fn demand(&self, view: &View<'_>) -> String {
        let only_boolean =
            self.types.iter().all(|one| matches!(one, JsonType::Boolean | JsonType::Null));
        let mut all = Vec::new();
        for one in self.types.iter().filter(|one| **one != JsonType::Null) {
            match one {
                JsonType::Boolean if only_boolean => {
                    all.extend(["`true`", "`false`"].map(String::from))
                }
                one => all.push(words::type_name(*one).to_string()),
            }
        }
        all.extend(self.or.iter().filter(|value| !value.is_null()).map(words::schema_value));
        if self.allows(JsonType::Null) || self.or.iter().any(SerdeValue::is_null) {
            all.push("null".to_string());
        }
        format!("{} must be {}", view.place(), words::either(&all))
    }
}

/// The words when nothing more is known about what was meant.
pub(super) fn plain(view: &View<'_>, wanted: Wanted<'_>) -> Words {
    let label = view.node.map_or("", |node| match node.is_null() {
        true => "no value",
        false => node.type_in_words(),
    });
    let is_number = view.node.is_some_and(|node| node.as_number().is_some());
    let fraction = wanted.types == [JsonType::Integer] && is_number;
    let found = match view.node.and_then(words::scalar) {
        Some(value) if fraction && !view.secret => format!(", but {value} has a fraction"),
        _ => view.but_is(),
    };
    Words::new("type", format!("{}{found}", wanted.demand(view))).label(label)
}
