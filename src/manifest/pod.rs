//! Finds the pods that an object becomes: where their specification stands, and how many there
//! may be.

use super::Manifest;
use crate::yaml::{Node, Pointer};

/// One kind of pod that an object starts.
#[derive(Debug, Clone)]
pub(super) struct Pod<'a> {
    /// The object that starts it.
    pub(super) owner: &'a Manifest,
    /// The pod's `metadata`, where given.
    pub(super) metadata: Option<&'a Node>,
    /// The pod's `spec`.
    pub(super) spec: &'a Node,
    /// Where the `spec` stands in the object.
    pub(super) at: Pointer,
    /// How many such pods may run at once; 0 when the object keeps none.
    pub(super) count: u64,
}

/// Where the pod template stands, by group and kind; a pod is its own template.
const TEMPLATES: [(&str, &str, &str); 10] = [
    ("", "Pod", ""),
    ("", "PodTemplate", "/template"),
    ("", "ReplicationController", "/spec/template"),
    ("apps", "Deployment", "/spec/template"),
    ("apps", "StatefulSet", "/spec/template"),
    ("apps", "DaemonSet", "/spec/template"),
    ("apps", "ReplicaSet", "/spec/template"),
    ("batch", "Job", "/spec/template"),
    ("batch", "CronJob", "/spec/jobTemplate/spec/template"),
    ("kubeflow.org", "PyTorchJob", "/spec/pytorchReplicaSpecs"),
];

/// The pods that `owner` becomes.
pub(super) fn pods_of(owner: &Manifest) -> Vec<Pod<'_>> {
    let found = TEMPLATES.iter().find(|(group, kind, _)| owner.is(group, kind));
    let Some((_, kind, path)) = found else { return Vec::new() };
    let place = Pointer::parse(path);
    let templates = match *kind {
        "PyTorchJob" => {
            vec![place.child("Master").child("template"), place.child("Worker").child("template")]
        }
        _ => vec![place],
    };
    templates.into_iter().filter_map(|template| pod_at(owner, &template)).collect()
}

fn pod_at<'a>(owner: &'a Manifest, template: &Pointer) -> Option<Pod<'a>> {
    let node = owner.root.at(template)?;
    let spec = node.get("spec").filter(|spec| spec.as_mapping().is_some())?;
    let count = count(owner, template);
    Some(Pod { owner, metadata: node.get("metadata"), spec, at: template.child("spec"), count })
}

fn count(owner: &Manifest, template: &Pointer) -> u64 {
    let number = |path: &str| owner.at(path)?.as_i64().and_then(|count| u64::try_from(count).ok());
    match owner.kind.as_str() {
        "PyTorchJob" => {
            let replicas = template.parent().map(|role| format!("{role}/replicas"));
            let started = replicas.and_then(|path| number(&path)).unwrap_or(1);
            let most = number("/spec/elasticPolicy/maxReplicas").unwrap_or(0);
            if template.to_string().contains("/Worker/") { started.max(most) } else { started }
        }
        "Job" => number("/spec/parallelism").unwrap_or(1),
        "CronJob" => number("/spec/jobTemplate/spec/parallelism").unwrap_or(1),
        // One for each node, however many there are.
        "DaemonSet" => u64::MAX,
        "Pod" => 1,
        "PodTemplate" => 0,
        _ => number("/spec/replicas").unwrap_or(1),
    }
}

impl<'a> Pod<'a> {
    /// All containers with their places: init containers first, as they start.
    pub(super) fn containers(&self) -> Vec<(Pointer, &'a Node)> {
        let lists = ["initContainers", "containers"];
        lists.iter().flat_map(|list| items(self.spec, &self.at, list)).collect()
    }

    /// The containers that run side by side.
    pub(super) fn main_containers(&self) -> Vec<(Pointer, &'a Node)> {
        items(self.spec, &self.at, "containers")
    }

    /// The volumes with their places.
    pub(super) fn volumes(&self) -> Vec<(Pointer, &'a Node)> {
        items(self.spec, &self.at, "volumes")
    }

    /// The pod's labels.
    pub(super) fn labels(&self) -> Option<&'a Node> {
        self.metadata?.get("labels")
    }
}

/// The items of the list `key` of `parent`, which stands at `at`, each with its place.
pub(super) fn items<'a>(parent: &'a Node, at: &Pointer, key: &str) -> Vec<(Pointer, &'a Node)> {
    let items = parent.get(key).and_then(Node::as_sequence).unwrap_or_default();
    let list = at.child(key);
    let placed = items.iter().enumerate();
    placed.map(|(index, item)| (list.child(index.to_string()), item)).collect()
}

/// The items of the list `key` of `parent`, each with its index. Places are left to those who
/// find something.
pub(super) fn indexed<'a>(
    parent: &'a Node,
    key: &str,
) -> impl Iterator<Item = (usize, &'a Node)> + use<'a> {
    parent.get(key).and_then(Node::as_sequence).unwrap_or_default().iter().enumerate()
}

/// The text under `key`, where it is a text and not empty.
pub(super) fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.as_str().filter(|text| !text.is_empty())
}
