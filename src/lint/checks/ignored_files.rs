//! `.helmignore` has only rules that Helm takes.

use crate::diagnostic::Diagnostics;
use crate::lint::subject::Subject;
use crate::package::Ignore;
use crate::source::SourceKind;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let Some((_, text)) = subject.files.iter().find(|(path, _)| path == ".helmignore") else {
        return;
    };
    let metadata = subject.sources.name(subject.chart.metadata);
    let name = format!("{}.helmignore", metadata.trim_end_matches("Chart.yaml"));
    let file = subject.sources.add(name, SourceKind::ChartFile, text.clone());
    Ignore::read(&subject.sources, file, diagnostics);
}
