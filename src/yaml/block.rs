//! Writes a tree as YAML in block style that every reader takes for the same tree: strings always
//! in quotes, keys wherever YAML 1.1 or 1.2 could read them as something else.

use super::key::is_long_key;
use super::{Mapping, Node, Number, Value};
use crate::visible;

/// Plain words that YAML 1.1 or 1.2 does not read as strings.
const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// The tree as a YAML document without `---`, ending in a line break.
#[must_use]
pub fn to_yaml(node: &Node) -> String {
    let mut out = String::new();
    match &node.value {
        Value::Mapping(mapping) if !mapping.is_empty() => entries(mapping, 0, true, &mut out),
        Value::Sequence(items) if !items.is_empty() => sequence(items, 0, true, &mut out),
        _ => line(node, &mut out),
    }
    out
}

/// A string as a double-quoted scalar on one line.
#[must_use]
pub fn to_quoted(text: &str) -> String {
    let mut out = String::new();
    string(text, &mut out);
    out
}

/// A value after its key or dash, with the line break that ends it.
fn value(node: &Node, indent: usize, out: &mut String) {
    match &node.value {
        Value::Mapping(mapping) if !mapping.is_empty() => {
            out.push('\n');
            entries(mapping, indent, true, out);
        }
        Value::Sequence(items) if !items.is_empty() => {
            out.push('\n');
            sequence(items, indent, true, out);
        }
        _ => {
            out.push(' ');
            line(node, out);
        }
    }
}

/// `at_start` tells whether the first entry starts a line; after `- ` it does not.
fn entries(mapping: &Mapping, indent: usize, mut at_start: bool, out: &mut String) {
    for entry in mapping {
        if at_start {
            spaces(indent, out);
        }
        at_start = true;
        key(&entry.key, indent, out);
        value(&entry.value, indent + 2, out);
    }
}

fn sequence(items: &[Node], indent: usize, mut at_start: bool, out: &mut String) {
    for item in items {
        if at_start {
            spaces(indent, out);
        }
        at_start = true;
        out.push_str("- ");
        match &item.value {
            Value::Mapping(mapping) if !mapping.is_empty() => {
                entries(mapping, indent + 2, false, out);
            }
            Value::Sequence(items) if !items.is_empty() => sequence(items, indent + 2, false, out),
            _ => line(item, out),
        }
    }
}

fn line(node: &Node, out: &mut String) {
    scalar(node, out);
    out.push('\n');
}

fn scalar(node: &Node, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(value) => number(value, out),
        Value::String(text) => string(text, out),
        Value::Sequence(_) => out.push_str("[]"),
        Value::Mapping(_) => out.push_str("{}"),
    }
}

/// As written where all readers agree on it, else as they do.
fn number(value: &Number, out: &mut String) {
    if value.is_json() {
        out.push_str(value.text());
    } else {
        out.push_str(&value.to_portable_text());
    }
}

/// A key with the colon after it.
fn key(text: &str, indent: usize, out: &mut String) {
    let mut written = String::with_capacity(text.len() + 2);
    if is_plain_key(text) {
        written.push_str(text);
    } else {
        string(text, &mut written);
    }
    if is_long_key(&written) {
        out.push_str("? ");
        written.push('\n');
        spaces(indent, &mut written);
    }
    out.push_str(&written);
    out.push(':');
}

fn is_plain_key(text: &str) -> bool {
    let mut letters = text.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
    let goes_on = letters.all(|letter| letter.is_ascii_alphanumeric() || "_-./".contains(letter));
    starts_well && goes_on && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// Double-quoted. Everything that a reader would refuse, fold or drop is escaped.
fn string(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if visible::steers(letter) => out.push_str(&visible::yaml_escape(letter)),
            _ => out.push(letter),
        }
    }
    out.push('"');
}

fn spaces(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', count));
}
