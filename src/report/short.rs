//! Writes one line for each finding, in the form that terminals and editors make clickable.

use super::{Report, severity_word};
use crate::diagnostic::Diagnostic;
use crate::visible;
use std::io;

/// Writes the lines of all findings, and for each file how many it leaves out.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    for file in &report.selection.files {
        for found in &file.shown {
            writeln!(out, "{}", line(report, found))?;
        }
        if file.omitted > 0 {
            let name = visible::one_line(report.sources.name(file.file));
            writeln!(out, "{name}:1:1: and {} more, not shown", file.omitted)?;
        }
    }
    Ok(())
}

/// `file:line:column: error[code]: message`.
pub(super) fn line(report: &Report<'_>, found: &Diagnostic) -> String {
    let span = found.primary.span;
    let name = visible::one_line(report.sources.name(span.file));
    let at = report.sources.location(span.file, span.range().start);
    let severity = severity_word(found.severity);
    let message = visible::one_line(&report.secrets.scrub(&found.message));
    let code = visible::one_line(found.code.as_str());
    format!("{name}:{}:{}: {severity}[{code}]: {message}", at.line, at.column)
}
