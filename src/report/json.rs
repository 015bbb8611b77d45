//! Writes the findings as one JSON object of the shape that `schemas/report.schema.json` tells.

use super::{Report, severity_word};
use crate::diagnostic::{Diagnostic, Fix, Label};
use crate::source::{Location, Span};
use crate::visible;
use serde::Serialize;
use std::io;

#[derive(Serialize)]
struct Document {
    version: u32,
    summary: Summary,
    diagnostics: Vec<Finding>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    omitted: Vec<Omitted>,
}

#[derive(Serialize)]
struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct Omitted {
    file: String,
    count: usize,
}

#[derive(Serialize)]
struct Finding {
    code: String,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    labels: Vec<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Edit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Edit>,
}

#[derive(Serialize)]
struct Place {
    primary: bool,
    file: String,
    text: String,
    start: Point,
    end: Point,
}

#[derive(Serialize)]
struct Edit {
    file: String,
    start: Point,
    end: Point,
    replacement: String,
}

#[derive(Serialize)]
struct Point {
    line: usize,
    column: usize,
    offset: usize,
}

/// Writes the object, also when there is no finding.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let counts = report.selection.counts;
    let omitted = report.selection.files.iter().filter(|file| file.omitted > 0);
    let document = Document {
        version: 1,
        summary: Summary {
            files: report.options.checked_files,
            errors: counts.errors,
            warnings: counts.warnings,
        },
        diagnostics: report.selection.shown().map(|found| finding(report, found)).collect(),
        omitted: omitted
            .map(|file| Omitted { file: name(report, file.file), count: file.omitted })
            .collect(),
    };
    write_escaped(&document, out)
}

/// Writes `document` as JSON in which every steering character is a `\u` escape, so that the text
/// is the same for programs and harmless on a terminal.
pub(super) fn write_escaped(document: &impl Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(document)?;
    let mut units = [0; 2];
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && visible::steers(c) {
            for unit in c.encode_utf16(&mut units) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(c);
        }
    }
    writeln!(out, "{safe}")
}

fn finding(report: &Report<'_>, found: &Diagnostic) -> Finding {
    let scrub = |text: &str| report.secrets.scrub(text).into_owned();
    let related = found.related.iter().map(|label| place(report, label, false));
    let primary = std::iter::once(place(report, &found.primary, true));
    let mut edits: Vec<_> = found.fixes.iter().map(|fix| edit(report, fix)).collect();
    let certain = if edits.len() == 1 { edits.pop().flatten() } else { None };
    Finding {
        code: found.code.to_string(),
        severity: severity_word(found.severity),
        message: scrub(&found.message),
        pointer: found.pointer.as_deref().map(scrub),
        help: found.help.as_deref().map(scrub),
        labels: primary.chain(related).collect(),
        fix: certain,
        choices: edits.into_iter().flatten().collect(),
    }
}

fn place(report: &Report<'_>, label: &Label, primary: bool) -> Place {
    let (start, end) = points(report, label.span);
    let text = report.secrets.scrub(&label.text).into_owned();
    Place { primary, file: name(report, label.span.file), text, start, end }
}

/// The edit, unless its text would tell a secret.
fn edit(report: &Report<'_>, fix: &Fix) -> Option<Edit> {
    if report.secrets.tells(&fix.replacement) {
        return None;
    }
    let (start, end) = points(report, fix.span);
    let replacement = fix.replacement.clone();
    Some(Edit { file: name(report, fix.span.file), start, end, replacement })
}

fn points(report: &Report<'_>, span: Span) -> (Point, Point) {
    let range = span.range();
    let point = |offset| point(report.sources.location(span.file, offset));
    (point(range.start), point(range.end))
}

fn point(Location { line, column, offset }: Location) -> Point {
    Point { line, column, offset }
}

fn name(report: &Report<'_>, file: crate::source::FileId) -> String {
    report.sources.name(file).to_owned()
}
