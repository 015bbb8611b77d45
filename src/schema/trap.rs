//! Plain scalars that YAML 1.1 (Helm, kubectl, most other tools) reads otherwise than YAML 1.2.

use crate::yaml::{Node, Number, Style, Value};

/// Retypes the plain scalars of a tree as kubectl, which reads YAML 1.1, would: `yes` becomes a
/// boolean. Use it for what goes to Kubernetes as it is.
pub fn retype_as_yaml_1_1(node: &mut Node) {
    match &mut node.value {
        Value::Mapping(mapping) => mapping.values_mut().for_each(retype_as_yaml_1_1),
        Value::Sequence(items) => items.iter_mut().for_each(retype_as_yaml_1_1),
        _ => match read_otherwise(node) {
            Some(Other::Boolean(value)) => node.value = Value::Bool(value),
            Some(Other::Number) => {
                if let Some(number) = node.as_str().and_then(number) {
                    node.value = Value::Number(number);
                }
            }
            None => {}
        },
    }
}

/// How YAML 1.1 reads a plain text that is a string in YAML 1.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    Boolean(bool),
    Number,
}

/// How another reader takes the plain string `node`; nothing when all readers agree.
pub(super) fn read_otherwise(node: &Node) -> Option<Other> {
    match &node.value {
        Value::String(text) if node.style == Style::Plain => reading(text),
        _ => None,
    }
}

fn reading(text: &str) -> Option<Other> {
    if let Some(value) = boolean(text) {
        return Some(Other::Boolean(value));
    }
    is_number(text).then_some(Other::Number)
}

/// The boolean that YAML 1.1 sees in `y`, `yes`, `on` and their opposites.
pub(super) fn boolean(text: &str) -> Option<bool> {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

/// The number that YAML 1.1 sees in a text for which [`is_number`] holds.
fn number(text: &str) -> Option<Number> {
    let digits = text.replace('_', "");
    match digits.trim_start_matches(['+', '-']).strip_prefix("0b") {
        Some(bits) => {
            let value = i64::from_str_radix(bits, 2).ok()?;
            Some(Number::from_i64(if digits.starts_with('-') { -value } else { value }))
        }
        None => Number::parse(&digits),
    }
}

/// Digits with `_` between them and binary numbers, which only YAML 1.1 has.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let Some(bits) = digits.strip_prefix("0b") {
        return !bits.is_empty() && bits.bytes().all(|bit| matches!(bit, b'0' | b'1' | b'_'));
    }
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.contains('_')
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}
