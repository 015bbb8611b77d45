//! What one object must hold to beyond its schema and the schema's rules: one file per check, and
//! the list of them. Other objects are not looked at here.

mod cron;
mod duplicates;
mod extended;
mod identity;
mod one_of;
mod reserved_env;
mod resources;
mod selector;
mod size;
mod volumes;

pub(super) use duplicates::identity;

use super::api::{Api, Kind};
use super::pod::{Pod, pods_of};
use super::{Manifest, api::Place};
use crate::diagnostic::Diagnostic;

/// An object under check.
pub(super) struct Subject<'a> {
    /// The object.
    pub(super) manifest: &'a Manifest,
    /// Its kind.
    pub(super) kind: &'a Kind,
    /// The pods it becomes.
    pub(super) pods: Vec<Pod<'a>>,
}

/// A check of a whole object.
type ObjectCheck = fn(&Subject<'_>, &mut Vec<Diagnostic>);
/// A check of each place that the schema describes.
type PlaceCheck = fn(&Manifest, &Place<'_, '_>, &mut Vec<Diagnostic>);

const OBJECT_CHECKS: [ObjectCheck; 9] = [
    identity::check,
    duplicates::check_port_names,
    resources::check,
    extended::check,
    volumes::check,
    reserved_env::check,
    selector::check,
    cron::check,
    size::check,
];
const PLACE_CHECKS: [PlaceCheck; 2] = [duplicates::check, one_of::check];

/// What the object as a whole must hold to.
pub(super) fn check_object(kind: &Kind, manifest: &Manifest) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let subject = Subject { manifest, kind, pods: pods_of(manifest) };
    for check in OBJECT_CHECKS {
        check(&subject, &mut found);
    }
    found
}

/// What each place that the schema describes must hold to beyond it.
pub(super) fn check_places(api: &Api, kind: &Kind, manifest: &Manifest) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    api.places(kind, &manifest.root, &mut |place| {
        for check in PLACE_CHECKS {
            check(manifest, place, &mut found);
        }
    });
    found
}
