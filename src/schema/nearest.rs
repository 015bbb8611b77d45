//! Reduces the faults of several alternatives (`anyOf`, `oneOf`) to those of the one that the
//! value comes nearest to, or to one fault that names what the alternatives want together.

use jsonschema::JsonType;
use serde_json::Value as SerdeValue;

use super::fault::{Fault, Kind};
use crate::yaml::Pointer;

/// The faults to report for a value that fits none of `branches`.
pub(super) fn reduce(
    at: &Pointer,
    mut branches: Vec<Vec<Fault>>,
    fault: &dyn Fn(Kind) -> Fault,
) -> Vec<Fault> {
    branches.retain(|branch| !branch.iter().any(|found| never_at(found, at)));
    if let Some(kind) = united(at, &branches) {
        return vec![fault(kind)];
    }
    if let Some(keys) = absent_keys(at, &branches) {
        return vec![fault(Kind::MissingOneOf { keys })];
    }
    if let Some(told) = told_apart(at, &branches) {
        return vec![told];
    }
    let nearest = branches.into_iter().min_by_key(|branch| distance(at, branch));
    nearest.unwrap_or_else(|| vec![fault(Kind::Alternatives { several: false })])
}

fn never_at(found: &Fault, at: &Pointer) -> bool {
    found.at == *at && found.kind == Kind::Never
}

/// One fault for all branches, when each of them refuses the value itself by its type or because
/// it is none of a few values.
fn united(at: &Pointer, branches: &[Vec<Fault>]) -> Option<Kind> {
    let mut types: Vec<JsonType> = Vec::new();
    let mut options: Vec<SerdeValue> = Vec::new();
    for branch in branches {
        let refused = branch.iter().find(|found| {
            found.at == *at && matches!(found.kind, Kind::Type { .. } | Kind::Choice { .. })
        })?;
        match &refused.kind {
            Kind::Type { wanted, or } => {
                types.extend(
                    wanted
                        .iter()
                        .filter(|wanted| !types.contains(wanted))
                        .copied()
                        .collect::<Vec<_>>(),
                );
                options.extend(or.iter().cloned());
            }
            Kind::Choice { options: more } => options.extend(more.iter().cloned()),
            _ => {}
        }
    }
    match (types.is_empty(), options.is_empty()) {
        (true, true) => None,
        (true, false) => Some(Kind::Choice { options }),
        (false, _) => Some(Kind::Type { wanted: types, or: options }),
    }
}

/// The keys of which one is wanted, when no branch asks for anything but keys of this mapping.
fn absent_keys(at: &Pointer, branches: &[Vec<Fault>]) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    for branch in branches {
        let mut wanted = Vec::new();
        for found in branch {
            match &found.kind {
                Kind::Missing { key } if found.at == *at => wanted.push(format!("`{key}`")),
                _ => return None,
            }
        }
        keys.push(wanted.join(" with "));
    }
    (keys.len() > 1).then_some(keys)
}

/// One fault for a key that tells the alternatives apart (`kind`, `type`), when its value is that
/// of none of them.
fn told_apart(at: &Pointer, branches: &[Vec<Fault>]) -> Option<Fault> {
    let tells = |found: &&Fault| {
        let one = matches!(&found.kind, Kind::Choice { options } if options.len() == 1);
        one && found.at.len() == at.len() + 1
    };
    let mut told = branches.first()?.iter().find(tells)?.clone();
    let mut all: Vec<SerdeValue> = Vec::new();
    for branch in branches {
        let same = branch.iter().filter(tells).find(|found| found.at == told.at)?;
        if let Kind::Choice { options } = &same.kind {
            all.extend(options.iter().cloned());
        }
    }
    told.kind = Kind::Choice { options: all };
    (branches.len() > 1).then_some(told)
}

/// How far a value is from a branch: first whether the branch is of another type, then whether a
/// key that tells the alternatives apart says otherwise, then by the number of faults.
fn distance(at: &Pointer, branch: &[Fault]) -> (bool, usize, usize) {
    let other_type = branch.iter().any(|found| {
        found.at == *at && matches!(found.kind, Kind::Type { .. } | Kind::Choice { .. })
    });
    let tells_apart = branch
        .iter()
        .filter(|found| found.at.len() == at.len() + 1)
        .filter(|found| matches!(&found.kind, Kind::Choice { options } if options.len() == 1))
        .count();
    (other_type, tells_apart, branch.len())
}
