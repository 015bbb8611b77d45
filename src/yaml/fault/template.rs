//! Template braces in a text that is read as it stands.

use super::scene::Scene;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The finding when `at` stands inside or right after `{{` or `{%` on its line.
pub(super) fn around(scene: &Scene<'_>, at: usize) -> Option<Diagnostic> {
    let line = scene.line_at(at);
    let opens = line.text.match_indices("{{").chain(line.text.match_indices("{%"));
    let starts = opens.map(|(open, _)| open).filter(|open| line.start + open <= at);
    let open = starts.filter(|open| !is_quoted(line.text, *open)).max()?;
    Some(finding(scene.file, line.text, line.start, open))
}

/// Whether what stands at `at` is inside of double quotes that are closed on the line.
fn is_quoted(line: &str, at: usize) -> bool {
    let (mut inside, mut escaped) = (false, false);
    for letter in line[..at].chars() {
        inside ^= letter == '"' && !escaped;
        escaped = letter == '\\' && inside && !escaped;
    }
    inside && line[at..].contains('"')
}

/// The finding for a mapping in braces that stands as a key: `{{ … }}` reads so.
pub(in crate::yaml) fn in_key(text: &str, key: Span) -> Option<Diagnostic> {
    let outer = (key.start as usize).checked_sub(1)?;
    text.get(outer..)?.starts_with("{{").then(|| {
        let line = text[outer..].lines().next().unwrap_or_default();
        finding(key.file, line, outer, 0)
    })
}

fn finding(file: crate::source::FileId, line: &str, line_start: usize, open: usize) -> Diagnostic {
    let rest = &line[open..];
    let close = rest.find("}}").max(rest.find("%}")).map_or(2, |at| at + 2);
    let span = Span::new(file, line_start + open, line_start + open + close);
    Diagnostic::error("yaml-template", span, "template braces: this file is not rendered")
        .with_help(
            "write the value itself; if the braces are meant as text, put the value in quotes",
        )
}
