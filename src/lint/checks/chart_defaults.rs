//! The chart's `values.yaml` has only keys that the schema knows, with values that it takes.

use super::schema_defaults::hold;
use crate::diagnostic::Diagnostics;
use crate::lint::subject::Subject;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    if let Some(defaults) = &subject.prepared.defaults {
        hold(subject, defaults.file, &defaults.root, diagnostics);
    }
}
