//! Cuts a schema down to what one object reaches: references are replaced by what they mean, and
//! what stands under a field that the object lacks becomes `true`. So the cost of a check grows
//! with the object, not with the API.

use serde_json::{Map, Value, json};

use super::{Resolver, guards};
use crate::yaml::Node;

/// Keywords that say nothing to a validator.
const SILENT: [&str; 9] = [
    "$defs",
    "$id",
    "$schema",
    "description",
    "title",
    "x-chartgen-one-of",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-group-version-kind",
];

/// The part of `schema` that `object` needs, without references.
pub(super) fn schema_for(resolver: &Resolver<'_>, schema: &Value, object: &Node) -> Value {
    Needed { resolver }.schema(schema, &[object])
}

struct Needed<'a> {
    resolver: &'a Resolver<'a>,
}

impl Needed<'_> {
    /// `schema` as far as any of `nodes`, which stand at the same place, needs it.
    fn schema(&self, schema: &Value, nodes: &[&Node]) -> Value {
        let Some(keywords) = schema.as_object() else { return schema.clone() };
        let beside = self.keywords(keywords, nodes);
        let reference = keywords.get("$ref").and_then(Value::as_str);
        match reference.and_then(|reference| self.resolver.resolve(reference)) {
            Some(meant) => joined(self.schema(meant, nodes), beside),
            None => Value::Object(beside),
        }
    }

    fn keywords(&self, keywords: &Map<String, Value>, nodes: &[&Node]) -> Map<String, Value> {
        let mut out = Map::new();
        for (keyword, value) in keywords {
            match keyword.as_str() {
                "$ref" => {}
                silent if SILENT.contains(&silent) => {}
                "properties" => {
                    out.insert(keyword.clone(), self.properties(value, keywords, nodes));
                }
                "additionalProperties" if value.is_object() => {
                    let others = other_values(keywords, nodes);
                    if !others.is_empty() {
                        out.insert(keyword.clone(), self.schema(value, &others));
                    }
                }
                "items" => {
                    let items = nodes.iter().filter_map(|node| node.as_sequence()).flatten();
                    let items: Vec<&Node> = items.collect();
                    if !items.is_empty() {
                        out.insert(keyword.clone(), self.schema(value, &items));
                    }
                }
                "allOf" | "anyOf" | "oneOf" => {
                    let branches = value.as_array().into_iter().flatten();
                    let branches = branches.map(|branch| self.schema(branch, nodes)).collect();
                    out.insert(keyword.clone(), Value::Array(branches));
                }
                "format" => format(value, &mut out),
                "x-kubernetes-validations" => {
                    let rules = guards::undecided(value, nodes);
                    if !rules.is_empty() {
                        out.insert(keyword.clone(), Value::Array(rules));
                    }
                }
                _ => {
                    out.insert(keyword.clone(), value.clone());
                }
            }
        }
        out
    }

    fn properties(&self, properties: &Value, above: &Map<String, Value>, nodes: &[&Node]) -> Value {
        let required = above.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
        let entries = properties.as_object().into_iter().flatten();
        let entries = entries.map(|(name, schema)| {
            let found: Vec<&Node> = nodes.iter().filter_map(|node| node.get(name)).collect();
            (name.clone(), self.property(schema, &found, is_required(name)))
        });
        Value::Object(entries.collect())
    }

    /// The schema of one field. A null where the field is optional is the same as no field, as
    /// for the API server.
    fn property(&self, schema: &Value, found: &[&Node], required: bool) -> Value {
        let given: Vec<&Node> =
            found.iter().copied().filter(|node| required || !node.is_null()).collect();
        match (given.is_empty(), given.len() == found.len()) {
            (true, _) => Value::Bool(true),
            (false, true) => self.schema(schema, &given),
            (false, false) => json!({"anyOf": [{"type": "null"}, self.schema(schema, &given)]}),
        }
    }
}

/// The values of keys that `properties` does not name.
fn other_values<'a>(keywords: &Map<String, Value>, nodes: &[&'a Node]) -> Vec<&'a Node> {
    let named = keywords.get("properties").and_then(Value::as_object);
    let entries = nodes.iter().filter_map(|node| node.as_mapping()).flatten();
    let others = entries.filter(|entry| named.is_none_or(|named| !named.contains_key(&*entry.key)));
    others.map(|entry| &entry.value).collect()
}

/// What a reference means together with what stands beside the reference.
fn joined(meant: Value, beside: Map<String, Value>) -> Value {
    let Value::Object(mut meant) = meant else { return Value::Object(beside) };
    let mut clashing = Map::new();
    for (keyword, value) in beside {
        if meant.contains_key(&keyword) {
            clashing.insert(keyword, value);
        } else {
            meant.insert(keyword, value);
        }
    }
    if !clashing.is_empty() {
        let all = meant.entry("allOf").or_insert_with(|| json!([]));
        if let Some(all) = all.as_array_mut() {
            all.push(Value::Object(clashing));
        }
    }
    Value::Object(meant)
}

/// Formats that JSON Schema has no word for: widths of integers become bounds.
fn format(value: &Value, out: &mut Map<String, Value>) {
    match value.as_str() {
        Some("int32") => {
            out.entry("minimum").or_insert_with(|| i32::MIN.into());
            out.entry("maximum").or_insert_with(|| i32::MAX.into());
        }
        Some("int64" | "double") | None => {}
        Some("byte") => {
            out.insert("format".to_owned(), "base64".into());
        }
        Some(_) => {
            out.insert("format".to_owned(), value.clone());
        }
    }
}
