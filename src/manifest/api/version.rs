//! The minor versions of Kubernetes whose schemas are embedded.

use std::fmt;
use std::str::FromStr;

/// A minor version of Kubernetes that chartgen has schemas for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KubeVersion {
    minor: u16,
}

impl KubeVersion {
    /// The newest version known, which is the default.
    pub const LATEST: Self = Self { minor: 37 };
    /// The oldest version known.
    pub const OLDEST: Self = Self { minor: 33 };

    /// All versions known, the newest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::OLDEST.minor..=Self::LATEST.minor).rev().map(|minor| Self { minor })
    }

    /// How many minor versions it lies before the latest.
    #[must_use]
    pub fn steps_before_latest(self) -> usize {
        usize::from(Self::LATEST.minor - self.minor)
    }
}

impl Default for KubeVersion {
    fn default() -> Self {
        Self::LATEST
    }
}

impl fmt::Display for KubeVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "1.{}", self.minor)
    }
}

impl FromStr for KubeVersion {
    type Err = String;

    /// Reads `1.34`, `v1.34` or `1.34.2`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.strip_prefix('v').unwrap_or(text).split('.');
        let (major, minor) = (parts.next(), parts.next());
        let minor = minor.and_then(|minor| minor.parse::<u16>().ok());
        match (major, minor) {
            (Some("1"), Some(minor))
                if (Self::OLDEST.minor..=Self::LATEST.minor).contains(&minor) =>
            {
                Ok(Self { minor })
            }
            _ => Err(format!(
                "there are schemas for Kubernetes {} to {}, and none for `{text}`",
                Self::OLDEST,
                Self::LATEST
            )),
        }
    }
}
