//! Turns one line of a text into what a terminal can show of it: tabs as spaces, steering
//! characters as escapes, secrets as stars. It remembers which bytes became what.

use super::secrets::Secrets;
use super::wrap;
use crate::source::{SourceMap, Span};
use crate::visible;

/// Columns between tab stops.
const TAB: usize = 4;

/// A line, ready to be shown or cut.
pub(super) struct Line {
    pieces: Vec<Piece>,
    /// The byte after the line, without its line break.
    end: usize,
}

/// What is shown of one character.
struct Piece {
    text: String,
    columns: usize,
    /// The byte of the source that the character starts at.
    offset: usize,
}

impl Line {
    /// What may be shown of the text under `line`.
    pub(super) fn of(sources: &SourceMap, secrets: &Secrets, line: Span) -> Self {
        let hidden = secrets.hidden_in(sources, line);
        let start = line.range().start;
        let mut pieces = Vec::new();
        let mut column = 0;
        for (at, c) in sources.slice(line).char_indices() {
            let text = match c {
                _ if hidden.iter().any(|range| range.contains(&at)) => "*".to_owned(),
                '\t' => " ".repeat(TAB - column % TAB),
                c if visible::steers(c) => visible::name(c),
                c => c.to_string(),
            };
            let columns = wrap::columns(&text);
            column += columns;
            pieces.push(Piece { text, columns, offset: start + at });
        }
        Self { pieces, end: line.range().end }
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
        self.pieces[from..to].iter().map(|piece| piece.columns).sum()
    }
}
