//! Every mount needs a volume of the pod, and a volume that nothing mounts is probably a slip.

use super::super::names;
use super::super::pod::{Pod, indexed, items, text};
use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for pod in &subject.pods {
        let volumes: Vec<(Pointer, &str)> = pod
            .volumes()
            .into_iter()
            .filter_map(|(at, volume)| Some((at, text(volume, "name")?)))
            .collect();
        let mounts = mounts(pod);
        let claimed = claim_templates(subject);
        for (at, name) in &mounts {
            if !volumes.iter().any(|(_, volume)| volume == name) && !claimed.contains(name) {
                let known =
                    volumes.iter().map(|(_, volume)| *volume).chain(claimed.iter().copied());
                found.push(unknown(subject, at, name, known.collect()));
            }
        }
        let bare = pod.volumes().into_iter().filter(|(_, volume)| has_no_source(volume));
        for (at, volume) in bare {
            found.extend(text(volume, "name").map(|name| without_source(subject, &at, name)));
        }
        let mounted: Vec<&str> = mounts.iter().map(|(_, name)| *name).collect();
        let unused =
            volumes.iter().filter(|(_, volume)| !mounts.iter().any(|(_, name)| name == volume));
        for (at, name) in unused {
            // A mount that is a near miss of this volume has been reported.
            if names::meant(name, &mounted).is_none() {
                found.push(never_mounted(subject, at, name));
            }
        }
    }
}

/// The volume names that the pod's containers speak of: mounts, devices, files of variables.
fn mounts<'a>(pod: &Pod<'a>) -> Vec<(Pointer, &'a str)> {
    let mut mounts = Vec::new();
    for (at, container) in pod.containers() {
        for list in ["volumeMounts", "volumeDevices"] {
            for (at, mount) in items(container, &at, list) {
                mounts.extend(text(mount, "name").map(|name| (at.child("name"), name)));
            }
        }
        for (index, variable) in indexed(container, "env") {
            let file = variable.get("valueFrom").and_then(|from| from.get("fileKeyRef"));
            if let Some(name) = file.and_then(|file| text(file, "volumeName")) {
                let at = at.child("env").child(index.to_string()).child("valueFrom");
                mounts.push((at.child("fileKeyRef").child("volumeName"), name));
            }
        }
    }
    mounts
}

/// A StatefulSet makes a volume of each of its claim templates.
fn claim_templates<'a>(subject: &Subject<'a>) -> Vec<&'a str> {
    let spec = subject.manifest.root.get("spec");
    let templates = spec.map(|spec| items(spec, &Pointer::parse("/spec"), "volumeClaimTemplates"));
    let templates = templates.into_iter().flatten();
    templates.filter_map(|(_, claim)| text(claim.get("metadata")?, "name")).collect()
}

fn unknown(subject: &Subject<'_>, at: &Pointer, name: &str, known: Vec<&str>) -> Diagnostic {
    let message = format!("the pod has no volume named `{name}`");
    let finding = subject.manifest.error("unknown-volume", at, message);
    match names::meant(name, &known) {
        Some(meant) => finding.with_help(format!("did you mean `{meant}`?")),
        None if known.is_empty() => finding.with_help("add it under the pod's `volumes`"),
        None => finding.with_help(format!("the pod's volumes are {}", names::listed(&known))),
    }
}

/// Whether a volume has nothing but its name, or nulls beside it.
fn has_no_source(volume: &Node) -> bool {
    let entries = volume.as_mapping().into_iter().flat_map(|mapping| mapping.iter());
    entries.into_iter().all(|entry| &*entry.key == "name" || entry.value.is_null())
}

fn without_source(subject: &Subject<'_>, at: &Pointer, name: &str) -> Diagnostic {
    let message = format!(
        "the volume `{name}` names no source, so it is an empty folder that is lost with the pod"
    );
    let finding = subject.manifest.warning("volume-without-source", &at.child("name"), message);
    finding.with_help(
        "name one, such as `persistentVolumeClaim`, or write `emptyDir: {}` if that is meant",
    )
}

fn never_mounted(subject: &Subject<'_>, at: &Pointer, name: &str) -> Diagnostic {
    let message = format!("no container mounts the volume `{name}`");
    let finding = subject.manifest.warning("unused-volume", &at.child("name"), message);
    finding.with_help("mount it with `volumeMounts`, or remove it")
}
