//! A reference to one key of a Secret or ConfigMap needs that key to be there.

use super::super::Manifest;
use super::super::names;
use super::collect::Reference;
use crate::diagnostic::Diagnostic;
use crate::yaml::Node;

/// The keys of `reference` that `target` does not hold.
pub(super) fn missing(reference: &Reference<'_>, target: &Manifest) -> Vec<Diagnostic> {
    if reference.optional {
        return Vec::new();
    }
    let known = keys_of(target);
    let wanted = reference.keys.iter().filter(|(_, key)| !known.contains(key));
    let findings = wanted.map(|(at, key)| {
        let message = format!("the {} `{}` has no key `{key}`", reference.kind, reference.name);
        let finding = reference.from.error("unknown-data-key", at, message);
        finding.with_help(help(key, &known))
    });
    findings.collect()
}

fn keys_of(target: &Manifest) -> Vec<&str> {
    let lists = ["data", "stringData", "binaryData"];
    let maps = lists.iter().filter_map(|list| target.root.get(list)).filter_map(Node::as_mapping);
    maps.flatten().map(|entry| &*entry.key).collect()
}

fn help(key: &str, known: &[&str]) -> String {
    match names::meant(key, known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if known.is_empty() => "it holds no keys at all".to_owned(),
        None => format!("it holds {}", names::listed(known)),
    }
}
