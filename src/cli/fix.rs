//! `--fix`: applies the certain fixes to a values file until there are none left. Comments and
//! layout stay as they are.

use std::path::Path;

use super::files;
use super::validate::Checked;
use crate::diagnostic::{Diagnostic, Fix, apply_fixes};
use crate::source::SourceMap;
use crate::workspace::Error;

/// How often a file is mended and checked again: one fix can bring another fault to light.
const ROUNDS: usize = 10;

/// How many bytes all rounds may read, so that a large file is not read ten times.
const BYTES: usize = 2 * 1024 * 1024;

/// A fix can bring to light what another one mends, however large the file is.
const LEAST_ROUNDS: usize = 2;

/// What one round changed in a file.
pub(super) struct Round {
    /// The texts before the changes.
    pub sources: SourceMap,
    /// The findings with the fixes that were applied.
    pub changes: Vec<(Diagnostic, Fix)>,
}

/// Checks `path`, applies what is certain, and checks again, until nothing is left to apply. Gives
/// what was changed and what is found in the end.
pub(super) fn mend(
    path: &Path,
    check: impl Fn(&Path) -> Result<Checked, Error>,
) -> Result<(Vec<Round>, Checked), Error> {
    let mut rounds: Vec<Round> = Vec::new();
    loop {
        let checked = check(path)?;
        let may_go_on = |file| rounds.len() < most_rounds(checked.sources.text(file).len());
        let file = checked.file.filter(|file| path.is_file() && may_go_on(*file));
        let Some(file) = file else { return Ok((rounds, checked)) };
        let fresh = checked.found.iter().filter(|found| !has_failed(&rounds, found));
        let fresh: Vec<_> = fresh.cloned().collect();
        let Some(fixed) = apply_fixes(file, checked.sources.text(file), &fresh) else {
            return Ok((rounds, checked));
        };
        files::replace(path, fixed.text.as_bytes())?;
        let changes = fixed.changes.into_iter();
        let changes = changes.map(|(found, fix)| (found.clone(), fix.clone())).collect();
        rounds.push(Round { sources: checked.sources, changes });
    }
}

/// How many rounds a file of `size` bytes gets.
fn most_rounds(size: usize) -> usize {
    (BYTES / size.max(1)).clamp(LEAST_ROUNDS, ROUNDS)
}

/// Whether a fix of the same finding at the same place has been applied already, in vain.
fn has_failed(rounds: &[Round], found: &Diagnostic) -> bool {
    let mut changes = rounds.iter().flat_map(|round| &round.changes);
    changes.any(|(earlier, _)| {
        let same_place = match (&earlier.pointer, &found.pointer) {
            (Some(earlier), Some(now)) => earlier == now,
            _ => earlier.primary.span.start == found.primary.span.start,
        };
        earlier.code == found.code && same_place
    })
}
