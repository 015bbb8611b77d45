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

use std::cell::Cell;
use std::collections::HashMap;

use super::Manifest;
use super::api::Api;
use super::pod::{Pod, pods_of};
use crate::diagnostic::{Diagnostic, nearest};
use labels::Labelled;

/// The objects of one render, found by what names them: their number may be large.
pub(super) struct Set<'a> {
    /// All of them.
    pub(super) manifests: &'a [Manifest],
    /// The pods they become.
    pub(super) pods: Vec<Pod<'a>>,
    /// Tells which kinds live in a namespace.
    pub(super) api: &'a Api,
    by_kind: HashMap<GroupKind<'a>, Vec<&'a Manifest>>,
    by_name: HashMap<(GroupKind<'a>, &'a str), Vec<&'a Manifest>>,
    by_label: Labelled<'a>,
    /// How many names may still be compared.
    comparisons: Cell<usize>,
}

/// How many names all searches for what was meant compare: many wrong names among many others must
/// end too.
const COMPARISONS: usize = 100_000;

/// A group (empty for core) and a kind.
type GroupKind<'a> = (&'a str, &'a str);

impl<'a> Set<'a> {
    fn new(api: &'a Api, manifests: &'a [Manifest]) -> Self {
        let pods: Vec<Pod<'a>> = manifests.iter().flat_map(pods_of).collect();
        let mut by_kind: HashMap<_, Vec<&Manifest>> = HashMap::new();
        let mut by_name: HashMap<_, Vec<&Manifest>> = HashMap::new();
        for manifest in manifests {
            let kind = (manifest.group(), manifest.kind.as_str());
            by_kind.entry(kind).or_default().push(manifest);
            if let Some(name) = manifest.name.as_deref() {
                by_name.entry((kind, name)).or_default().push(manifest);
            }
        }
        let by_label = Labelled::new(&pods);
        Self {
            manifests,
            pods,
            api,
            by_kind,
            by_name,
            by_label,
            comparisons: Cell::new(COMPARISONS),
        }
    }

    /// The objects of this group and kind, in order.
    pub(super) fn of<'s>(&'s self, group: &'s str, kind: &'s str) -> &'s [&'a Manifest] {
        self.by_kind.get(&(group, kind)).map_or(&[], Vec::as_slice)
    }

    /// The objects of this group, kind and name, in order.
    pub(super) fn named<'s>(
        &'s self,
        group: &'s str,
        kind: &'s str,
        name: &'s str,
    ) -> &'s [&'a Manifest] {
        self.by_name.get(&((group, kind), name)).map_or(&[], Vec::as_slice)
    }

    /// The pods that may have this label, in order: all those that have it are among them.
    pub(super) fn labelled(&self, key: &str, value: &str) -> impl Iterator<Item = &Pod<'a>> {
        self.by_label.places(key, value).map(|place| &self.pods[place])
    }

    /// The first pod of those that no selector tells from each other, in order.
    pub(super) fn differing(&self) -> impl Iterator<Item = &Pod<'a>> {
        self.by_label.differing.iter().map(|place| &self.pods[*place])
    }

    /// The one of these names that was meant by `wrong`; nothing when there were too many to compare.
    pub(super) fn meant<'n>(
        &self,
        wrong: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<&'n str> {
        nearest(wrong, names.into_iter().take_while(|_| self.compares()))
            .filter(|_| self.compares())
    }

    /// Counts a comparison; false when there were too many.
    fn compares(&self) -> bool {
        let left = self.comparisons.get();
        self.comparisons.set(left.saturating_sub(1));
        left > 0
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
    let set = Set::new(api, manifests);
    let mut found = Vec::new();
    for check in CHECKS {
        check(&set, &mut found);
    }
    found
}
