//! What containers ask for and what they may use: known resources, no amount below zero, requests
//! within limits, and no amount so small that a wrong suffix is the likely reason.

use super::super::quantity::{self, Quantity};
use super::Subject;
use crate::diagnostic::{Diagnostic, nearest};
use crate::yaml::{Node, Pointer};

/// The resources without a vendor's prefix that containers can ask for.
const PLAIN: [&str; 3] = ["cpu", "memory", "ephemeral-storage"];
/// Devices that people name without their prefix.
const DEVICES: [&str; 3] = ["nvidia.com/gpu", "habana.ai/gaudi", "gpu.intel.com/i915"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for pod in &subject.pods {
        for (at, container) in pod.containers() {
            if let Some(resources) = container.get("resources") {
                let place = Resources { subject, at: at.child("resources"), resources };
                place.check(found);
            }
        }
    }
}

struct Resources<'a> {
    subject: &'a Subject<'a>,
    at: Pointer,
    resources: &'a Node,
}

impl<'a> Resources<'a> {
    fn check(&self, found: &mut Vec<Diagnostic>) {
        for list in ["limits", "requests"] {
            for (name, at, amount) in amounts(self.resources, &self.at, list) {
                found.extend(self.unknown(name, &at));
                found.extend(self.negative(name, &at, amount));
                found.extend(self.tiny(name, &at, amount));
            }
        }
        for (name, at, request) in amounts(self.resources, &self.at, "requests") {
            found.extend(self.above_limit(name, &at, request));
        }
    }

    fn unknown(&self, name: &str, at: &Pointer) -> Option<Diagnostic> {
        if name.contains('/') || PLAIN.contains(&name) || name.starts_with("hugepages-") {
            return None;
        }
        let message = format!(
            "containers cannot ask for `{name}`: there are cpu, memory, ephemeral-storage, hugepages-<size>, and devices by a vendor's prefix such as nvidia.com/gpu"
        );
        let finding = self.subject.manifest.key_error("unknown-resource", at, message);
        let device = DEVICES.into_iter().find(|device| device.ends_with(&format!("/{name}")));
        Some(match device.or_else(|| nearest(name, PLAIN)) {
            Some(meant) => finding.with_help(format!("did you mean `{meant}`?")),
            None => finding,
        })
    }

    fn negative(&self, name: &str, at: &Pointer, amount: Quantity) -> Option<Diagnostic> {
        let message = format!("an amount of {name} cannot be below zero");
        (amount.sign() < 0).then(|| self.subject.manifest.error("negative-amount", at, message))
    }

    fn tiny(&self, name: &str, at: &Pointer, amount: Quantity) -> Option<Diagnostic> {
        let written = shown(self.subject.manifest.root.at(at)?);
        let message = match name {
            "memory" | "ephemeral-storage" if !amount.is_whole() => format!(
                "`{written}` of {name} is not even a whole number of bytes: the suffix `m` means thousandths"
            ),
            "cpu" if !amount.is_whole_thousandths() => format!(
                "`{written}` of cpu is finer than a thousandth, and is rounded up to the next one"
            ),
            _ => return None,
        };
        let finding = self.subject.manifest.warning("tiny-amount", at, message);
        let help = if name == "cpu" {
            "write at least `1m`"
        } else {
            "write for example `128Mi` or `128Gi`"
        };
        Some(finding.with_help(help))
    }

    fn above_limit(&self, name: &str, at: &Pointer, request: Quantity) -> Option<Diagnostic> {
        let limit_at = self.at.child("limits").child(name);
        let limit = self.subject.manifest.root.at(&limit_at)?;
        // Devices and huge pages have a stricter rule of their own.
        if name.contains('/') || name.starts_with("hugepages-") || request <= quantity::of(limit)? {
            return None;
        }
        let asked = shown(self.subject.manifest.root.at(at)?);
        let message = format!(
            "the container asks for {asked} of {name}, which is above its limit, {}",
            shown(limit)
        );
        let finding = self.subject.manifest.error("request-above-limit", at, message);
        let limit_span = self.subject.manifest.span_of(&limit_at);
        Some(
            finding
                .with_related(limit_span, "the limit")
                .with_help("raise the limit, or ask for less"),
        )
    }
}

/// The amounts of a list of resources that can be read: name, place, amount.
pub(super) fn amounts<'a>(
    resources: &'a Node,
    at: &Pointer,
    list: &str,
) -> Vec<(&'a str, Pointer, Quantity)> {
    let entries = resources.get(list).and_then(Node::as_mapping).into_iter().flatten();
    let list = at.child(list);
    let amounts = entries.filter_map(|entry| {
        Some((&*entry.key, list.child(entry.key.clone()), quantity::of(&entry.value)?))
    });
    amounts.collect()
}

/// A scalar as written.
pub(super) fn shown(node: &Node) -> String {
    let number = || node.as_number().map(|number| number.text().to_owned());
    node.as_str().map(str::to_owned).or_else(number).unwrap_or_default()
}
