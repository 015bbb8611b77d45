//! Words for texts: their length, their pattern, their format.

use serde_json::Value as SerdeValue;

use super::super::edit::Edit;
use super::super::format;
use super::{View, Words, words};
use crate::yaml::Value;

fn judged<'v>(view: &View<'v>) -> &'v str {
    view.text().unwrap_or_default()
}

pub(super) fn length(view: &View<'_>, limit: u64, upper: bool) -> Words {
    let found = judged(view).chars().count();
    let place = view.place();
    let message = match (upper, limit, found) {
        (false, 1, _) => format!("{place} must not be empty"),
        _ if view.secret => {
            let side = if upper { "most" } else { "least" };
            format!("{place} must have at {side} {}", words::count(limit, "character"))
        }
        (true, ..) => format!(
            "{place} must have at most {}, but has {found}",
            words::count(limit, "character")
        ),
        (false, _, 0) => {
            format!("{place} must have at least {}, but is empty", words::count(limit, "character"))
        }
        (false, ..) => format!(
            "{place} must have at least {}, but has {found}",
            words::count(limit, "character")
        ),
    };
    let label = match (upper, found) {
        (true, _) => "too long",
        (false, 0) => "empty",
        (false, _) => "too short",
    };
    Words::new("length", message).label(label).help_if(view.description())
}

pub(super) fn pattern(view: &View<'_>, pattern: &str) -> Words {
    let told = view.subschema().and_then(|schema| schema.get("x-chartgen-pattern-text"));
    let words = match told.and_then(SerdeValue::as_str) {
        Some(told) => {
            let message = format!("{} must be {told}{}", view.place(), view.but_is_value());
            Words::new("pattern", message).label(format!("not {told}"))
        }
        None => {
            let found = if view.secret { "its value".to_string() } else { shown(judged(view)) };
            let message = format!(
                "{} must match the pattern `{pattern}`, but {found} does not",
                view.place()
            );
            Words::new("pattern", message).label("does not match")
        }
    };
    words.help_if(example(view)).help_if(view.description())
}

fn shown(text: &str) -> String {
    if text.is_empty() { "an empty text".to_string() } else { words::quoted(text) }
}

/// An example that the schema gives for the place.
fn example(view: &View<'_>) -> Option<String> {
    let examples = view.said(&view.fault.at, "examples")?.as_array()?;
    Some(format!("for example {}", words::schema_value(examples.first()?)))
}

pub(super) fn format(view: &View<'_>, name: &str) -> Words {
    let text = judged(view);
    let wrong = format::explain(name, text);
    let code = format::code(name);
    let place = view.place();
    if wrong.wanted.is_empty() {
        let message = format!("{place} must have the form `{name}`{}", view.but_is_value());
        return Words::new(code, message).help_if(view.description());
    }
    let tells_nothing = code == "base64";
    let message = match (text, wrong.reason.as_str()) {
        ("", _) => format!("{place} must be {}, but is empty", wrong.wanted),
        (_, "") if view.secret => format!("{place} must be {}", wrong.wanted),
        (_, reason) if view.secret && tells_nothing => {
            format!("{place} must be {}, but is not: {reason}", wrong.wanted)
        }
        _ if view.secret => format!("{place} must be {}, but is not", wrong.wanted),
        (_, "") if view.name.is_some() => format!("{place} must be {}", wrong.wanted),
        (_, reason) if view.name.is_some() => format!("{place} must be {}: {reason}", wrong.wanted),
        (_, "") => format!("{place} must be {}, but {} is not", wrong.wanted, words::quoted(text)),
        (_, reason) => {
            format!(
                "{place} must be {}, but {} is not: {reason}",
                wrong.wanted,
                words::quoted(text)
            )
        }
    };
    let mut words = Words::new(code, message).label(format!("not {}", wrong.wanted));
    let helpful = !view.secret || tells_nothing;
    words = words.help_if(wrong.help.filter(|_| helpful)).help_if(view.description());
    if view.name.is_none() {
        let edits = wrong.instead.into_iter().map(|text| Edit::Value(Value::String(text.into())));
        words.edits.extend(edits);
    }
    words
}
