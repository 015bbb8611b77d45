//! Gives a plain scalar its type by the YAML 1.2 core schema (section 10.3.2), and a block scalar its
//! whole place.

use super::{Number, Value};
use crate::source::Span;

/// The value that the plain scalar `text` stands for.
pub(super) fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).unwrap_or_else(|| Value::String(text.into())),
    }
}

fn number(text: &str) -> Option<Value> {
    let first = text.bytes().next()?;
    let may_be_number = first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.');
    let number = may_be_number.then(|| Number::parse(text)).flatten()?;
    Some(Value::Number(number))
}

/// The value of a scalar with one of the core schema's tags (`!!str`, `!!int`, …), or nothing
/// when the text does not fit the tag.
pub(super) fn tagged(tag: &str, text: &str) -> Option<Value> {
    let value = plain(text);
    match (tag, &value) {
        ("str", _) => Some(Value::String(text.into())),
        ("null", Value::Null) | ("bool", Value::Bool(_)) | ("float", Value::Number(_)) => {
            Some(value)
        }
        ("int", Value::Number(number)) if number.is_integer() => Some(value),
        _ => None,
    }
}

/// The whole place of a block scalar, from its `|` or `>` to its last character that is no white
/// space. The parser names only its text: `text_span`.
pub(super) fn block_span(text: &str, text_span: Span) -> Span {
    let range = text_span.range();
    let header = header_before(text, range.start);
    let end = range.start + text[range.clone()].trim_end().len();
    match header {
        Some((start, header_end)) => Span::new(text_span.file, start, end.max(header_end)),
        None => text_span,
    }
}

/// The header of the block scalar whose text starts at `before`: from its sign to the end of its
/// indicators.
fn header_before(text: &str, before: usize) -> Option<(usize, usize)> {
    let above = &text[..text[..before].rfind('\n')?];
    let above = above.trim_end();
    let start = above.rfind('\n').map_or(0, |at| at + 1);
    let line = &above[start..];
    let line = line.find(" #").map_or(line, |comment| &line[..comment]).trim_end();
    let sign = line.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    sign.ends_with(['|', '>']).then(|| (start + sign.len() - 1, start + line.len()))
}
