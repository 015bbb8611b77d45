//! Lines whose indentation fits nothing above them.

use super::colon::{has_colon, is_item};
use super::scene::{Line, Scene};
use super::tab;
use crate::diagnostic::Diagnostic;

const CODE: &str = "yaml-indentation";

/// The finding for the line of `offset`, when its depth is the reason why it does not fit.
pub(super) fn describe(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.line_at(offset);
    let above = scene.lines_above(line).next()?;
    let depth = depth(line);
    let own_keys = inner_depth(above).filter(|_| has_colon(above));
    if depth > own_keys.unwrap_or(self::depth(above)) {
        return Some(too_deep(scene, line, above));
    }
    let (levels, tabs) = levels_above(scene, line);
    if levels.contains(&depth) {
        return None;
    }
    if let Some(tabs) = tabs {
        return tab::in_line(scene, tabs);
    }
    let message =
        format!("{} is indented by {}, unlike every line above it", name(line), spaces(depth));
    let found = Diagnostic::error(CODE, scene.key_or_content(line), message);
    Some(found.with_help(format!("indent it by {}", one_of(&levels))))
}

/// A line that is deeper than one that already has its value.
fn too_deep(scene: &Scene<'_>, line: Line<'_>, above: Line<'_>) -> Diagnostic {
    let (this, other) = (name(line), above.key().map_or("the line above".into(), quoted));
    let message =
        format!("{this} is indented as if it belonged to {other}, which has a value already");
    Diagnostic::error(CODE, scene.key_or_content(line), message)
        .with_related(scene.content(above), "this has a value")
        .with_help(match depth(above) {
            0 => "start it at the left margin, or remove the value above".into(),
            depth => format!("indent it by {}, or remove the value above", spaces(depth)),
        })
}

/// The finding for a list item at `offset` where keys stand, or a key where list items stand.
pub(super) fn mixed(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.line_at(offset);
    let depth = depth(line);
    let sibling = scene.lines_above(line).find(|above| self::depth(*above) == depth)?;
    let (found, others) = match (is_item(line), is_item(sibling)) {
        (true, false) => ("a list item", "keys"),
        (false, true) => ("a key", "list items"),
        _ => return None,
    };
    let message = format!("{found} cannot stand among {others}");
    let help = if is_item(line) {
        "indent the list deeper than the key that it belongs to"
    } else {
        "indent the key as deep as the text after `- ` if it belongs to that item"
    };
    let finding = Diagnostic::error(CODE, scene.key_or_content(line), message).with_help(help);
    let label = if is_item(sibling) { "a list item" } else { "a key" };
    Some(finding.with_related(scene.key_or_content(sibling), label))
}

/// The finding for a text after `|` or `>` that is no deeper than its key.
pub(super) fn block_text(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.line_at(offset);
    let above = scene.lines_above(line).next()?;
    let header =
        above.content().trim_end_matches(|last: char| "+-".contains(last) || last.is_ascii_digit());
    let sign = header.chars().next_back().filter(|sign| "|>".contains(*sign))?;
    let shallow = depth(line) <= depth(above) && !has_colon(line) && !is_item(line);
    shallow.then(|| {
        let message = format!("the text after `{sign}` must be indented deeper than its key");
        Diagnostic::error(CODE, scene.content(line), message)
            .with_related(scene.key_or_content(above), "its key")
            .with_help(format!("indent it by {} or more", spaces(depth(above) + 2)))
    })
}

/// The line by its key, where it has one.
fn name(line: Line<'_>) -> String {
    line.key().map_or("this line".into(), quoted)
}

fn quoted(key: &str) -> String {
    format!("`{key}`")
}

/// The depths of the collections that are open above `line`, outermost first, and the first of
/// their lines that a tab indents.
fn levels_above<'a>(scene: &Scene<'a>, line: Line<'a>) -> (Vec<usize>, Option<Line<'a>>) {
    let mut levels = Vec::new();
    let mut tabs = None;
    let mut limit = usize::MAX;
    for above in scene.lines_above(line) {
        let depth = depth(above);
        if depth < limit {
            levels.extend(inner_depth(above).filter(|inner| *inner < limit));
            levels.push(depth);
            limit = depth;
        }
        if above.indent().contains('\t') {
            tabs = Some(above);
        }
        if depth == 0 {
            break;
        }
    }
    levels.reverse();
    (levels, tabs)
}

/// How deep the text after `- ` stands.
fn inner_depth(line: Line<'_>) -> Option<usize> {
    let item = line.content().strip_prefix("- ")?;
    Some(depth(line) + 2 + item.len() - item.trim_start().len())
}

fn depth(line: Line<'_>) -> usize {
    line.indent().chars().count()
}

fn spaces(count: usize) -> String {
    match count {
        0 => "no spaces".into(),
        1 => "1 space".into(),
        _ => format!("{count} spaces"),
    }
}

fn one_of(levels: &[usize]) -> String {
    match levels {
        [] => "as much as the lines around it".into(),
        [only] => spaces(*only),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("{} or {}", first.join(", "), spaces(*last))
        }
    }
}
