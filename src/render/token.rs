//! Cuts a template's text into plain text, comments, raw blocks and tags, and tags into tokens,
//! by the rules of Tera's own lexer. What the tags mean is not known here.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Name,
    /// A string in any of the three quotes, quotes included.
    Text,
    /// Digits, perhaps with a point.
    Number,
    /// An operator or bracket.
    Symbol,
}

/// One token of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    /// Bytes of the template.
    pub range: Range<usize>,
}

/// One piece of a template; the pieces cover it without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that goes out as it is, up to white space next to a `-` tag.
    Text(Range<usize>),
    /// The body of a `{% raw %}` block.
    Raw { body: Range<usize> },
    /// A comment.
    Comment,
    /// `{{ … }}`.
    Output(Tag),
    /// `{% … %}`.
    Statement(Tag),
}

/// A tag with what stands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    /// The whole tag with its delimiters.
    pub range: Range<usize>,
    pub tokens: Vec<Token>,
    /// Whether it ends with `-`, which eats the white space after it.
    pub trims_after: bool,
}

impl Tag {
    /// From the first token to the last one; nothing for an empty tag.
    pub fn inside(&self) -> Option<Range<usize>> {
        Some(self.tokens.first()?.range.start..self.tokens.last()?.range.end)
    }
}

/// Cuts `text` into pieces. Nothing when a tag, string, comment or raw block is not closed or a
/// character has no meaning, all of which Tera reports itself.
pub(super) fn scan(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (piece, end) = match text.get(at..at + 2) {
            Some("{{") => output(text, at)?,
            Some("{%") => statement(text, at)?,
            Some("{#") => (Piece::Comment, at + text[at..].find("#}")? + 2),
            _ => {
                let end = next_tag(text, at);
                (Piece::Text(at..end), end)
            }
        };
        pieces.push(piece);
        at = end;
    }
    Some(pieces)
}

/// Where the first tag from `from` on starts, or the text ends.
pub(super) fn next_tag(text: &str, from: usize) -> usize {
    let opens = |at: &usize| matches!(text.as_bytes().get(at + 1), Some(b'{' | b'%' | b'#'));
    let mut braces = text[from..].match_indices('{').map(|(found, _)| from + found);
    braces.find(opens).unwrap_or(text.len())
}

fn output(text: &str, at: usize) -> Option<(Piece, usize)> {
    let tag = tag(text, at, "}}")?;
    let end = tag.range.end;
    Some((Piece::Output(tag), end))
}

fn statement(text: &str, at: usize) -> Option<(Piece, usize)> {
    if let Some(body_start) = keyword_tag(text, at, "raw") {
        let (body_end, end) = end_of_raw(text, body_start)?;
        return Some((Piece::Raw { body: body_start..body_end }, end));
    }
    let tag = tag(text, at, "%}")?;
    let end = tag.range.end;
    Some((Piece::Statement(tag), end))
}

/// The end of a tag at `at` that holds nothing but `keyword`.
fn keyword_tag(text: &str, at: usize, keyword: &str) -> Option<usize> {
    let inside = text[at + 2..].strip_prefix('-').unwrap_or(&text[at + 2..]);
    let after = inside.trim_ascii_start().strip_prefix(keyword)?.trim_ascii_start();
    let after = after.strip_prefix('-').unwrap_or(after).strip_prefix("%}")?;
    Some(text.len() - after.len())
}

fn end_of_raw(text: &str, from: usize) -> Option<(usize, usize)> {
    let starts = text[from..].match_indices("{%").map(|(found, _)| from + found);
    starts.filter_map(|start| Some((start, keyword_tag(text, start, "endraw")?))).next()
}

fn tag(text: &str, start: usize, close: &str) -> Option<Tag> {
    let mut at = start + if text[start + 2..].starts_with('-') { 3 } else { 2 };
    let mut tokens = Vec::new();
    loop {
        at = text.len() - text[at..].trim_ascii_start().len();
        let rest = &text[at..];
        let trims_after = rest.starts_with('-') && rest[1..].starts_with(close);
        if trims_after || rest.starts_with(close) {
            let end = at + close.len() + usize::from(trims_after);
            return Some(Tag { range: start..end, tokens, trims_after });
        }
        let token = token(text, at)?;
        at = token.range.end;
        tokens.push(token);
    }
}

fn token(text: &str, at: usize) -> Option<Token> {
    let rest = &text[at..];
    let first = rest.chars().next()?;
    let (kind, length) = match first {
        '"' | '\'' | '`' => (Kind::Text, quoted_length(rest, first)?),
        '0'..='9' => (Kind::Number, number_length(rest)),
        'a'..='z' | 'A'..='Z' | '_' => (Kind::Name, name_length(rest)),
        _ => (Kind::Symbol, symbol_length(rest)?),
    };
    Some(Token { kind, range: at..at + length })
}

fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let mut from = 1;
    loop {
        let found = from + rest[from..].find([quote, '\\'])?;
        if !rest[found..].starts_with('\\') {
            return Some(found + 1);
        }
        from = found + 1 + rest[found + 1..].chars().next()?.len_utf8();
    }
}

fn number_length(rest: &str) -> usize {
    let mut point = false;
    let mut part = |byte: u8| match byte {
        b'.' => !std::mem::replace(&mut point, true),
        _ => byte.is_ascii_digit(),
    };
    rest.bytes().take_while(|byte| part(*byte)).count()
}

fn name_length(rest: &str) -> usize {
    let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    rest.as_bytes().iter().take_while(part).count()
}

fn symbol_length(rest: &str) -> Option<usize> {
    let mut bytes = rest.bytes();
    match (bytes.next()?, bytes.next()) {
        (b'.', Some(b'.')) if rest.starts_with("...") => Some(3),
        (b'/', Some(b'/'))
        | (b'*', Some(b'*'))
        | (b'=' | b'!' | b'>' | b'<', Some(b'='))
        | (b'<', Some(b'/'))
        | (b'?', Some(b'.' | b'[')) => Some(2),
        (first, _) => b"+-*/%!.,:~|=><()[]{}@".contains(&first).then_some(1),
    }
}
