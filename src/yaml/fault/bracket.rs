//! Brackets and braces: never closed, closing nothing, or with a comma missing between them.

use super::probe::probe;
use super::scene::Scene;
use super::{colon, template};
use crate::diagnostic::Diagnostic;

const CODE: &str = "yaml-bracket";

/// The finding for a bracket that nothing closes.
pub(super) fn never_closed(scene: &Scene<'_>, open: usize) -> Diagnostic {
    let bracket = scene.text[open..].chars().next().unwrap_or('[');
    let close = if bracket == '{' { '}' } else { ']' };
    Diagnostic::error(CODE, scene.character(open), format!("this `{bracket}` is never closed"))
        .with_help(format!("write the `{close}` that belongs to it"))
}

/// The finding for a closing bracket without an opening one.
pub(super) fn closes_nothing(scene: &Scene<'_>, at: usize) -> Diagnostic {
    let bracket = scene.text[at..].chars().next().unwrap_or(']');
    Diagnostic::error(CODE, scene.character(at), format!("this `{bracket}` closes nothing"))
        .with_help("remove it, or put the value in quotes if it is meant as text")
}

/// The finding for a bracket at `open` that one of the other kind closes.
pub(super) fn mismatched(scene: &Scene<'_>, open: usize) -> Diagnostic {
    match probe(scene, scene.text.len()).mismatched {
        Some((open, close)) => {
            let (first, second) = (&scene.text[open..=open], &scene.text[close..=close]);
            let wanted = if first == "[" { "]" } else { "}" };
            let message = format!("`{second}` cannot close `{first}`");
            Diagnostic::error(CODE, scene.character(close), message)
                .with_related(scene.character(open), "opened here")
                .with_help(format!("write `{wanted}`, or open with the bracket that it closes"))
        }
        None => never_closed(scene, open),
    }
}

/// The finding for a `-` at `offset`, right before a comma or a bracket.
pub(super) fn dash(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let message = "`-` alone cannot be an item between brackets";
    Diagnostic::error(CODE, scene.character(offset), message)
        .with_help("put it in quotes if it is meant as text, or remove it")
}

/// The finding for something at `offset` that does not fit between brackets: the bracket may
/// have been left open on an earlier line, or a comma is missing.
pub(super) fn inside(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let special = colon::long_key(scene, offset).or_else(|| template::around(scene, offset));
    if let Some(found) = special {
        return found;
    }
    let Some(open) = probe(scene, offset).open.pop() else {
        return Diagnostic::error(
            CODE,
            scene.character(offset),
            "this does not fit between brackets",
        );
    };
    let line = scene.line_at(offset);
    let opening = scene.line_at(open);
    let outside = line.start > opening.start && line.indent().len() <= opening.indent().len();
    if outside || offset >= scene.text.len() {
        return never_closed(scene, open);
    }
    if scene.text[offset..].starts_with(',') {
        return Diagnostic::error(
            CODE,
            scene.character(offset),
            "nothing stands before this comma",
        )
        .with_help("remove it");
    }
    Diagnostic::error(CODE, scene.character(offset), "a comma is missing before this")
        .with_related(scene.character(open), "inside this")
        .with_help("put a comma between two entries; a value with a colon needs quotes")
}
