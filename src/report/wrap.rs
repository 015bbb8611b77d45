//! Turns a text into lines of a given width, broken between words only. It knows the width of
//! characters on a terminal, and is the only module that names the crate for it.

use unicode_width::UnicodeWidthStr;

/// How many columns `text` takes.
pub(super) fn columns(text: &str) -> usize {
    text.width()
}

/// The longest text in backticks that is kept on one line, in columns.
const LONGEST_CODE: usize = 40;

/// The words of a line. Text in backticks is one word, unless it is long.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(end) = word_end(rest) {
        words.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    words.push(rest);
    words
}

/// Where the first word of `rest` ends before a space.
fn word_end(rest: &str) -> Option<usize> {
    let first = rest.find(' ')?;
    let is_open = |end: usize| rest[..end].matches('`').count() % 2 == 1;
    if !is_open(first) {
        return Some(first);
    }
    let closed = rest.match_indices(' ').map(|(at, _)| at).chain([rest.len()]);
    let closed = closed.skip(1).find(|&end| !is_open(end));
    match closed {
        Some(end) if columns(&rest[..end]) <= LONGEST_CODE => (end < rest.len()).then_some(end),
        _ => Some(first),
    }
}

/// Breaks `text` so that the first line has at most `first` columns and the others `rest`, as far
/// as its words allow. Line breaks of the text stay.
#[must_use]
pub fn wrap(text: &str, first: usize, rest: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in words(paragraph) {
            let limit = if lines.is_empty() { first } else { rest };
            if !line.is_empty() && columns(&line) + 1 + columns(word) > limit {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}
