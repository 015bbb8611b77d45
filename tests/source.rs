//! Places in texts: lines and columns as people count them, however long a line is.

use chartgen::source::{SourceKind, SourceMap, Span};

#[test]
fn columns_count_characters_on_lines_of_any_length() {
    let long = "aä漢😀".repeat(700);
    let text = format!("short\n{long}\r\n{long}ü\r{}\nend", "x".repeat(3000));
    let mut sources = SourceMap::new();
    let file = sources.add("v.yaml", SourceKind::Values, text.clone());
    let (mut line, mut column) = (1, 1);
    let mut letters = text.char_indices().peekable();
    while let Some((offset, letter)) = letters.next() {
        let found = sources.location(file, offset);
        assert_eq!((found.line, found.column, found.offset), (line, column, offset));
        let next = letters.peek().map(|(_, next)| *next);
        match letter == '\n' || letter == '\r' && next != Some('\n') {
            true => (line, column) = (line + 1, 1),
            false => column += 1,
        }
    }
    let end = sources.location(file, text.len());
    assert_eq!((end.line, end.column), (5, 4));
}

#[test]
fn the_end_of_a_whole_number_of_blocks_is_a_place() {
    let mut sources = SourceMap::new();
    let file = sources.add("v.yaml", SourceKind::Values, "x".repeat(4096));
    assert_eq!(sources.location(file, 4096).column, 4097);
    assert_eq!(sources.location(file, 2048).column, 2049);
}

#[test]
fn a_secret_is_marked_once() {
    let mut sources = SourceMap::new();
    let file = sources.add("v.yaml", SourceKind::Values, "a: one\nb: two\n");
    let (one, two) = (Span::new(file, 3, 6), Span::new(file, 10, 13));
    for span in [two, one, two, one] {
        sources.mark_secret(span);
        sources.add_secret_value("two");
        sources.add_secret_value("one");
    }
    assert_eq!(sources.secrets(file), [one, two]);
    assert_eq!(sources.secret_values().collect::<Vec<_>>(), ["one", "two"]);
}
