//! The places of `self` that a rule reads, found in its text, and whether a fault touches one.

use crate::yaml::Pointer;

/// A place that a rule reads, relative to `self`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Read {
    /// The place. A path whose steps depend on data ends before the first of these.
    pub(super) path: Pointer,
    /// Whether the rule only asks whether something stands there.
    pub(super) presence_only: bool,
}

impl Read {
    /// Whether a fault at `fault` (relative to `self`) makes what is read here unreliable: a
    /// fault at or above the place always, one below it unless only its presence counts.
    pub(super) fn is_touched_by(&self, fault: &Pointer) -> bool {
        fault.is_at_or_above(&self.path) || (!self.presence_only && self.path.is_at_or_above(fault))
    }
}

/// Whether any of `faults` (from the root of the tree) touches any of `reads` of a rule whose
/// `self` stands at `at`.
pub(super) fn is_touched(reads: &[Read], at: &Pointer, faults: &[Pointer]) -> bool {
    faults.iter().any(|fault| {
        if fault.is_at_or_above(at) {
            return true;
        }
        let below = at.is_at_or_above(fault).then(|| below(at, fault));
        below.is_some_and(|fault| reads.iter().any(|read| read.is_touched_by(&fault)))
    })
}

/// What leads from `at` to `place`.
fn below(at: &Pointer, place: &Pointer) -> Pointer {
    let steps = place.tokens().skip(at.len());
    steps.fold(Pointer::root(), |pointer, step| pointer.child(step))
}
