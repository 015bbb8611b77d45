//! The values file of the original Llama 2 chart, or what `helm get values` prints, into a short
//! values file: only what differs from the defaults, with the comments of what stays.

use std::ops::Range;

use super::meaning;
use crate::source::{SourceMap, Span};
use crate::yaml::{self, Entry, Mapping, Node, Pointer, Style, Value};

/// A values file with what is to be known of it.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The text of the new file.
    pub text: String,
    /// What changed its meaning, with the place in the old file, in its order.
    pub notes: Vec<(Span, String)>,
}

/// The first line of what `helm get values` prints.
const HELM_HEADING: &str = "USER-SUPPLIED VALUES";

/// Imports the tree `root` of a values file. `defaults` are those of the chart that the new file
/// is for; `is_secret` says which values do not belong in a file.
#[must_use]
pub fn import(
    root: &Node,
    defaults: &Node,
    is_secret: &dyn Fn(&Pointer) -> bool,
    sources: &SourceMap,
) -> Imported {
    let text = sources.text(root.span.file);
    let mut import =
        Import { text, is_secret, cut: Vec::new(), edits: Vec::new(), notes: Vec::new() };
    if let Value::Mapping(mapping) = &root.value {
        import.mapping(mapping, Some(defaults), &Pointer::root());
    }
    Imported { text: import.result(), notes: import.notes }
}

struct Import<'a> {
    text: &'a str,
    is_secret: &'a dyn Fn(&Pointer) -> bool,
    /// Bytes to leave out, whole lines.
    cut: Vec<Range<usize>>,
    /// Other text for some bytes.
    edits: Vec<(Range<usize>, String)>,
    notes: Vec<(Span, String)>,
}

impl Import<'_> {
    /// Goes through the entries; true when none stays.
    fn mapping(&mut self, mapping: &Mapping, defaults: Option<&Node>, at: &Pointer) -> bool {
        let mut none = true;
        for entry in mapping {
            let below = at.child(entry.key.clone());
            let default = defaults.and_then(|defaults| defaults.get(&entry.key));
            none &= self.entry(entry, default, &below);
        }
        none
    }

    /// Takes or leaves one entry; true when it is left out.
    fn entry(&mut self, entry: &Entry, default: Option<&Node>, at: &Pointer) -> bool {
        let heading = at.len() == 1 && &*entry.key == HELM_HEADING;
        let secret = (self.is_secret)(at);
        if secret && !entry.value.is_null() {
            self.notes.push((entry.key_span, meaning::SECRET.to_string()));
        }
        let same = default.map_or(entry.value.is_null(), |default| same(&entry.value, default));
        if heading || secret || same {
            self.leave_out(entry);
            return true;
        }
        if let (Value::Mapping(mapping), Style::Block) = (&entry.value.value, entry.value.style) {
            let before = self.cut.len();
            if self.mapping(mapping, default, at) {
                self.cut.truncate(before);
                self.leave_out(entry);
                return true;
            }
            return false;
        }
        self.say(entry, at);
        false
    }

    /// Notes what the key means now, and writes what the value should have been.
    fn say(&mut self, entry: &Entry, at: &Pointer) {
        let path = at.to_string();
        self.notes.extend(meaning::of(&path).map(|words| (entry.key_span, words.to_string())));
        let fixed = entry.value.as_str().and_then(|text| meaning::correct(&path, text));
        if let Some((right, words)) = fixed {
            let old = &self.text[entry.value.span.range()];
            let new = old.replace(entry.value.as_str().unwrap_or_default(), &right);
            self.edits.push((entry.value.span.range(), new));
            self.notes.push((entry.value.span, words.to_string()));
        }
    }

    /// Leaves out the lines of the entry and the comment right above them.
    fn leave_out(&mut self, entry: &Entry) {
        let start = line_start(self.text, entry.key_span.start as usize);
        let last = entry.value.span.end.max(entry.key_span.end) as usize;
        let last = if self.text[..last].ends_with('\n') { last - 1 } else { last };
        let end = self.text[last..].find('\n').map_or(self.text.len(), |at| last + at + 1);
        self.cut.push(self.with_comment(start)..end);
    }

    /// The start of the comment lines that stand right above `start`.
    fn with_comment(&self, start: usize) -> usize {
        let mut start = start;
        while start > 0 {
            let above = line_start(self.text, start - 1);
            if above == 0 || !self.text[above..start].trim_start().starts_with('#') {
                break;
            }
            start = above;
        }
        start
    }

    fn result(&self) -> String {
        let mut changes: Vec<(Range<usize>, &str)> =
            self.cut.iter().map(|range| (range.clone(), "")).collect();
        changes.extend(self.edits.iter().map(|(range, text)| (range.clone(), text.as_str())));
        changes.sort_by_key(|(range, _)| range.start);
        let mut out = String::new();
        let mut done = 0;
        for (range, text) in changes {
            if range.start >= done {
                out.push_str(&self.text[done..range.start]);
                out.push_str(text);
                done = range.end;
            }
        }
        out.push_str(&self.text[done..]);
        without_gaps(&out)
    }
}

/// Equal as data, however written.
fn same(value: &Node, default: &Node) -> bool {
    let number = |node: &Node| node.as_number().map(|number| number.as_f64());
    match (number(value), number(default)) {
        (Some(value), Some(default)) => value == default,
        _ => yaml::to_json(value) == yaml::to_json(default),
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |found| found + 1)
}

/// The text with at most one blank line in a row, and none at its ends.
fn without_gaps(text: &str) -> String {
    let mut out = String::new();
    let mut blank = true;
    for line in text.lines() {
        let is_blank = line.trim().is_empty();
        if !(is_blank && blank) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        blank = is_blank;
    }
    out.trim_end().to_string() + "\n"
}
