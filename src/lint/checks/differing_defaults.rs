//! The defaults that the schema states are those of `values.yaml`, which alone counts.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::defaults;
use crate::lint::subject::Subject;
use crate::schema::{EACH, Key};
use crate::source::Span;
use crate::yaml::{self, Node};

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let (Some(layer), Some(stated)) = (&subject.prepared.defaults, defaults::stated(subject))
    else {
        return;
    };
    let known: Vec<Span> = diagnostics.iter().map(|found| found.primary.span).collect();
    for key in subject.schema().into_iter().flat_map(|schema| schema.keys()) {
        let one_place = !key.at.is_root() && key.at.tokens().all(|token| token != EACH);
        if one_place && !key.has_named_keys() {
            let found = difference(&key, layer.root.at(&key.at), stated.at(&key.at));
            diagnostics.extend(found.filter(|found| !is_wrong_already(found, &known)));
        }
    }
}

/// Whether one of the two defaults has a fault of its own.
fn is_wrong_already(found: &Diagnostic, known: &[Span]) -> bool {
    let related = found.related.iter().map(|label| label.span);
    std::iter::once(found.primary.span).chain(related).any(|span| known.contains(&span))
}

fn difference(key: &Key<'_>, actual: Option<&Node>, stated: Option<&Node>) -> Option<Diagnostic> {
    let stated = stated?;
    let path = key.at.to_field_path();
    let show = |node: &Node| match key.is_secret() {
        true => "another value".to_string(),
        false => format!("`{}`", yaml::to_json(node)),
    };
    let code = "default-differs";
    let found = match actual {
        None if stated.is_null() => return None,
        None => {
            let stated_text = show(stated);
            let message = format!("`{path}` has no default, but the schema states {stated_text}");
            Diagnostic::warning(code, stated.span, message)
                .with_help("add the key to values.yaml, or state `null` in the schema")
        }
        Some(actual) if yaml::to_json(actual) == yaml::to_json(stated) => return None,
        Some(actual) => {
            let (actual_text, stated_text) = (show(actual), show(stated));
            let message = format!(
                "the default of `{path}` is {actual_text}, but the schema states {stated_text}"
            );
            Diagnostic::warning(code, actual.span, message)
                .with_related(stated.span, "the schema's default")
                .with_help("state the same default in both; the one in values.yaml is used")
        }
    };
    Some(found.with_pointer(key.at.to_string()))
}
