//! Devices (`nvidia.com/gpu`) and huge pages cannot be shared out: whole numbers, a limit, and a
//! request that equals it.

use super::super::quantity::{self, Quantity};
use super::Subject;
use super::resources::{amounts, shown};
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for pod in &subject.pods {
        for (at, container) in pod.containers() {
            if let Some(resources) = container.get("resources") {
                check_container(subject, &at.child("resources"), resources, found);
            }
        }
    }
}

fn check_container(
    subject: &Subject<'_>,
    at: &Pointer,
    resources: &Node,
    found: &mut Vec<Diagnostic>,
) {
    for list in ["limits", "requests"] {
        for (name, place, amount) in amounts(resources, at, list) {
            if is_device(name) && !amount.is_whole() {
                found.push(fraction(subject, name, &place));
            }
            if let Some(size) = name.strip_prefix("hugepages-") {
                found.extend(page_size(subject, &place, size, amount));
            }
        }
    }
    for (name, place, request) in amounts(resources, at, "requests") {
        if is_device(name) || name.starts_with("hugepages-") {
            found.extend(not_the_limit(subject, at, name, &place, request));
        }
    }
    found.extend(pages_alone(subject, at, resources));
}

/// Whether `name` is a vendor's resource. Those of `kubernetes.io` are the system's own.
fn is_device(name: &str) -> bool {
    let prefix = name.split_once('/').map(|(prefix, _)| prefix);
    prefix.is_some_and(|prefix| prefix != "kubernetes.io" && !prefix.ends_with(".kubernetes.io"))
}

fn code(name: &str) -> &'static str {
    if is_device(name) { "extended-resource" } else { "huge-pages" }
}

fn fraction(subject: &Subject<'_>, name: &str, at: &Pointer) -> Diagnostic {
    let written = subject.manifest.root.at(at).map(shown).unwrap_or_default();
    let message = format!("`{name}` counts whole devices, and this is {written}");
    subject.manifest.error("extended-resource", at, message)
}

fn not_the_limit(
    subject: &Subject<'_>,
    at: &Pointer,
    name: &str,
    place: &Pointer,
    request: Quantity,
) -> Option<Diagnostic> {
    let limit_at = at.child("limits").child(name);
    let Some(limit) = subject.manifest.root.at(&limit_at).filter(|limit| !limit.is_null()) else {
        let message =
            format!("`{name}` is requested without a limit, and it cannot be overcommitted");
        let finding = subject.manifest.error(code(name), place, message);
        return Some(finding.with_help("write the same amount under `limits`"));
    };
    if request == quantity::of(limit)? {
        return None;
    }
    let asked = subject.manifest.root.at(place).map(shown).unwrap_or_default();
    let message = format!(
        "the request for `{name}` must equal its limit: {asked} is asked for, and the limit is {}",
        shown(limit)
    );
    let finding = subject.manifest.error(code(name), place, message);
    Some(finding.with_related(subject.manifest.span_of(&limit_at), "the limit"))
}

fn page_size(
    subject: &Subject<'_>,
    at: &Pointer,
    size: &str,
    amount: Quantity,
) -> Option<Diagnostic> {
    let written = subject.manifest.root.at(at).map(shown).unwrap_or_default();
    let Some(page) = Quantity::parse(size).ok().filter(|page| *page > Quantity::from_integer(0))
    else {
        let message = format!("`{size}` is no page size; huge pages are named like hugepages-2Mi");
        return Some(subject.manifest.error("huge-pages", at, message));
    };
    let message = format!("{written} is not a whole number of pages of {size}");
    (!amount.is_multiple_of(page)).then(|| subject.manifest.error("huge-pages", at, message))
}

/// Huge pages only come with cpu or memory.
fn pages_alone(subject: &Subject<'_>, at: &Pointer, resources: &Node) -> Option<Diagnostic> {
    let mut all = amounts(resources, at, "limits");
    all.extend(amounts(resources, at, "requests"));
    let (_, place, _) = all.iter().find(|(name, ..)| name.starts_with("hugepages-"))?;
    let with_others = all.iter().any(|(name, ..)| matches!(*name, "cpu" | "memory"));
    let message = "a container that asks for huge pages must also ask for cpu or memory";
    (!with_others).then(|| subject.manifest.error("huge-pages", place, message))
}
