//! Every key has a description and a default: editors show them, and the values reference is made
//! of them.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::schema::{EACH, Key, Schema};
use crate::yaml::Pointer;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let Some(schema) = subject.schema() else { return };
    for key in subject.named_keys() {
        let path = key.at.to_field_path();
        let described = key.says("description").and_then(serde_json::Value::as_str);
        if described.is_none_or(|text| text.trim().is_empty()) {
            let message = format!("the schema does not describe `{path}`");
            let help = "add `\"description\"` with what the key is for, and its unit";
            diagnostics.extend(finding(subject, &key, "schema-no-description", message, help));
        }
        if key.says("default").is_none() && needs_default(schema, &key) {
            let message = format!("the schema states no default for `{path}`");
            let help =
                "add `\"default\"` with the value from values.yaml; `null` where there is none";
            diagnostics.extend(finding(subject, &key, "schema-no-default", message, help));
        }
    }
}

/// Whether a key has one place, in a mapping of which the schema knows all keys, and is no mapping
/// itself, whose default is that of its keys. What stands in lists and free maps has no default.
fn needs_default(schema: &Schema, key: &Key<'_>) -> bool {
    let above: Vec<Pointer> = std::iter::successors(key.at.parent(), Pointer::parent).collect();
    let is_open = |at: &Pointer| {
        let additional = schema.key(at).says("additionalProperties");
        additional.is_some_and(|value| value.as_bool() != Some(false))
    };
    let one_place = key.at.tokens().all(|token| token != EACH);
    one_place && !key.has_named_keys() && !above.iter().any(is_open)
}

fn finding(
    subject: &Subject<'_>,
    key: &Key<'_>,
    code: &'static str,
    message: String,
    help: &str,
) -> Option<Diagnostic> {
    let (span, _) = subject.place(key)?;
    let found = Diagnostic::warning(code, span, message);
    Some(found.with_pointer(key.at.to_string()).with_help(help))
}
