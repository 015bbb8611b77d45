//! Reads JSON (RFC 8259) out of an argument, with the place of every key and value, and says
//! where it stops: what follows belongs to the grammar around it.

use super::fault::{self, Fault};
use crate::source::{FileId, Span};
use crate::yaml::{Entry, Mapping, Node, Number, Style, Value};

/// The deepest nesting of brackets, as in values files.
const DEPTH_LIMIT: usize = 128;

/// Reads `text` as one JSON value with nothing but white space around it.
pub(super) fn read_whole(file: FileId, text: &str) -> Result<Node, Fault> {
    let mut reader = Reader { file, text, at: 0 };
    let node = reader.value(0)?;
    reader.skip_space();
    match reader.at == text.len() {
        true => Ok(node),
        false => Err(reader.fault("the JSON value ends before this")),
    }
}

/// Reads the JSON value that starts at byte `at` of `text`, and gives the place after it.
pub(super) fn read_at(file: FileId, text: &str, at: usize) -> Result<(Node, usize), Fault> {
    let mut reader = Reader { file, text, at };
    let node = reader.value(0)?;
    Ok((node, reader.at))
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Node, Fault> {
        self.skip_space();
        let start = self.at;
        let (value, style) = match self.peek() {
            Some(b'{' | b'[') if depth == DEPTH_LIMIT => {
                return Err(self.fault("this is nested more than 128 levels deep"));
            }
            Some(b'{') => (Value::Mapping(self.object(depth)?), Style::Flow),
            Some(b'[') => (Value::Sequence(self.array(depth)?), Style::Flow),
            Some(b'"') => (Value::String(self.string()?.into()), Style::DoubleQuoted),
            Some(b'-' | b'0'..=b'9') => (self.number()?, Style::Plain),
            _ => (self.word()?, Style::Plain),
        };
        Ok(Node { value, span: self.span(start), style })
    }

    fn object(&mut self, depth: usize) -> Result<Mapping, Fault> {
        let open = self.at;
        let mut entries = Mapping::new();
        self.at += 1;
        self.skip_space();
        if self.take(b'}') {
            return Ok(entries);
        }
        loop {
            self.skip_space();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.expected(open, "a key in double quotes"));
            }
            let key = self.string()?.into();
            let key_span = self.span(start);
            self.skip_space();
            if !self.take(b':') {
                return Err(self.expected(open, "`:` after the key"));
            }
            let value = self.value(depth + 1)?;
            entries.insert(Entry { key, key_span, value });
            self.skip_space();
            if self.take(b'}') {
                return Ok(entries);
            }
            if !self.take(b',') {
                return Err(self.expected(open, "`,` or `}`"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node>, Fault> {
        let open = self.at;
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.take(b']') {
            return Ok(items);
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.skip_space();
            if self.take(b']') {
                return Ok(items);
            }
            if !self.take(b',') {
                return Err(self.expected(open, "`,` or `]`"));
            }
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\']).unwrap_or(rest.len());
            if let Some(control) = rest[..plain].find(|letter: char| letter < ' ') {
                self.at += control;
                return Err(self.fault("a control character in JSON text; escape it"));
            }
            text.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(_) => text.push(self.escape()?),
                None => {
                    return Err(fault::json(self.span_of(open, 1), "this quote is never closed"));
                }
            }
        }
    }

    /// Reads one escape. As in Go, a lone surrogate becomes U+FFFD.
    fn escape(&mut self) -> Result<char, Fault> {
        let letter = self.text[self.at + 1..].chars().next();
        let plain = match letter {
            Some(same @ ('"' | '\\' | '/')) => same,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unicode_escape(),
            _ => return Err(self.fault("JSON has no such escape")),
        };
        self.at += 2;
        Ok(plain)
    }

    fn unicode_escape(&mut self) -> Result<char, Fault> {
        let Some(first) = self.hex4(self.at) else {
            return Err(self.fault("`\\u` takes four hexadecimal digits"));
        };
        self.at += 6;
        if !(0xD800..0xDC00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        match self.hex4(self.at) {
            Some(second @ 0xDC00..0xE000) => {
                self.at += 6;
                let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            _ => Ok(char::REPLACEMENT_CHARACTER),
        }
    }

    /// The code of the escape `\uXXXX` at byte `at`.
    fn hex4(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        hexadecimal.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') && !self.digits() {
            return Err(self.fault("a number needs a digit here"));
        }
        if self.take(b'.') && !self.digits() {
            return Err(self.fault("a number needs a digit after its point"));
        }
        if self.take(b'e') || self.take(b'E') {
            let _sign = self.take(b'+') || self.take(b'-');
            if !self.digits() {
                return Err(self.fault("a number needs a digit in its exponent"));
            }
        }
        let text = &self.text[start..self.at];
        match Number::parse(text).filter(Number::is_finite) {
            Some(number) => Ok(Value::Number(number)),
            None => Err(fault::json(self.span(start), "this number is too large")),
        }
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at > start
    }

    fn word(&mut self) -> Result<Value, Fault> {
        let words =
            [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)];
        for (word, value) in words {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.fault("this is no JSON value"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    fn span_of(&self, start: usize, length: usize) -> Span {
        Span::new(self.file, start, start + length)
    }

    /// A fault at the next character.
    fn fault(&self, message: &str) -> Fault {
        let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        fault::json(self.span_of(self.at, width), message)
    }

    /// A fault at the next character, or at the bracket at `open` when the text ends.
    fn expected(&self, open: usize, what: &str) -> Fault {
        match self.peek() {
            Some(_) => self.fault(&format!("JSON needs {what} here")),
            None => fault::json(self.span_of(open, 1), "this bracket is never closed"),
        }
    }
}
