//! Turns all findings into those that are shown: notes only on request, and a bounded number for
//! each file. It counts what it leaves out.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;
use std::collections::BTreeMap;

/// The most findings of one file that any format shows.
pub(super) const LIMIT: usize = 1000;
/// The most findings of one file that the format for people shows.
pub(super) const HUMAN_LIMIT: usize = 100;

/// What is shown, and how much there is.
pub(super) struct Selection<'a> {
    /// Runs of findings of one file, in the order of the findings.
    pub files: Vec<FileFindings<'a>>,
    /// How many errors, warnings and notes there are, shown or not.
    pub counts: Counts,
}

/// The findings of one file.
pub(super) struct FileFindings<'a> {
    /// The file of their primary labels.
    pub file: FileId,
    /// Those that are shown.
    pub shown: Vec<&'a Diagnostic>,
    /// How many are not.
    pub omitted: usize,
}

/// Numbers of findings. Notes count only when they are asked for.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
}

impl<'a> Selection<'a> {
    /// Picks from `found` at most `limit` findings of each file.
    pub(super) fn of(found: &'a [Diagnostic], verbose: bool, limit: usize) -> Self {
        let mut selection = Selection { files: Vec::new(), counts: Counts::default() };
        let mut places: BTreeMap<FileId, usize> = BTreeMap::new();
        for finding in found.iter().filter(|finding| verbose || finding.severity != Severity::Note)
        {
            selection.counts.add(finding.severity, finding.stands_for.max(1));
            let file = finding.primary.span.file;
            let place = *places.entry(file).or_insert(selection.files.len());
            if place == selection.files.len() {
                selection.files.push(FileFindings { file, shown: Vec::new(), omitted: 0 });
            }
            selection.files[place].take(finding, limit);
        }
        selection
    }

    /// All shown findings.
    pub(super) fn shown(&self) -> impl Iterator<Item = &'a Diagnostic> + '_ {
        self.files.iter().flat_map(|file| file.shown.iter().copied())
    }
}

impl<'a> FileFindings<'a> {
    fn take(&mut self, finding: &'a Diagnostic, limit: usize) {
        if finding.stands_for > 0 {
            self.omitted += finding.stands_for;
        } else if self.shown.len() < limit {
            self.shown.push(finding);
        } else {
            self.omitted += 1;
        }
    }
}

impl Counts {
    fn add(&mut self, severity: Severity, count: usize) {
        match severity {
            Severity::Error => self.errors += count,
            Severity::Warning => self.warnings += count,
            Severity::Note => self.notes += count,
        }
    }

    /// The numbers in words: `2 errors, 1 warning in 3 files`, without the files when only flags were
    /// read; nothing when there is no finding.
    pub(super) fn in_words(self, files: usize) -> Option<String> {
        let parts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<_> = parts.map(|&(number, noun)| plural(number, noun)).collect();
        let counts = (!parts.is_empty()).then(|| parts.join(", "))?;
        Some(if files == 0 { counts } else { format!("{counts} in {}", plural(files, "file")) })
    }
}

/// `1 error`, `2 errors`.
pub(super) fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
