//! Regular expressions: a text into a pattern, a pattern and a text into matches. It does not know
//! where either comes from.

use std::sync::OnceLock;

use regex::{Error, Regex, bytes};

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    /// Where bytes give the same verdict as characters: sets of characters take a third of a
    /// megabyte to compile.
    bytes: Option<bytes::Regex>,
    chars: OnceLock<Result<Regex, Error>>,
}

impl Pattern {
    /// Compiles `text`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn compile(text: &str) -> Result<Self, String> {
        let in_bytes = || bytes::RegexBuilder::new(text).unicode(false).build().ok();
        let bytes = is_bytewise(text).then(in_bytes).flatten();
        let pattern = Self { text: text.to_owned(), bytes, chars: OnceLock::new() };
        if pattern.bytes.is_some() {
            return Ok(pattern);
        }
        match pattern.chars() {
            Ok(_) => Ok(pattern),
            Err(error) => {
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default();
                Err(reason.trim_start_matches("error: ").to_owned())
            }
        }
    }

    fn chars(&self) -> Result<&Regex, &Error> {
        self.chars.get_or_init(|| Regex::new(&self.text)).as_ref()
    }

    /// Whether it matches anywhere in `text`.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        match &self.bytes {
            Some(bytes) => bytes.is_match(text.as_bytes()),
            None => self.chars().is_ok_and(|chars| chars.is_match(text)),
        }
    }

    /// Its first match in `text`.
    #[must_use]
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.chars().ok()?.find(text).map(|found| found.as_str())
    }

    /// Its matches in `text`, which do not overlap.
    pub fn find_all<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let chars = self.chars().ok();
        chars.into_iter().flat_map(move |chars| chars.find_iter(text)).map(|found| found.as_str())
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
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

/// Whether bytes of UTF-8 match `text` exactly where characters do: a set of what must not come may
/// take a part of a character only where it may as well take the rest, or nothing.
fn is_bytewise(text: &str) -> bool {
    let mut negated = text.split("[^").skip(1);
    is_universal(text) && negated.all(|rest| closed(rest).is_some_and(|rest| rest.starts_with('*')))
}

/// What follows the set that `text` is inside of.
fn closed(text: &str) -> Option<&str> {
    let mut escaped = false;
    let end = text.find(|here| {
        let ends = here == ']' && !escaped;
        escaped = here == '\\' && !escaped;
        ends
    })?;
    text.get(end + 1..)
}

#[cfg(test)]
mod tests {
    use super::{Pattern, is_bytewise};

    #[test]
    fn bytes_give_the_verdict_of_characters() {
        let alike = ["<[A-Za-z][^<>]*>", "^[a-z]*$", "x[^a]*y[^b]*z|[^\\]q]*r", "^[^a]*[^b]*c$"];
        let parts = ["", "<a", ">", "x", "y", "z", "c", "q", "r", "é", "\u{1F600}", "\\", "a", "b"];
        for text in alike {
            assert!(is_bytewise(text), "{text}");
            let pattern = Pattern::compile(text).expect("it compiles");
            for (one, two, three) in triples(&parts) {
                let whole = format!("{one}{two}{three}");
                let chars = pattern.chars().expect("it compiles").is_match(&whole);
                assert_eq!(pattern.matches(&whole), chars, "{text} in {whole}");
            }
        }
    }

    #[test]
    fn characters_count_where_their_number_does() {
        for text in ["^[^a]$", "[^a]+", "[^a]{2}", "^[^a]?$", "é", ".", "\\w"] {
            assert!(!is_bytewise(text), "{text}");
        }
        assert!(Pattern::compile("^[^a]$").expect("it compiles").matches("é"));
        assert!(!Pattern::compile("^[^a]{2}$").expect("it compiles").matches("é"));
    }

    fn triples<'p>(parts: &'p [&'p str]) -> impl Iterator<Item = (&'p str, &'p str, &'p str)> {
        parts.iter().flat_map(move |one| {
            parts.iter().flat_map(move |two| parts.iter().map(move |three| (*one, *two, *three)))
        })
    }
}
