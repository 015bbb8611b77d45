//! Turns findings into bytes, one file per format. It decides how a finding looks, never whether
//! there is one, and it lets no secret and no control character of the input pass.

mod changes;
mod cut;
mod excerpt;
mod github;
mod graphic;
mod human;
mod json;
mod junit;
mod line;
mod plain;
mod sarif;
mod sarif_log;
mod secret_names;
mod secrets;
mod selection;
mod short;
mod uri;
mod wrap;

pub use secret_names::{holds_token, is_secret_name};
pub use wrap::wrap;

use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::source::{FileId, SourceMap, Span};
use crate::visible;
use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::rc::Rc;

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Excerpts with the places underlined, for people.
    Human,
    /// One line for each finding: `file:line:column: error[code]: message`.
    Short,
    /// One JSON object, described by `schemas/report.schema.json`.
    Json,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// JUnit XML, for test reports of CI services.
    Junit,
}

/// What the caller knows of the terminal and of the run.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether to colour (`human` only).
    pub color: bool,
    /// Whether to draw with characters beyond ASCII (`human` only).
    pub unicode: bool,
    /// Columns of the terminal (`human` only).
    pub width: usize,
    /// Whether notes are shown.
    pub verbose: bool,
    /// Whether file names are hyperlinks (`human` only); needs `folder`.
    pub hyperlinks: bool,
    /// The folder, as an absolute path, that relative file names start from.
    pub folder: Option<String>,
    /// How many files the run has read; the summary names it.
    pub checked_files: usize,
    /// Names of keys whose values are secret. They mask by name what no mark covers, for instance
    /// in a file that is no YAML; the usual names are known without.
    pub secret_keys: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            color: false,
            unicode: true,
            width: 80,
            verbose: false,
            hyperlinks: false,
            folder: None,
            checked_files: 1,
            secret_keys: Vec::new(),
        }
    }
}

/// What every format works on: the findings to show and all it takes to show them safely.
struct Report<'a> {
    options: &'a Options,
    sources: &'a SourceMap,
    secrets: secrets::Secrets,
    selection: selection::Selection<'a>,
    /// The line shown last: of a long one with many findings, making it takes most of the time.
    line: RefCell<Option<(Span, Rc<line::Line>)>>,
}

/// Writes `found`, in the order given, to `out`.
///
/// # Errors
/// Those of `out`.
pub fn write(
    format: Format,
    options: &Options,
    sources: &SourceMap,
    found: &[Diagnostic],
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let per_file = match format {
        Format::Human => selection::HUMAN_LIMIT,
        _ => selection::LIMIT,
    };
    let selection = selection::Selection::of(found, options.verbose, per_file);
    // Nothing is looked for where nothing is shown.
    let nothing = SourceMap::new();
    let searched = if selection.files.is_empty() { &nothing } else { sources };
    let secrets = secrets::Secrets::of(searched, &options.secret_keys);
    let report = Report { options, sources, secrets, selection, line: RefCell::default() };
    match format {
        Format::Human => human::write(&report, out),
        Format::Short => short::write(&report, out),
        Format::Json => json::write(&report, out),
        Format::Sarif => sarif::write(&report, out),
        Format::Github => github::write(&report, out),
        Format::Junit => junit::write(&report, out),
    }
}

/// Writes one line to `out` for each fix that was applied to a text of `sources`: the place before
/// the change, the text there and what has replaced it.
///
/// # Errors
/// Those of `out`.
pub fn write_changes(
    options: &Options,
    sources: &SourceMap,
    changes: &[(Diagnostic, Fix)],
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let report = Report {
        options,
        sources,
        secrets: secrets::Secrets::of(sources, &options.secret_keys),
        selection: selection::Selection::of(&[], false, 0),
        line: RefCell::default(),
    };
    changes.iter().try_for_each(|(found, fix)| changes::write(&report, found, fix, out))
}

/// The parts of the text `file` that no report shows, as ranges of its bytes in order.
#[must_use]
pub fn hidden_in(sources: &SourceMap, file: FileId) -> Vec<Range<usize>> {
    let secrets = secrets::Secrets::of(sources, &[]);
    let lines = sources.location(file, sources.text(file).len()).line;
    let lines = (1..=lines).map(|line| sources.line_span(file, line));
    let hidden = lines.flat_map(|line| {
        let start = line.range().start;
        let found = secrets.hidden_in(sources, line).into_iter();
        found.map(move |range| start + range.start..start + range.end)
    });
    hidden.collect()
}

impl Report<'_> {
    /// What may be shown of the text under `span`, which is a line.
    fn line(&self, span: Span) -> Rc<line::Line> {
        let mut last = self.line.borrow_mut();
        match &*last {
            Some((known, line)) if *known == span => Rc::clone(line),
            _ => {
                let line = Rc::new(line::Line::of(self.sources, &self.secrets, span));
                *last = Some((span, Rc::clone(&line)));
                line
            }
        }
    }

    /// `text` of a finding without secrets and with control characters as escapes.
    fn safe(&self, text: &str) -> String {
        visible::escape(&self.secrets.scrub(text)).into_owned()
    }
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
