//! The manifests that the defaults make are held against the Kubernetes API and each other. Values
//! that only the user can give are taken from the schema's examples.

use serde_json::Value as Json;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::manifest::Api;
use crate::pipeline::{self, Document, Loaded, Production, Request, ValuesText};
use crate::schema::{EACH, Schema};
use crate::source::SourceKind;
use crate::yaml::Node;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    if !subject.is_sound(diagnostics) {
        return;
    }
    let (_, found) = made(subject);
    let repeated = |new: &Diagnostic| {
        diagnostics.iter().any(|old| old.code == new.code && old.primary == new.primary)
    };
    let found: Vec<Diagnostic> = found.into_iter().filter(|new| !repeated(new)).collect();
    diagnostics.extend(found);
}

/// The values that a chart is looked at with, once it has been found sound.
pub(super) fn usable(subject: &mut Subject<'_>) -> Option<Loaded> {
    let plain = load(subject, None)?;
    let found = produce(subject, &plain, None).1;
    if !found.iter().any(|found| found.code.as_str() == "template-null") {
        return Some(plain);
    }
    let examples = examples(subject)?;
    load(subject, Some(examples))
}

fn made(subject: &mut Subject<'_>) -> (Option<Vec<Document>>, Diagnostics) {
    let Some(loaded) = usable(subject) else {
        return (None, Diagnostics::new());
    };
    produce(subject, &loaded, Some(subject.api))
}

fn load(subject: &mut Subject<'_>, extra: Option<String>) -> Option<Loaded> {
    let texts = extra.map(|text| {
        let file = subject.sources.add("the schema's examples", SourceKind::Values, text);
        ValuesText { file, folder: std::path::PathBuf::new() }
    });
    let request = Request {
        texts: texts.into_iter().collect(),
        chart: Some(subject.reference.clone()),
        ..Request::default()
    };
    let lookup = &mut |_, name: &str| Err(format!("`{name}` is not looked up"));
    let ignored = &mut Diagnostics::new();
    pipeline::load(subject.toolbox, &request, &mut subject.sources, lookup, ignored).ok()?
}

fn produce(
    subject: &mut Subject<'_>,
    loaded: &Loaded,
    api: Option<&Api>,
) -> (Option<Vec<Document>>, Diagnostics) {
    let production = Production { api, ..Production::default() };
    let mut found = Diagnostics::new();
    let documents = pipeline::produce(loaded, &production, &mut subject.sources, &mut found);
    (documents, found)
}

/// A values text with the first example of every key whose default is null.
fn examples(subject: &Subject<'_>) -> Option<String> {
    let defaults = subject.prepared.defaults.as_ref().map(|layer| &layer.root);
    let mut root = Json::Object(serde_json::Map::new());
    for key in subject.schema().map(Schema::keys).unwrap_or_default() {
        let given =
            defaults.and_then(|root| root.at(&key.at)).is_some_and(|node: &Node| !node.is_null());
        let example = key.says("examples").and_then(Json::as_array).and_then(|list| list.first());
        let one_place = !key.at.is_root() && key.at.tokens().all(|token| token != EACH);
        if let (Some(example), false, true) = (example, given, one_place) {
            let steps: Vec<&str> = key.at.tokens().collect();
            put(&mut root, &steps, example);
        }
    }
    let filled = root.as_object().is_some_and(|map| !map.is_empty());
    filled.then(|| root.to_string())
}

fn put(tree: &mut Json, steps: &[&str], value: &Json) {
    let (Json::Object(map), Some((first, rest))) = (tree, steps.split_first()) else {
        return;
    };
    if rest.is_empty() {
        map.insert((*first).to_string(), value.clone());
    } else {
        let below = map.entry(*first).or_insert_with(|| Json::Object(serde_json::Map::new()));
        put(below, rest, value);
    }
}
