//! Quotes that are never closed, text after a closing quote, and escapes that do not exist.

use super::probe::{Quoted, probe};
use super::scene::Scene;
use crate::diagnostic::Diagnostic;

const CODE: &str = "yaml-quote";

/// The finding for a quoted scalar that runs into `offset` and beyond.
pub(super) fn never_closed(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    match quoted_before(scene, offset) {
        Some(quoted) => open_quote(scene, quoted.open),
        None => open_quote(scene, offset),
    }
}

/// The finding for text at `offset` right after a closing quote. When the scalar began on an
/// earlier line, its own quote was never closed and took that of a later value for its end.
pub(super) fn trailing(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let ended = |quoted: &Quoted| quoted.end.is_some_and(|end| end <= offset);
    match probe(scene, offset).quoted.into_iter().rev().find(ended) {
        Some(quoted) if !scene.same_line(quoted.open, offset) => open_quote(scene, quoted.open),
        quoted => after_quote(scene, quoted, offset),
    }
}

fn after_quote(scene: &Scene<'_>, quoted: Option<Quoted>, offset: usize) -> Diagnostic {
    let single = quoted.is_some_and(|quoted| scene.text[quoted.open..].starts_with('\''));
    let in_flow = !probe(scene, offset).open.is_empty();
    let glued = quoted.and_then(|quoted| quoted.end) == Some(offset);
    let help = match (single, glued) {
        (true, true) => "write an apostrophe inside single quotes twice: `''`",
        (false, true) => "write a quote inside double quotes as `\\\"`",
        _ if in_flow => "put a comma between two values",
        _ => "put the whole value in quotes, or remove what follows them",
    };
    let rest = scene.line_at(offset).end();
    let found =
        Diagnostic::error(CODE, scene.rest_of_line(offset), "text follows the closing quote")
            .with_help(help);
    match quoted {
        Some(Quoted { open, end: Some(end) }) if end <= rest => {
            found.with_related(scene.span(open, open + 1), "the text in quotes starts here")
        }
        _ => found,
    }
}

fn open_quote(scene: &Scene<'_>, open: usize) -> Diagnostic {
    let quote = scene.text[open..].chars().next().filter(|first| matches!(first, '"' | '\''));
    let quote = quote.unwrap_or('"');
    Diagnostic::error(CODE, scene.rest_of_line(open), "this quote is never closed")
        .with_help(format!("end the text with `{quote}` on this line"))
}

/// The last quoted scalar that starts before `offset`, or at it.
fn quoted_before(scene: &Scene<'_>, offset: usize) -> Option<Quoted> {
    let until = (offset + 1).min(scene.text.len());
    probe(scene, until).quoted.into_iter().rev().find(|quoted| quoted.open <= offset)
}

/// The finding for an escape in the double-quoted scalar at `offset`.
pub(super) fn escape(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let Some((at, end)) = bad_escape(&scene.text[offset..]) else {
        return open_quote(scene, offset);
    };
    let (start, end) = (offset + at, offset + end);
    if !scene.same_line(offset, start) {
        return open_quote(scene, offset);
    }
    let written = &scene.text[start..end];
    let message = if matches!(written.as_bytes().get(1), Some(b'x' | b'u' | b'U')) {
        "this escape needs the hexadecimal digits of a character".to_string()
    } else {
        format!("`{written}` is no escape that YAML knows")
    };
    Diagnostic::error("yaml-escape", scene.span(start, end), message)
        .with_help("write a backslash in double quotes as `\\\\`, or use single quotes")
}

/// The first escape of a double-quoted scalar that YAML does not know (YAML 1.2.2, section 5.7).
fn bad_escape(quoted: &str) -> Option<(usize, usize)> {
    let mut at = 1;
    loop {
        let slash = at + quoted.get(at..)?.find(['\\', '"'])?;
        if quoted[slash..].starts_with('"') {
            return None;
        }
        let letter = quoted[slash + 1..].chars().next()?;
        let end = slash + 1 + letter.len_utf8();
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ if "0abt\tnvfre \"/\\N_LP\r\n".contains(letter) => 0,
            _ => return Some((slash, end)),
        };
        let hexadecimal = quoted
            .get(end..end + digits)
            .is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if !hexadecimal
            || (letter != 'x' && digits > 0 && !is_character(&quoted[end..end + digits]))
        {
            return Some((slash, end));
        }
        at = end + digits;
    }
}

fn is_character(digits: &str) -> bool {
    u32::from_str_radix(digits, 16).is_ok_and(|code| char::from_u32(code).is_some())
}
