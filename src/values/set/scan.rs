//! Cuts an argument into pieces at its unescaped separators.

/// The text up to a separator, with its escapes taken out.
pub(super) struct Piece {
    /// The text without the backslashes that escape.
    pub(super) text: String,
    /// Where it starts in the argument, in bytes.
    pub(super) start: usize,
    /// Where it ends, before the separator.
    pub(super) end: usize,
    /// The separator, or nothing when the argument ended.
    pub(super) stop: Option<char>,
}

/// Reads an argument from left to right.
pub(super) struct Scanner<'a> {
    /// The whole argument.
    pub(super) text: &'a str,
    /// How far it has been read, in bytes.
    pub(super) at: usize,
}

impl Scanner<'_> {
    /// The next character, which stays unread.
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Reads one character.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads `wanted` when it comes next.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Reads up to and with the first separator that no backslash escapes. A backslash at the
    /// very end stands for nothing, as in Helm.
    pub(super) fn until(&mut self, separators: &[char]) -> Piece {
        let (start, mut text) = (self.at, String::new());
        loop {
            let end = self.at;
            match self.next() {
                None => return Piece { text, start, end, stop: None },
                Some(found) if separators.contains(&found) => {
                    return Piece { text, start, end, stop: Some(found) };
                }
                Some('\\') => text.extend(self.next()),
                Some(other) => text.push(other),
            }
        }
    }

    /// Reads white space, and one comma after it. True when the argument ends there or the comma
    /// was found, that is, when no value stands here.
    pub(super) fn skip_blank(&mut self) -> bool {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
        self.take(',') || self.peek().is_none()
    }
}
