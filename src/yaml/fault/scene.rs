//! What was known of a text when the parser gave up, and plain looks at its lines.

use crate::source::{FileId, Span};

/// A text that is no YAML, and how far it was.
pub(in crate::yaml) struct Scene<'a> {
    /// The text's id.
    pub(in crate::yaml) file: FileId,
    /// The text.
    pub(in crate::yaml) text: &'a str,
    /// The byte after the last scalar or bracket that was read well.
    pub(in crate::yaml) good_until: usize,
    /// Where the scalar that was read last starts.
    pub(in crate::yaml) last_scalar: usize,
    /// Where the brackets stand that are open at `good_until`, outermost first.
    pub(in crate::yaml) open_brackets: Vec<usize>,
}

/// One line without its break.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// The line's first byte.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    /// The leading white space, tabs and other blanks included.
    pub(super) fn indent(self) -> &'a str {
        let content = self.text.trim_start();
        &self.text[..self.text.len() - content.len()]
    }

    /// The line from its first character that is no white space.
    pub(super) fn content(self) -> &'a str {
        self.text.trim()
    }

    /// Where the content starts.
    pub(super) fn content_start(self) -> usize {
        self.start + self.indent().len()
    }

    /// Whether it is neither empty nor a comment.
    pub(super) fn has_content(self) -> bool {
        !self.content().is_empty() && !self.content().starts_with('#')
    }

    /// The key with which the content starts, without what comes before and after it.
    pub(super) fn key(self) -> Option<&'a str> {
        let content = self.content();
        let end = content.find(": ").or_else(|| content.find(":\t"));
        let end = end.or_else(|| content.ends_with(':').then(|| content.len() - 1))?;
        let key = content[..end].trim_start_matches("- ").trim();
        let one_word = !key.is_empty() && !key.contains(char::is_whitespace);
        one_word.then_some(key)
    }

    /// Where the break stands, or the end of the text.
    pub(super) fn end(self) -> usize {
        self.start + self.text.len()
    }
}

impl<'a> Scene<'a> {
    /// The span of these bytes.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// The span of the character at `offset`; empty at the end of the text.
    pub(super) fn character(&self, offset: usize) -> Span {
        let width = self.text[offset..].chars().next().map_or(0, char::len_utf8);
        self.span(offset, offset + width)
    }

    /// The span of a line's content.
    pub(super) fn content(&self, line: Line<'a>) -> Span {
        let start = line.content_start();
        self.span(start, start + line.content().len())
    }

    /// The span from `offset` to the end of its line's content.
    pub(super) fn rest_of_line(&self, offset: usize) -> Span {
        let end = self.line_at(offset).end();
        let rest = self.text[offset..end.max(offset)].trim_end();
        self.span(offset, offset + rest.len())
    }

    /// The span of the line's key, or of all its content when it has none.
    pub(super) fn key_or_content(&self, line: Line<'a>) -> Span {
        match line.key().and_then(|key| Some((key, line.text.find(key)?))) {
            Some((key, at)) => self.span(line.start + at, line.start + at + key.len()),
            None => self.content(line),
        }
    }

    /// The line that `offset` stands in.
    pub(super) fn line_at(&self, offset: usize) -> Line<'a> {
        let start = self.text[..offset].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let length = self.text[start..].find(['\n', '\r']).unwrap_or(self.text.len() - start);
        Line { start, text: &self.text[start..start + length] }
    }

    /// The lines from the one of `from` on.
    pub(super) fn lines_from(&self, from: usize) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let text = self.text;
        let mut next = Some(self.line_at(from).start);
        std::iter::from_fn(move || {
            let start = next?;
            let rest = &text[start..];
            let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let width = if rest[length..].starts_with("\r\n") { 2 } else { 1 };
            next = (length < rest.len()).then_some(start + length + width);
            Some(Line { start, text: &rest[..length] })
        })
    }

    /// The lines that the parser had not yet taken in: their content starts after the last good
    /// scalar, and they start no later than `offset`. A scalar that ends right before `offset`
    /// is suspect itself when it goes over several lines: `a:1` and the key below it read so.
    pub(super) fn suspects(&self, offset: usize) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let scalar = self.text.get(self.last_scalar..self.good_until).unwrap_or_default();
        let between = self.text.get(self.good_until..offset);
        let adjacent = between.is_some_and(|between| between.trim().is_empty());
        let one_key = between == Some("") && scalar.starts_with(['"', '\'']);
        let good_until = match adjacent && (scalar.contains('\n') || one_key) {
            true => self.last_scalar,
            false => self.good_until,
        };
        self.lines_from(good_until.min(offset))
            .take_while(move |line| line.start <= offset)
            .filter(move |line| line.has_content() && line.content_start() >= good_until)
    }

    /// The lines above `line` that have content, nearest first.
    pub(super) fn lines_above(&self, line: Line<'a>) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let text = self.text;
        let mut end = line.start;
        std::iter::from_fn(move || {
            if end == 0 {
                return None;
            }
            let above = text[..end].strip_suffix('\n').unwrap_or(&text[..end]);
            let above = above.strip_suffix('\r').unwrap_or(above);
            let start = above.rfind(['\n', '\r']).map_or(0, |at| at + 1);
            end = start;
            Some(Line { start, text: &above[start..] })
        })
        .filter(|line| line.has_content())
    }

    /// Whether both bytes stand in one line.
    pub(super) fn same_line(&self, first: usize, second: usize) -> bool {
        let (first, second) = (first.min(second), first.max(second));
        !self.text[first..second].contains(['\n', '\r'])
    }
}
