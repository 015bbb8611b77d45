//! Services and disruption budgets find pods by labels; one that nearly finds some is a slip.

use super::super::Manifest;
use super::super::pod::Pod;
use super::Set;
use crate::diagnostic::{Diagnostic, Severity, nearest};
use crate::yaml::{Entry, Mapping, Node, Pointer};

/// Where the labels that are looked for stand.
const SELECTORS: [(&str, &str, &str); 2] = [
    ("", "Service", "/spec/selector"),
    ("policy", "PodDisruptionBudget", "/spec/selector/matchLabels"),
];

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    for (group, kind, path) in SELECTORS {
        for manifest in set.of(group, kind) {
            let selector = manifest.at(path).and_then(Node::as_mapping);
            let Some(selector) = selector.filter(|selector| !selector.is_empty()) else { continue };
            found.extend(check_selector(set, manifest, &Pointer::parse(path), selector));
        }
    }
}

/// The pods of the set that a Service selects; none when it has no selector.
pub(super) fn selected_by<'s, 'a>(set: &'s Set<'a>, service: &Manifest) -> Vec<&'s Pod<'a>> {
    let selector = service.at("/spec/selector").and_then(Node::as_mapping);
    let Some(selector) = selector.filter(|selector| !selector.is_empty()) else {
        return Vec::new();
    };
    let pods = set.pods.iter().filter(|pod| same_namespace(service, pod.owner));
    pods.filter(|pod| selector.iter().all(|wanted| matches(pod, wanted))).collect()
}

fn check_selector(
    set: &Set<'_>,
    manifest: &Manifest,
    at: &Pointer,
    selector: &Mapping,
) -> Option<Diagnostic> {
    let pods: Vec<&Pod<'_>> =
        set.pods.iter().filter(|pod| same_namespace(manifest, pod.owner)).collect();
    if pods.iter().any(|pod| selector.iter().all(|wanted| matches(pod, wanted))) {
        return None;
    }
    let near_miss = pods.iter().find_map(|pod| near_miss(pod, selector));
    Some(match near_miss {
        Some((wanted, meant)) => {
            let at = at.child(wanted.key.clone());
            let value = wanted.value.as_str().unwrap_or_default();
            let message =
                format!("no pod of these objects has the label `{}: {value}`", wanted.key);
            let finding = match &meant {
                Meant::Key(_) => manifest.key_error("selector-without-pods", &at, message),
                Meant::Label(_) => manifest.error("selector-without-pods", &at, message),
            };
            let (Meant::Key(meant) | Meant::Label(meant)) = meant;
            finding.with_help(format!("did you mean `{meant}`?"))
        }
        None => {
            let message = "no pod of these objects has the labels that are looked for, so such pods must exist in the cluster already";
            manifest.finding(Severity::Note, "assumed-in-cluster", at, message)
        }
    })
}

fn same_namespace(one: &Manifest, other: &Manifest) -> bool {
    one.namespace.is_none() || other.namespace.is_none() || one.namespace == other.namespace
}

fn matches(pod: &Pod<'_>, wanted: &Entry) -> bool {
    let label = pod.labels().and_then(|labels| labels.get(&wanted.key)).and_then(Node::as_str);
    label.is_some() && label == wanted.value.as_str() || given_by_operator(pod, wanted)
}

/// The training operator labels the pods of its jobs itself.
fn given_by_operator(pod: &Pod<'_>, wanted: &Entry) -> bool {
    let value = wanted.value.as_str().unwrap_or_default();
    if !pod.owner.is("kubeflow.org", "PyTorchJob") {
        return false;
    }
    match &*wanted.key {
        "training.kubeflow.org/job-name" => pod.owner.name.as_deref() == Some(value),
        key => key.starts_with("training.kubeflow.org/"),
    }
}

/// What was probably meant: another key, or another whole label.
enum Meant {
    Key(String),
    Label(String),
}

/// The one label that keeps `pod` from being selected, with what was probably meant.
fn near_miss<'a>(pod: &Pod<'_>, selector: &'a Mapping) -> Option<(&'a Entry, Meant)> {
    let mut unmatched = selector.iter().filter(|wanted| !matches(pod, wanted));
    let (Some(wanted), None) = (unmatched.next(), unmatched.next()) else { return None };
    let value = wanted.value.as_str()?;
    let labels = pod.labels().and_then(Node::as_mapping);
    if let Some(actual) = labels.and_then(|labels| labels.get(&wanted.key)).and_then(Node::as_str) {
        let near = nearest(value, [actual]).is_some() || selector.len() > 1;
        return near.then(|| (wanted, Meant::Label(format!("{}: {actual}", wanted.key))));
    }
    let known = labels.into_iter().flatten().map(|entry| &*entry.key);
    let job =
        pod.owner.is("kubeflow.org", "PyTorchJob").then_some("training.kubeflow.org/job-name");
    let meant = nearest(&wanted.key, known.chain(job))?;
    Some((wanted, Meant::Key(meant.to_owned())))
}
