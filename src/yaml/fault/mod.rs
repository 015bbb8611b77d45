//! Turns the parser's complaint about a text into words about what a person did there. It looks
//! at the text again, since the parser often notices a slip only lines later; it never quotes
//! values, which may be secrets.

mod bracket;
mod character;
mod colon;
mod documents;
mod indentation;
mod indicator;
mod layout;
mod probe;
mod quote;
mod scene;
mod tab;
mod template;

pub(super) use character::odd_space_in_key;
pub(super) use documents::several;
pub(super) use scene::Scene;
pub(super) use template::in_key as template_in_key;

use crate::diagnostic::Diagnostic;
use granit_parser::{ErrorKind, ScanError};

/// The finding for a fault that the parser reports.
pub(super) fn describe(scene: &Scene<'_>, error: &ScanError) -> Diagnostic {
    let text = scene.text;
    let mut offset = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let kind = error.kind();
    special(scene, offset, kind)
        .or_else(|| layout::describe(scene, offset, kind))
        .or_else(|| indicator::describe(scene, offset, kind))
        .unwrap_or_else(|| unspecific(scene, offset, kind))
}

/// The faults whose kind tells what they are.
fn special(scene: &Scene<'_>, offset: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    use ErrorKind as Kind;
    match kind {
        Kind::TabNotAllowed
        | Kind::TabInBlockIndentation
        | Kind::TabInIndentation
        | Kind::TabInPlainScalar
        | Kind::TabAtBlockScalarStart => Some(tab::found(scene, offset)),
        Kind::RecursionLimitExceeded => Some(too_deep(scene, offset)),
        Kind::UnclosedQuotedScalar
        | Kind::InvalidQuotedScalarIndent
        | Kind::DocumentIndicatorInQuotedScalar => Some(quote::never_closed(scene, offset)),
        Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => {
            Some(quote::trailing(scene, offset))
        }
        Kind::UnknownQuotedScalarEscape
        | Kind::InvalidQuotedScalarHexEscape
        | Kind::InvalidLowSurrogateHexEscape
        | Kind::InvalidLowSurrogate
        | Kind::MissingLowSurrogate
        | Kind::UnpairedLowSurrogate
        | Kind::InvalidUnicodeEscape => Some(quote::escape(scene, offset)),
        Kind::UnexpectedCharacter { character } => {
            Some(character::unexpected(scene, offset, *character))
        }
        Kind::BomInsideDocument => Some(character::unexpected(scene, offset, '\u{feff}')),
        _ => None,
    }
}

fn too_deep(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let message = "this is nested more than 128 levels deep";
    Diagnostic::error("yaml-depth", scene.character(offset), message)
        .with_help("no values file needs more; check for brackets or indentation gone wrong")
}

fn unspecific(scene: &Scene<'_>, offset: usize, kind: &ErrorKind) -> Diagnostic {
    let message = format!("this is not valid YAML: {kind}");
    Diagnostic::error("yaml-syntax", scene.character(offset), message)
}
