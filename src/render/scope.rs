//! Turns the merged values, the chart and the release into the names that templates see.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use tera::value::{Key, Map};
use tera::{Context, Value};

use super::numbers::Numbers;
use super::release::Release;
use crate::chart::Chart;
use crate::source::{SourceKind, SourceMap, Span};
use crate::yaml::{self, Mapping, Node};

/// Values that were made of a chart's defaults, for the renders after: by the place of a mapping
/// and the address of the part of the skeleton that meets it there.
#[derive(Default)]
pub(super) struct Made(RwLock<HashMap<(Span, usize), Value>>);

/// Where values of a chart's defaults are kept, and what tells them.
#[derive(Clone, Copy)]
pub(super) struct Reuse<'a> {
    pub made: &'a Made,
    pub sources: &'a SourceMap,
}

impl Reuse<'_> {
    /// The key of a mapping of the defaults of which a user changed nothing: one that a user's
    /// layer was merged into has the span of that layer.
    fn key(self, node: &Node, known: Option<&Node>) -> Option<(Span, usize)> {
        let is_large = node.as_mapping().is_some_and(|mapping| mapping.len() > 1);
        let is_default = is_large && self.sources.kind(node.span.file) == SourceKind::ChartDefaults;
        let known = known.map_or(0, |known| std::ptr::from_ref(known) as usize);
        is_default.then_some((node.span, known))
    }

    fn get(self, key: (Span, usize)) -> Option<Value> {
        self.made.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    fn keep(self, key: (Span, usize), value: &Value) {
        let mut made = self.made.0.write().unwrap_or_else(PoisonError::into_inner);
        made.insert(key, value.clone());
    }
}

/// `values`, `chart` and `release` for a render. `known` is the skeleton of all keys that the
/// values schema knows; `reuse` gives parts that earlier renders made.
pub(super) fn context(
    chart: &Chart,
    values: &Node,
    known: Option<&Node>,
    release: &Release,
    numbers: &mut Numbers,
    reuse: Option<Reuse<'_>>,
) -> Context {
    let mut context = Context::new();
    context.insert_value("values", Maker { numbers, reuse }.value(values, known));
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

struct Maker<'m> {
    numbers: &'m mut Numbers,
    reuse: Option<Reuse<'m>>,
}

impl Maker<'_> {
    fn value(&mut self, node: &Node, known: Option<&Node>) -> Value {
        let reuse = self.reuse.and_then(|reuse| Some((reuse, reuse.key(node, known)?)));
        let Some((reuse, key)) = reuse else { return self.make(node, known) };
        reuse.get(key).unwrap_or_else(|| {
            let before = self.numbers.len();
            let value = self.make(node, known);
            // A number with a text of its own is entered into the table of each render.
            if self.numbers.len() == before {
                reuse.keep(key, &value);
            }
            value
        })
    }

    fn make(&mut self, node: &Node, known: Option<&Node>) -> Value {
        match &node.value {
            yaml::Value::Null => known.map_or_else(Value::none, absent),
            yaml::Value::Bool(value) => Value::from(*value),
            yaml::Value::Number(number) => self.numbers.value(number),
            yaml::Value::String(text) => Value::from(&**text),
            yaml::Value::Sequence(items) => {
                let known = known.and_then(Node::as_sequence).and_then(<[Node]>::first);
                let items = items.iter().map(|item| self.value(item, known));
                Value::from(items.collect::<Vec<_>>())
            }
            yaml::Value::Mapping(mapping) => {
                Value::from(self.entries(mapping, known.and_then(Node::as_mapping)))
            }
        }
    }

    /// The entries with every known key. A mapping that the user wrote as empty stays empty, so
    /// that `emptyDir: {}` can be told from one that is not there.
    fn entries(&mut self, mapping: &Mapping, known: Option<&Mapping>) -> Map {
        let mut map = Map::new();
        for entry in mapping.iter() {
            let known = known.and_then(|known| known.get(&entry.key));
            map.insert(Key::from(entry.key.to_string()), self.value(&entry.value, known));
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
