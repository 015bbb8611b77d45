//! Words for keys: unknown ones with what was likely meant, missing ones with what to add.

use serde_json::Value as SerdeValue;

use super::super::edit::Edit;
use super::super::fault::Fault;
use super::{View, Words, describe, elsewhere, words};
use crate::diagnostic::nearest;
use crate::yaml::Pointer;

/// Up to this many known keys are listed as help.
const LISTED: usize = 20;

pub(super) fn unknown(view: &View<'_>, key: &str) -> Words {
    let message = format!("unknown key {}{}", words::quoted(key), view.inside());
    let words = Words::new("unknown-key", message).label("not known here");
    let here = known(view, &view.fault.at);
    if here.iter().any(|known| known == key) {
        return of_another_branch(view, key);
    }
    let places = elsewhere::places(view, key);
    let stands_elsewhere = places.iter().any(|home| home.key == key);
    if let Some(meant) = nearest(key, here.iter().map(String::as_str))
        && !stands_elsewhere
    {
        return near(view, words, meant);
    }
    if let [home] = places.as_slice()
        && home.key == key
        && let Some(parent) = home.parent().filter(|parent| (view.emptied)(parent))
    {
        let mut words = words.help(format!("`{key}` belongs under `{}`: indent it", home.way));
        words.meant.push(parent);
        return words;
    }
    if !places.is_empty() {
        return words.help(elsewhere::help(key, &places));
    }
    let here: Vec<String> = here.iter().map(|key| format!("`{key}`")).collect();
    if let Some(help) = view.unknown_help() {
        return words.help(help);
    }
    match here.len() {
        0 => words,
        1..=LISTED => words.help(format!("known keys here: {}", here.join(", "))),
        count => words.help(format!(
            "none of the {count} keys known here is near it: `chartgen docs` lists those of \
             values, `kubectl explain` those of manifests"
        )),
    }
}

/// A key that the schema knows here, but only where other keys or values stand beside it.
fn of_another_branch(view: &View<'_>, key: &str) -> Words {
    let (key, inside) = (words::quoted(key), view.inside());
    let message = format!("the key {key}{inside} does not go with what stands beside it");
    Words::new("unknown-key", message)
        .label("not with the keys beside it")
        .help("remove it, or change what it does not go with")
}

/// A key that is near the wrong one. If the user wrote it as well, the wrong one is not it.
fn near(view: &View<'_>, mut words: Words, meant: &str) -> Words {
    let at = view.fault.at.child(meant);
    if (view.wrote)(&at) {
        words.related.push((at, format!("`{meant}` is set here already")));
        return words.help(format!("remove it, or correct its name: `{meant}` is set already"));
    }
    words.meant.push(at);
    words.help(format!("did you mean `{meant}`?")).edit(Edit::Key(meant.to_string()))
}

fn known(view: &View<'_>, at: &Pointer) -> Vec<String> {
    let Some(shapes) = view.shapes else { return Vec::new() };
    let meeting = view.shapes_at(at);
    shapes.keys(&meeting).into_iter().map(|(key, _)| key.to_string()).collect()
}

/// A key whose text is not allowed, in the words for a value like it.
pub(super) fn bad(view: &View<'_>, key: &str, why: &Fault) -> Words {
    let inner = View { fault: why, node: None, name: Some(key), ..*view };
    let mut words = describe(&inner);
    words.edits.retain(|edit| matches!(edit, Edit::Key(_)));
    words
}

pub(super) fn missing(view: &View<'_>, key: &str) -> Words {
    let at = view.fault.at.child(key);
    if (view.emptied)(&at) {
        let message = format!(
            "{} has no value, which takes the chart's default away, but is needed",
            view.named(&at)
        );
        let words = Words::new("missing-key", message).label("no value");
        return words.help("write its value, or remove the line to keep the chart's default");
    }
    let needs = needed_by(view).map(|by| format!(", which `{by}` needs")).unwrap_or_default();
    let message = format!("the key {} is missing{}{needs}", words::quoted(key), view.inside());
    let help = match (example(view, &at), view.description_of(&at)) {
        (Some(example), Some(text)) => format!("add `{key}: {example}`, for example; {text}"),
        (Some(example), None) => format!("add `{key}: {example}`, for example"),
        (None, Some(text)) => format!("add `{key}:`; {text}"),
        (None, None) => format!("add `{key}:`"),
    };
    Words::new("missing-key", message).label(format!("`{key}` is missing here")).help(help)
}

/// The key that demands another one.
fn needed_by(view: &View<'_>) -> Option<String> {
    let pointer = &view.fault.keyword.as_ref()?.pointer;
    let keywords = ["/dependentRequired/", "/dependentSchemas/", "/dependencies/"];
    let rest = keywords.iter().find_map(|keyword| Some(pointer.rsplit_once(keyword)?.1))?;
    let key = rest.split('/').next()?;
    Some(key.replace("~1", "/").replace("~0", "~"))
}

/// A scalar to show in the help, from the schema's examples.
fn example(view: &View<'_>, at: &Pointer) -> Option<String> {
    let examples = view.said(at, "examples")?.as_array()?;
    match examples.first()? {
        SerdeValue::Object(_) | SerdeValue::Array(_) | SerdeValue::Null => None,
        SerdeValue::String(text) if text.chars().all(|one| one.is_ascii_alphabetic()) => {
            Some(text.clone())
        }
        scalar => Some(scalar.to_string()),
    }
}

pub(super) fn missing_one_of(view: &View<'_>, keys: &[String]) -> Words {
    let holder = match view.fault.at.is_root() {
        true => " at the top level".to_string(),
        false => view.inside(),
    };
    let message = format!("one of the keys {} must stand{holder}", words::all(keys));
    Words::new("missing-key", message).label("a key is missing here").help("add one of them")
}
