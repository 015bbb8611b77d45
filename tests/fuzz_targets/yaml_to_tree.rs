//! Any text: what chartgen and libyaml both read is the same data, and what chartgen alone refuses
//! is on a list. What libyaml alone refuses is not held against it: it reads YAML 1.1.

use chartgen::diagnostic::Diagnostics;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::read_stream;

use super::common::{self, Tree};
use super::libyaml;

pub fn run(data: &[u8]) {
    let Some(text) = common::text(data) else { return };
    let mut sources = SourceMap::new();
    let file = common::add(&mut sources, "values.yaml", SourceKind::Values, text);
    let mut diagnostics = Diagnostics::new();
    let stream = read_stream(&sources, file, &mut diagnostics);
    stream.documents.iter().for_each(|node| common::check_places(&sources, node));
    let whole = stream.complete && !diagnostics.has_errors();
    let found = common::check_findings(&sources, diagnostics);
    assert!(whole || !found.is_empty(), "refused without a word");
    let trees: Vec<Tree> = stream.documents.iter().map(Tree::of).collect();
    let Ok(theirs) = libyaml::read(text) else { return };
    if whole {
        assert!(trees == theirs || is_1_1(text), "chartgen: {trees:?}\nlibyaml: {theirs:?}");
    } else {
        let listed =
            found.iter().any(|one| STRICTER.iter().any(|(is, _)| one.message.contains(is)));
        assert!(
            listed || is_1_1(text) || is_lax(text),
            "libyaml reads {theirs:?}; chartgen: {}",
            found[0].message
        );
    }
}

/// What YAML 1.1 reads otherwise than 1.2: the line breaks of Unicode, `?` and `:` in words,
/// blank lines at the end of a block scalar that keeps them, and a second byte-order mark before a
/// document (1.2.2, section 9.1.1).
fn is_1_1(text: &str) -> bool {
    let breaks = text.contains(['\u{85}', '\u{2028}', '\u{2029}']);
    let name_with_colon = text
        .split(['&', '*'])
        .skip(1)
        .any(|rest| rest.split(char::is_whitespace).next().is_some_and(|name| name.contains(':')));
    let marks = text.contains("\u{feff}\u{feff}");
    let mut words = text.split(|letter: char| letter.is_whitespace() || "[]{},".contains(letter));
    let colon_first = words.any(|word| word.len() > 1 && word.starts_with(':'));
    breaks
        || marks
        || colon_first
        || name_with_colon
        || text.contains('?')
        || text.contains("|+")
        || text.contains(">+")
}

/// A block scalar that begins in the column of its key, for which no one message is made: it must
/// stand deeper (YAML 1.2.2, section 8.1).
fn is_lax(text: &str) -> bool {
    text.split(['\n', '\r']).any(|line| line.trim_start().starts_with(['|', '>']))
}

/// What chartgen refuses and libyaml reads: what is said of it, and why.
const STRICTER: &[(&str, &str)] = &[
    ("a comment needs a space", "YAML 1.2.2, section 6.6"),
    ("a comment stands inside this text", "YAML 1.2.2, section 7.3.3"),
    ("a tab where spaces are needed", "YAML 1.2.2, section 6.1"),
    ("is a directive, not a key", "YAML 1.2.2, section 9.1.4"),
    ("more than 128 levels deep", "a limit"),
    ("expand to more than 100000 values", "a limit"),
    ("a byte-order mark", "YAML 1.2.2, section 5.2; never meant"),
    ("no ordinary space", "never meant: to YAML it would be a part of the word"),
    ("a comma is missing", "YAML 1.2.2, section 7.4.1: `-` is no word in brackets"),
    ("`-` alone cannot be an item", "YAML 1.2.2, section 7.3.3"),
    ("not as deep as the blank line", "YAML 1.2.2, section 8.1.1.1"),
    ("starts a tag, and this one is unknown", "YAML 1.2.2, section 6.8: `!` in a tag is escaped"),
    ("a key cannot stand among list items", "YAML 1.2.2, section 8.2.1: an item is indented"),
    ("this quote is never closed", "YAML 1.2.2, section 7.3: lines in quotes are indented"),
];
