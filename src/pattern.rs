//! Regular expressions: a text into a pattern, a pattern and a text into matches. It does not know
//! where either comes from.

use regex::Regex;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern(Regex);

impl Pattern {
    /// Compiles `text`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn compile(text: &str) -> Result<Self, String> {
        Regex::new(text).map(Self).map_err(|error| {
            let error = error.to_string();
            let reason = error.lines().last().unwrap_or_default();
            reason.trim_start_matches("error: ").to_owned()
        })
    }

    /// Whether it matches anywhere in `text`.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// Its first match in `text`.
    #[must_use]
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.0.find(text).map(|found| found.as_str())
    }

    /// Its matches in `text`, which do not overlap.
    pub fn find_all<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.0.find_iter(text).map(|found| found.as_str())
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

/// Whether `text` is a pattern that means the same in JavaScript, whose patterns JSON Schema uses,
/// and here: made of letters, plain sets, repetitions and alternatives.
#[must_use]
pub fn is_universal(text: &str) -> bool {
    let (mut in_set, mut chars) = (false, text.chars().peekable());
    while let Some(here) = chars.next() {
        let next = chars.peek().copied();
        let fine = match here {
            '\\' => chars.next().is_some_and(|escaped| escaped.is_ascii_punctuation()),
            '[' => !std::mem::replace(&mut in_set, true),
            ']' => std::mem::take(&mut in_set),
            '(' => in_set || next != Some('?'),
            '.' => in_set,
            '&' | '~' | '-' => !(in_set && next == Some(here)),
            _ => here.is_ascii() && !here.is_ascii_control(),
        };
        if !fine {
            return false;
        }
    }
    !in_set
}
