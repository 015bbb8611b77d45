//! Cuts broken YAML into quotes and brackets, forgivingly: enough to say where the one that is
//! never closed was opened.

use super::scene::Scene;

/// A quoted scalar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quoted {
    /// Where its opening quote stands.
    pub(super) open: usize,
    /// The byte after its closing quote, if it has one.
    pub(super) end: Option<usize>,
}

/// What stands between the last good scalar and some later place.
#[derive(Debug, Default)]
pub(super) struct Probe {
    /// The quoted scalars that start there.
    pub(super) quoted: Vec<Quoted>,
    /// The brackets that are open at the end, outermost first.
    pub(super) open: Vec<usize>,
    /// Brackets that close one of another kind: where they stand and what they meet.
    pub(super) mismatched: Option<(usize, usize)>,
}

/// Looks at the text from the last good scalar to `until`.
pub(super) fn probe(scene: &Scene<'_>, until: usize) -> Probe {
    let open = scene.open_brackets.clone();
    let mut walk = Walk {
        text: scene.text,
        at: scene.good_until,
        until,
        found: Probe { open, ..Probe::default() },
    };
    while walk.at < until {
        walk.token();
    }
    walk.found
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    until: usize,
    found: Probe,
}

impl Walk<'_> {
    fn in_flow(&self) -> bool {
        !self.found.open.is_empty()
    }

    /// Takes what starts at the current place.
    fn token(&mut self) {
        let rest = &self.text[self.at..];
        let mut characters = rest.chars();
        let Some(first) = characters.next() else {
            self.at = self.until;
            return;
        };
        let spaced = characters.next().is_none_or(char::is_whitespace);
        match first {
            '#' => self.skip(rest.find(['\n', '\r']).unwrap_or(rest.len())),
            '"' | '\'' => self.quoted(first),
            '[' | '{' => {
                self.found.open.push(self.at);
                self.skip(1);
            }
            ']' | '}' if self.in_flow() => self.close(first),
            '&' | '*' | '!' => self.skip(rest.find(char::is_whitespace).unwrap_or(rest.len())),
            '|' | '>' if !self.in_flow() => self.block_scalar(),
            '-' | '?' | ':' if spaced => self.skip(1),
            ',' | ':' if self.in_flow() => self.skip(1),
            _ if first.is_whitespace() => self.skip(first.len_utf8()),
            _ => self.plain(),
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    fn quoted(&mut self, quote: char) {
        let open = self.at;
        let mut characters = self.text[open + 1..].char_indices().peekable();
        let mut end = None;
        while let Some((at, character)) = characters.next() {
            let next_is_quote = characters.peek().is_some_and(|&(_, next)| next == quote);
            if character == '\\' && quote == '"'
                || character == '\'' && quote == '\'' && next_is_quote
            {
                characters.next();
            } else if character == quote {
                end = Some(open + 1 + at + 1);
                break;
            }
        }
        self.found.quoted.push(Quoted { open, end });
        self.at = end.unwrap_or(self.text.len());
    }

    fn close(&mut self, close: char) {
        if let Some(open) = self.found.open.pop() {
            let fits = self.text[open..].starts_with('[') == (close == ']');
            if !fits && self.found.mismatched.is_none() {
                self.found.mismatched = Some((open, self.at));
            }
        }
        self.skip(1);
    }

    /// Skips the header and all lines that are indented deeper than the header's line.
    fn block_scalar(&mut self) {
        let line_start = self.text[..self.at].rfind('\n').map_or(0, |at| at + 1);
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let outer = indent(&self.text[line_start..]);
        let header = self.text[self.at..].split_inclusive('\n').next().map_or(0, str::len);
        self.skip(header);
        for line in self.text[self.at..].split_inclusive('\n') {
            if !line.trim().is_empty() && indent(line) <= outer {
                return;
            }
            self.at += line.len();
        }
    }

    /// Skips a plain scalar up to what may end it.
    fn plain(&mut self) {
        let rest = &self.text[self.at..];
        let mut before = ' ';
        for (at, character) in rest.char_indices() {
            let next = rest[at + character.len_utf8()..].chars().next();
            let colon = character == ':' && next.is_none_or(char::is_whitespace);
            let comment = character == '#' && before.is_whitespace() && at > 0;
            let bracket = self.in_flow() && matches!(character, ',' | '[' | ']' | '{' | '}');
            if at > 0 && (colon || bracket) || comment || matches!(character, '\n' | '\r') {
                return self.skip(at.max(1));
            }
            before = character;
        }
        self.skip(rest.len());
    }
}
