//! Lists whose items have a key (`env` by name, `volumeMounts` by path) must not hold two items
//! with the same one: the last silently wins, and server-side apply refuses the object.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use super::{Manifest, Place, Subject};
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Number, Pointer};

const CODE: &str = "duplicate-item";

pub(super) fn check(manifest: &Manifest, place: &Place<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(items) = place.node.as_sequence() else { return };
    let keys = place.keywords.get("x-kubernetes-list-map-keys").and_then(Value::as_array);
    let keys: Vec<&str> = keys.into_iter().flatten().filter_map(Value::as_str).collect();
    let is_set = place.keywords.get("x-kubernetes-list-type").is_some_and(|kind| kind == "set");
    if keys.is_empty() && !is_set {
        return;
    }
    let named = items.iter().enumerate();
    let named =
        named.filter_map(|(index, item)| Some((index, identity(item, &keys)?.into_owned())));
    let place_of = |index: usize| {
        let item = place.at().child(index.to_string());
        keys.first().map_or(item.clone(), |key| item.child(*key))
    };
    report_repeats(manifest, named, place_of, |name| in_words(place.key(), &keys, name), found);
}

/// Two ports of one container must not share a name.
pub(super) fn check_port_names(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for pod in &subject.pods {
        for (at, container) in pod.containers() {
            let ports = container.get("ports").and_then(Node::as_sequence).unwrap_or_default();
            let named = ports
                .iter()
                .enumerate()
                .filter_map(|(index, port)| Some((index, port.get("name")?.as_str()?.to_owned())));
            let place_of = |index: usize| at.child("ports").child(index.to_string()).child("name");
            let words = |name: &str| format!("two ports of one container are named `{name}`");
            report_repeats(subject.manifest, named, place_of, words, found);
        }
    }
}

fn report_repeats(
    manifest: &Manifest,
    named: impl Iterator<Item = (usize, String)>,
    place_of: impl Fn(usize) -> Pointer,
    words: impl Fn(&str) -> String,
    found: &mut Vec<Diagnostic>,
) {
    let mut first: HashMap<String, usize> = HashMap::new();
    for (index, name) in named {
        if let Some(earlier) = first.get(&name) {
            let finding = manifest.error(CODE, &place_of(index), words(&name));
            let related = manifest.span_of(&place_of(*earlier));
            found.push(
                finding.with_related(related, "first here").with_help("remove one of the two"),
            );
        } else {
            first.insert(name, index);
        }
    }
}

/// What tells an item from the others; nothing when its key is missing or of a wrong type.
pub(in crate::manifest) fn identity<'a>(item: &'a Node, keys: &[&str]) -> Option<Cow<'a, str>> {
    match keys {
        [] => scalar(item).map(Cow::Borrowed),
        [key] => key_text(item, key).map(Cow::Borrowed),
        _ => {
            let parts: Option<Vec<&str>> = keys.iter().map(|key| key_text(item, key)).collect();
            parts.map(|parts| Cow::Owned(parts.join("/")))
        }
    }
}

fn key_text<'a>(item: &'a Node, key: &str) -> Option<&'a str> {
    match item.get(key).filter(|node| !node.is_null()) {
        Some(node) => scalar(node),
        // The API server fills this in before it compares.
        None if key == "protocol" => Some("TCP"),
        None => None,
    }
}

fn scalar(node: &Node) -> Option<&str> {
    node.as_str().or_else(|| node.as_number().map(Number::text))
}

fn in_words(list: &str, keys: &[&str], name: &str) -> String {
    match list {
        "env" => format!(
            "the environment variable `{name}` is given twice, and only the later value would reach the container"
        ),
        "containers" => format!("two containers are named `{name}`"),
        "initContainers" => format!("two init containers are named `{name}`"),
        "volumes" => format!("two volumes are named `{name}`"),
        "volumeMounts" => format!("two volumes are mounted at `{name}`"),
        "ports" => format!("the port {name} is listed twice"),
        _ if keys.is_empty() => format!("`{list}` holds `{name}` twice"),
        _ => format!("two entries of `{list}` have the same {}: `{name}`", keys.join(" and ")),
    }
}
