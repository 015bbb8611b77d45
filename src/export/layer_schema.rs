//! A values schema for single values files: what it requires of the merged values, the chart's
//! defaults may give, so a file of its own lacks nothing.

use std::collections::BTreeSet;

use serde_json::Value;

use super::bundle::self_contained_schema;
use crate::chart::Chart;
use crate::source::SourceMap;

/// The values schema of `chart` as one document that requires no key which layers below a values
/// file may give; entries of lists and free maps still need theirs. Nothing when the chart has no
/// schema or its text is no JSON object.
#[must_use]
pub fn layer_schema(chart: &Chart, sources: &SourceMap) -> Option<String> {
    let mut root: Value = serde_json::from_str(&self_contained_schema(chart, sources)?).ok()?;
    let mut waiting = BTreeSet::new();
    relax(&mut root, &mut waiting);
    let mut done = BTreeSet::new();
    while let Some(name) = waiting.pop_first() {
        if done.insert(name.clone())
            && let Some(definition) = root.pointer_mut(&format!("/$defs/{name}"))
        {
            relax(definition, &mut waiting);
        }
    }
    drop_descriptions(&mut root);
    serde_json::to_string_pretty(&root).ok().map(|text| text + "\n")
}

/// Takes the descriptions of definitions out: editors would show them instead of the description of
/// the key that refers to the definition.
fn drop_descriptions(root: &mut Value) {
    let definitions = root.get_mut("$defs").and_then(Value::as_object_mut);
    for definition in definitions.into_iter().flat_map(|map| map.values_mut()) {
        if let Value::Object(map) = definition {
            map.shift_remove("description");
        }
    }
}

/// Takes `required` out of the subschemas that hold at the place of `schema` and at its named keys,
/// and adds the definitions that they refer to.
fn relax(schema: &mut Value, definitions: &mut BTreeSet<String>) {
    let Value::Object(map) = schema else { return };
    map.shift_remove("required");
    if let Some(Value::String(reference)) = map.get("$ref") {
        definitions.extend(reference.strip_prefix("#/$defs/").map(str::to_string));
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        if let Some(Value::Array(parts)) = map.get_mut(keyword) {
            // Alternatives that differ in what they require would all hold without it.
            if keyword == "allOf" || !parts.iter().any(|part| part.get("required").is_some()) {
                parts.iter_mut().for_each(|part| relax(part, definitions));
            }
        }
    }
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        properties.values_mut().for_each(|property| relax(property, definitions));
    }
}
