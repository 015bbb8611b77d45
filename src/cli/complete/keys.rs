//! The keys and values that a chart's schema knows at a place.

use serde_json::Value;

use crate::schema::{EACH, Key, Schema};
use crate::yaml::Pointer;

/// A word to offer, and what it means.
pub(super) struct Offer {
    pub word: String,
    pub about: Option<String>,
}

/// The keys below `parent`, each with the sign that follows it in a path.
pub(super) fn below(schema: &Schema, parent: &Pointer) -> Vec<Offer> {
    let children = schema.key(parent).children();
    let named = children.iter().filter(|key| key.at.last() != Some(EACH));
    let known = named.filter(|key| !(parent.is_root() && key.at.last() == Some("chart")));
    known.map(|key| Offer { word: step(schema, key), about: about(key) }).collect()
}

/// The key's name as it stands in a path, with `.`, `[0]` or `=` behind it.
fn step(schema: &Schema, key: &Key<'_>) -> String {
    let name = key.at.last().unwrap_or_default();
    let name: String = name
        .chars()
        .flat_map(|c| matches!(c, '.' | ',' | '=' | '[').then_some('\\').into_iter().chain([c]))
        .collect();
    let types = key.types();
    let holds_keys = |key: &Key<'_>| key.has_named_keys() || key.types().contains(&"object");
    if holds_keys(key) {
        name + "."
    } else if types.contains(&"array") {
        let item = schema.key(&key.at.child(EACH));
        name + if holds_keys(&item) { "[0]." } else { "[0]=" }
    } else {
        name + "="
    }
}

/// The values that the schema names one by one at `at`, and the default.
pub(super) fn values(schema: &Schema, at: &Pointer) -> Vec<Offer> {
    let key = schema.key(at);
    if key.is_secret() {
        return Vec::new();
    }
    let listed = key.says("enum").and_then(Value::as_array).into_iter().flatten();
    let mut words: Vec<String> = listed.chain(key.says("const")).filter_map(plain).collect();
    if words.is_empty() && key.types().contains(&"boolean") {
        words = vec!["true".into(), "false".into()];
    }
    let default = key.says("default").and_then(plain);
    words.extend(
        default.iter().filter(|default| !words.contains(default)).cloned().collect::<Vec<_>>(),
    );
    let about = |word: &String| (Some(word) == default.as_ref()).then(|| "the default".to_string());
    words.into_iter().map(|word| Offer { about: about(&word), word }).collect()
}

/// A value as it can stand behind `=` without quotes.
fn plain(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        _ => return None,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@+".contains(c);
    (!text.is_empty() && text.chars().all(is_plain)).then_some(text)
}

/// The first sentence of the key's description.
fn about(key: &Key<'_>) -> Option<String> {
    let words = key.says("description").and_then(Value::as_str)?;
    let first = words.split_once(". ").map_or(words, |(first, _)| first);
    Some(first.trim_end_matches('.').to_string())
}
