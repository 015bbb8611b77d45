//! Writes findings as SARIF 2.1.0 (OASIS), the format of code scanning services.

use super::sarif_log::{
    Artifact, ArtifactChange, Content, Driver, Fix, Invocation, Level, Location, Log, Notification,
    Physical, Region, Replacement, Result, Rule, Run, Text, Tool,
};
use super::{Report, json, uri};
use crate::diagnostic::{self, Diagnostic, Label, Page, Severity};
use crate::source::{FileId, Span};
use crate::visible;
use std::collections::BTreeMap;
use std::io;

/// Writes one log with one run, also when there is no finding.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut rules = Rules::default();
    let mut prints = Fingerprints::default();
    let shown = report.selection.shown();
    let results = shown.map(|found| result(report, found, &mut rules, &mut prints)).collect();
    let omitted = report.selection.files.iter().filter(|file| file.omitted > 0);
    let omitted = omitted.map(|file| {
        let name = report.sources.name(file.file);
        Notification {
            level: "note",
            message: Text::new(format!("{name}: and {} more, not shown", file.omitted)),
        }
    });
    let driver = Driver {
        name: "chartgen",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: rules.rules,
    };
    let run = Run {
        tool: Tool { driver },
        column_kind: "unicodeCodePoints",
        invocations: [Invocation {
            execution_successful: true,
            tool_execution_notifications: omitted.collect(),
        }],
        results,
    };
    json::write_escaped(&Log::of(run), out)
}

fn result(
    report: &Report<'_>,
    found: &Diagnostic,
    rules: &mut Rules,
    prints: &mut Fingerprints,
) -> Result {
    let related = found.related.iter().enumerate();
    let fixes = found.fixes.iter().filter(|fix| !report.secrets.tells(&fix.replacement));
    Result {
        rule_id: found.code.to_string(),
        rule_index: rules.index(found),
        level: level(found.severity),
        message: Text::new(message(report, found)),
        locations: [location(report, &found.primary, None)],
        related_locations: related
            .map(|(index, label)| location(report, label, Some(index + 1)))
            .collect(),
        partial_fingerprints: BTreeMap::from([("chartgen/v1", prints.of(report, found))]),
        fixes: fixes.map(|edit| fix(report, edit)).collect(),
    }
}

fn message(report: &Report<'_>, found: &Diagnostic) -> String {
    let help = found.help.as_deref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    report.secrets.scrub(&format!("{}{help}", found.message)).into_owned()
}

fn location(report: &Report<'_>, label: &Label, id: Option<usize>) -> Location {
    let text = report.secrets.scrub(&label.text);
    Location {
        id,
        physical_location: Physical {
            artifact_location: artifact(report, label.span.file),
            region: region(report, label.span),
        },
        message: (!text.is_empty()).then(|| Text::new(text.into_owned())),
    }
}

fn artifact(report: &Report<'_>, file: FileId) -> Artifact {
    Artifact { uri: uri::relative(report.sources.name(file), report.options.folder.as_deref()) }
}

fn region(report: &Report<'_>, span: Span) -> Region {
    let start = report.sources.location(span.file, span.range().start);
    let end = report.sources.location(span.file, span.range().end);
    Region {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
        byte_offset: start.offset,
        byte_length: end.offset - start.offset,
    }
}

fn fix(report: &Report<'_>, fix: &diagnostic::Fix) -> Fix {
    let replacement = Replacement {
        deleted_region: region(report, fix.span),
        inserted_content: Content { text: fix.replacement.clone() },
    };
    Fix {
        description: Text::new(format!("write `{}`", fix.replacement)),
        artifact_changes: [ArtifactChange {
            artifact_location: artifact(report, fix.span.file),
            replacements: [replacement],
        }],
    }
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The rules that results refer to, in the order of their first result.
#[derive(Default)]
struct Rules {
    rules: Vec<Rule>,
    places: BTreeMap<String, usize>,
}

impl Rules {
    fn index(&mut self, found: &Diagnostic) -> usize {
        let code = found.code.as_str();
        if let Some(place) = self.places.get(code) {
            return *place;
        }
        self.places.insert(code.to_owned(), self.rules.len());
        self.rules.push(rule(code));
        self.rules.len() - 1
    }
}

/// The rule of `code`, told by its page. A chart's own code has none and says only its name.
fn rule(code: &str) -> Rule {
    let page = Page::of(code);
    let summary = page.map_or(code, |page| page.summary());
    let section = |title| page.and_then(|page| page.section(title)).unwrap_or_default();
    let told = [section("Cause"), section("Cure")].join("\n\n");
    let told = if told.trim().is_empty() { summary.to_owned() } else { told };
    let markdown = page.map_or_else(|| told.clone(), |page| page.text.to_owned());
    Rule {
        id: code.to_owned(),
        short_description: Text::new(summary.to_owned()),
        full_description: Text::new(told.clone()),
        help: super::sarif_log::Help { text: told, markdown },
    }
}

/// Names findings so that they are known again when lines move: by file, code and place in the
/// tree, or the line's text where there is no tree.
#[derive(Default)]
struct Fingerprints {
    seen: BTreeMap<String, usize>,
}

impl Fingerprints {
    fn of(&mut self, report: &Report<'_>, found: &Diagnostic) -> String {
        let place = match &found.pointer {
            Some(pointer) => pointer.clone(),
            None => line_text(report, found.primary.span),
        };
        let uri = artifact(report, found.primary.span.file).uri;
        let facts = format!("{uri}\n{}\n{place}", found.code);
        let number = self.seen.entry(facts.clone()).or_default();
        *number += 1;
        format!("{:016x}:{number}", fnv1a(facts.as_bytes()))
    }
}

/// How many characters of a line tell one finding from another.
const FINGERPRINT: usize = 4096;

/// What may be shown of the line that `span` starts on.
fn line_text(report: &Report<'_>, span: Span) -> String {
    let number = report.sources.location(span.file, span.range().start).line;
    let line = report.sources.line_span(span.file, number);
    let line = report.line(line);
    visible::one_line(&line.text(0, line.len().min(FINGERPRINT)))
}

/// The 64-bit hash FNV-1a: the same in every version of every build, unlike the library's.
fn fnv1a(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}
