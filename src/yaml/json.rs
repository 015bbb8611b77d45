//! Writes a tree as JSON text (RFC 8259); numbers keep their value and, where JSON allows, their
//! text.

use super::{Node, Value};
use crate::visible;

/// The tree as JSON on one line.
#[must_use]
pub fn to_json(node: &Node) -> String {
    let mut out = String::new();
    write(node, None, &mut out);
    out
}

/// The tree as JSON with two spaces per level.
#[must_use]
pub fn to_pretty_json(node: &Node) -> String {
    let mut out = String::new();
    write(node, Some(0), &mut out);
    out
}

fn write(node: &Node, level: Option<usize>, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) if number.is_finite() => out.push_str(&number.to_portable_text()),
        Value::Number(number) => write_string(number.text(), out),
        Value::String(text) => write_string(text, out),
        Value::Sequence(items) => {
            write_all(items.iter(), ['[', ']'], level, out, |item, inner, out| {
                write(item, inner, out)
            });
        }
        Value::Mapping(mapping) => {
            write_all(mapping.iter(), ['{', '}'], level, out, |entry, inner, out| {
                write_string(&entry.key, out);
                out.push_str(if inner.is_some() { ": " } else { ":" });
                write(&entry.value, inner, out);
            });
        }
    }
}

fn write_all<T>(
    items: impl ExactSizeIterator<Item = T>,
    [open, close]: [char; 2],
    level: Option<usize>,
    out: &mut String,
    mut each: impl FnMut(T, Option<usize>, &mut String),
) {
    out.push(open);
    let inner = level.map(|level| level + 1);
    let empty = items.len() == 0;
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        break_line(inner, out);
        each(item, inner, out);
    }
    if !empty {
        break_line(level, out);
    }
    out.push(close);
}

fn break_line(level: Option<usize>, out: &mut String) {
    if let Some(level) = level {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", level));
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if visible::steers(c) => out.push_str(&visible::json_escape(c)),
            c => out.push(c),
        }
    }
    out.push('"');
}
