//! Leaves out what only follows from another fault, so that one fault gives one finding.

use std::collections::HashSet;

use super::fault::{Fault, Kind};
use super::shape::Shapes;
use crate::yaml::{Node, Pointer};

/// Leaves out keys that are only left over because a branch failed for another reason, and keeps
/// the most telling one of several faults of the same value.
pub(super) fn reduce(faults: &mut Vec<Fault>, shapes: &Shapes, root: &Node) {
    let known = |fault: &Fault| is_known_leftover(fault, shapes);
    let others = faults.iter().filter(|fault| !known(fault));
    let above = |fault: &Fault| std::iter::successors(Some(fault.at.clone()), Pointer::parent);
    let explained: HashSet<Pointer> = others.flat_map(above).collect();
    faults.retain(|fault| !(explained.contains(&fault.at) && known(fault)));
    faults.sort_by_key(|fault| (fault.subject(), rank(fault, root)));
    let mut seen = HashSet::new();
    faults.retain(|fault| seen.insert((fault.subject(), separate(fault))));
    let wrong: HashSet<Pointer> =
        faults.iter().filter(|fault| replaces_value(fault)).map(|fault| fault.at.clone()).collect();
    if !wrong.is_empty() {
        faults.retain(|fault| !ancestors(&fault.at).any(|above| wrong.contains(&above)));
    }
}

/// Whether the fault is a key that no branch took which the value fits, but that some branch knows.
fn is_known_leftover(fault: &Fault, shapes: &Shapes) -> bool {
    let Kind::UnknownKey { key, leftover: true } = &fault.kind else { return false };
    let meeting = shapes.at(fault.at.tokens());
    shapes.keys(&meeting).iter().any(|(known, _)| known == key)
}

/// Tells of each fault whether a misspelt or misplaced key explains it; `meant` are the places that
/// such keys were meant for.
pub(super) fn follows(faults: &[Fault], meant: &[Pointer]) -> Vec<bool> {
    let unknown: HashSet<&Pointer> = faults
        .iter()
        .filter(|fault| matches!(fault.kind, Kind::UnknownKey { .. }))
        .map(|fault| &fault.at)
        .collect();
    let meant: HashSet<&Pointer> = meant.iter().collect();
    let one_of = |at: &Pointer, keys: &[String]| {
        let here = meant.iter().filter(|place| place.parent().as_ref() == Some(at));
        let names: Vec<String> = here.filter_map(|at| Some(format!("`{}`", at.last()?))).collect();
        keys.iter().any(|key| names.iter().any(|name| key.contains(name)))
    };
    let follows = |fault: &Fault| match &fault.kind {
        Kind::UnknownKey { .. } => false,
        Kind::MissingOneOf { keys } => one_of(&fault.at, keys),
        Kind::Count { upper: false, .. } => unknown.contains(&fault.at),
        _ => meant.contains(&fault.subject()),
    };
    faults.iter().map(follows).collect()
}

/// Faults of a mapping's keys stand beside each other; of a value itself, one is enough.
fn separate(fault: &Fault) -> bool {
    matches!(fault.kind, Kind::Missing { .. } | Kind::MissingOneOf { .. })
}

fn replaces_value(fault: &Fault) -> bool {
    matches!(fault.kind, Kind::Type { .. } | Kind::Choice { .. } | Kind::Never)
}

fn ancestors(at: &Pointer) -> impl Iterator<Item = Pointer> {
    std::iter::successors(at.parent(), Pointer::parent)
}

/// The order in which faults of one value tell what is wrong.
fn rank(fault: &Fault, root: &Node) -> u8 {
    let empty = || root.at(&fault.at).and_then(Node::as_str).is_some_and(str::is_empty);
    match &fault.kind {
        Kind::Never => 0,
        Kind::Choice { .. } => 1,
        Kind::Type { .. } => 2,
        Kind::Length { upper: false, .. } if empty() => 3,
        Kind::UnknownKey { .. } | Kind::Missing { .. } => 4,
        Kind::BadKey { .. } => 5,
        Kind::Format { .. } => 6,
        Kind::Pattern { .. } => 7,
        Kind::Bound { .. } | Kind::Multiple { .. } | Kind::Length { .. } => 8,
        Kind::Count { .. } | Kind::Duplicate | Kind::Contains => 9,
        Kind::Excluded | Kind::MissingOneOf { .. } => 10,
        Kind::Alternatives { .. } | Kind::Other { .. } => 11,
    }
}
