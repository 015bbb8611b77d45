//! Collects every place in which an object names another one.

use super::super::Manifest;
use super::super::pod::{Pod, indexed, items, text};
use super::Set;
use crate::yaml::{Node, Pointer};

/// A name that stands for another object.
pub(super) struct Reference<'a> {
    /// The object that names the other.
    pub(super) from: &'a Manifest,
    /// Where the name stands.
    pub(super) at: Pointer,
    /// The group of the other object, empty for core.
    pub(super) group: &'static str,
    /// Its kind.
    pub(super) kind: &'static str,
    /// Its name.
    pub(super) name: &'a str,
    /// Its namespace, where the reference says so itself.
    pub(super) namespace: Option<&'a str>,
    /// Keys that it must hold, with their places.
    pub(super) keys: Vec<(Pointer, &'a str)>,
    /// Whether the object works without the other one.
    pub(super) optional: bool,
}

/// All references of the set.
pub(super) fn references<'a>(set: &Set<'a>) -> Vec<Reference<'a>> {
    let pods = set.pods.iter().flat_map(|pod| {
        let mut collector = Collector { from: pod.owner, found: Vec::new() };
        collector.pod(pod);
        collector.found
    });
    let objects = set.manifests.iter().flat_map(|manifest| {
        let mut collector = Collector { from: manifest, found: Vec::new() };
        collector.object();
        collector.found
    });
    pods.chain(objects).collect()
}

struct Collector<'a> {
    from: &'a Manifest,
    found: Vec<Reference<'a>>,
}

impl<'a> Collector<'a> {
    fn pod(&mut self, pod: &Pod<'a>) {
        for (at, volume) in pod.volumes() {
            self.volume(volume, &at);
        }
        for (at, container) in pod.containers() {
            self.container(container, &at);
        }
        for (at, secret) in items(pod.spec, &pod.at, "imagePullSecrets") {
            self.name(secret, &at, "name", ("", "Secret"));
        }
        // Every namespace has the account `default`.
        if text(pod.spec, "serviceAccountName") != Some("default") {
            self.name(pod.spec, &pod.at, "serviceAccountName", ("", "ServiceAccount"));
        }
        let priority = text(pod.spec, "priorityClassName").unwrap_or_default();
        if !priority.starts_with("system-") {
            let kind = ("scheduling.k8s.io", "PriorityClass");
            self.name(pod.spec, &pod.at, "priorityClassName", kind);
        }
        self.name(pod.spec, &pod.at, "runtimeClassName", ("node.k8s.io", "RuntimeClass"));
    }

    fn volume(&mut self, volume: &'a Node, at: &Pointer) {
        if let Some(claim) = volume.get("persistentVolumeClaim") {
            let at = at.child("persistentVolumeClaim");
            self.name(claim, &at, "claimName", ("", "PersistentVolumeClaim"));
        }
        self.data(volume, at, "secret", "secretName", "Secret");
        self.data(volume, at, "configMap", "name", "ConfigMap");
        let Some(projected) = volume.get("projected") else { return };
        for (at, source) in items(projected, &at.child("projected"), "sources") {
            self.data(source, &at, "secret", "name", "Secret");
            self.data(source, &at, "configMap", "name", "ConfigMap");
        }
    }

    /// A volume made of a Secret or ConfigMap, with the keys that `items` picks.
    fn data(
        &mut self,
        parent: &'a Node,
        at: &Pointer,
        field: &str,
        name: &str,
        kind: &'static str,
    ) {
        let Some(source) = parent.get(field) else { return };
        let at = at.child(field);
        self.name(source, &at, name, ("", kind));
        let keys = items(source, &at, "items").into_iter();
        let keys = keys.filter_map(|(at, item)| Some((at.child("key"), text(item, "key")?)));
        self.with_keys(source, keys.collect());
    }

    fn container(&mut self, container: &'a Node, at: &Pointer) {
        for (index, variable) in indexed(container, "env") {
            let Some(from) = variable.get("valueFrom") else { continue };
            let at = at.child("env").child(index.to_string()).child("valueFrom");
            for (field, kind) in [("secretKeyRef", "Secret"), ("configMapKeyRef", "ConfigMap")] {
                let Some(source) = from.get(field) else { continue };
                let at = at.child(field);
                self.name(source, &at, "name", ("", kind));
                let key = text(source, "key").map(|key| (at.child("key"), key));
                self.with_keys(source, key.into_iter().collect());
            }
        }
        for (at, from) in items(container, at, "envFrom") {
            for (field, kind) in [("secretRef", "Secret"), ("configMapRef", "ConfigMap")] {
                let Some(source) = from.get(field) else { continue };
                self.name(source, &at.child(field), "name", ("", kind));
                self.with_keys(source, Vec::new());
            }
        }
    }

    /// What the object names outside of its pods.
    fn object(&mut self) {
        match (self.from.group(), self.from.kind.as_str()) {
            ("apps", "StatefulSet") => self.field("/spec", "serviceName", ("", "Service")),
            ("", "PersistentVolumeClaim") => {
                self.field("/spec", "volumeName", ("", "PersistentVolume"));
                self.field("/spec", "storageClassName", ("storage.k8s.io", "StorageClass"));
            }
            ("", "PersistentVolume") => {
                self.field("/spec/claimRef", "name", ("", "PersistentVolumeClaim"));
                self.in_namespace("/spec/claimRef");
            }
            ("networking.k8s.io", "Ingress") => self.ingress(),
            ("autoscaling", "HorizontalPodAutoscaler") => self.scale_target(),
            ("rbac.authorization.k8s.io", _) => self.binding(),
            _ => {}
        }
    }

    fn ingress(&mut self) {
        let Some(spec) = self.from.root.get("spec") else { return };
        let at = Pointer::parse("/spec");
        self.field("/spec/defaultBackend/service", "name", ("", "Service"));
        for (at, tls) in items(spec, &at, "tls") {
            self.name(tls, &at, "secretName", ("", "Secret"));
        }
        for (at, rule) in items(spec, &at, "rules") {
            let Some(http) = rule.get("http") else { continue };
            for (at, path) in items(http, &at.child("http"), "paths") {
                let service = path.get("backend").and_then(|backend| backend.get("service"));
                let Some(service) = service else { continue };
                self.name(service, &at.child("backend").child("service"), "name", ("", "Service"));
            }
        }
    }

    fn scale_target(&mut self) {
        const KINDS: [(&str, &str); 4] = [
            ("apps", "Deployment"),
            ("apps", "StatefulSet"),
            ("apps", "ReplicaSet"),
            ("kubeflow.org", "PyTorchJob"),
        ];
        let named = self.from.at("/spec/scaleTargetRef/kind").and_then(Node::as_str);
        let kind = KINDS.iter().find(|(_, kind)| Some(*kind) == named);
        if let Some(kind) = kind {
            self.field("/spec/scaleTargetRef", "name", *kind);
        }
    }

    fn binding(&mut self) {
        const GROUP: &str = "rbac.authorization.k8s.io";
        match self.from.at("/roleRef/kind").and_then(Node::as_str) {
            Some("Role") => self.field("/roleRef", "name", (GROUP, "Role")),
            Some("ClusterRole") => self.field("/roleRef", "name", (GROUP, "ClusterRole")),
            _ => {}
        }
        for (at, subject) in items(&self.from.root, &Pointer::root(), "subjects") {
            if text(subject, "kind") == Some("ServiceAccount")
                && text(subject, "name") != Some("default")
            {
                self.name(subject, &at, "name", ("", "ServiceAccount"));
                if let (Some(reference), Some(namespace)) =
                    (self.found.last_mut(), text(subject, "namespace"))
                {
                    reference.namespace = Some(namespace);
                }
            }
        }
    }

    fn field(&mut self, parent: &str, field: &str, kind: (&'static str, &'static str)) {
        if let Some(node) = self.from.at(parent) {
            self.name(node, &Pointer::parse(parent), field, kind);
        }
    }

    fn in_namespace(&mut self, parent: &str) {
        let namespace = self.from.at(parent).and_then(|node| text(node, "namespace"));
        if let (Some(reference), Some(_)) = (self.found.last_mut(), namespace) {
            reference.namespace = namespace;
        }
    }

    fn name(
        &mut self,
        parent: &'a Node,
        at: &Pointer,
        field: &str,
        kind: (&'static str, &'static str),
    ) {
        let Some(name) = text(parent, field) else { return };
        let (group, kind) = kind;
        let (from, at) = (self.from, at.child(field));
        let namespace = from.namespace.as_deref();
        let reference =
            Reference { from, at, group, kind, name, namespace, keys: Vec::new(), optional: false };
        self.found.push(reference);
    }

    /// Adds what `source` says of the reference found last.
    fn with_keys(&mut self, source: &Node, keys: Vec<(Pointer, &'a str)>) {
        if let Some(reference) = self.found.last_mut() {
            reference.keys = keys;
            reference.optional = source.get("optional").and_then(Node::as_bool) == Some(true);
        }
    }
}
