//! Small pieces of sentences: values, types and lists as people write them.

use jsonschema::JsonType;
use serde_json::Value as SerdeValue;

use crate::yaml::{Node, Value};

/// The longest piece of a value that a message shows, in characters.
const LONGEST: usize = 60;

/// `text` between backticks, on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(LONGEST) + 2);
    for (count, character) in text.chars().enumerate() {
        if count == LONGEST {
            shown.push('…');
            break;
        }
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            control if control.is_control() => {
                shown.push_str(&format!("\\u{:04x}", u32::from(control)))
            }
            other => shown.push(other),
        }
    }
    format!("`{shown}`")
}

/// A scalar between backticks, as it was written; nothing for null, lists and mappings.
pub(super) fn scalar(node: &Node) -> Option<String> {
    match &node.value {
        Value::Bool(value) => Some(quoted(if *value { "true" } else { "false" })),
        Value::Number(number) => Some(quoted(number.text())),
        Value::String(text) if text.is_empty() => Some("`\"\"`".to_string()),
        Value::String(text) => Some(quoted(text)),
        Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
    }
}

/// A value of a schema between backticks; `null` without.
pub(super) fn schema_value(value: &SerdeValue) -> String {
    match value {
        SerdeValue::Null => "null".to_string(),
        SerdeValue::String(text) if text.is_empty() => "`\"\"`".to_string(),
        SerdeValue::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    }
}

/// A type with its article.
pub(super) fn type_name(wanted: JsonType) -> &'static str {
    match wanted {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "a list",
        JsonType::Object => "a mapping",
    }
}

/// `a, b or c`.
pub(super) fn either(items: &[String]) -> String {
    joined(items, "or")
}

/// `a, b and c`.
pub(super) fn all(items: &[String]) -> String {
    joined(items, "and")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `1 item`, `2 items`.
pub(super) fn count(number: u64, noun: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{end}")
}

/// The first sentence of a description, without its full stop.
pub(super) fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}
