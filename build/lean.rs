//! Makes the lean form of a chart's values schema: one document with the shared definitions that
//! it reaches, and without what only messages need. Rules that only make notes are left out.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Keywords that judge nothing.
const SILENT: [&str; 8] =
    ["$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated"];

/// Keywords whose value holds subschemas by names of the author's choice.
const NAMED: [&str; 4] = ["properties", "patternProperties", "dependentSchemas", "$defs"];

/// Keywords whose value is data.
const DATA: [&str; 4] = ["enum", "const", "required", "dependentRequired"];

/// The keyword that holds rules.
const RULES: &str = "x-kubernetes-validations";

/// The keys of a rule that tell when it holds and how much that matters.
const OF_RULE: [&str; 3] = ["rule", "x-chartgen-severity", "x-chartgen-always"];

/// How a schema refers to a shared definition.
const SHARED: &str = "definitions.schema.json#/$defs/";

/// How a schema refers to a definition of its own document.
const OWN: &str = "#/$defs/";

/// The lean form of the schema `text`, which may refer to the document `shared`.
pub fn of(text: &str, shared: &str) -> Result<String, serde_json::Error> {
    let shared: Value = serde_json::from_str(shared)?;
    let mut lean = Lean { shared: &shared["$defs"], reached: BTreeMap::new() };
    let mut root = lean.schema(&serde_json::from_str(text)?, false);
    if let Some(keywords) = root.as_object_mut() {
        let own = keywords.entry("$defs").or_insert_with(|| Map::new().into());
        if let Some(own) = own.as_object_mut() {
            own.extend(lean.reached);
        }
    }
    serde_json::to_string(&root)
}

struct Lean<'s> {
    shared: &'s Value,
    /// The shared definitions that something refers to, under their new names.
    reached: BTreeMap<String, Value>,
}

impl<'s> Lean<'s> {
    /// `schema`, which stands in the chart's own document or, if `is_shared`, in the other one.
    fn schema(&mut self, schema: &Value, is_shared: bool) -> Value {
        let Value::Object(keywords) = schema else { return schema.clone() };
        let mut said = Map::new();
        for (keyword, value) in keywords {
            let silent = SILENT.contains(&keyword.as_str());
            if silent || (keyword.starts_with("x-") && keyword != RULES) {
                continue;
            }
            let value = self.keyword(keyword, value, is_shared);
            let nothing = keyword == RULES && value.as_array().is_some_and(Vec::is_empty);
            if !nothing {
                said.insert(keyword.clone(), value);
            }
        }
        Value::Object(said)
    }

    fn keyword(&mut self, keyword: &str, value: &Value, is_shared: bool) -> Value {
        match value {
            Value::String(reference) if keyword == "$ref" => self.reference(reference, is_shared),
            Value::Array(rules) if keyword == RULES => rules.iter().filter_map(rule).collect(),
            _ if DATA.contains(&keyword) => value.clone(),
            Value::Object(named) if NAMED.contains(&keyword) => {
                let each = named.iter();
                each.map(|(name, one)| (name.clone(), self.schema(one, is_shared))).collect()
            }
            Value::Array(parts) => parts.iter().map(|part| self.schema(part, is_shared)).collect(),
            _ => self.schema(value, is_shared),
        }
    }

    fn reference(&mut self, reference: &str, is_shared: bool) -> Value {
        let own = reference.strip_prefix(OWN).filter(|_| is_shared);
        let Some(name) = reference.strip_prefix(SHARED).or(own) else { return reference.into() };
        let renamed = format!("shared-{name}");
        if !self.reached.contains_key(&renamed) {
            self.reached.insert(renamed.clone(), Value::Null);
            let shared: &'s Value = self.shared;
            let definition = self.schema(&shared[name], true);
            self.reached.insert(renamed.clone(), definition);
        }
        format!("{OWN}{renamed}").into()
    }
}

/// What decides a rule, unless it only makes a note.
fn rule(rule: &Value) -> Option<Value> {
    let Value::Object(keys) = rule else { return Some(rule.clone()) };
    if keys.get("x-chartgen-severity").is_some_and(|severity| severity == "note") {
        return None;
    }
    let kept = keys.iter().filter(|(key, _)| OF_RULE.contains(&key.as_str()));
    Some(Value::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect()))
}
