//! Reads the plain part of YAML, in which nearly all values and manifests are written: blocks by
//! indentation, scalars and brackets on one line, literal and folded texts. Of a text with anything
//! else, right or wrong, it gives nothing, and the parser has to read it. So it knows no faults, and
//! where it gives a tree, it is the same to the last span.

mod flow;
mod literal;
mod scalar;

use super::{Entry, Mapping, Node, Style, Value};
use crate::source::{FileId, Span};

/// How deep collections may stand inside each other: below what the parser takes of either sort.
const DEPTH: usize = 120;

/// The documents of `text`; nothing unless all of it is plain.
pub(super) fn read(file: FileId, text: &str) -> Option<Vec<Node>> {
    if !text.bytes().all(|byte| USUAL[usize::from(byte)]) {
        return None;
    }
    let mut reader = Reader { file, text, next: 0, line: None, depth: 0 };
    reader.advance();
    reader.documents()
}

/// Bytes that mean the same everywhere: no control character but the line feed, and no first byte
/// of the characters that YAML treats apart (U+0080 to U+00BF, U+FEFF, U+FFFE).
static USUAL: [bool; 256] = usual();

const fn usual() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0x20;
    while byte < 256 {
        table[byte] = !matches!(byte, 0x7f | 0xc2 | 0xef);
        byte += 1;
    }
    table[b'\n' as usize] = true;
    table
}

/// A line that is neither empty nor a comment.
#[derive(Clone, Copy)]
struct Line {
    /// Its first character that is no space.
    start: usize,
    /// How many spaces stand before it.
    column: usize,
}

struct Reader<'t> {
    file: FileId,
    text: &'t str,
    /// Where the line after `line` starts.
    next: usize,
    /// The line that has been reached and not been read; nothing at the end.
    line: Option<Line>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn slice(&self, start: usize, end: usize) -> Option<&'t str> {
        self.text.get(start..end)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    fn after_spaces(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        at + bytes.iter().position(|byte| *byte != b' ').unwrap_or(bytes.len())
    }

    /// Where the line that `at` stands in ends: its line feed, or the end of the text.
    fn line_end(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        at + memchr::memchr(b'\n', bytes).unwrap_or(bytes.len())
    }

    /// Goes on to the next line that is neither empty nor a comment.
    fn advance(&mut self) {
        loop {
            let start = self.after_spaces(self.next);
            match self.byte(start) {
                None => return self.line = None,
                Some(b'\n') => self.next = start + 1,
                Some(b'#') => self.next = self.line_end(start) + 1,
                Some(_) => {
                    return self.line = Some(Line { start, column: start - self.next });
                }
            }
        }
    }

    /// Leaves the line, of which all up to `at` has been read: only a comment may follow.
    fn leave(&mut self, at: usize) -> Option<()> {
        let rest = self.after_spaces(at);
        self.next = match self.byte(rest) {
            None | Some(b'\n') => rest + 1,
            Some(b'#') if rest > at => self.line_end(rest) + 1,
            Some(_) => return None,
        };
        self.advance();
        Some(())
    }

    fn is_marker(&self, line: Line) -> bool {
        line.column == 0 && self.text.as_bytes()[line.start..].starts_with(b"---")
    }

    fn is_item(&self, at: usize) -> bool {
        self.byte(at) == Some(b'-') && self.byte(at + 1) == Some(b' ')
    }

    fn documents(mut self) -> Option<Vec<Node>> {
        let mut documents = Vec::new();
        while let Some(line) = self.line {
            let first = match (self.is_marker(line), documents.is_empty()) {
                (true, _) => self.after_marker(line)?,
                (false, true) => line,
                (false, false) => return None,
            };
            documents.push(self.block(first)?);
        }
        (!documents.is_empty()).then_some(documents)
    }

    /// The first line of the document that begins with the marker in `line`.
    fn after_marker(&mut self, line: Line) -> Option<Line> {
        let end = line.start + 3;
        if self.byte(end) != Some(b'\n') {
            return None;
        }
        self.next = end + 1;
        self.advance();
        self.line.filter(|line| !self.is_marker(*line))
    }

    /// The mapping or list that begins with `line`.
    fn block(&mut self, line: Line) -> Option<Node> {
        let read = if self.is_item(line.start) { Self::sequence } else { Self::mapping };
        self.deeper(|reader| read(reader, line))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        let found = if self.depth > DEPTH { None } else { read(self) };
        self.depth -= 1;
        found
    }

    /// The mapping whose first key stands at the start of `first`.
    fn mapping(&mut self, first: Line) -> Option<Node> {
        let mut entries = Mapping::new();
        let (mut line, mut end) = (first, first.start);
        loop {
            let (key, key_span, colon) = self.key(line.start)?;
            let value = self.value(colon + 1, first.column)?;
            end = end.max(value.span.end as usize);
            if entries.insert(Entry { key: key.into(), key_span, value }).is_some() {
                return None;
            }
            match self.line {
                Some(next) if next.column > first.column => return None,
                Some(next) if next.column == first.column && !self.is_marker(next) => line = next,
                _ => break,
            }
        }
        let (value, span) = (Value::Mapping(entries), self.span(first.start, end));
        Some(Node { value, span, style: Style::Block })
    }

    /// The value after a colon of a mapping at `column`; `at` is the place after the colon.
    fn value(&mut self, at: usize, column: usize) -> Option<Node> {
        let start = self.after_spaces(at);
        if !matches!(self.byte(start), None | Some(b'\n' | b'#')) {
            return self.inline(start, column);
        }
        self.leave(at)?;
        match self.line {
            Some(line) if line.column > column => self.block(line),
            Some(line) if line.column == column && self.is_item(line.start) => {
                let mut list = self.block(line)?;
                // The parser lets a list without indentation of its own begin with its first item.
                let first = list.as_sequence().and_then(<[Node]>::first)?;
                list.span.start = first.span.start;
                Some(list)
            }
            _ => Some(Node::null(self.span(at - 1, at - 1))),
        }
    }

    /// The list whose first dash stands at the start of `first`.
    fn sequence(&mut self, first: Line) -> Option<Node> {
        let mut items = Vec::new();
        let (mut line, mut end) = (first, first.start);
        loop {
            let start = self.after_spaces(line.start + 1);
            let item = Line { start, column: first.column + start - line.start };
            let node = match self.key(start) {
                Some(_) => self.deeper(|reader| reader.mapping(item))?,
                None => self.inline(start, first.column)?,
            };
            end = end.max(node.span.end as usize);
            items.push(node);
            match self.line {
                Some(next) if next.column > first.column => return None,
                Some(next) if next.column == first.column && self.is_item(next.start) => {
                    line = next;
                }
                _ => break,
            }
        }
        let (value, span) = (Value::Sequence(items), self.span(first.start, end));
        Some(Node { value, span, style: Style::Block })
    }

    /// The value that starts at `at` and ends on its line, or is a literal text; what it belongs to
    /// stands at `column`.
    fn inline(&mut self, at: usize, column: usize) -> Option<Node> {
        let (node, end) = match self.byte(at)? {
            b'|' | b'>' => return self.block_scalar(at, column),
            b'[' | b'{' => self.flow(at)?,
            _ => self.scalar(at)?,
        };
        self.leave(end)?;
        Some(node)
    }
}
