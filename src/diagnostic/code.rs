//! The stable name of a kind of finding. Built-in codes and the codes that charts give to their
//! own rules are the same type; what a code means is told by its page in `docs/codes`.

use std::borrow::Cow;
use std::fmt;

/// A stable kebab-case name such as `unknown-key`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(Cow<'static, str>);

impl Code {
    /// A code known at compile time.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Code {
    fn from(name: &'static str) -> Self {
        Self::new(name)
    }
}

impl From<String> for Code {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
