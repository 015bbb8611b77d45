//! Colons: without the space after them, missing, written as `=`, or one too many.

use super::scene::{Line, Scene};
use crate::diagnostic::Diagnostic;
use crate::yaml::key::{KEY_LIMIT, is_long_key};

const CODE: &str = "yaml-colon";

/// The finding for a line among the suspects of the form `key:value`.
pub(super) fn without_space(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let (line, colon) = scene.suspects(offset).find_map(|line| Some((line, glued_colon(line)?)))?;
    let key = line.text[..colon].trim().trim_start_matches("- ").trim();
    let message = format!("`{key}:` needs a space after its colon");
    let at = line.start + colon;
    let start = line.start + line.text[..colon].rfind(key).unwrap_or(colon);
    let found = Diagnostic::error(CODE, scene.rest_of_line(start), message);
    let insert = scene.span(at + 1, at + 1);
    Some(found.with_help(format!("write `{key}: …`")).with_fix(insert, " "))
}

/// Where the colon stands in a line such as `key:value`, `- key:value` or `"key":value`.
fn glued_colon(line: Line<'_>) -> Option<usize> {
    let content = line.content();
    let item = content.trim_start_matches("- ");
    let start = line.indent().len() + content.len() - item.len();
    let key = match item.chars().next()? {
        quote @ ('"' | '\'') => item[1..].find(quote)? + 2,
        _ => item.find(|letter: char| !letter.is_alphanumeric() && !"_.-/".contains(letter))?,
    };
    let value = item[key..].strip_prefix(':')?;
    let glued = value.starts_with(|first: char| !first.is_whitespace() && first != '/');
    (key > 0 && glued && !item.contains(": ")).then_some(start + key)
}

/// The finding for a line among the suspects of the form `key = value`.
pub(super) fn equals(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let (line, at) = scene.suspects(offset).find_map(|line| {
        let at = line.text.find(" = ").filter(|_| !has_colon(line))?;
        Some((line, at + 1))
    })?;
    let sign = scene.span(line.start + at, line.start + at + 1);
    let found = Diagnostic::error(CODE, sign, "`=` where a colon is needed");
    let key = line.text[..at].trim();
    Some(match key.contains(char::is_whitespace) {
        true => found.with_help("write `key: value`"),
        false => found.with_help(format!("write `{key}: …`")),
    })
}

/// The finding for a line among the suspects that has no colon at all, where a key must stand.
pub(super) fn missing(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.suspects(offset).find(|line| !has_colon(*line) && !is_item(*line))?;
    let next = scene.lines_from(line.end()).skip(1).find(|next| next.has_content());
    let parent = next.is_some_and(|next| next.indent().len() > line.indent().len());
    let one_word = !line.content().contains(char::is_whitespace);
    let (message, help) = match (parent, one_word) {
        (true, _) => ("a colon is missing at the end of this line", "write `key:`"),
        (_, true) => ("a colon is missing after this", "write `key: value`"),
        _ => ("a colon is missing on this line", "write `key: value`"),
    };
    let found = Diagnostic::error(CODE, scene.content(line), message);
    Some(found.with_help(format!("{help}; text over several lines goes deeper than its key")))
}

/// The finding for a key before `offset` that is longer than YAML allows.
pub(super) fn long_key(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let read = scene.text.get(scene.last_scalar..offset).map(str::trim_end)?;
    let is_key = scene.text[offset..].starts_with(':') && !read.contains('\n');
    let span = if is_key && is_long_key(read) {
        scene.span(scene.last_scalar, scene.last_scalar + read.len())
    } else {
        let line = scene.suspects(offset).find(|line| {
            has_colon(*line) && is_long_key(line.content().split(": ").next().unwrap_or_default())
        })?;
        scene.content(line)
    };
    let message = format!("this key is longer than the {KEY_LIMIT} characters that YAML allows");
    let found = Diagnostic::error(CODE, span, message);
    Some(found.with_help("a colon may be missing before; write `? ` before a key that is meant so"))
}

/// The finding for a colon at `offset` that is the second of its line.
pub(super) fn second(scene: &Scene<'_>, offset: usize) -> Option<Diagnostic> {
    let line = scene.line_at(offset);
    let before = &scene.text[line.start..offset];
    let first = before.find(": ")?;
    let value = line.start + first + 2;
    let blanks = scene.text[value..].len() - scene.text[value..].trim_start().len();
    let start = value + blanks;
    if scene.text[start..].starts_with(['“', '”', '„', '‘', '’', '«']) {
        return Some(curly_quote(scene, start));
    }
    let found =
        Diagnostic::error(CODE, scene.span(offset, offset + 1), "a second `: ` on this line");
    Some(
        found
            .with_related(scene.span(start, offset), "the value starts here")
            .with_help("put the value in quotes if the colon belongs to it"),
    )
}

fn curly_quote(scene: &Scene<'_>, start: usize) -> Diagnostic {
    let message = "these are typographic quotes, which YAML takes for text";
    Diagnostic::error("yaml-quote", scene.rest_of_line(start), message)
        .with_help("use `\"` or `'` around the text")
}

/// Whether the line is a list item.
pub(super) fn is_item(line: Line<'_>) -> bool {
    line.content() == "-" || line.content().starts_with("- ")
}

/// Whether a key with its colon stands on the line.
pub(super) fn has_colon(line: Line<'_>) -> bool {
    line.content().ends_with(':') || line.text.contains(": ") || line.text.contains(":\t")
}
