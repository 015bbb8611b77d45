//! Texts after `|` and `>`.

use super::Reader;
use crate::yaml::{Node, Style, Value};

/// What becomes of the line breaks at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    One,
    None,
    All,
}

impl Reader<'_> {
    /// The text whose `|` or `>` stands at `at`, below what stands at `column`.
    pub(super) fn block_scalar(&mut self, at: usize, column: usize) -> Option<Node> {
        let (ending, header) = match self.byte(at + 1)? {
            b'-' => (End::None, at + 2),
            b'+' => (End::All, at + 2),
            _ => (End::One, at + 1),
        };
        if self.byte(header)? != b'\n' {
            return None;
        }
        let first = self.after_spaces(header + 1);
        let indent = first - header - 1;
        if indent <= column || matches!(self.byte(first)?, b'\n') {
            return None;
        }
        let (text, end) = self.lines(header + 1, indent)?;
        let span = self.span(at, end);
        let kept = text.trim_end_matches('\n').len();
        let kept = match ending {
            End::One => kept + 1,
            End::None => kept,
            End::All => text.len(),
        };
        let (text, style) = match self.byte(at)? {
            b'>' => (folded(&text[..kept])?, Style::Folded),
            _ => (text[..kept].into(), Style::Literal),
        };
        Some(Node { value: Value::String(text), span, style })
    }

    /// The lines from `at` on that are indented by `indent` at least, each with its line feed, and
    /// the end of the last character that is no white space. Goes on to what follows.
    fn lines(&mut self, at: usize, indent: usize) -> Option<(String, usize)> {
        let mut text = String::new();
        let (mut here, mut filled) = (at, at);
        while here < self.text.len() {
            let (start, end) = (self.after_spaces(here), self.line_end(here));
            if start == end {
                // A line of spaces only: more of them than the indentation would be text.
                if end - here > indent {
                    return None;
                }
                // At the end of the text, spaces without a line feed are no line.
                if end < self.text.len() {
                    text.push('\n');
                }
            } else if start - here < indent {
                break;
            } else {
                // The text of a last line without a line feed ends otherwise.
                self.byte(end)?;
                text.push_str(self.slice(here + indent, end)?);
                text.push('\n');
                filled = end;
            }
            here = end + 1;
        }
        let end = at + self.slice(at, filled)?.trim_end().len();
        self.next = here.min(self.text.len());
        self.advance();
        Some((text, end))
    }
}

/// What folding makes of lines (YAML 1.2.2, section 8.1.3): a line feed between two of them is a space,
/// and one of several goes. Nothing when a line is indented further, where other rules hold.
fn folded(lines: &str) -> Option<Box<str>> {
    if lines.starts_with([' ', '\t']) || lines.contains("\n ") || lines.contains("\n\t") {
        return None;
    }
    let text = lines.trim_end_matches('\n');
    let mut folded = String::with_capacity(lines.len());
    let mut feeds = 0;
    for line in text.split('\n') {
        if line.is_empty() {
            feeds += 1;
            continue;
        }
        if feeds > 0 {
            folded.extend(std::iter::repeat_n('\n', feeds));
        } else if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(line);
        feeds = 0;
    }
    folded.push_str(&lines[text.len()..]);
    Some(folded.into())
}
