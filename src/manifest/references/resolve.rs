//! Looks each reference up among the objects of the render. A name that is nearly there is an
//! error; any other is taken to be in the cluster already, and noted.

use super::super::Manifest;
use super::collect::{Reference, references};
use super::{Set, keys};
use crate::diagnostic::{Diagnostic, Severity, nearest};

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    for reference in references(set) {
        let known: Vec<&Manifest> = set.of(reference.group, reference.kind).collect();
        let named = known.iter().copied().filter(|one| one.name.as_deref() == Some(reference.name));
        let named: Vec<&Manifest> = named.collect();
        match named.iter().find(|one| reaches(set, &reference, one)).or(named.first()) {
            Some(target) if reaches(set, &reference, target) => {
                found.extend(keys::missing(&reference, target));
            }
            Some(target) => found.push(elsewhere(&reference, target)),
            None => found.extend(absent(&reference, &known)),
        }
    }
}

/// Whether the reference can mean `target`: the same namespace, or one of the two leaves it open.
fn reaches(set: &Set<'_>, reference: &Reference<'_>, target: &Manifest) -> bool {
    match (reference.namespace, &target.namespace) {
        (Some(wanted), Some(actual)) => wanted == actual || !set.is_namespaced(target),
        _ => true,
    }
}

fn elsewhere(reference: &Reference<'_>, target: &Manifest) -> Diagnostic {
    let namespace = target.namespace.as_deref().unwrap_or_default();
    let own = reference.namespace.unwrap_or_default();
    let message = format!(
        "the {} `{}` is in the namespace `{namespace}`, and objects of `{own}` cannot reach it",
        reference.kind, reference.name
    );
    let finding = reference.from.error("other-namespace", &reference.at, message);
    let place = target.span_of(&crate::yaml::Pointer::parse("/metadata/namespace"));
    finding
        .with_related(place, "its namespace")
        .with_help("put both objects into the same namespace")
}

fn absent(reference: &Reference<'_>, known: &[&Manifest]) -> Option<Diagnostic> {
    if reference.optional {
        return None;
    }
    let names = known.iter().filter_map(|manifest| manifest.name.as_deref());
    let Some(meant) = nearest(reference.name, names) else {
        return Some(assumed(reference));
    };
    let message =
        format!("there is no {} `{}` among these objects", reference.kind, reference.name);
    let finding = reference.from.error("unknown-reference", &reference.at, message);
    let target = known.iter().find(|manifest| manifest.name.as_deref() == Some(meant));
    let finding = finding.with_help(format!("did you mean `{meant}`?"));
    Some(match target {
        Some(target) => {
            let place = target.span_of(&crate::yaml::Pointer::parse("/metadata/name"));
            finding.with_related(place, format!("the {} of these objects", reference.kind))
        }
        None => finding,
    })
}

fn assumed(reference: &Reference<'_>) -> Diagnostic {
    let message = format!(
        "the {} `{}` is not among these objects, so it must exist in the cluster already",
        reference.kind, reference.name
    );
    reference.from.finding(Severity::Note, "assumed-in-cluster", &reference.at, message)
}
