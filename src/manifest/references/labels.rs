//! Services and disruption budgets find pods by labels; one that nearly finds some is a slip.

use std::collections::{HashMap, HashSet};

use super::super::Manifest;
use super::super::pod::Pod;
use super::Set;
use crate::diagnostic::{Diagnostic, Severity};
use crate::yaml::{Entry, Mapping, Node, Pointer};

/// The label with the name of the job, which the training operator gives to the job's pods.
const JOB_NAME: &str = "training.kubeflow.org/job-name";
/// What all labels of the training operator begin with.
const OPERATOR: &str = "training.kubeflow.org/";

/// Where the labels that are looked for stand.
const SELECTORS: [(&str, &str, &str); 2] = [
    ("", "Service", "/spec/selector"),
    ("policy", "PodDisruptionBudget", "/spec/selector/matchLabels"),
];

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    for (group, kind, path) in SELECTORS {
        for &manifest in set.of(group, kind) {
            let selector = manifest.at(path).and_then(Node::as_mapping);
            let Some(selector) = selector.filter(|selector| !selector.is_empty()) else { continue };
            found.extend(check_selector(set, manifest, &Pointer::parse(path), selector));
        }
    }
}

/// Pods by their labels.
pub(super) struct Labelled<'a> {
    places: HashMap<(&'a str, &'a str), Vec<usize>>,
    /// Pods that get labels from the training operator.
    jobs: Vec<usize>,
    /// The first pod of those with the same labels in the same namespace.
    pub(super) differing: Vec<usize>,
}

impl<'a> Labelled<'a> {
    pub(super) fn new(pods: &[Pod<'a>]) -> Self {
        let mut places: HashMap<_, Vec<usize>> = HashMap::new();
        let (mut jobs, mut differing, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for (place, pod) in pods.iter().enumerate() {
            let labels = pod.labels().and_then(Node::as_mapping).into_iter().flatten();
            for label in labels {
                if let Some(value) = label.value.as_str() {
                    places.entry((&*label.key, value)).or_default().push(place);
                }
            }
            if seen.insert(identity(pod)) {
                differing.push(place);
            }
            if is_job(pod) {
                let name = pod.owner.name.as_deref().unwrap_or_default();
                places.entry((JOB_NAME, name)).or_default().push(place);
                jobs.push(place);
            }
        }
        Self { places, jobs, differing }
    }

    /// The places of the pods that may have a label, in order.
    pub(super) fn places(&self, key: &str, value: &str) -> impl Iterator<Item = usize> {
        let with_label = self.places.get(&(key, value)).map_or(&[][..], Vec::as_slice);
        let by_operator = key.starts_with(OPERATOR) && key != JOB_NAME;
        let jobs = if by_operator { self.jobs.as_slice() } else { &[] };
        let mut places = [with_label, jobs].concat();
        places.sort_unstable();
        places.dedup();
        places.into_iter()
    }
}

/// What tells a selector one pod from another: namespace, job and labels.
type Identity<'a> = (Option<&'a str>, Option<&'a str>, Vec<(&'a str, Option<&'a str>)>);

fn identity<'a>(pod: &Pod<'a>) -> Identity<'a> {
    let job = is_job(pod).then(|| pod.owner.name.as_deref().unwrap_or_default());
    let labels = pod.labels().and_then(Node::as_mapping).into_iter().flatten();
    let labels = labels.map(|label| (&*label.key, label.value.as_str())).collect();
    (pod.owner.namespace.as_deref(), job, labels)
}

/// The pods of the set that a selector selects.
fn selected<'s, 'a>(
    set: &'s Set<'a>,
    manifest: &'s Manifest,
    selector: &'s Mapping,
) -> impl Iterator<Item = &'s Pod<'a>> {
    let first = selector.iter().next();
    let first = first.map(|wanted| (&*wanted.key, wanted.value.as_str().unwrap_or_default()));
    let candidates = first.into_iter().flat_map(|(key, value)| set.labelled(key, value));
    let candidates = candidates.filter(|pod| same_namespace(manifest, pod.owner));
    candidates.filter(|pod| selector.iter().all(|wanted| matches(pod, wanted)))
}

/// The pods of the set that a Service selects; none when it has no selector.
pub(super) fn selected_by<'s, 'a>(set: &'s Set<'a>, service: &'s Manifest) -> Vec<&'s Pod<'a>> {
    let selector = service.at("/spec/selector").and_then(Node::as_mapping);
    selector.into_iter().flat_map(|selector| selected(set, service, selector)).collect()
}

fn check_selector(
    set: &Set<'_>,
    manifest: &Manifest,
    at: &Pointer,
    selector: &Mapping,
) -> Option<Diagnostic> {
    if selected(set, manifest, selector).next().is_some() {
        return None;
    }
    let mut pods = set.differing().filter(|pod| same_namespace(manifest, pod.owner));
    let mut tried = HashSet::new();
    let near_miss = pods.find_map(|pod| near_miss(set, pod, selector, &mut tried));
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
    if !is_job(pod) {
        return false;
    }
    match &*wanted.key {
        JOB_NAME => pod.owner.name.as_deref() == Some(value),
        key => key.starts_with(OPERATOR),
    }
}

fn is_job(pod: &Pod<'_>) -> bool {
    pod.owner.is("kubeflow.org", "PyTorchJob")
}

/// What was probably meant: another key, or another whole label.
enum Meant {
    Key(String),
    Label(String),
}

/// The one label that keeps `pod` from being selected, with what was probably meant. `tried` are the
/// keys of labels that other pods have as well and that were not meant by a wanted one.
fn near_miss<'a, 's>(
    set: &Set<'_>,
    pod: &Pod<'s>,
    selector: &'a Mapping,
    tried: &mut HashSet<(&'a str, &'s str)>,
) -> Option<(&'a Entry, Meant)> {
    let mut unmatched = selector.iter().filter(|wanted| !matches(pod, wanted));
    let (Some(wanted), None) = (unmatched.next(), unmatched.next()) else { return None };
    let value = wanted.value.as_str()?;
    let labels = pod.labels().and_then(Node::as_mapping);
    if let Some(actual) = labels.and_then(|labels| labels.get(&wanted.key)).and_then(Node::as_str) {
        let near = set.meant(value, [actual]).is_some() || selector.len() > 1;
        return near.then(|| (wanted, Meant::Label(format!("{}: {actual}", wanted.key))));
    }
    let known = labels.into_iter().flatten().map(|entry| &*entry.key);
    let known = known.chain(is_job(pod).then_some(JOB_NAME));
    let untried = known.filter(|key| tried.insert((&*wanted.key, *key)));
    let meant = set.meant(&wanted.key, untried)?;
    Some((wanted, Meant::Key(meant.to_owned())))
}
