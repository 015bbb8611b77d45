//! Texts broken in random ways: each is read or refused, and what is said of it can be printed.

use chartgen::report::{self, Format, Options};

use super::cases::read;

/// A values file in which every kind of syntax occurs.
const SAMPLE: &str = "# values\nmetadata:\n  name: \"fine-tune\" # why\n  labels: {team: 'nlp', \"a\":1}\n\
    distributed:\r\n  workers: &w 4\r\n  again: *w\n  prompt: |\n    Say: \"hé\n\n    more\n  \
    list:\n    - one: 1\n      two: \"x\\ty\"\n    - [a, {b: c}]\n  text: >-\n    folded\n  merged:\n    <<: {d: 1}\n";

/// Texts that broken files are broken with.
const PIECES: [&str; 30] = [
    "",
    "\"",
    "'",
    "\t",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    ":",
    ": ",
    "- ",
    "-",
    "#",
    " #",
    "[",
    "]",
    "{",
    "}",
    "{{ x }}",
    ",",
    "&",
    "*",
    "!",
    "|",
    "@",
    "é",
    "\u{a0}",
    "\u{feff}",
    "<<<<<<< HEAD\n",
];

proptest::proptest! {
    #[test]
    fn no_broken_text_is_too_much(
        edits in proptest::collection::vec((0usize..1000, 0usize..6, 0usize..30), 1..5)
    ) {
        let mut text = SAMPLE.to_owned();
        for (at, removed, piece) in edits {
            let start = boundary(&text, at % (text.len() + 1));
            let end = boundary(&text, start + removed);
            text.replace_range(start..end.max(start), PIECES[piece]);
        }
        let length = text.len();
        let (found, sources, _, whole) = read(&text);
        proptest::prop_assert!(whole || !found.is_empty());
        for found in &found {
            proptest::prop_assert!(found.primary.span.range().end <= length);
        }
        for format in [Format::Human, Format::Json] {
            let mut out = Vec::new();
            report::write(format, &Options::default(), &sources, &found, &mut out).expect("to write");
        }
    }
}

/// The character boundary at or before `offset`.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
