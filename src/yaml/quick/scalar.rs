//! Keys and scalars that end on the line they begin on.

use super::Reader;
use crate::source::Span;
use crate::yaml::{Node, Style, Value, scalar};

/// The longest key. YAML's own limit, 1024 characters, is not for this reader to judge.
const KEY_LIMIT: usize = 512;

impl<'t> Reader<'t> {
    /// The key at `at`, its place, and where its colon stands; nothing when there is none.
    pub(super) fn key(&self, at: usize) -> Option<(&'t str, Span, usize)> {
        let quote = self.byte(at).filter(|byte| matches!(byte, b'"' | b'\''));
        let (start, end, colon) = match quote {
            Some(quote) => {
                let end = self.end_of_quoted_key(at + 1, quote)?;
                (at + 1, end, end + 1)
            }
            None => {
                let end = self.end_of_word(at);
                (at, end, end)
            }
        };
        let is_key = self.byte(colon) == Some(b':')
            && matches!(self.byte(colon + 1), None | Some(b' ' | b'\n'))
            && colon > at
            && colon - at < KEY_LIMIT;
        is_key.then(|| Some((self.slice(start, end)?, self.span(at, colon), colon))).flatten()
    }

    /// Where the quote that closes a key of plain characters stands.
    fn end_of_quoted_key(&self, at: usize, quote: u8) -> Option<usize> {
        let bytes = &self.text.as_bytes()[at..];
        let end = bytes
            .iter()
            .position(|byte| *byte == quote || !byte.is_ascii() || matches!(byte, b'\n' | b'\\'))?;
        (bytes[end] == quote && end > 0 && bytes[0] != b' ').then_some(at + end)
    }

    /// The end of the letters, digits and signs at `at` that mean nothing wherever they stand.
    pub(super) fn end_of_word(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        if bytes.first() == Some(&b'-') || bytes.starts_with(b"...") {
            return at;
        }
        let in_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/' | b'-');
        at + bytes.iter().position(|byte| !in_word(byte)).unwrap_or(bytes.len())
    }

    /// The scalar at `at`, and where it ends.
    pub(super) fn scalar(&self, at: usize) -> Option<(Node, usize)> {
        match self.byte(at)? {
            b'"' => self.double_quoted(at),
            b'\'' => self.single_quoted(at),
            _ => self.plain(at),
        }
    }

    fn plain(&self, at: usize) -> Option<(Node, usize)> {
        if !self.starts_plain(at) {
            return None;
        }
        let bytes = self.text.as_bytes();
        let mut end = at;
        let mut here = at;
        while let Some(byte) = self.byte(here) {
            match byte {
                b'\n' => break,
                b'#' if bytes[here - 1] == b' ' => break,
                b':' if matches!(self.byte(here + 1), None | Some(b' ' | b'\n')) => return None,
                b' ' => {}
                _ => end = here + 1,
            }
            here += 1;
        }
        let value = scalar::plain(self.slice(at, end)?);
        Some((Node { value, span: self.span(at, end), style: Style::Plain }, end))
    }

    /// Whether what stands at `at` can only begin a plain scalar.
    fn starts_plain(&self, at: usize) -> bool {
        match self.byte(at) {
            Some(b'-') => {
                self.byte(at + 1).is_some_and(|next| next.is_ascii_alphanumeric() || next == b'-')
            }
            Some(byte) => {
                byte.is_ascii_alphanumeric()
                    || !byte.is_ascii()
                    || matches!(byte, b'_' | b'.' | b'/' | b'+' | b'$' | b'(' | b'~')
            }
            None => false,
        }
    }

    fn single_quoted(&self, at: usize) -> Option<(Node, usize)> {
        let end = at + 1 + memchr::memchr2(b'\'', b'\n', &self.text.as_bytes()[at + 1..])?;
        let closes = self.byte(end) == Some(b'\'') && self.byte(end + 1) != Some(b'\'');
        let text = self.slice(at + 1, end).filter(|_| closes)?;
        let (value, span) = (Value::String(text.into()), self.span(at, end + 1));
        Some((Node { value, span, style: Style::SingleQuoted }, end + 1))
    }

    fn double_quoted(&self, at: usize) -> Option<(Node, usize)> {
        let mut start = at + 1;
        let mut unescaped = String::new();
        loop {
            let rest = self.text.as_bytes().get(start..)?;
            let stop = start + memchr::memchr3(b'"', b'\\', b'\n', rest)?;
            let text = self.slice(start, stop)?;
            match self.byte(stop)? {
                b'"' => {
                    let value = if unescaped.is_empty() { text.into() } else { unescaped + text };
                    return Some((self.quoted(value, at, stop + 1), stop + 1));
                }
                b'\\' => {
                    unescaped.push_str(text);
                    unescaped.push(escaped(self.byte(stop + 1)?)?);
                    start = stop + 2;
                }
                _ => return None,
            }
        }
    }

    fn quoted(&self, value: String, start: usize, end: usize) -> Node {
        let (value, span) = (Value::String(value.into()), self.span(start, end));
        Node { value, span, style: Style::DoubleQuoted }
    }
}

/// The character that a backslash before `sign` makes of it, of the usual ones.
fn escaped(sign: u8) -> Option<char> {
    match sign {
        b'"' => Some('"'),
        b'\\' => Some('\\'),
        b'/' => Some('/'),
        b'n' => Some('\n'),
        b't' => Some('\t'),
        _ => None,
    }
}
