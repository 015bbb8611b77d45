//! Two objects of one kind and name: the later would overwrite the earlier.

use std::collections::HashMap;

use super::super::Manifest;
use super::Set;
use crate::diagnostic::Diagnostic;
use crate::yaml::Pointer;

type Identity<'a> = (&'a str, &'a str, Option<&'a str>, &'a str);

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<Identity<'_>, &Manifest> = HashMap::new();
    for manifest in set.manifests {
        let Some(name) = manifest.name.as_deref() else { continue };
        let namespace = manifest.namespace.as_deref();
        let identity = (manifest.group(), manifest.kind.as_str(), namespace, name);
        match first.get(&identity) {
            Some(earlier) => found.push(twice(manifest, earlier)),
            None => drop(first.insert(identity, manifest)),
        }
    }
}

fn twice(manifest: &Manifest, earlier: &Manifest) -> Diagnostic {
    let at = Pointer::parse("/metadata/name");
    let message =
        "an object of this kind and name is there already, and the later would overwrite it";
    let finding = manifest.error("duplicate-object", &at, message);
    finding
        .with_related(earlier.span_of(&at), "first here")
        .with_help("give one of them another name")
}
