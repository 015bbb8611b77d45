//! Decides what went wrong where the parser expected a key, an item or the end of a value.

use super::scene::Scene;
use super::{bracket, character, colon, indentation, tab, template};
use crate::diagnostic::Diagnostic;
use granit_parser::ErrorKind;

/// The finding for a fault of layout at `offset`; nothing for other kinds of faults.
pub(super) fn describe(scene: &Scene<'_>, offset: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    use ErrorKind as Kind;
    match kind {
        Kind::UnclosedFlowCollection { .. } => Some(
            template::around(scene, offset).unwrap_or_else(|| bracket::never_closed(scene, offset)),
        ),
        Kind::MismatchedFlowCollectionEnd { .. } => Some(bracket::mismatched(scene, offset)),
        Kind::MisplacedFlowCollectionEnd => Some(bracket::closes_nothing(scene, offset)),
        Kind::ExpectedFlowMappingSeparator
        | Kind::ExpectedFlowSequenceSeparator
        | Kind::InvalidColonPlacement
        | Kind::InvalidFlowScalarIndent
        | Kind::FlowMappingValueAdjacentCollection
        | Kind::BlockEntryInFlowCollection
        | Kind::UnexpectedEofFlowSequence
        | Kind::UnexpectedEofFlowMapping
        | Kind::UnexpectedEofImplicitFlowMapping => Some(bracket::inside(scene, offset)),
        Kind::PlainScalarStartsWithDashFlowIndicator => Some(bracket::dash(scene, offset)),
        Kind::UnexpectedEofBlockMapping | Kind::UnexpectedEofBlockSequence => {
            character::separator(scene, offset)
        }
        Kind::BlockSequenceEntryNotAllowed => Some(item_beside_key(scene, offset)),
        Kind::MappingValueNotAllowed
        | Kind::MappingKeyNotAllowed
        | Kind::SimpleKeyExpected
        | Kind::InvalidSimpleKey
        | Kind::ExpectedBlockMappingKey
        | Kind::ExpectedBlockSequenceEntry
        | Kind::ExpectedDocumentStart
        | Kind::ExpectedNodeContent
        | Kind::InvalidIndentation
        | Kind::MissingDocumentEndBeforeDirective => Some(misplaced(scene, offset, kind)),
        _ => None,
    }
}

/// Something that no key or item can start with stands at `offset`: the slip is there or on one
/// of the lines before it.
fn misplaced(scene: &Scene<'_>, offset: usize, kind: &ErrorKind) -> Diagnostic {
    tab::in_suspects(scene, offset)
        .or_else(|| conflict_marker(scene, offset))
        .or_else(|| directive(scene, offset))
        .or_else(|| character::odd_space(scene, offset))
        .or_else(|| colon::without_space(scene, offset))
        .or_else(|| colon::equals(scene, offset))
        .or_else(|| colon::long_key(scene, offset))
        .or_else(|| template::around(scene, offset))
        .or_else(|| dash_without_space(scene, offset))
        .or_else(|| {
            colon::second(scene, offset).filter(|_| *kind == ErrorKind::MappingValueNotAllowed)
        })
        .or_else(|| after_value(scene, offset))
        .or_else(|| indentation::block_text(scene, offset))
        .or_else(|| indentation::mixed(scene, offset))
        .or_else(|| indentation::describe(scene, offset))
        .or_else(|| colon::missing(scene, offset))
        .unwrap_or_else(|| nothing_fits(scene, offset))
}

fn nothing_fits(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let message = "this does not fit here: a key with its colon, or a list item, is expected";
    Diagnostic::error("yaml-syntax", scene.character(offset), message)
        .with_help("compare the indentation with the lines above")
}

/// `a: - 1`.
fn item_beside_key(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let message = "a list item cannot start on the line of its key";
    Diagnostic::error("yaml-syntax", scene.character(offset), message)
        .with_help("put `- ` on a line of its own below the key, or put the value in quotes")
}

/// `-item` among items.
fn dash_without_space(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let rest = scene.text[offset..].strip_prefix('-')?;
    let glued = rest.starts_with(|next: char| !next.is_whitespace() && next != '-');
    let start = scene.line_at(offset).content_start() == offset;
    (glued && start).then(|| {
        let found = Diagnostic::error(
            "yaml-syntax",
            scene.character(offset),
            "a list item needs a space after its `-`",
        );
        found.with_help("write `- value`").with_fix(scene.span(offset + 1, offset + 1), " ")
    })
}

/// `[1] x`: more text on the line after a complete value.
fn after_value(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.line_at(offset);
    let before = scene.text[line.content_start().min(offset)..offset].trim_end();
    before.ends_with([']', '}']).then(|| {
        let message = "text follows the closing bracket";
        Diagnostic::error("yaml-bracket", scene.rest_of_line(offset), message)
            .with_help("remove it, or put the whole value in quotes")
    })
}

/// What git leaves in a file that two branches changed.
fn conflict_marker(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.suspects(offset).find(|line| {
        ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|marker| line.text.starts_with(marker))
    })?;
    let message = "this is a conflict marker of git";
    let found = Diagnostic::error("yaml-syntax", scene.content(line), message);
    Some(found.with_help("keep one of the two versions, and remove the marker lines"))
}

/// `%…` at the start of a line.
fn directive(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.suspects(offset).find(|line| line.text.starts_with('%'))?;
    let message = "a line that starts with `%` is a directive, not a key";
    let found = Diagnostic::error("yaml-syntax", scene.content(line), message);
    Some(found.with_help("put the key in quotes, or remove the line"))
}
