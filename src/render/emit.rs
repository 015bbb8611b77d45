//! Writes values as YAML: scalars that keep their type, maps and lists in flow or block style.

use tera::Value;
use tera::value::ValueKind;
use tera::value::{Key, Map};

use super::fault::Problem;
use super::numbers::Numbers;
use super::quote::{json_string, yaml_string};
use crate::yaml::is_long_key;

/// A scalar as a YAML scalar of the same type; what is no scalar is a problem.
pub(super) fn scalar(value: &Value, numbers: &Numbers) -> Result<String, Problem> {
    text(value, numbers, Numbers::portable, yaml_string)
}

/// A scalar as plain text, numbers as written.
pub(super) fn plain(value: &Value, numbers: &Numbers) -> Result<String, Problem> {
    text(value, numbers, Numbers::text, str::to_string)
}

fn text(
    value: &Value,
    numbers: &Numbers,
    number: fn(&Numbers, &Value) -> Option<String>,
    string: fn(&str) -> String,
) -> Result<String, Problem> {
    if let Some(text) = value.as_str() {
        return Ok(string(text));
    }
    if let Some(number) = number(numbers, value) {
        return Ok(number);
    }
    match (value.as_bool(), value.kind()) {
        (Some(value), _) => Ok(value.to_string()),
        (_, ValueKind::None) => Err(Problem::Null),
        (_, ValueKind::Map) => Err(Problem::Composite("a mapping")),
        (_, ValueKind::Array) => Err(Problem::Composite("a list")),
        _ => Err(Problem::Undefined),
    }
}

/// At least so many bytes `value` takes when it is written; counting ends beyond `most`.
pub(super) fn least_length(value: &Value, most: usize) -> usize {
    let inner = |sum: usize, value: &Value| match sum > most {
        true => sum,
        false => sum + 1 + least_length(value, most - sum),
    };
    if let Some(map) = value.as_map() {
        return map.values().fold(0, inner);
    }
    if let Some(items) = value.as_array() {
        return items.iter().fold(0, inner);
    }
    value.as_str().map_or(1, str::len)
}

/// Any value in flow style on one line. Entries that are null, or mappings of nothing but such,
/// are left out: to the API they mean the same as absent ones.
pub(super) fn flow(value: &Value, numbers: &Numbers) -> String {
    let style = Style { key: yaml_key, string: yaml_string, scalar, colon: ": ", comma: ", " };
    let mut out = String::new();
    style.write(value, numbers, &mut out);
    out
}

/// Any value as compact JSON, without absent entries, as in [`flow`]: every key that the schema
/// knows is there as null, and the programs that read the JSON mean something else by null.
pub(super) fn json(value: &Value, numbers: &Numbers) -> String {
    let style = Style {
        key: json_string,
        string: json_string,
        scalar: json_scalar,
        colon: ":",
        comma: ",",
    };
    let mut out = String::new();
    style.write(value, numbers, &mut out);
    out
}

/// As [`scalar`], but a number that JSON does not have, such as `.inf`, is a string of its text, as
/// in [`crate::yaml::to_json`].
fn json_scalar(value: &Value, numbers: &Numbers) -> Result<String, Problem> {
    let text = scalar(value, numbers)?;
    let missing = crate::yaml::Number::parse(&text).is_some_and(|number| !number.is_finite());
    Ok(if missing { json_string(&text) } else { text })
}

/// A key, with `? ` before it when it is too long to stand without.
fn yaml_key(text: &str) -> String {
    let written = yaml_string(text);
    if is_long_key(&written) { format!("? {written}") } else { written }
}

struct Style {
    key: fn(&str) -> String,
    string: fn(&str) -> String,
    scalar: fn(&Value, &Numbers) -> Result<String, Problem>,
    colon: &'static str,
    comma: &'static str,
}

impl Style {
    fn write(&self, value: &Value, numbers: &Numbers, out: &mut String) {
        if let Some(map) = value.as_map() {
            let entries = map.iter().filter(|(_, value)| !is_absent(value));
            self.list(entries, "{", "}", out, |(key, value), out| {
                out.push_str(&(self.key)(&key.to_string()));
                out.push_str(self.colon);
                self.write(value, numbers, out);
            });
        } else if let Some(items) = value.as_array() {
            self.list(items.iter(), "[", "]", out, |item, out| self.write(item, numbers, out));
        } else if let Some(text) = value.as_str() {
            out.push_str(&(self.string)(text));
        } else {
            out.push_str(&(self.scalar)(value, numbers).unwrap_or_else(|_| "null".to_string()));
        }
    }

    fn list<T>(
        &self,
        items: impl Iterator<Item = T>,
        open: &str,
        close: &str,
        out: &mut String,
        mut write: impl FnMut(T, &mut String),
    ) {
        out.push_str(open);
        for (index, item) in items.enumerate() {
            if index > 0 {
                out.push_str(self.comma);
            }
            write(item, out);
        }
        out.push_str(close);
    }
}

/// Any value in block style. The first line starts where the tag stands; the others are indented
/// by `indent` spaces.
pub(super) fn block(value: &Value, numbers: &Numbers, indent: usize) -> String {
    let mut out = String::new();
    write_block(value, numbers, indent, &mut out);
    out
}

fn write_block(value: &Value, numbers: &Numbers, indent: usize, out: &mut String) {
    let new_line = format!("\n{}", " ".repeat(indent));
    match (entries(value), value.as_array()) {
        (Some(entries), _) if !entries.is_empty() => {
            for (index, (key, value)) in entries.iter().enumerate() {
                out.push_str(if index > 0 { &new_line } else { "" });
                let key = yaml_key(&key.to_string());
                out.push_str(&key);
                out.push_str(if key.starts_with('?') { &new_line } else { "" });
                out.push(':');
                write_below(value, numbers, indent, out);
            }
        }
        (_, Some(items)) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { &new_line } else { "" });
                out.push_str("- ");
                write_block(item, numbers, indent + 2, out);
            }
        }
        _ => out.push_str(&flow(value, numbers)),
    }
}

fn write_below(value: &Value, numbers: &Numbers, indent: usize, out: &mut String) {
    let collection = entries(value).is_some_and(|entries| !entries.is_empty())
        || value.as_array().is_some_and(|items| !items.is_empty());
    if collection {
        out.push_str(&format!("\n{}", " ".repeat(indent + 2)));
        write_block(value, numbers, indent + 2, out);
    } else {
        out.push(' ');
        out.push_str(&flow(value, numbers));
    }
}

fn entries(value: &Value) -> Option<Vec<(&Key<'static>, &Value)>> {
    let map: &Map = value.as_map()?;
    Some(map.iter().filter(|(_, value)| !is_absent(value)).collect())
}

/// Whether a value is null or a mapping that holds nothing but such. An empty mapping is there.
fn is_absent(value: &Value) -> bool {
    match value.as_map() {
        Some(map) => !map.is_empty() && map.values().all(is_absent),
        None => value.is_none() || value.is_undefined(),
    }
}

/// Any value as JSON indented by two spaces per level.
pub(super) fn pretty_json(value: &Value, numbers: &Numbers) -> String {
    let mut out = String::new();
    write_pretty(value, numbers, 0, &mut out);
    out
}

fn write_pretty(value: &Value, numbers: &Numbers, indent: usize, out: &mut String) {
    let items: Vec<(Option<String>, &Value)> = match (entries(value), value.as_array()) {
        (Some(map), _) => map.iter().map(|(key, value)| (Some(key.to_string()), *value)).collect(),
        (_, Some(items)) => items.iter().map(|item| (None, item)).collect(),
        _ => Vec::new(),
    };
    if items.is_empty() {
        return out.push_str(&json(value, numbers));
    }
    out.push(if value.is_map() { '{' } else { '[' });
    for (index, (key, item)) in items.iter().enumerate() {
        out.push_str(if index > 0 { ",\n" } else { "\n" });
        out.push_str(&" ".repeat(indent + 2));
        if let Some(key) = key {
            out.push_str(&json_string(key));
            out.push_str(": ");
        }
        write_pretty(item, numbers, indent + 2, out);
    }
    out.push_str(&format!("\n{}", " ".repeat(indent)));
    out.push(if value.is_map() { '}' } else { ']' });
}
