//! A volume and a claim that name each other must fit: class, access modes, size and mode.

use std::collections::HashMap;

use super::super::Manifest;
use super::super::quantity;
use super::Set;
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

const CODE: &str = "volume-pairing";

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let volumes = Volumes::of(set);
    for claim in set.of("", "PersistentVolumeClaim") {
        for volume in volumes.of_claim(claim) {
            found.extend(class(claim, volume));
            found.extend(modes(claim, volume));
            found.extend(size(claim, volume));
            found.extend(claimed_by_another(claim, volume));
        }
    }
}

/// The volumes of the set, by their names and by the claims that they name.
struct Volumes<'s, 'a> {
    all: &'s [&'a Manifest],
    named: HashMap<&'a str, Vec<usize>>,
    naming: HashMap<&'a str, Vec<usize>>,
}

impl<'s, 'a> Volumes<'s, 'a> {
    fn of(set: &'s Set<'a>) -> Self {
        let all = set.of("", "PersistentVolume");
        let (mut named, mut naming) = (HashMap::new(), HashMap::new());
        for (place, volume) in all.iter().enumerate() {
            let add = |to: &mut HashMap<&'a str, Vec<usize>>, name: Option<&'a str>| {
                name.into_iter().for_each(|name| to.entry(name).or_default().push(place));
            };
            add(&mut named, volume.name.as_deref());
            add(&mut naming, volume.at("/spec/claimRef/name").and_then(Node::as_str));
        }
        Self { all, named, naming }
    }

    /// The volumes that the claim names or that name it, in order.
    fn of_claim(&self, claim: &Manifest) -> Vec<&'a Manifest> {
        let wanted = claim.at("/spec/volumeName").and_then(Node::as_str);
        let named = wanted.and_then(|name| self.named.get(name));
        let naming = claim.name.as_deref().and_then(|name| self.naming.get(name));
        let mut places: Vec<usize> = named.into_iter().chain(naming).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| self.all[place]).collect()
    }
}

fn class(claim: &Manifest, volume: &Manifest) -> Option<Diagnostic> {
    let at = Pointer::parse("/spec/storageClassName");
    let class = |manifest: &Manifest| {
        let class = manifest.at("/spec/storageClassName").and_then(Node::as_str);
        class.unwrap_or_default().to_owned()
    };
    let (wanted, actual) = (class(claim), class(volume));
    if wanted == actual && claim.at("/spec/storageClassName").is_some() {
        return None;
    }
    let message = if wanted == actual {
        "the claim names no storage class, so the cluster's default is put in and the volume, which has none, does not fit".to_owned()
    } else {
        let shown = |class: &str| match class {
            "" => "no storage class".to_owned(),
            class => format!("the storage class `{class}`"),
        };
        format!(
            "the claim has {} and its volume {}, so they never come together",
            shown(&wanted),
            shown(&actual)
        )
    };
    let finding = claim.error(CODE, &at, message).with_related(volume.span_of(&at), "the volume");
    Some(finding.with_help("give both the same class; for a volume made by hand, write `storageClassName: \"\"` in both"))
}

fn modes(claim: &Manifest, volume: &Manifest) -> Option<Diagnostic> {
    let path = "/spec/accessModes";
    let modes = |manifest: &Manifest| -> Option<Vec<String>> {
        let modes = manifest.at(path)?.as_sequence()?;
        modes.iter().map(|mode| mode.as_str().map(str::to_owned)).collect()
    };
    let (wanted, offered) = (modes(claim)?, modes(volume)?);
    let missing = wanted.iter().find(|mode| !offered.contains(mode))?;
    let at = Pointer::parse(path);
    let message =
        format!("the claim asks for {missing}, and its volume offers {}", offered.join(", "));
    Some(claim.error(CODE, &at, message).with_related(volume.span_of(&at), "the volume"))
}

fn size(claim: &Manifest, volume: &Manifest) -> Option<Diagnostic> {
    let (asked, offered) = ("/spec/resources/requests/storage", "/spec/capacity/storage");
    let (wanted, capacity) = (claim.at(asked)?, volume.at(offered)?);
    if quantity::of(wanted)? <= quantity::of(capacity)? {
        return None;
    }
    let message = "the claim asks for more storage than its volume holds";
    let finding = claim.error(CODE, &Pointer::parse(asked), message);
    Some(finding.with_related(volume.span_of(&Pointer::parse(offered)), "the volume"))
}

/// The volume is kept for another claim than the one that names it.
fn claimed_by_another(claim: &Manifest, volume: &Manifest) -> Option<Diagnostic> {
    let kept_for = volume.at("/spec/claimRef/name").and_then(Node::as_str)?;
    if claim.name.as_deref() == Some(kept_for) {
        return None;
    }
    let at = Pointer::parse("/spec/volumeName");
    let message = format!("the volume is kept for the claim `{kept_for}`");
    let finding = claim.error(CODE, &at, message);
    Some(finding.with_related(volume.span_of(&Pointer::parse("/spec/claimRef/name")), "the volume"))
}
