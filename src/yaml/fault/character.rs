//! Characters that YAML does not allow, or not at the start of a value.

use super::scene::Scene;
use super::{bracket, template};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The finding for `character`, which the parser met in the scalar that starts at `offset`.
pub(super) fn unexpected(scene: &Scene<'_>, offset: usize, character: char) -> Diagnostic {
    let at = scene.text[offset..].find(character).map_or(offset, |found| offset + found);
    if let Some(found) = template::around(scene, at) {
        return found;
    }
    let span = scene.character(at);
    match character {
        '@' | '`' | '%' => {
            let name =
                if character == '`' { "a backtick".into() } else { format!("`{character}`") };
            let message = format!("a key or value cannot start with {name}");
            Diagnostic::error("yaml-character", span, message).with_help("put it in quotes")
        }
        ']' | '}' => bracket::closes_nothing(scene, at),
        _ => invisible(scene, at, character),
    }
}

/// The finding for a value that starts with a comma or a closing bracket.
pub(super) fn separator(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let first = scene.text[offset..].chars().next().filter(|first| ",]}".contains(*first))?;
    let message = format!("a value cannot start with `{first}`");
    let found = Diagnostic::error("yaml-character", scene.character(offset), message);
    Some(found.with_help("remove it, or put the value in quotes"))
}

fn invisible(scene: &Scene<'_>, at: usize, character: char) -> Diagnostic {
    let name = match character {
        '\0' => "the character NUL".to_string(),
        '\u{feff}' => "a byte-order mark".to_string(),
        '\u{1b}' => "the escape character of terminals".to_string(),
        _ => "a control character".to_string(),
    };
    let message = format!("{name} (U+{:04X}) cannot stand here", u32::from(character));
    let found = Diagnostic::error("yaml-character", scene.character(at), message);
    match u8::try_from(character) {
        Ok(code) => found
            .with_help(format!("delete it; in double quotes it can be written as `\\u{code:04X}`")),
        Err(_) => found.with_help("delete it"),
    }
}

/// The finding for a plain key that starts with a white space that YAML takes for a letter.
pub(in crate::yaml) fn odd_space_in_key(text: &str, key: Span) -> Option<Diagnostic> {
    let first = text.get(key.range())?.chars().next()?;
    let width = first.len_utf8();
    let span = Span { end: key.start + u32::try_from(width).ok()?, ..key };
    first.is_whitespace().then(|| no_space(span, first))
}

fn no_space(span: Span, found: char) -> Diagnostic {
    let message = format!("this is no ordinary space but the character U+{:04X}", u32::from(found));
    Diagnostic::error("yaml-character", span, message)
        .with_help("replace it by a space")
        .with_fix(span, " ")
}

/// The finding for a white space that looks like a space and is none, among the suspects.
pub(super) fn odd_space(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let at = scene.suspects(offset).find_map(|line| {
        let odd = |character: char| character.is_whitespace() && !character.is_ascii();
        let indent = line.indent().find(odd);
        let after_colon = || line.text.find(':').filter(|at| line.text[at + 1..].starts_with(odd));
        Some(line.start + indent.or_else(|| after_colon().map(|at| at + 1))?)
    })?;
    let found = scene.text[at..].chars().next()?;
    Some(no_space(scene.character(at), found))
}
