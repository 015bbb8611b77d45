//! The chart has notes for whoever has rendered it, and they can be rendered with the defaults.

use super::manifests;
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::lint::subject::Subject;
use crate::pipeline;
use crate::render::Release;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let Some(file) = subject.chart.notes else {
        let label = Label::whole_file(subject.chart.metadata, "");
        let message = "the chart has no notes";
        let found = Diagnostic::at(Severity::Warning, "chart-without-notes", label, message)
            .with_help("write NOTES.txt with the commands that come after `kubectl apply`");
        diagnostics.push(found);
        return;
    };
    if !subject.is_sound(diagnostics) {
        return;
    }
    let Some(loaded) = manifests::usable(subject) else { return };
    let release = Release::default();
    let text = pipeline::notes(&loaded, &release, &mut subject.sources, diagnostics);
    if text.is_some_and(|text| text.trim().is_empty()) {
        let label = Label::whole_file(file, "");
        let message = "the notes say nothing";
        let found = Diagnostic::at(Severity::Warning, "chart-without-notes", label, message)
            .with_help("write the commands that come after `kubectl apply`");
        diagnostics.push(found);
    }
}
