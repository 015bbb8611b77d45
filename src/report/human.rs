//! Writes findings for people: the message, the lines it speaks of with the places underlined, the
//! help, and at the end one line that counts.

use super::excerpt;
use super::graphic::{self, Look, Tone};
use super::{Report, severity_word, wrap};
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::{FileId, SourceKind};
use crate::visible;
use std::io;

/// Writes all findings and the summary; nothing when there are none.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    for file in &report.selection.files {
        for found in &file.shown {
            finding(report, found, out)?;
            writeln!(out)?;
        }
        if file.omitted > 0 {
            let name = heading(report, file.file);
            writeln!(out, "{name}: and {} more, not shown\n", file.omitted)?;
        }
    }
    let counts = report.selection.counts;
    let Some(summary) = counts.in_words(report.options.checked_files) else { return Ok(()) };
    let severity = match (counts.errors, counts.warnings) {
        (0, 0) => Severity::Note,
        (0, _) => Severity::Warning,
        _ => Severity::Error,
    };
    writeln!(out, "{}", paint(report, severity, &summary))
}

fn finding(report: &Report<'_>, found: &Diagnostic, out: &mut dyn io::Write) -> io::Result<()> {
    heading_lines(report, found, out)?;
    for (file, labels) in by_file(found) {
        let look = look(report, found.severity, file);
        for excerpt in excerpt::excerpts(report, file, &labels) {
            write!(out, "{}", graphic::draw(heading(report, file), &excerpt, look))?;
        }
    }
    match help(report, found) {
        Some(help) => help_lines(report, &help, out),
        None => Ok(()),
    }
}

/// `error[code]: message`, and the files that labels cover as a whole.
fn heading_lines(
    report: &Report<'_>,
    found: &Diagnostic,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let start = format!("{}[{}]", severity_word(found.severity), report.safe(found.code.as_str()));
    let width = report.options.width.max(20);
    let first = width.saturating_sub(start.len() + 2).max(10);
    let lines = wrap::wrap(&report.safe(&found.message), first, width - 2);
    let message = lines.join("\n  ");
    writeln!(out, "{}: {}", paint(report, found.severity, &start), bold(report, &message))?;
    let labels = std::iter::once(&found.primary).chain(&found.related);
    for label in labels.filter(|label| label.whole_file) {
        whole_file(report, label, out)?;
    }
    Ok(())
}

/// `in file: words`. Words that do not fit beside the name stand below it.
fn whole_file(report: &Report<'_>, label: &Label, out: &mut dyn io::Write) -> io::Result<()> {
    let name = visible::one_line(report.sources.name(label.span.file));
    write!(out, "  in {}", heading(report, label.span.file))?;
    if label.text.is_empty() {
        return writeln!(out);
    }
    let width = report.options.width.max(20) - 4;
    let first = width.saturating_sub(wrap::columns(&name) + 3);
    let lines = wrap::wrap(&report.safe(&label.text), first, width);
    writeln!(out, ": {}", lines.join("\n    "))
}

fn help_lines(report: &Report<'_>, help: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let width = report.options.width.saturating_sub(8).max(20);
    let lines = wrap::wrap(&report.safe(help), width, width).join("\n        ");
    writeln!(out, "  {} {lines}", color(report, "36", "help:"))
}

/// The help, or else what the fixes say.
fn help(report: &Report<'_>, found: &Diagnostic) -> Option<String> {
    if found.help.is_some() {
        return found.help.clone();
    }
    let texts = found.fixes.iter().map(|fix| format!("`{}`", fix.replacement));
    let texts: Vec<_> = texts.filter(|text| !report.secrets.tells(text)).collect();
    match texts.as_slice() {
        [] => None,
        [one] if one == "``" => Some("remove it".to_owned()),
        [one] => Some(format!("write {one}")),
        [rest @ .., last] => Some(format!("write {} or {last}", rest.join(", "))),
    }
}

/// The labels, those of the primary file first, then the other files in the order they come.
fn by_file(found: &Diagnostic) -> Vec<(FileId, Vec<(&Label, bool)>)> {
    let mut files = vec![(found.primary.span.file, vec![(&found.primary, true)])];
    for label in &found.related {
        let place = files.iter().position(|(file, _)| *file == label.span.file);
        match place {
            Some(place) => files[place].1.push((label, false)),
            None => files.push((label.span.file, vec![(label, false)])),
        }
    }
    files
}

fn look(report: &Report<'_>, severity: Severity, file: FileId) -> Look {
    let tone = match severity {
        Severity::Error => Tone::Error,
        Severity::Warning => Tone::Warning,
        Severity::Note => Tone::Note,
    };
    Look {
        color: report.options.color,
        unicode: report.options.unicode,
        width: report.options.width,
        place: report.sources.kind(file) != SourceKind::Flag,
        tone,
    }
}

/// The name of a text, as a hyperlink (OSC 8) where it is a file and the terminal wants one.
fn heading(report: &Report<'_>, file: FileId) -> String {
    let name = visible::one_line(report.sources.name(file));
    let is_file = matches!(
        report.sources.kind(file),
        SourceKind::Values | SourceKind::Manifest | SourceKind::Other
    );
    match &report.options.folder {
        Some(folder) if is_file && report.options.hyperlinks => {
            let uri = super::uri::of_file(&name, folder);
            format!("\x1b]8;;{uri}\x1b\\{name}\x1b]8;;\x1b\\")
        }
        _ => name,
    }
}

fn paint(report: &Report<'_>, severity: Severity, text: &str) -> String {
    let sequence = match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    };
    color(report, sequence, text)
}

fn bold(report: &Report<'_>, text: &str) -> String {
    color(report, "1", text)
}

/// `text` within an SGR sequence, when colours are wanted.
fn color(report: &Report<'_>, sequence: &str, text: &str) -> String {
    if report.options.color { format!("\x1b[{sequence}m{text}\x1b[0m") } else { text.to_owned() }
}
