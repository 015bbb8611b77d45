//! Words for a value that is none of a few allowed ones (`enum`, `const`).

use serde_json::Value as SerdeValue;

use super::super::edit::Edit;
use super::{View, Words, words};
use crate::diagnostic::nearest;
use crate::yaml::{Node, Number, Style, Value};

/// From this many options on, they are listed in the help and not in the message.
const MANY: usize = 9;

pub(super) fn words(view: &View<'_>, options: &[SerdeValue]) -> Words {
    let shown = shown(options);
    let demand = match shown.len() {
        0..MANY => format!("{} must be {}", view.place(), words::either(&shown)),
        count => format!("{} must be one of {count} values", view.place()),
    };
    if !view.secret
        && let Some(words) = view.node.and_then(|node| requoted(view, node, options, &demand))
    {
        return words;
    }
    let message = format!("{demand}{}", view.but_is_value());
    let words = Words::new("enum", message).label("not one of the allowed values");
    let words = if view.secret { words } else { meant(view, words, options) };
    match shown.len() {
        MANY.. => words.help_if(Some(format!("write one of {}", words::either(&shown)))),
        _ => words.help_if(view.description()),
    }
}

/// The options in words, null at the end.
fn shown(options: &[SerdeValue]) -> Vec<String> {
    let values = options.iter().filter(|value| !value.is_null());
    let null = options.iter().find(|value| value.is_null());
    values.chain(null).map(words::schema_value).collect()
}

fn texts(options: &[SerdeValue]) -> impl Iterator<Item = &str> {
    options.iter().filter_map(SerdeValue::as_str)
}

/// Adds the option that was likely meant.
pub(super) fn meant(view: &View<'_>, words: Words, options: &[SerdeValue]) -> Words {
    if view.text() == Some("") && options.iter().any(SerdeValue::is_null) {
        return words.help("write `null`, or leave the key out").edit(Edit::Value(Value::Null));
    }
    let Some(meant) = view.text().and_then(|text| nearest(text, texts(options))) else {
        return words;
    };
    let edit = match view.name {
        Some(_) => Edit::Key(meant.to_string()),
        None => Edit::Value(Value::String(meant.into())),
    };
    words.help(format!("did you mean `{meant}`?")).edit(edit)
}

/// A value that would be allowed with, or without, quotes.
fn requoted(view: &View<'_>, node: &Node, options: &[SerdeValue], demand: &str) -> Option<Words> {
    let text = view.written();
    let is_text = node.as_str().is_some();
    if node.style == Style::Plain && !is_text && texts(options).any(|one| one == text) {
        let read = node.type_in_words();
        let message = format!("{demand} as text, but `{text}` without quotes is read as {read}");
        let words = Words::new("unquoted-text", message).label(format!("read as {read}"));
        let help = match view.is_flag() {
            true => "set it with `--set-string`, which makes every value a string".to_string(),
            false => format!("put it in quotes: `\"{text}\"`"),
        };
        return Some(words.help(help).edit(Edit::Value(Value::String(text.into()))));
    }
    let inner = node.as_str().filter(|_| node.is_quoted())?;
    let bare = options.iter().find(|option| {
        // Not `**option == inner`: that is true only for strings.
        let text = option.to_string();
        !option.is_string() && text == inner
    })?;
    let value = match bare {
        SerdeValue::Bool(value) => Value::Bool(*value),
        SerdeValue::Number(number) => Value::Number(Number::parse(&number.to_string())?),
        _ => return None,
    };
    let message = format!("{demand}, but `{text}` in quotes is a string");
    let words = Words::new("type", message).label("a string");
    Some(words.help("remove the quotes").edit(Edit::Value(value)))
}
