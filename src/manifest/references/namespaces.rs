//! When some objects of a render name their namespace and others do not, the others land wherever
//! `kubectl` points to, and the two halves cannot find each other.

use super::Set;
use crate::diagnostic::Diagnostic;
use crate::yaml::Pointer;

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let mut objects =
        set.manifests.iter().filter(|manifest| set.is_namespaced(manifest)).peekable();
    if objects.peek().is_none() {
        return;
    }
    let objects: Vec<_> = objects.collect();
    let Some(with) = objects.iter().find(|manifest| manifest.namespace.is_some()) else { return };
    let at = Pointer::parse("/metadata/namespace");
    for without in objects.iter().filter(|manifest| manifest.namespace.is_none()) {
        let namespace = with.namespace.as_deref().unwrap_or_default();
        let message = format!(
            "this object names no namespace, while {} is in `{namespace}`: they may end up apart",
            with.title()
        );
        let finding = without.warning("mixed-namespaces", &at, message);
        let finding = finding.with_related(with.span_of(&at), "the namespace of the other object");
        found.push(
            finding.with_help("give all objects the same namespace, or none and use `kubectl -n`"),
        );
    }
}
