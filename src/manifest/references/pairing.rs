//! A volume and a claim that name each other must fit: class, access modes, size and mode.

use super::super::Manifest;
use super::super::quantity;
use super::Set;
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

const CODE: &str = "volume-pairing";

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    for claim in set.of("", "PersistentVolumeClaim") {
        for volume in set.of("", "PersistentVolume").filter(|volume| belong(claim, volume)) {
            found.extend(class(claim, volume));
            found.extend(modes(claim, volume));
            found.extend(size(claim, volume));
            found.extend(claimed_by_another(claim, volume));
        }
    }
}

/// Whether one of the two names the other.
fn belong(claim: &Manifest, volume: &Manifest) -> bool {
    let names = |manifest: &Manifest, path: &str, other: &Manifest| {
        other.name.is_some() && manifest.at(path).and_then(Node::as_str) == other.name.as_deref()
    };
    names(claim, "/spec/volumeName", volume) || names(volume, "/spec/claimRef/name", claim)
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
