//! How the objects of one render fit together: names that point from one to another, labels that
//! select, volumes and claims. Each object by itself is not looked at here.

mod claims;
mod collect;
mod duplicates;
mod keys;
mod labels;
mod namespaces;
mod pairing;
mod ports;
mod resolve;

use super::Manifest;
use super::api::Api;
use super::pod::{Pod, pods_of};
use crate::diagnostic::Diagnostic;

/// The objects of one render.
pub(super) struct Set<'a> {
    /// All of them.
    pub(super) manifests: &'a [Manifest],
    /// The pods they become.
    pub(super) pods: Vec<Pod<'a>>,
    /// Tells which kinds live in a namespace.
    pub(super) api: &'a Api,
}

impl<'a> Set<'a> {
    /// The objects of this group and kind.
    pub(super) fn of(&self, group: &'a str, kind: &'a str) -> impl Iterator<Item = &'a Manifest> {
        let manifests: &'a [Manifest] = self.manifests;
        manifests.iter().filter(move |manifest| manifest.is(group, kind))
    }

    /// Whether objects of this kind live in a namespace; true for kinds that nobody knows.
    pub(super) fn is_namespaced(&self, manifest: &Manifest) -> bool {
        let kind = self.api.kind(&manifest.api_version, &manifest.kind);
        kind.is_none_or(|kind| kind.namespaced)
    }
}

const CHECKS: [fn(&Set<'_>, &mut Vec<Diagnostic>); 7] = [
    duplicates::check,
    namespaces::check,
    resolve::check,
    labels::check,
    ports::check,
    pairing::check,
    claims::check,
];

/// All findings about how `manifests` fit together.
pub(super) fn check(api: &Api, manifests: &[Manifest]) -> Vec<Diagnostic> {
    let pods = manifests.iter().flat_map(pods_of).collect();
    let set = Set { manifests, pods, api };
    let mut found = Vec::new();
    for check in CHECKS {
        check(&set, &mut found);
    }
    found
}
