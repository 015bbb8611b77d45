//! JSON Pointers (RFC 6901): how every stage names a place in a tree.

use std::borrow::Cow;
use std::fmt;

/// A path from the root of a tree to a value. The empty pointer is the root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer {
    tokens: Vec<Box<str>>,
}

impl Pointer {
    /// The root.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The pointer with these unescaped steps, from the root on.
    #[must_use]
    pub fn from_tokens(tokens: Vec<Box<str>>) -> Self {
        Self { tokens }
    }

    /// Reads pointer text such as `/env/0/name`, with `~1` for `/` and `~0` for `~`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let tokens = text.split('/').skip(1);
        Self { tokens: tokens.map(|token| unescape(token).into()).collect() }
    }

    /// Reads a field path such as `.spec.containers[0].name` or `.labels['a/b']`, relative to the
    /// root (the notation of Kubernetes' `fieldPath`).
    #[must_use]
    pub fn parse_field_path(path: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = path.trim_start_matches('.');
        while !rest.is_empty() {
            let (token, after) = next_field(rest);
            tokens.push(token.into());
            rest = after.strip_prefix('.').unwrap_or(after);
        }
        Self { tokens }
    }

    /// The unescaped steps from the root on.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.tokens.iter().map(|token| &**token)
    }

    /// The pointer one step further down.
    #[must_use]
    pub fn child(&self, token: impl Into<Box<str>>) -> Self {
        let mut tokens = self.tokens.clone();
        tokens.push(token.into());
        Self { tokens }
    }

    /// This pointer followed by `other`.
    #[must_use]
    pub fn join(&self, other: &Pointer) -> Self {
        let tokens = self.tokens.iter().chain(&other.tokens).cloned().collect();
        Self { tokens }
    }

    /// The pointer one step up; nothing for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, above) = self.tokens.split_last()?;
        Some(Self { tokens: above.to_vec() })
    }

    /// The last step; nothing for the root.
    #[must_use]
    pub fn last(&self) -> Option<&str> {
        self.tokens.last().map(|token| &**token)
    }

    /// Whether this is the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.tokens.is_empty()
    }

    /// How many steps it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether it has no steps: the same as [`Pointer::is_root`].
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether this pointer is `other` or leads to a place above it.
    #[must_use]
    pub fn is_at_or_above(&self, other: &Pointer) -> bool {
        other.tokens.starts_with(&self.tokens)
    }

    /// The path as people write it: `distributed.train.epochs`, `env[0].name`,
    /// `labels["a.b/c"]`.
    #[must_use]
    pub fn to_field_path(&self) -> String {
        let mut path = String::new();
        for token in &self.tokens {
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

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for token in &self.tokens {
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
