//! A values schema with the documents that it refers to, as one self-contained document.

use serde_json::{Map, Value, json};

use crate::chart::Chart;
use crate::source::SourceMap;

/// The values schema of `chart` with every reference to another document turned into one to its
/// own `$defs`, and with the reserved key `chart` allowed, as pretty JSON text. Nothing when the
/// chart has no schema or its text is no JSON object.
#[must_use]
pub fn self_contained_schema(chart: &Chart, sources: &SourceMap) -> Option<String> {
    let text = chart.schema.as_ref()?;
    let mut root = parse(sources.text(text.root))?;
    let shared: Vec<(String, Value)> = text
        .shared
        .iter()
        .filter_map(|(name, file)| Some((name.clone(), parse(sources.text(*file))?)))
        .collect();
    let mut bundle = Bundle { shared: &shared, wanted: Vec::new() };
    bundle.rewrite(&mut root, None);
    let definitions = bundle.definitions();
    let object = root.as_object_mut()?;
    if !definitions.is_empty() {
        let own = object.entry("$defs").or_insert_with(|| Value::Object(Map::new()));
        own.as_object_mut()?.extend(definitions);
    }
    allow_chart_key(object);
    serde_json::to_string_pretty(&root).ok().map(|text| text + "\n")
}

fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The key that names the chart belongs to no schema, but every values file may have it.
fn allow_chart_key(root: &mut Map<String, Value>) {
    let key = json!({
        "description": "The chart that the values are for: a built-in name, or a path to a chart's folder or archive.",
        "type": "string",
    });
    if let Some(Value::Object(properties)) = root.get_mut("properties") {
        properties.entry("chart").or_insert(key);
    }
}

struct Bundle<'a> {
    shared: &'a [(String, Value)],
    /// Definitions that are referred to, by document and name, in the order found.
    wanted: Vec<(usize, String)>,
}

impl Bundle<'_> {
    /// Turns references in `value`, which stands in the shared document number `home` or in the
    /// root, into references to the bundle's own definitions.
    fn rewrite(&mut self, value: &mut Value, home: Option<usize>) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get_mut("$ref")
                    && let Some(target) = self.target(reference, home)
                {
                    *reference = format!("#/$defs/{}", self.name(&target));
                    if !self.wanted.contains(&target) {
                        self.wanted.push(target);
                    }
                }
                object.values_mut().for_each(|child| self.rewrite(child, home));
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.rewrite(item, home)),
            _ => {}
        }
    }

    /// The shared definition that a reference leads to.
    fn target(&self, reference: &str, home: Option<usize>) -> Option<(usize, String)> {
        let (document, place) = reference.split_once('#')?;
        let index = match document {
            "" => home?,
            name => self.shared.iter().position(|(known, _)| known == name)?,
        };
        let name = place.strip_prefix("/$defs/")?;
        Some((index, name.to_string()))
    }

    /// The definition's own name; with the document's when another document has the same.
    fn name(&self, (index, name): &(usize, String)) -> String {
        let defined = |(_, document): &&(String, Value)| document["$defs"].get(name).is_some();
        if self.shared.iter().filter(defined).count() > 1 {
            let document = self.shared[*index].0.trim_end_matches(".schema.json");
            return format!("{document}-{name}");
        }
        name.clone()
    }

    /// The definitions that are wanted, with those that they want in turn.
    fn definitions(&mut self) -> Map<String, Value> {
        let mut definitions = Map::new();
        let mut done = 0;
        while let Some(target) = self.wanted.get(done).cloned() {
            done += 1;
            let (index, name) = &target;
            let mut definition = self.shared[*index].1["$defs"][name].clone();
            self.rewrite(&mut definition, Some(*index));
            definitions.insert(self.name(&target), definition);
        }
        definitions
    }
}
