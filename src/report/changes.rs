//! Writes what was changed in a text by applying fixes, one line for each.

use super::Report;
use crate::diagnostic::{Diagnostic, Fix};
use crate::visible;
use std::io;

/// The most characters that are shown of a text that was or is there.
const LONGEST: usize = 40;

/// Writes `fixed file:line:column: what was done (code)`.
pub(super) fn write(
    report: &Report<'_>,
    found: &Diagnostic,
    fix: &Fix,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let file = fix.span.file;
    let name = visible::one_line(report.sources.name(file));
    let at = report.sources.location(file, fix.span.range().start);
    let (old, new) = (report.sources.slice(fix.span), fix.replacement.as_str());
    let arrow = if report.options.unicode { "→" } else { "->" };
    let done = match (shown(report, old), shown(report, new)) {
        (old, new) if !old.is_empty() && !new.is_empty() => format!("`{old}` {arrow} `{new}`"),
        (old, new) if new.is_empty() => format!("removed `{old}`"),
        (_, new) if new.trim().is_empty() => "added a space".to_owned(),
        (_, new) => format!("added `{new}`"),
    };
    writeln!(out, "fixed {name}:{}:{}: {done} ({})", at.line, at.column, found.code)
}

/// `text` on one line, without secrets, with an ellipsis when it is long.
fn shown(report: &Report<'_>, text: &str) -> String {
    let scrubbed = report.secrets.scrub(text);
    let safe: String = scrubbed
        .chars()
        .map(|c| if visible::steers(c) { visible::name(c) } else { c.to_string() })
        .collect();
    match safe.char_indices().nth(LONGEST) {
        Some((at, _)) => {
            format!("{}{}", &safe[..at], if report.options.unicode { "…" } else { "..." })
        }
        None => safe,
    }
}
