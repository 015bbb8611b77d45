//! JSON Pointers (RFC 6901): how every stage names a place in a tree.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

/// A path from the root of a tree to a value. The empty pointer is the root.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Pointer {
    /// All steps, one after the other: pointers are made and copied often.
    text: String,
    /// Where each step ends in `text`.
    ends: Vec<usize>,
}

/// One step down a tree, for who walks it and seldom needs to say where: nothing is allocated.
#[derive(Debug, Clone, Copy)]
pub enum Step<'k> {
    /// Into the value of an entry.
    Key(&'k str),
    /// Into an item of a list, counted from 0.
    Item(usize),
}

impl Pointer {
    /// The place at the end of `way`, which starts at the root.
    #[must_use]
    pub fn at_end_of(way: &[Step<'_>]) -> Self {
        way.iter().fold(Self::root(), |at, step| match step {
            Step::Key(key) => at.child(*key),
            Step::Item(index) => at.child(index.to_string()),
        })
    }

    /// The root.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The pointer with these unescaped steps, from the root on.
    #[must_use]
    pub fn from_tokens(tokens: Vec<Box<str>>) -> Self {
        tokens.into_iter().collect()
    }

    /// Reads pointer text such as `/env/0/name`, with `~1` for `/` and `~0` for `~`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        text.split('/').skip(1).map(unescape).collect()
    }

    /// Reads a field path such as `.spec.containers[0].name` or `.labels['a/b']`, relative to the
    /// root (the notation of Kubernetes' `fieldPath`).
    #[must_use]
    pub fn parse_field_path(path: &str) -> Self {
        let mut pointer = Self::root();
        let mut rest = path.trim_start_matches('.');
        while !rest.is_empty() {
            let (token, after) = next_field(rest);
            pointer.push(token);
            rest = after.strip_prefix('.').unwrap_or(after);
        }
        pointer
    }

    /// The unescaped steps from the root on.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        (0..self.ends.len()).map(|index| self.token(index))
    }

    fn token(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }

    fn push(&mut self, token: &str) {
        self.text.push_str(token);
        self.ends.push(self.text.len());
    }

    /// The pointer one step further down.
    #[must_use]
    pub fn child(&self, token: impl AsRef<str>) -> Self {
        let token = token.as_ref();
        let mut text = String::with_capacity(self.text.len() + token.len());
        text.push_str(&self.text);
        let mut ends = Vec::with_capacity(self.ends.len() + 1);
        ends.extend_from_slice(&self.ends);
        let mut child = Self { text, ends };
        child.push(token);
        child
    }

    /// This pointer followed by `other`.
    #[must_use]
    pub fn join(&self, other: &Pointer) -> Self {
        self.tokens().chain(other.tokens()).collect()
    }

    /// The pointer one step up; nothing for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, above) = self.ends.split_last()?;
        let end = above.last().copied().unwrap_or_default();
        Some(Self { text: self.text[..end].to_owned(), ends: above.to_vec() })
    }

    /// The last step; nothing for the root.
    #[must_use]
    pub fn last(&self) -> Option<&str> {
        self.tokens().next_back()
    }

    /// Whether this is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many steps it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it has no steps: the same as [`Pointer::is_root`].
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether this pointer is `other` or leads to a place above it.
    #[must_use]
    pub fn is_at_or_above(&self, other: &Pointer) -> bool {
        other.ends.starts_with(&self.ends) && other.text.starts_with(&self.text)
    }

    /// The path as people write it: `distributed.train.epochs`, `env[0].name`,
    /// `labels["a.b/c"]`.
    #[must_use]
    pub fn to_field_path(&self) -> String {
        let mut path = String::new();
        for token in self.tokens() {
            if token.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty() {
                path.push_str(&format!("[{token}]"));
            } else if token.contains(['.', '/', '[', ' ', '"']) || token.is_empty() {
                path.push_str(&format!("[{token:?}]"));
            } else {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(token);
            }
        }
        path
    }
}

impl<T: AsRef<str>> FromIterator<T> for Pointer {
    fn from_iter<I: IntoIterator<Item = T>>(tokens: I) -> Self {
        let mut pointer = Self::root();
        tokens.into_iter().for_each(|token| pointer.push(token.as_ref()));
        pointer
    }
}

impl PartialOrd for Pointer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pointer {
    /// Step by step.
    fn cmp(&self, other: &Self) -> Ordering {
        self.tokens().cmp(other.tokens())
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for token in self.tokens() {
            write!(formatter, "/{}", escape(token))?;
        }
        Ok(())
    }
}

fn next_field(rest: &str) -> (&str, &str) {
    let Some(inside) = rest.strip_prefix('[') else {
        return rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()));
    };
    let quote = inside.chars().next().filter(|first| matches!(first, '\'' | '"'));
    let close = match quote {
        Some('\'') => "']",
        Some(_) => "\"]",
        None => "]",
    };
    let inside = &inside[quote.map_or(0, char::len_utf8)..];
    match inside.find(close) {
        Some(at) => (&inside[..at], &inside[at + close.len()..]),
        None => (inside, ""),
    }
}

fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

fn escape(token: &str) -> Cow<'_, str> {
    if token.contains(['~', '/']) {
        Cow::Owned(token.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(token)
    }
}
