//! The types of a value in words.

use serde_json::Value;

use crate::schema::{EACH, Key, Schema};

/// The types that `key` may have: `string or null`, `list of strings`, `map of integers`.
pub(super) fn in_words(key: &Key<'_>, schema: &Schema) -> String {
    let mut names = key.types();
    if names.is_empty() {
        names = types_of_options(key);
    }
    let each = schema.key(&key.at.child(EACH));
    let mut words: Vec<String> = names.iter().map(|name| one(name, &each)).collect();
    if words.is_empty() {
        words.push("any".to_string());
    }
    let text = listed(&words);
    if key.is_secret() { format!("{text} (secret)") } else { text }
}

/// The types of the values that are named one by one, each once.
fn types_of_options(key: &Key<'_>) -> Vec<&'static str> {
    let mut names = Vec::new();
    let options = key.says("enum").and_then(Value::as_array);
    for option in options.into_iter().flatten().chain(key.says("const")) {
        let name = match option {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn one(name: &str, each: &Key<'_>) -> String {
    let inside = || {
        let names: Vec<String> = each
            .types()
            .into_iter()
            .filter(|name| *name != "null")
            .map(|name| many(name).to_string())
            .collect();
        if names.is_empty() { String::new() } else { format!(" of {}", listed(&names)) }
    };
    match name {
        "array" => format!("list{}", inside()),
        "object" => format!("map{}", inside()),
        other => other.to_string(),
    }
}

fn many(name: &str) -> &str {
    match name {
        "array" => "lists",
        "object" => "maps",
        "string" => "strings",
        "integer" => "integers",
        "number" => "numbers",
        "boolean" => "booleans",
        other => other,
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn listed(words: &[String]) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
