//! Finds the names that an expression reads, with the steps behind each: `values.a["b"].c`.

use std::ops::Range;

use super::token::{Kind, Token};

/// A name with the fields behind it, as they stand in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    pub root: String,
    pub steps: Vec<String>,
    pub range: Range<usize>,
    /// Indices of its tokens.
    pub tokens: Range<usize>,
}

const KEYWORDS: [&str; 18] = [
    "and", "or", "not", "in", "is", "if", "elif", "else", "for", "true", "false", "True", "False",
    "none", "None", "null", "set", "ignore",
];

/// The paths that `tokens` read, and the names that comprehensions among them set.
pub(super) fn read(text: &str, tokens: &[Token]) -> (Vec<Path>, Vec<String>) {
    let mut reader = Reader { text, tokens, paths: Vec::new(), set: Vec::new() };
    let mut at = 0;
    while at < tokens.len() {
        at = reader.next(at);
    }
    (reader.paths, reader.set)
}

/// The path that `tokens` are and nothing else, perhaps with `or {}` or `or []` behind it.
pub(super) fn only(text: &str, tokens: &[Token]) -> Option<Path> {
    let (paths, _) = read(text, tokens);
    let [path] = paths.as_slice() else {
        return None;
    };
    let rest: Vec<&str> =
        tokens[path.tokens.end..].iter().map(|token| &text[token.range.clone()]).collect();
    let plain = matches!(rest.as_slice(), [] | ["or", "{", "}"] | ["or", "[", "]"]);
    (path.tokens.start == 0 && plain).then(|| path.clone())
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    paths: Vec<Path>,
    set: Vec<String>,
}

impl<'a> Reader<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.range.clone()])
    }

    fn before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Takes what stands at `at` and gives the index behind it.
    fn next(&mut self, at: usize) -> usize {
        if self.tokens[at].kind != Kind::Name {
            return at + 1;
        }
        if self.word(at) == "for" {
            return self.loop_names(at + 1);
        }
        if KEYWORDS.contains(&self.word(at)) || !self.reads(at) {
            return at + 1;
        }
        let path = self.path(at);
        let end = path.tokens.end;
        self.paths.push(path);
        end
    }

    /// Whether the name at `at` reads something, and is not that of a field, filter, test,
    /// function or argument.
    fn reads(&self, at: usize) -> bool {
        let tested = self.before(at) == "is"
            || self.before(at) == "not" && at > 1 && self.word(at - 2) == "is";
        let after = self.word(at + 1);
        !tested
            && !matches!(self.before(at), "." | "?." | "|" | "<" | "</")
            && !matches!(after, "(" | "=" | ":")
    }

    /// The names between `for` and `in`.
    fn loop_names(&mut self, from: usize) -> usize {
        let mut at = from;
        while at < self.tokens.len() && self.word(at) != "in" {
            if self.tokens[at].kind == Kind::Name {
                self.set.push(self.word(at).to_string());
            }
            at += 1;
        }
        at + 1
    }

    fn path(&self, start: usize) -> Path {
        let mut steps = Vec::new();
        let mut at = start + 1;
        loop {
            let symbol = self.word(at);
            let next = self.tokens.get(at + 1);
            let fields = matches!(symbol, "." | "?.");
            match next.map(|next| next.kind) {
                Some(Kind::Name | Kind::Number) if fields => {
                    steps.push(self.word(at + 1).to_string());
                    at += 2;
                }
                Some(Kind::Text | Kind::Number)
                    if matches!(symbol, "[" | "?[") && self.word(at + 2) == "]" =>
                {
                    steps.push(self.word(at + 1).trim_matches(['"', '\'', '`']).to_string());
                    at += 3;
                }
                _ => break,
            }
        }
        let range = self.tokens[start].range.start..self.tokens[at - 1].range.end;
        Path { root: self.word(start).to_string(), steps, range, tokens: start..at }
    }
}
