//! Turns one line of a text into what a terminal can show of it: tabs as spaces, steering
//! characters as escapes, secrets as stars. It remembers which bytes became what.

use super::secrets::Secrets;
use super::wrap;
use crate::source::{SourceMap, Span};
use crate::visible;
use std::ops::Range;

/// Columns between tab stops.
const TAB: usize = 4;

/// A line, ready to be shown or cut.
pub(super) struct Line {
    pieces: Vec<Piece>,
    /// The byte after the line, without its line break.
    end: usize,
    /// The columns of all characters.
    width: usize,
}

/// What is shown of one character.
struct Piece {
    text: String,
    /// The columns of all characters before.
    before: usize,
    /// The byte of the source that the character starts at.
    offset: usize,
}

impl Line {
    /// What may be shown of the text under `line`.
    pub(super) fn of(sources: &SourceMap, secrets: &Secrets, line: Span) -> Self {
        let hidden = secrets.hidden_in(sources, line);
        let start = line.range().start;
        let mut pieces = Vec::new();
        let mut width = 0;
        for (at, c) in sources.slice(line).char_indices() {
            let text = match c {
                _ if is_in(&hidden, at) => "*".to_owned(),
                '\t' => " ".repeat(TAB - width % TAB),
                c if visible::steers(c) => visible::name(c),
                c => c.to_string(),
            };
            let before = width;
            width += wrap::columns(&text);
            pieces.push(Piece { text, before, offset: start + at });
        }
        Self { pieces, end: line.range().end, width }
    }

    /// How many characters it has.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The number of the character at or after byte `offset` of the source.
    pub(super) fn place(&self, offset: usize) -> usize {
        if offset >= self.end {
            return self.pieces.len();
        }
        self.pieces.partition_point(|piece| piece.offset < offset)
    }

    /// What is shown of the characters `from..to`.
    pub(super) fn text(&self, from: usize, to: usize) -> String {
        self.pieces[from..to].iter().map(|piece| piece.text.as_str()).collect()
    }

    /// The columns that the characters `from..to` take.
    pub(super) fn columns(&self, from: usize, to: usize) -> usize {
        self.start(to) - self.start(from)
    }

    /// The columns before a character, or before the line's end.
    fn start(&self, place: usize) -> usize {
        self.pieces.get(place).map_or(self.width, |piece| piece.before)
    }
}

/// Whether one of the ranges, which are in order, has `at` in it.
fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.start <= at)
}
