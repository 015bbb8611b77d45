//! Writes findings as JUnit XML: a suite for each file, a failed case for each error, a passed one
//! for each warning and for each file without errors.

use super::selection::FileFindings;
use super::{Report, plain, short};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, SourceKind};
use crate::visible;
use std::io;

/// Writes one document, also when there is no finding.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let clean = clean_files(report);
    let suites = report.selection.files.iter();
    let tests: usize = suites.map(tests).sum::<usize>() + clean.len();
    let errors = report.selection.shown().filter(|found| found.severity == Severity::Error);
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="chartgen" tests="{tests}" failures="{}">"#, errors.count())?;
    for file in &report.selection.files {
        suite(report, file, out)?;
    }
    for file in clean {
        let name = name(report, file);
        writeln!(out, r#"  <testsuite name="{name}" tests="1" failures="0">"#)?;
        passed(&name, out)?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// The user's files in which nothing was found.
fn clean_files(report: &Report<'_>) -> Vec<FileId> {
    let is_found = |file| report.selection.files.iter().any(|found| found.file == file);
    let kind = |file| report.sources.kind(file);
    let files = report.sources.files();
    files
        .filter(|&file| matches!(kind(file), SourceKind::Values | SourceKind::Manifest))
        .filter(|&file| !is_found(file))
        .collect()
}

fn failures(file: &FileFindings<'_>) -> usize {
    file.shown.iter().filter(|found| found.severity == Severity::Error).count()
}

/// One for each finding, and one for the file if none of them is an error.
fn tests(file: &FileFindings<'_>) -> usize {
    file.shown.len() + usize::from(failures(file) == 0)
}

fn suite(report: &Report<'_>, file: &FileFindings<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let (name, failures) = (name(report, file.file), failures(file));
    let tests = tests(file);
    writeln!(out, r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}">"#)?;
    if failures == 0 {
        passed(&name, out)?;
    }
    for found in &file.shown {
        case(report, found, &name, out)?;
    }
    if file.omitted > 0 {
        writeln!(out, "    <system-out>and {} more, not shown</system-out>", file.omitted)?;
    }
    writeln!(out, "  </testsuite>")
}

fn passed(name: &str, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, r#"    <testcase classname="{name}" name="no errors" file="{name}"/>"#)
}

fn case(
    report: &Report<'_>,
    found: &Diagnostic,
    name: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let at = report.sources.location(found.primary.span.file, found.primary.span.range().start);
    let code = escape(&visible::one_line(found.code.as_str()));
    let mut lines = vec![short::line(report, found)];
    lines.extend(plain::details(report, found));
    let text = escape(&lines.join("\n"));
    writeln!(
        out,
        r#"    <testcase classname="{name}" name="{code} at {}:{}" file="{name}" line="{}">"#,
        at.line, at.column, at.line
    )?;
    if found.severity == Severity::Error {
        let message = escape(&visible::one_line(&report.secrets.scrub(&found.message)));
        writeln!(out, r#"      <failure type="{code}" message="{message}">{text}</failure>"#)?;
    } else {
        writeln!(out, "      <system-out>{text}</system-out>")?;
    }
    writeln!(out, "    </testcase>")
}

fn name(report: &Report<'_>, file: FileId) -> String {
    escape(&visible::one_line(report.sources.name(file)))
}

/// `text` as XML 1.0 may hold it, within an element or a quoted attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push_str(&visible::name(c)),
            c => escaped.push(c),
        }
    }
    escaped
}
