//! Changes how much findings matter, as the flags `--deny`, `--warn` and `--allow` ask. It does not
//! know which codes exist; the caller says so.

use super::{Diagnostics, Severity, nearest};
use std::collections::BTreeMap;
use std::fmt;

/// What a flag asks of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Findings become errors.
    Deny,
    /// Findings become warnings.
    Warn,
    /// Findings are dropped.
    Allow,
}

/// Levels by code.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    by_code: BTreeMap<String, Level>,
}

/// A flag names a code that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode {
    /// The code as given.
    pub code: String,
    /// An existing one that is near to it.
    pub nearest: Option<String>,
}

impl Levels {
    /// The name that stands for all codes whose findings are warnings.
    pub const WARNINGS: &'static str = "warnings";

    /// Levels as given, the last one winning where a code is named again. `warnings` stands for
    /// all warnings, and `known` lists the codes that may be named.
    ///
    /// # Errors
    /// The first code that is not in `known`.
    pub fn new<'a>(
        given: impl IntoIterator<Item = (Level, &'a str)>,
        known: &[&str],
    ) -> Result<Self, UnknownCode> {
        let mut by_code = BTreeMap::new();
        for (level, code) in given {
            if code != Self::WARNINGS && !known.contains(&code) {
                let nearest = nearest(code, known.iter().copied()).map(str::to_owned);
                return Err(UnknownCode { code: code.to_owned(), nearest });
            }
            by_code.insert(code.to_owned(), level);
        }
        Ok(Self { by_code })
    }

    /// Whether no level is given for any code.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_code.is_empty()
    }

    /// Sets the severity of each finding that a level speaks of, and drops the allowed ones. A
    /// level for a code goes before one for `warnings`.
    pub fn apply(&self, found: &mut Diagnostics) {
        if self.by_code.is_empty() {
            return;
        }
        found.retain(|finding| {
            self.level(finding.code.as_str(), finding.severity) != Some(Level::Allow)
        });
        for finding in found.iter_mut() {
            match self.level(finding.code.as_str(), finding.severity) {
                Some(Level::Deny) => finding.severity = Severity::Error,
                Some(Level::Warn) => finding.severity = Severity::Warning,
                Some(Level::Allow) | None => {}
            }
        }
    }

    fn level(&self, code: &str, severity: Severity) -> Option<Level> {
        let of_warnings =
            || self.by_code.get(Self::WARNINGS).filter(|_| severity == Severity::Warning);
        self.by_code.get(code).or_else(of_warnings).copied()
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "there is no code `{}`", self.code)?;
        match &self.nearest {
            Some(nearest) => write!(formatter, "; did you mean `{nearest}`?"),
            None => write!(formatter, "; docs/diagnostics.md lists all of them"),
        }
    }
}

impl std::error::Error for UnknownCode {}
