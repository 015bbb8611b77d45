//! Finds expressions that do not fill a YAML scalar of their own: glued to other text, inside
//! quotes, in a block text, or at another column than their `indent` says.

use super::token::{Kind, Piece, Tag, Token};
use crate::source::{FileId, Span};

/// An expression at a wrong place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misplaced {
    /// The whole tag.
    pub span: Span,
    /// Why.
    pub why: Why,
}

/// Why an expression stands wrongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Text or another expression touches it.
    Glued,
    /// It stands inside quotes.
    Quoted,
    /// It stands inside a block text (`|` or `>`).
    BlockText,
    /// `yaml(indent=wanted)`, but the tag starts at the column `found` (from 0).
    Column {
        /// What `indent` says.
        wanted: usize,
        /// Where the tag stands.
        found: usize,
    },
}

/// Stands for an expression in a line whose layout is looked at.
const EXPRESSION: char = '\u{1}';

/// The misplaced expressions of a template.
pub(super) fn misplaced(text: &str, file: FileId, pieces: &[Piece]) -> Vec<Misplaced> {
    let mut captured = 0_usize;
    let mut found = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Statement(tag) => match word(text, tag.tokens.first()) {
                "set" | "set_global"
                    if !tag.tokens.iter().any(|one| word(text, Some(one)) == "=") =>
                {
                    captured += 1;
                }
                "filter" => captured += 1,
                "endset" | "endfilter" => captured = captured.saturating_sub(1),
                _ => {}
            },
            Piece::Output(tag) if captured == 0 && !is_finished(text, tag) => {
                let span = Span::new(file, tag.range.start, tag.range.end);
                let why = why(text, tag, &before(text, pieces, index), &after(text, pieces, index));
                found.extend(why.map(|why| Misplaced { span, why }));
            }
            _ => {}
        }
    }
    found
}

fn word<'a>(text: &'a str, token: Option<&Token>) -> &'a str {
    token.map_or("", |token| &text[token.range.clone()])
}

/// Whether an output brings finished YAML: a component, a parent's block or a body.
fn is_finished(text: &str, tag: &Tag) -> bool {
    let first = word(text, tag.tokens.first());
    first == "<" || first == "super" || first == "body" && tag.tokens.len() == 1
}

fn why(text: &str, tag: &Tag, before: &str, after: &str) -> Option<Why> {
    if in_comment(before) {
        return None;
    }
    if in_quotes(before) {
        return Some(Why::Quoted);
    }
    if in_block_text(&text[..tag.range.start]) {
        return Some(Why::BlockText);
    }
    if touches_before(before) || touches_after(after) {
        return Some(Why::Glued);
    }
    let wanted = indent(text, &tag.tokens)?;
    let found = before.chars().count();
    (wanted != found || !before.trim().is_empty()).then_some(Why::Column { wanted, found })
}

/// What the line holds before piece number `index`, without statements and comments.
fn before(text: &str, pieces: &[Piece], index: usize) -> String {
    let mut line = String::new();
    for piece in pieces[..index].iter().rev() {
        let part = shown(text, piece);
        match part.rfind('\n') {
            Some(end) => return format!("{}{line}", &part[end + 1..]),
            None => line = format!("{part}{line}"),
        }
    }
    line
}

fn after(text: &str, pieces: &[Piece], index: usize) -> String {
    let mut line = String::new();
    for piece in &pieces[index + 1..] {
        let part = shown(text, piece);
        match part.find('\n') {
            Some(end) => return line + &part[..end],
            None => line.push_str(&part),
        }
    }
    line
}

fn shown(text: &str, piece: &Piece) -> String {
    match piece {
        Piece::Text(range) | Piece::Raw { body: range } => text[range.clone()].replace('\r', ""),
        Piece::Output(_) => EXPRESSION.to_string(),
        Piece::Statement(_) | Piece::Comment => String::new(),
    }
}

fn in_comment(before: &str) -> bool {
    before.trim_start().starts_with('#') || before.contains(" #")
}

/// Whether a quote that opens a scalar is still open at the end of `before`.
fn in_quotes(before: &str) -> bool {
    let mut open = None;
    let mut starts = true;
    for character in before.chars() {
        match (open, character) {
            (Some(quote), _) if character == quote => open = None,
            (None, '"' | '\'') if starts => open = Some(character),
            _ => {}
        }
        starts = matches!(character, ' ' | '[' | '{' | ',' | '\t');
    }
    open.is_some()
}

/// Whether the line at the end of `text` belongs to a block text: the nearest line above that is
/// indented less ends with `|` or `>` and its signs.
fn in_block_text(text: &str) -> bool {
    let (above, line) = text.rsplit_once('\n').unwrap_or(("", text));
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_plain = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("{%");
    let header = above.lines().rev().filter(is_plain).find(|l| indentation(l) < indentation(line));
    let last = header.and_then(|header| header.split_whitespace().last()).unwrap_or_default();
    let signs = last.strip_prefix(['|', '>']);
    signs.is_some_and(|signs| signs.chars().all(|c| matches!(c, '+' | '-' | '0'..='9')))
}

fn touches_before(before: &str) -> bool {
    let trimmed = before.trim_end_matches([' ', '\t']);
    match trimmed.chars().last() {
        None | Some('[' | '{' | ',') => false,
        Some(':' | '-' | '?') => trimmed.len() == before.len(),
        Some(_) => true,
    }
}

fn touches_after(after: &str) -> bool {
    let trimmed = after.trim_start_matches([' ', '\t']);
    let apart = trimmed.len() < after.len();
    match trimmed.chars().next() {
        None | Some(',' | ']' | '}') => false,
        Some(':') => !matches!(trimmed.chars().nth(1), None | Some(' ')),
        Some('#') => !apart,
        Some(_) => true,
    }
}

/// The number in `yaml(indent=8)`.
fn indent(text: &str, tokens: &[Token]) -> Option<usize> {
    let words: Vec<&str> = tokens.iter().map(|token| word(text, Some(token))).collect();
    let at = words.windows(5).position(|w| w[..4] == ["yaml", "(", "indent", "="])?;
    let number = tokens.get(at + 4).filter(|token| token.kind == Kind::Number)?;
    word(text, Some(number)).parse().ok()
}
