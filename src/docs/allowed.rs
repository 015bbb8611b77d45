//! What a schema's keywords allow, in words.

use serde_json::Value;

use super::cell;
use super::types::listed;
use crate::schema::{EACH, Key, Schema};

/// The allowed values of `key`, or of its items: what `x-chartgen-allowed` says of them, or else
/// what the keywords say; empty when its type says it all.
pub(super) fn in_words(key: &Key<'_>, schema: &Schema) -> String {
    if let Some(words) = key.says("x-chartgen-allowed").and_then(Value::as_str) {
        return words.to_string();
    }
    let mut words = options(key);
    words.extend(range(key));
    words.extend(form(key));
    words.extend(length(key));
    if words.is_empty() {
        let each = schema.key(&key.at.child(EACH));
        let inside = options(&each).into_iter().chain(range(&each)).chain(form(&each));
        let inside = listed(&inside.collect::<Vec<_>>());
        if !inside.is_empty() {
            words.push(format!("each: {inside}"));
        }
    }
    listed(&words)
}

/// The values that are named one by one.
fn options(key: &Key<'_>) -> Vec<String> {
    let listed = key.says("enum").and_then(Value::as_array).into_iter().flatten();
    let shown = listed.chain(key.says("const")).filter(|option| !option.is_null());
    shown.map(|option| cell::code(&plain(option))).collect()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// The largest 32-bit integer: a limit of the API's, not one of the chart's.
const API_LIMIT: &str = "2147483647";

fn range(key: &Key<'_>) -> Option<String> {
    let bound =
        |keyword| key.says(keyword).map(Value::to_string).filter(|bound| bound != API_LIMIT);
    let from = bound("minimum")
        .map(|least| format!("at least {least}"))
        .or(bound("exclusiveMinimum").map(|least| format!("above {least}")));
    let to = bound("maximum")
        .map(|most| format!("at most {most}"))
        .or(bound("exclusiveMaximum").map(|most| format!("below {most}")));
    let steps = bound("multipleOf").map(|step| format!("a multiple of {step}"));
    let parts: Vec<String> = from.into_iter().chain(to).chain(steps).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn form(key: &Key<'_>) -> Option<String> {
    if let Some(format) = key.says("format").and_then(Value::as_str) {
        return Some(format_in_words(format).to_string());
    }
    let pattern = key.says("pattern").and_then(Value::as_str)?;
    Some(format!("text like {}", cell::code(pattern)))
}

fn format_in_words(format: &str) -> &str {
    match format {
        "quantity" => "a Kubernetes quantity",
        "dns1123-label" | "dns1035-label" => "lower-case letters, digits and `-`, at most 63",
        "dns1123-subdomain" => "lower-case letters, digits, `-` and `.`, at most 253",
        "label-key" => "a label's name, with or without a prefix",
        "label-value" => "letters, digits, `-`, `_` and `.`, at most 63",
        "env-var-name" => "the name of an environment variable",
        "image-reference" => "the name of an image without a tag",
        "base64" => "base64",
        "absolute-path" => "a path that starts with `/`",
        "storage-class" => "the name of a storage class, or empty",
        "ip" => "an IP address",
        "uri" => "a URL",
        other => other,
    }
}

fn length(key: &Key<'_>) -> Option<String> {
    let number = |keyword| key.says(keyword).and_then(Value::as_u64);
    match (number("minItems"), number("maxItems")) {
        (Some(1), None) => Some("at least one item".to_string()),
        (Some(least), None) => Some(format!("at least {least} items")),
        (None, Some(most)) => Some(format!("at most {most} items")),
        (Some(least), Some(most)) => Some(format!("{least} to {most} items")),
        (None, None) => number("maxLength").map(|most| format!("at most {most} characters")),
    }
}
