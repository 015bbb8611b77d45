//! Turns the merged values, the chart and the release into the names that templates see.

use tera::value::{Key, Map};
use tera::{Context, Value};

use super::numbers::Numbers;
use super::release::Release;
use crate::chart::Chart;
use crate::yaml::{self, Mapping, Node};

/// `values`, `chart` and `release` for a render. `known` is the skeleton of all keys that the
/// values schema knows.
pub(super) fn context(
    chart: &Chart,
    values: &Node,
    known: Option<&Node>,
    release: &Release,
    numbers: &mut Numbers,
) -> Context {
    let mut context = Context::new();
    context.insert_value("values", value(values, known, numbers));
    context.insert_value("chart", chart_names(chart));
    context.insert_value("release", release_names(release));
    context
}

fn chart_names(chart: &Chart) -> Value {
    map([
        ("name", Some(chart.name.as_str())),
        ("version", Some(chart.version.as_str())),
        ("app_version", chart.app_version.as_deref()),
        ("description", chart.description.as_deref()),
    ])
}

fn release_names(release: &Release) -> Value {
    map([
        ("name", release.name.as_deref()),
        ("namespace", release.namespace.as_deref()),
        ("command", release.command.as_deref()),
    ])
}

fn map<const N: usize>(entries: [(&'static str, Option<&str>); N]) -> Value {
    let entries =
        entries.map(|(key, text)| (Key::from(key), text.map_or_else(Value::none, Value::from)));
    Value::from(entries.into_iter().collect::<Map>())
}

fn value(node: &Node, known: Option<&Node>, numbers: &mut Numbers) -> Value {
    match &node.value {
        yaml::Value::Null => known.map_or_else(Value::none, absent),
        yaml::Value::Bool(value) => Value::from(*value),
        yaml::Value::Number(number) => numbers.value(number),
        yaml::Value::String(text) => Value::from(&**text),
        yaml::Value::Sequence(items) => {
            let known = known.and_then(Node::as_sequence).and_then(<[Node]>::first);
            let items = items.iter().map(|item| value(item, known, numbers));
            Value::from(items.collect::<Vec<_>>())
        }
        yaml::Value::Mapping(mapping) => {
            Value::from(entries(mapping, known.and_then(Node::as_mapping), numbers))
        }
    }
}

/// The entries with every known key. A mapping that the user wrote as empty stays empty, so that
/// `emptyDir: {}` can be told from one that is not there.
fn entries(mapping: &Mapping, known: Option<&Mapping>, numbers: &mut Numbers) -> Map {
    let mut map = Map::new();
    for entry in mapping.iter() {
        let known = known.and_then(|known| known.get(&entry.key));
        map.insert(Key::from(entry.key.to_string()), value(&entry.value, known, numbers));
    }
    if map.is_empty() {
        return map;
    }
    for entry in known.iter().flat_map(|known| known.iter()) {
        if !mapping.contains_key(&entry.key) {
            map.insert(Key::from(entry.key.to_string()), absent(&entry.value));
        }
    }
    map
}

/// What stands for a known key that no layer gives: null, or a mapping of such.
fn absent(known: &Node) -> Value {
    match known.as_mapping() {
        Some(mapping) if !mapping.is_empty() => {
            let entries = mapping.iter();
            let entries = entries.map(|e| (Key::from(e.key.to_string()), absent(&e.value)));
            Value::from(entries.collect::<Map>())
        }
        _ => Value::none(),
    }
}
