//! The schema says of every mapping whether it may hold keys that the schema does not name.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::schema::Schema;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let keys = subject.schema().map(Schema::keys).unwrap_or_default();
    let mut spans = Vec::new();
    for key in keys.into_iter().filter(|key| key.has_named_keys() && !key.is_strict()) {
        let Some((span, _)) = subject.place(&key) else {
            continue;
        };
        if spans.contains(&span) {
            continue;
        }
        spans.push(span);
        let message = match key.at.to_field_path() {
            path if path.is_empty() => "the schema takes any key at the top level".to_string(),
            path => format!("the schema takes any key below `{path}`"),
        };
        let root = crate::source::Span { end: span.start + 1, ..span };
        let span = if key.at.is_root() { root } else { span };
        diagnostics.push(
            Diagnostic::warning("schema-not-strict", span, message)
                .with_label_text("a misspelt key goes unnoticed here")
                .with_pointer(key.at.to_string())
                .with_help(
                    "add `\"additionalProperties\": false`, or `true` where any key is meant",
                ),
        );
    }
}
