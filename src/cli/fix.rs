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
        let file = checked.file.filter(|_| path.is_file() && rounds.len() < ROUNDS);
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
