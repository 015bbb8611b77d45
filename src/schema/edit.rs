//! Changes that would mend a fault, and how they are written in the text where they belong.

use crate::source::{SourceKind, SourceMap, Span};
use crate::yaml::{Node, Number, Style, Value};

/// A change to one entry.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Edit {
    /// Another value.
    Value(Value),
    /// Another key.
    Key(String),
}

/// The text of a new value in place of `old`, or nothing when it cannot be written there.
pub(super) fn value_text(new: &Value, old: &Node, sources: &SourceMap) -> Option<String> {
    let plain = match new {
        Value::Null => "null".to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.text().to_string(),
        Value::String(text) => return string_text(text, old.style, old.span, sources),
        Value::Sequence(_) | Value::Mapping(_) => return None,
    };
    (sources.kind(old.span.file) != SourceKind::Flag || is_typed_flag(sources, old.span))
        .then_some(plain)
}

/// The text of a new key in place of the one under `span`.
pub(super) fn key_text(new: &str, span: Span, sources: &SourceMap) -> Option<String> {
    let style = match sources.slice(span).chars().next() {
        Some('"') => Style::DoubleQuoted,
        Some('\'') => Style::SingleQuoted,
        _ => Style::Plain,
    };
    if sources.kind(span.file) == SourceKind::Flag && sources.name(span.file) != "--set-json" {
        return is_simple(new).then(|| new.to_string());
    }
    string_text(new, style, span, sources)
}

fn string_text(text: &str, style: Style, span: Span, sources: &SourceMap) -> Option<String> {
    if sources.kind(span.file) == SourceKind::Flag {
        return match sources.name(span.file) {
            "--set-json" => Some(double_quoted(text)),
            "--set-string" => is_simple(text).then(|| text.to_string()),
            "--set" => (is_simple(text) && is_string_when_plain(text)).then(|| text.to_string()),
            _ => None,
        };
    }
    Some(match style {
        Style::SingleQuoted if !text.contains(char::is_control) => {
            format!("'{}'", text.replace('\'', "''"))
        }
        Style::Plain if is_simple(text) && is_string_when_plain(text) => text.to_string(),
        _ => double_quoted(text),
    })
}

/// Whether a number or boolean written in this flag stays one.
fn is_typed_flag(sources: &SourceMap, span: Span) -> bool {
    matches!(sources.name(span.file), "--set" | "--set-json")
}

/// Whether nothing in `text` has a meaning in YAML or in the grammar of `--set`.
fn is_simple(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '/'))
        && !text.starts_with('-')
}

/// Whether every reader of YAML takes the plain `text` for a string.
fn is_string_when_plain(text: &str) -> bool {
    let word = matches!(
        text.to_ascii_lowercase().as_str(),
        "null" | "true" | "false" | "y" | "n" | "yes" | "no" | "on" | "off"
    );
    let like_a_number = text.starts_with(|first: char| first.is_ascii_digit())
        && (Number::parse(text).is_some()
            || text.contains('_')
            || !text.contains(|one: char| one.is_ascii_alphabetic())
            || ["0b", "0o", "0x"].iter().any(|base| text.starts_with(base)));
    !word
        && !like_a_number
        && text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '/')
}

fn double_quoted(text: &str) -> String {
    serde_json::Value::String(text.to_string()).to_string()
}
