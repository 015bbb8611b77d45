//! What a render is called and where it goes, apart from the values.

/// The release that templates see as `release`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Release {
    /// `release.name`; null when absent.
    pub name: Option<String>,
    /// `release.namespace`; null when absent.
    pub namespace: Option<String>,
    /// `release.command`: the shell command that renders it again; null when absent.
    pub command: Option<String>,
}
