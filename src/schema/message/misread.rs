//! Words for scalars that were read as another type than was meant: numbers without the quotes
//! that make them a text, texts in quotes that should be numbers, YAML 1.1's booleans.

use jsonschema::JsonType;

use super::super::edit::Edit;
use super::super::trap;
use super::wanted::{Wanted, plain};
use super::{View, Words, words};
use crate::diagnostic::nearest;
use crate::yaml::{Node, Number, Style, Value};

/// The words, when it can be told what was meant.
pub(super) fn words(view: &View<'_>, node: &Node, wanted: Wanted<'_>) -> Option<Words> {
    if let Some(text) = node.as_str() {
        return quoted_number(view, text, wanted)
            .or_else(|| boolean(view, node, text, wanted))
            .or_else(|| spelt_number(view, text, wanted));
    }
    let is_plain = node.style == Style::Plain && !view.written().is_empty();
    if is_plain && wanted.allows(JsonType::String) { unquoted(view, node, wanted) } else { None }
}

/// A plain number, boolean or `null` where a string is wanted.
fn unquoted(view: &View<'_>, node: &Node, wanted: Wanted<'_>) -> Option<Words> {
    let text = view.written();
    let reading = match &node.value {
        Value::Number(number) => match as_read(number).filter(|read| read != text) {
            Some(read) => format!("the number {read}"),
            None => "a number".to_string(),
        },
        Value::Bool(_) => "a boolean".to_string(),
        Value::Null => "no value".to_string(),
        _ => return None,
    };
    let found = if view.secret { "its value".to_string() } else { words::quoted(text) };
    let quotes = if view.is_flag() { "" } else { " without quotes" };
    let message = format!("{}, but {found}{quotes} is read as {reading}", wanted.demand(view));
    let words = Words::new("unquoted-text", message).label(format!("read as {reading}"));
    let words = match (view.is_flag(), view.secret) {
        (true, _) => words.help("set it with `--set-string`, which makes every value a string"),
        (false, true) => words.help("put the value in quotes"),
        (false, false) => words.help(format!("put it in quotes: `\"{text}\"`")),
    };
    Some(match wanted.is_text() && !node.is_null() {
        true => words.edit(Edit::Value(Value::String(text.into()))),
        false => words,
    })
}

/// The value of a number in the shortest form.
fn as_read(number: &Number) -> Option<String> {
    match number.as_i64() {
        Some(value) => Some(value.to_string()),
        None => number.is_finite().then(|| number.as_f64().to_string()),
    }
}

fn fits(number: &Number, wanted: Wanted<'_>) -> bool {
    let integer = wanted.allows(JsonType::Integer) && number.is_integer();
    number.is_finite() && (integer || wanted.allows(JsonType::Number))
}

/// A number that quotes make a string.
fn quoted_number(view: &View<'_>, text: &str, wanted: Wanted<'_>) -> Option<Words> {
    let number = Number::parse(text).filter(|number| fits(number, wanted))?;
    let words = Words::new("type", in_quotes(view, wanted)).label("a string");
    let help = match view.is_flag() {
        true => "set it with `--set`, which reads numbers as numbers",
        false => "remove the quotes",
    };
    Some(words.help(help).edit(Edit::Value(Value::Number(number))))
}

fn in_quotes(view: &View<'_>, wanted: Wanted<'_>) -> String {
    let found = if view.secret { "its value".to_string() } else { words::quoted(view.written()) };
    let quotes = if view.is_flag() { "" } else { " in quotes" };
    format!("{}, but {found}{quotes} is a string", wanted.demand(view))
}

/// `yes`, `"true"`, `flase` where a boolean is wanted.
fn boolean(view: &View<'_>, node: &Node, text: &str, wanted: Wanted<'_>) -> Option<Words> {
    if !wanted.allows(JsonType::Boolean) {
        return None;
    }
    let same = match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => trap::boolean(text),
    };
    let meant = same.or_else(|| Some(nearest(text, ["true", "false"])? == "true"))?;
    let words = plain(view, wanted).edit(Edit::Value(Value::Bool(meant)));
    Some(match same {
        Some(_) if node.is_quoted() => Words { message: in_quotes(view, wanted), ..words }
            .help(format!("write `{meant}` without quotes")),
        Some(_) => {
            words.help(format!("write `{meant}`: only `true` and `false` are booleans in YAML 1.2"))
        }
        None => words.help(format!("did you mean `{meant}`?")),
    })
}

/// A number with separators between its digits, or with a comma before its fraction.
fn spelt_number(view: &View<'_>, text: &str, wanted: Wanted<'_>) -> Option<Words> {
    let (digits, help) = if is_grouped(text) {
        (text.replace(['_', ',', '\''], ""), "write the digits without separators")
    } else {
        (text.replacen(',', ".", 1), "write a point before the fraction")
    };
    let number = Number::parse(&digits).filter(|number| fits(number, wanted))?;
    let words = plain(view, wanted).help(format!("{help}: `{digits}`"));
    Some(words.edit(Edit::Value(Value::Number(number))))
}

/// `1_000`, `1,000,000`, `1'000`.
fn is_grouped(text: &str) -> bool {
    let mut groups = text.split(['_', ',', '\'']);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && digits(first));
    first && groups.all(|group| group.len() == 3 && digits(group))
}
