//! Finds secrets by how they are written: beside a key with a secret's name, or in the form of a
//! known kind of token. It serves texts in which nothing could be marked.

use crate::source::{SourceMap, Span};
use std::ops::Range;

/// Keys whose values are secret in any text.
const USUAL: [&str; 8] =
    ["token", "encodedtoken", "password", "passwd", "apikey", "secretkey", "accesskey", "hf_token"];
/// How Hugging Face tokens start, plain and in base64.
const TOKEN_STARTS: [&str; 2] = ["hf_", "aGZf"];
/// How many characters after its start make a token of it.
const TOKEN_LENGTH: usize = 8;
/// How far up a block is looked for the key that it belongs to.
const FARTHEST_PARENT: usize = 200;

/// Names of keys with secret values.
pub(super) struct SecretNames {
    /// In lower case.
    names: Vec<String>,
}

impl SecretNames {
    /// The usual names and `more`.
    pub(super) fn new(more: &[String]) -> Self {
        let usual = USUAL.iter().map(|&name| name.to_owned());
        Self { names: usual.chain(more.iter().map(|name| name.to_lowercase())).collect() }
    }

    /// What stands beside secret keys, on their own lines.
    pub(super) fn values_in<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        text.lines().filter_map(|line| Some(line[self.value_start(line)?..].trim()))
    }

    /// The part of the text under `line` that is the value of a secret key, on its own line or on
    /// one above it.
    pub(super) fn hidden_in(&self, sources: &SourceMap, line: Span) -> Option<Range<usize>> {
        let text = sources.slice(line);
        if let Some(start) = self.value_start(text) {
            return Some(start..text.len());
        }
        self.continues_secret(sources, line).then(|| indentation(text)..text.len())
    }

    /// The values of secret keys in an argument such as `a=1,secret.token=x`.
    pub(super) fn hidden_in_pairs(&self, argument: &str) -> Vec<Range<usize>> {
        let mut start = 0;
        let mut hidden = Vec::new();
        for pair in pairs(argument) {
            let value = self.value_start(pair);
            hidden.extend(value.map(|value| start + value..start + pair.len()));
            start += pair.len() + 1;
        }
        hidden
    }

    /// Whether the line stands, by its indentation, below a secret key.
    fn continues_secret(&self, sources: &SourceMap, line: Span) -> bool {
        let number = sources.location(line.file, line.range().start).line;
        let mut deepest = indentation(sources.slice(line));
        for above in (1..number).rev().take(FARTHEST_PARENT) {
            let text = sources.slice(sources.line_span(line.file, above));
            let says_nothing = text.trim().is_empty() || text.trim_start().starts_with('#');
            if says_nothing || indentation(text) >= deepest {
                continue;
            }
            if self.key_end(text).is_some() {
                return true;
            }
            deepest = indentation(text);
        }
        false
    }

    /// Where the value of a secret key starts in `line`, unless there is nothing to hide.
    fn value_start(&self, line: &str) -> Option<usize> {
        let after = self.key_end(line).or_else(|| self.word_end(line))?;
        let value = line[after..].trim();
        let harmless = ["", "null", "~", "\"\"", "''", "|", ">", "|-", ">-"];
        let start = after + line[after..].len() - line[after..].trim_start().len();
        (!harmless.contains(&value) && !value.starts_with("{{")).then_some(start)
    }

    /// The byte after a secret key at the start of `line`, whose colon is missing.
    fn word_end(&self, line: &str) -> Option<usize> {
        let start = indentation(line);
        let word = line[start..].split(' ').next()?;
        self.names.contains(&word.to_lowercase()).then_some(start + word.len())
    }

    /// The byte after the `:` or `=` of the first secret key in `line`. In a comment only its first
    /// word can be a key: what follows is prose.
    fn key_end(&self, line: &str) -> Option<usize> {
        let comment = comment_start(line);
        line.match_indices([':', '=']).map(|(at, _)| at).find_map(|at| {
            let before = match comment.filter(|start| *start < at) {
                Some(start) => line[start..at].trim_start_matches(['#', ' ']),
                None => &line[..at],
            };
            if comment.is_some_and(|start| start < at) && before.contains(' ') {
                return None;
            }
            let key = before.trim_end().trim_end_matches(['"', '\'']);
            let start = key.rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
            let name = key[start.map_or(0, |start| start + char_length(key, start))..]
                .trim_start_matches('-')
                .to_lowercase();
            self.names.contains(&name).then_some(at + 1)
        })
    }
}

/// Whether `key` is a name under which any text keeps a secret.
#[must_use]
pub fn is_secret_name(key: &str) -> bool {
    USUAL.contains(&key.to_lowercase().as_str())
}

/// Whether `text` holds a token of a known kind.
#[must_use]
pub fn holds_token(text: &str) -> bool {
    tokens_in(text).next().is_some()
}

/// Where tokens of a known kind stand in `text`.
pub(super) fn tokens_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    TOKEN_STARTS.iter().flat_map(move |start| {
        text.match_indices(start).filter_map(move |(at, _)| {
            let after = &text[at + start.len()..];
            let length = after
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')))
                .unwrap_or(after.len());
            (length >= TOKEN_LENGTH).then_some(at..at + start.len() + length)
        })
    })
}

/// The parts of `argument` between its commas; `\,` and a list in braces are not divided.
fn pairs(argument: &str) -> impl Iterator<Item = &str> {
    let mut escaped = false;
    let mut in_list = false;
    argument.split(move |c: char| {
        let was_escaped = escaped;
        escaped = c == '\\' && !was_escaped;
        match c {
            '{' if !was_escaped => in_list = true,
            '}' if !was_escaped => in_list = false,
            _ => {}
        }
        c == ',' && !was_escaped && !in_list
    })
}

/// Where the comment of `line` starts, as far as the line alone tells.
fn comment_start(line: &str) -> Option<usize> {
    let at_start = line.trim_start().starts_with('#').then(|| indentation(line));
    let in_quotes = |at: usize| ['"', '\''].iter().any(|q| line[..at].matches(*q).count() % 2 == 1);
    at_start.or_else(|| line.find(" #").filter(|at| !in_quotes(*at)).map(|at| at + 1))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn char_length(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}
