//! Tabs where YAML needs spaces.

use super::scene::{Line, Scene};
use crate::diagnostic::Diagnostic;

/// The finding for a tab that the parser noticed at or before `offset`, or on a line after it: for
/// text over several lines it names the first.
pub(super) fn found(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let indented = scene.lines_from(offset).find(|line| in_indent(*line).is_some());
    let here = scene.line_at(offset).start;
    let any = || scene.text[here..].find('\t').map(|at| (here + at, here + at + 1));
    match indented.and_then(in_indent).or_else(any) {
        Some((start, end)) => finding(scene, start, end),
        None => {
            let range = scene.character(offset).range();
            finding(scene, range.start, range.end)
        }
    }
}

/// The finding for a line among the suspects that starts with a tab.
pub(super) fn in_suspects(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let (start, end) = scene.suspects(offset).find_map(in_indent)?;
    Some(finding(scene, start, end))
}

/// The finding for a line that starts with a tab.
pub(super) fn in_line(scene: &Scene<'_>, line: Line<'_>) -> Option<Diagnostic> {
    let (start, end) = in_indent(line)?;
    Some(finding(scene, start, end))
}

/// The tabs in the line's indentation.
fn in_indent(line: Line<'_>) -> Option<(usize, usize)> {
    let indent = line.indent();
    let first = indent.find('\t').filter(|_| line.has_content())?;
    let last = indent.rfind('\t').unwrap_or(first);
    Some((line.start + first, line.start + last + 1))
}

fn finding(scene: &Scene<'_>, start: usize, end: usize) -> Diagnostic {
    let tabs = scene.text[start..end].matches('\t').count();
    let message =
        if tabs > 1 { "tabs where spaces are needed" } else { "a tab where spaces are needed" };
    Diagnostic::error("yaml-tab", scene.span(start, end), message)
        .with_help("indent with spaces, as deep as the lines beside it; YAML allows no tabs there")
}
