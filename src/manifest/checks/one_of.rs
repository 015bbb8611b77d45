//! Unions: of some fields exactly one (or at most one) may be given, as `x-chartgen-one-of` in
//! the schemas says.

use serde_json::{Map, Value};

use super::{Manifest, Place};
use crate::diagnostic::Diagnostic;
use crate::yaml::{Entry, Mapping};

const CODE: &str = "exactly-one-of";

pub(super) fn check(manifest: &Manifest, place: &Place<'_, '_>, found: &mut Vec<Diagnostic>) {
    let union = place.keywords.get("x-chartgen-one-of").and_then(Value::as_object);
    let (Some(union), Some(mapping)) = (union, place.node.as_mapping()) else { return };
    let what = union.get("what").and_then(Value::as_str).unwrap_or_default();
    let given = given(union, place.keywords, mapping);
    match given.as_slice() {
        [] if union.get("least").and_then(Value::as_u64) == Some(1) => {
            let choice = choice(union, place.keywords);
            let message = format!("{what}, and this one names none ({choice})");
            found.push(manifest.error(CODE, &place.at(), message));
        }
        [first, second, ..] => {
            let at = place.at().child(second.key.clone());
            let message =
                format!("{what}, and this one has both `{}` and `{}`", first.key, second.key);
            let finding = manifest.error(CODE, &at, message);
            found.push(
                finding.with_related(first.key_span, "first here").with_help("keep one of them"),
            );
        }
        _ => {}
    }
}

/// The fields of the union that are given. A field that the schema does not know is reported as
/// such, and counts for nothing here.
fn given<'a>(
    union: &Map<String, Value>,
    keywords: &Map<String, Value>,
    mapping: &'a Mapping,
) -> Vec<&'a Entry> {
    let known = fields(union, keywords);
    let given = mapping.iter().filter(|entry| !entry.value.is_null());
    let given: Vec<&Entry> = given.collect();
    let unknown = given.iter().any(|entry| !knows(keywords, &entry.key));
    let members: Vec<&Entry> =
        given.iter().copied().filter(|entry| known.contains(&&*entry.key)).collect();
    // A misspelt member is one error already.
    if members.is_empty() && unknown { given.into_iter().take(1).collect() } else { members }
}

fn knows(keywords: &Map<String, Value>, name: &str) -> bool {
    let properties = keywords.get("properties").and_then(Value::as_object);
    properties.is_none_or(|properties| properties.contains_key(name))
}

/// The members of the union: those named, or all properties but those excepted.
fn fields<'a>(union: &'a Map<String, Value>, keywords: &'a Map<String, Value>) -> Vec<&'a str> {
    let names = |key: &str| union.get(key).and_then(Value::as_array);
    if let Some(fields) = names("fields") {
        return fields.iter().filter_map(Value::as_str).collect();
    }
    let except = names("except").map(Vec::as_slice).unwrap_or_default();
    let properties = keywords.get("properties").and_then(Value::as_object).into_iter().flatten();
    let members = properties.filter(|(name, _)| !except.iter().any(|one| one == name.as_str()));
    members.map(|(name, _)| name.as_str()).collect()
}

fn choice(union: &Map<String, Value>, keywords: &Map<String, Value>) -> String {
    let fields = fields(union, keywords);
    let shown: Vec<String> = fields.iter().take(6).map(|field| format!("`{field}`")).collect();
    let more = if fields.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
