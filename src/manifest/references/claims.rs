//! A claim that one node (or one pod) at a time may mount, and that several pods mount.

use std::collections::HashMap;

use super::super::Manifest;
use super::super::pod::{Pod, indexed, text};
use super::Set;
use crate::diagnostic::{Diagnostic, Severity};
use crate::yaml::{Node, Pointer};

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let by_claim = mounts_by_claim(set);
    for claim in set.of("", "PersistentVolumeClaim") {
        let modes = claim.at("/spec/accessModes").and_then(Node::as_sequence).unwrap_or_default();
        let modes: Vec<&str> = modes.iter().filter_map(Node::as_str).collect();
        let mounts = claim.name.as_deref().and_then(|name| by_claim.get(name));
        let mounts = mounts.map_or(&[][..], Vec::as_slice).iter();
        let mounts: Vec<&Mount<'_, '_>> =
            mounts.filter(|(pod, _)| !is_apart(pod.owner, claim)).collect();
        let pods = mounts.iter().fold(0_u64, |sum, (pod, _)| sum.saturating_add(pod.count));
        if pods < 2 {
            continue;
        }
        match modes.as_slice() {
            ["ReadWriteOncePod"] => found.extend(only_one_pod(claim, &mounts)),
            ["ReadWriteOnce"] if !on_one_node(&mounts) => {
                found.extend(several_nodes(claim, &mounts))
            }
            _ => {}
        }
    }
}

/// A pod and the place where it names a claim.
type Mount<'s, 'a> = (&'s Pod<'a>, Pointer);

/// The pods that name each claim, in order; of several places in one pod, the first.
fn mounts_by_claim<'s, 'a>(set: &'s Set<'a>) -> HashMap<&'a str, Vec<Mount<'s, 'a>>> {
    let mut mounts: HashMap<&str, Vec<Mount<'_, '_>>> = HashMap::new();
    for pod in &set.pods {
        for (index, volume) in indexed(pod.spec, "volumes") {
            let source = volume.get("persistentVolumeClaim");
            let Some(claim) = source.and_then(|source| text(source, "claimName")) else { continue };
            let known = mounts.entry(claim).or_default();
            if !known.last().is_some_and(|(last, _)| std::ptr::eq(*last, pod)) {
                let volume = pod.at.child("volumes").child(index.to_string());
                known.push((pod, volume.child("persistentVolumeClaim").child("claimName")));
            }
        }
    }
    mounts
}

/// Whether the two are known to be in different namespaces.
fn is_apart(owner: &Manifest, claim: &Manifest) -> bool {
    owner.namespace.is_some() && claim.namespace.is_some() && owner.namespace != claim.namespace
}

/// Whether all pods are bound to the same node by name.
fn on_one_node(mounts: &[&Mount<'_, '_>]) -> bool {
    let nodes: Vec<Option<&str>> = mounts.iter().map(|(pod, _)| node_of(pod)).collect();
    nodes.iter().all(|node| node.is_some() && *node == nodes[0])
}

fn node_of<'a>(pod: &Pod<'a>) -> Option<&'a str> {
    let selector = pod.spec.get("nodeSelector");
    let by_label = || selector?.get("kubernetes.io/hostname")?.as_str();
    text(pod.spec, "nodeName").or_else(by_label)
}

fn several_nodes(claim: &Manifest, mounts: &[&Mount<'_, '_>]) -> Option<Diagnostic> {
    let message = format!(
        "the claim can be mounted by one node at a time (ReadWriteOnce), and {} mount it that may run on different nodes",
        pods_in_words(mounts)
    );
    let finding = on_claim(claim, mounts, Severity::Warning, "claim-on-several-nodes", &message)?;
    Some(finding.with_help(
        "use ReadWriteMany with a storage class that offers it, or bind the pods to one node",
    ))
}

fn only_one_pod(claim: &Manifest, mounts: &[&Mount<'_, '_>]) -> Option<Diagnostic> {
    let message = format!(
        "the claim can be mounted by a single pod (ReadWriteOncePod), and {} mount it",
        pods_in_words(mounts)
    );
    on_claim(claim, mounts, Severity::Error, "claim-on-several-nodes", &message)
}

fn pods_in_words(mounts: &[&Mount<'_, '_>]) -> String {
    let parts: Vec<String> = mounts
        .iter()
        .map(|(pod, _)| match pod.count {
            u64::MAX => format!("the pods of {} on every node", pod.owner.title()),
            1 => format!("a pod of {}", pod.owner.title()),
            count => format!("{count} pods of {}", pod.owner.title()),
        })
        .collect();
    parts.join(" and ")
}

fn on_claim(
    claim: &Manifest,
    mounts: &[&Mount<'_, '_>],
    severity: Severity,
    code: &'static str,
    message: &str,
) -> Option<Diagnostic> {
    let at = Pointer::parse("/spec/accessModes/0");
    let finding = claim.finding(severity, code, &at, message);
    let places = mounts.iter().map(|(pod, at)| pod.owner.span_of(at));
    Some(places.fold(finding, |finding, place| finding.with_related(place, "mounted here")))
}
