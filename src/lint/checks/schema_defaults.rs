//! The defaults that the schema states are values that the schema takes.

use crate::diagnostic::Diagnostics;
use crate::lint::defaults::{self, WithoutRules};
use crate::lint::subject::Subject;
use crate::schema::{Check, Schema, SchemaInput};
use crate::source::FileId;
use crate::yaml::Node;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let Some(schema) = &subject.chart.schema else { return };
    if let Some(stated) = defaults::stated(subject) {
        hold(subject, schema.root, &stated, diagnostics);
    }
}

/// Holds `tree` against the schema without its rules. What is missing is the user's to give.
pub(super) fn hold(
    subject: &Subject<'_>,
    fallback: FileId,
    tree: &Node,
    diagnostics: &mut Diagnostics,
) {
    let (Some(text), Some(_)) = (&subject.chart.schema, subject.schema()) else {
        return;
    };
    let shared = text.shared.as_slice();
    let input = SchemaInput { root: text.root, entry: "", shared, built_in: true };
    let sources = &subject.sources;
    let schema = Schema::compile(&input, &WithoutRules, sources, &mut Diagnostics::new());
    if let Some(schema) = schema {
        let check = Check { partial: true, ..Check::new(sources, fallback) };
        schema.check(&check, tree, diagnostics);
    }
}
