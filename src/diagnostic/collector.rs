//! Collects findings from all stages and puts them into the one order in which they are reported.

use super::{Diagnostic, Severity};

/// The findings so far. Stages push; the report reads them sorted and without repeats.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Adds all findings of `others`.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        self.found.extend(others);
    }

    /// How many findings have this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|found| found.severity == severity).count()
    }

    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error)
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The findings in the order they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// The findings for changes in place, such as severities set by the command line.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.found.iter_mut()
    }

    /// Keeps only the findings that `keep` accepts.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.found.retain(keep);
    }

    /// Takes all findings out, sorted by file, place and code, without repeats.
    pub fn take_sorted(&mut self) -> Vec<Diagnostic> {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|left, right| order(left).cmp(&order(right)));
        found.dedup();
        found
    }
}

fn order(found: &Diagnostic) -> (crate::source::Span, &super::Code, &str) {
    (found.primary.span, &found.code, &found.message)
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}
