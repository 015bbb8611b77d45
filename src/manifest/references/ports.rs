//! Ports by name: a Service's target port must be a port of the pods that it selects, a probe's a
//! port of its own container, and the port of an Ingress one of its Service.

use super::super::Manifest;
use super::super::names;
use super::super::pod::{Pod, indexed, items, text};
use super::{Set, labels};
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

const CODE: &str = "unknown-port";
const PROBES: [&str; 3] = ["livenessProbe", "readinessProbe", "startupProbe"];

pub(super) fn check(set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    for service in set.of("", "Service") {
        check_service(set, service, found);
    }
    for pod in &set.pods {
        for (at, container) in pod.containers() {
            check_probes(pod.owner, &at, container, found);
        }
    }
    for ingress in set.of("networking.k8s.io", "Ingress") {
        check_ingress(set, ingress, found);
    }
}

fn check_service(set: &Set<'_>, service: &Manifest, found: &mut Vec<Diagnostic>) {
    let pods = labels::selected_by(set, service);
    let known: Vec<&str> = pods.iter().flat_map(|pod| port_names(pod)).collect();
    let Some(spec) = service.root.get("spec").filter(|_| !pods.is_empty()) else { return };
    for (index, port) in indexed(spec, "ports") {
        let Some(name) = text(port, "targetPort").filter(|name| !known.contains(name)) else {
            continue;
        };
        let at = Pointer::parse("/spec/ports").child(index.to_string()).child("targetPort");
        let message = format!("the pods of this Service have no port named `{name}`");
        found.push(service.error(CODE, &at, message).with_help(help(name, &known)));
    }
}

/// The names of a pod's ports. The training operator adds one to the pods of its jobs.
fn port_names<'a>(pod: &Pod<'a>) -> Vec<&'a str> {
    let containers = pod.containers();
    let mut names: Vec<&str> =
        containers.iter().flat_map(|(_, container)| names_of(container)).collect();
    if pod.owner.is("kubeflow.org", "PyTorchJob") {
        names.push("pytorchjob-port");
    }
    names
}

fn names_of<'a>(container: &'a Node) -> impl Iterator<Item = &'a str> + use<'a> {
    indexed(container, "ports").filter_map(|(_, port)| text(port, "name"))
}

fn check_probes(owner: &Manifest, at: &Pointer, container: &Node, found: &mut Vec<Diagnostic>) {
    let known: Vec<&str> = names_of(container).collect();
    for probe in PROBES {
        for way in ["httpGet", "tcpSocket"] {
            let action = container.get(probe).and_then(|probe| probe.get(way));
            let Some(name) = action.and_then(|action| text(action, "port")) else { continue };
            if known.contains(&name) || name.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let at = at.child(probe).child(way).child("port");
            let message =
                format!("the container has no port named `{name}`, so the probe always fails");
            found.push(owner.error(CODE, &at, message).with_help(help(name, &known)));
        }
    }
}

fn check_ingress(set: &Set<'_>, ingress: &Manifest, found: &mut Vec<Diagnostic>) {
    for (at, service) in backends(ingress) {
        let named = text(service, "name").map(|name| set.named("", "Service", name));
        let target = named.and_then(<[_]>::first);
        let ports = target.and_then(|target| target.at("/spec/ports")).and_then(Node::as_sequence);
        let (Some(ports), Some(port)) = (ports, service.get("port")) else { continue };
        let at = at.child("port");
        if let Some(name) = text(port, "name") {
            let known: Vec<&str> = ports.iter().filter_map(|port| text(port, "name")).collect();
            if !known.contains(&name) {
                let message = format!("the Service has no port named `{name}`");
                let finding = ingress.error(CODE, &at.child("name"), message);
                found.push(finding.with_help(help(name, &known)));
            }
        } else if let Some(number) = port.get("number").and_then(Node::as_i64) {
            let known: Vec<i64> =
                ports.iter().filter_map(|port| port.get("port")?.as_i64()).collect();
            if !known.contains(&number) {
                let known: Vec<String> = known.iter().take(20).map(i64::to_string).collect();
                let message = format!("the Service has no port {number}");
                let finding = ingress.error(CODE, &at.child("number"), message);
                found.push(finding.with_help(format!("it has {}", known.join(", "))));
            }
        }
    }
}

/// The services that an Ingress sends requests to, with their places.
fn backends(ingress: &Manifest) -> Vec<(Pointer, &Node)> {
    let mut found = Vec::new();
    let Some(spec) = ingress.root.get("spec") else { return found };
    let at = Pointer::parse("/spec");
    let default = spec.get("defaultBackend").and_then(|backend| backend.get("service"));
    found.extend(default.map(|node| (at.child("defaultBackend").child("service"), node)));
    for (at, rule) in items(spec, &at, "rules") {
        let Some(http) = rule.get("http") else { continue };
        for (at, path) in items(http, &at.child("http"), "paths") {
            let service = path.get("backend").and_then(|backend| backend.get("service"));
            found.extend(service.map(|node| (at.child("backend").child("service"), node)));
        }
    }
    found
}

fn help(name: &str, known: &[&str]) -> String {
    match names::meant(name, known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if known.is_empty() => "name a port under `ports` of the container".to_owned(),
        None => format!("the ports are {}", names::listed(known)),
    }
}
