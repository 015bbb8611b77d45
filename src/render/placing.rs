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

/// How many pieces of a line are looked at on either side of an expression.
const NEAR: usize = 200;

/// The misplaced expressions of a template.
pub(super) fn misplaced(text: &str, file: FileId, pieces: &[Piece]) -> Vec<Misplaced> {
    let mut captured = 0_usize;
    let mut found = Vec::new();
    let mut above = Above::default();
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
                let in_block = above.opens_block_text(&text[..tag.range.start]);
                let (before, after) = (before(text, pieces, index), after(text, pieces, index));
                let why = why(text, tag, in_block, &before, &after);
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

fn why(text: &str, tag: &Tag, in_block: bool, before: &str, after: &str) -> Option<Why> {
    if in_comment(before) {
        return None;
    }
    if in_quotes(before) {
        return Some(Why::Quoted);
    }
    if in_block {
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
    for piece in pieces[..index].iter().rev().take(NEAR) {
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
    for piece in pieces[index + 1..].iter().take(NEAR) {
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

/// The lines of a template above an expression that something can stand below: each is indented
/// deeper than the one before it.
#[derive(Default)]
struct Above {
    /// Where the first line begins that was not looked at.
    at: usize,
    /// How deep each is indented, and whether it opens a block text.
    lines: Vec<(usize, bool)>,
}

impl Above {
    /// Whether the line at the end of `text` belongs to a block text: the nearest line above that
    /// is indented less ends with `|` or `>` and its signs. Each text begins with the one before.
    fn opens_block_text(&mut self, text: &str) -> bool {
        let start = text.rfind('\n').map_or(0, |end| end + 1).max(self.at);
        for line in text[self.at..start].lines() {
            self.take(line);
        }
        self.at = start;
        let indentation = indentation(&text[start..]);
        let above = self.lines.iter().rev().find(|(found, _)| *found < indentation);
        above.is_some_and(|(_, opens)| *opens)
    }

    fn take(&mut self, line: &str) {
        if line.trim().is_empty() || line.trim_start().starts_with("{%") {
            return;
        }
        let indentation = indentation(line);
        while self.lines.last().is_some_and(|(found, _)| *found >= indentation) {
            self.lines.pop();
        }
        let last = line.split_whitespace().last().unwrap_or_default();
        let signs = last.strip_prefix(['|', '>']);
        let opens = |signs: &str| signs.chars().all(|c| matches!(c, '+' | '-' | '0'..='9'));
        self.lines.push((indentation, signs.is_some_and(opens)));
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
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
