//! Writes findings as workflow commands, which GitHub Actions turns into annotations.

use super::selection::plural;
use super::{Report, plain, severity_word, short};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;
use crate::visible;
use std::io;

/// How many annotations of a kind GitHub shows for one step.
const LIMIT: usize = 10;

/// Writes a command for each finding. Where GitHub would drop some of a kind, the last annotation
/// counts the rest, and a group in the log lists it.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let kinds = [Severity::Error, Severity::Warning, Severity::Note];
    let mut rest: Vec<&Diagnostic> = Vec::new();
    for severity in kinds {
        let of_kind = report.selection.shown().filter(|found| found.severity == severity);
        let of_kind: Vec<_> = of_kind.collect();
        let (annotated, left) = match of_kind.len() {
            0..=LIMIT => (of_kind.as_slice(), [].as_slice()),
            _ => of_kind.split_at(LIMIT - 1),
        };
        for found in annotated {
            annotation(report, found, out)?;
        }
        if !left.is_empty() {
            let kind = plural(left.len(), &format!("more {}", severity_word(severity)));
            let command = command(severity);
            writeln!(out, "::{command} title=chartgen::{kind}; the log lists them all")?;
            rest.extend(left);
        }
    }
    log(report, &rest, out)
}

fn annotation(report: &Report<'_>, found: &Diagnostic, out: &mut dyn io::Write) -> io::Result<()> {
    let span = found.primary.span;
    let start = report.sources.location(span.file, span.range().start);
    let end = report.sources.location(span.file, span.range().end);
    writeln!(
        out,
        "::{} file={},line={},endLine={},col={},endColumn={},title={}::{}",
        command(found.severity),
        property(&name(report, span.file)),
        start.line,
        end.line,
        start.column,
        end.column,
        property(&visible::one_line(found.code.as_str())),
        data(&plain::text(report, found)),
    )
}

/// The findings without an annotation, where the reader of the log finds them.
fn log(report: &Report<'_>, rest: &[&Diagnostic], out: &mut dyn io::Write) -> io::Result<()> {
    if rest.is_empty() {
        return Ok(());
    }
    writeln!(out, "::group::{}", plural(rest.len(), "more finding"))?;
    for found in rest {
        writeln!(out, "{}", harmless(short::line(report, found)))?;
    }
    for file in report.selection.files.iter().filter(|file| file.omitted > 0) {
        let name = name(report, file.file);
        writeln!(out, "{}", harmless(format!("{name}: and {} more, not shown", file.omitted)))?;
    }
    writeln!(out, "::endgroup::")
}

/// `line`, which starts with a file's name, so that it cannot be read as a command.
fn harmless(line: String) -> String {
    if line.starts_with("::") || line.starts_with("##[") { format!("./{line}") } else { line }
}

fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

fn name(report: &Report<'_>, file: FileId) -> String {
    visible::one_line(report.sources.name(file))
}

/// The value of a property, escaped as the runner's own toolkit does.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The text of a command, escaped as the runner's own toolkit does.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
