//! What a check of a tree needs to know besides the schema.

use crate::source::{FileId, SourceMap, Span};
use crate::yaml::Pointer;

/// How a tree is to be checked.
#[derive(Debug, Clone, Copy)]
pub struct Check<'a> {
    /// The texts that the tree was read from, and those of the schema unless it is built in.
    pub sources: &'a SourceMap,
    /// The file to name where the user wrote nothing near the place of a finding.
    pub fallback: FileId,
    /// Whether the tree is only a part, so that nothing counts as missing.
    pub partial: bool,
    /// Keys that the user took away with `null`, with the text of the key.
    pub removed: &'a [(Pointer, Span)],
    /// Whether everything is asked, also what is known to be well: for tests of the shortcuts.
    pub thorough: bool,
}

impl<'a> Check<'a> {
    /// A check of a whole tree.
    #[must_use]
    pub fn new(sources: &'a SourceMap, fallback: FileId) -> Self {
        Self { sources, fallback, partial: false, removed: &[], thorough: false }
    }
}
