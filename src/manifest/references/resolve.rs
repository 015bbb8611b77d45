//! Looks each reference up among the objects of the render. A name that is nearly there is an
//! error; any other is taken to be in the cluster already, and noted.

use std::collections::HashMap;

use super::super::Manifest;
use super::collect::{Reference, references};
use super::{Set, keys};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let mut near = HashMap::new();
    for reference in references(set) {
        let Reference { group, kind, name, .. } = reference;
        let named = set.named(group, kind, name);
        match named.iter().find(|one| reaches(set, &reference, one)).or(named.first()) {
            Some(target) if reaches(set, &reference, target) => {
                found.extend(keys::missing(&reference, target));
            }
            Some(target) => found.push(elsewhere(&reference, target)),
            None if reference.optional => {}
            None => {
                // Many objects name the same thing, and looking for a near name takes long.
                let meant = near.entry((group, kind, name)).or_insert_with(|| {
                    let known = set.of(group, kind).iter();
                    set.meant(name, known.filter_map(|one| one.name.as_deref()))
                });
                found.push(absent(set, &reference, *meant));
            }
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

fn absent(set: &Set<'_>, reference: &Reference<'_>, meant: Option<&str>) -> Diagnostic {
    let Some(meant) = meant else {
        return assumed(reference);
    };
    let message =
        format!("there is no {} `{}` among these objects", reference.kind, reference.name);
    let finding = reference.from.error("unknown-reference", &reference.at, message);
    let finding = finding.with_help(format!("did you mean `{meant}`?"));
    match set.named(reference.group, reference.kind, meant).first() {
        Some(target) => {
            let place = target.span_of(&crate::yaml::Pointer::parse("/metadata/name"));
            finding.with_related(place, format!("the {} of these objects", reference.kind))
        }
        None => finding,
    }
}

fn assumed(reference: &Reference<'_>) -> Diagnostic {
    let message = format!(
        "the {} `{}` is not among these objects, so it must exist in the cluster already",
        reference.kind, reference.name
    );
    reference.from.finding(Severity::Note, "assumed-in-cluster", &reference.at, message)
}
