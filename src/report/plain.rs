//! Turns a finding into plain text of several lines, for formats that have one place for words.

use super::Report;
use crate::diagnostic::{Diagnostic, Label};
use crate::visible;

/// The message; then what the labels say, those of other places behind their place; then the help.
pub(super) fn text(report: &Report<'_>, found: &Diagnostic) -> String {
    let mut lines = vec![report.safe(&found.message)];
    lines.extend(details(report, found));
    lines.join("\n")
}

/// The lines of [`text`] after the message.
pub(super) fn details(report: &Report<'_>, found: &Diagnostic) -> Vec<String> {
    let primary = Some(&found.primary.text).filter(|text| !text.is_empty());
    let mut lines: Vec<_> = primary.map(|text| report.safe(text)).into_iter().collect();
    let related = found.related.iter().filter(|label| !label.text.is_empty());
    lines.extend(related.map(|label| related_line(report, label)));
    lines.extend(found.help.as_ref().map(|help| format!("help: {}", report.safe(help))));
    lines
}

fn related_line(report: &Report<'_>, label: &Label) -> String {
    let at = report.sources.location(label.span.file, label.span.range().start);
    let name = visible::one_line(report.sources.name(label.span.file));
    format!("{name}:{}:{}: {}", at.line, at.column, report.safe(&label.text))
}
