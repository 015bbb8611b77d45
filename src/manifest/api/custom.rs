//! Turns a CustomResourceDefinition into kinds with strict schemas: OpenAPI's words of its own
//! (`nullable`, `x-kubernetes-int-or-string`) become JSON Schema's, and unknown fields are
//! refused where the definition prunes them.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Kind;
use super::kind::KindSchema;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::schema::RuleCompiler;
use crate::yaml::{self, Node};

/// The kinds, one for each version, that a CustomResourceDefinition (`apiextensions.k8s.io/v1`)
/// describes.
pub(super) fn kinds_of(definition: &Node, rules: &dyn RuleCompiler) -> Vec<Kind> {
    let Some(spec) = definition.get("spec") else { return Vec::new() };
    let text = |node: Option<&Node>| node.and_then(Node::as_str).map(str::to_owned);
    let group = text(spec.get("group"));
    let kind = text(spec.get("names").and_then(|names| names.get("kind")));
    let (Some(group), Some(kind)) = (group, kind) else { return Vec::new() };
    let cluster = spec.get("scope").and_then(Node::as_str) == Some("Cluster");
    let versions = spec.get("versions").and_then(Node::as_sequence).unwrap_or_default();
    let kinds = versions.iter().filter_map(|version| {
        Some(Kind {
            api_version: format!("{group}/{}", version.get("name")?.as_str()?),
            name: kind.clone(),
            namespaced: !cluster,
            schema: KindSchema::Own(Box::new(schema_of(version, rules)?)),
            forms: Arc::default(),
        })
    });
    kinds.collect()
}

fn schema_of(version: &Node, rules: &dyn RuleCompiler) -> Option<Value> {
    let written = to_json(version.get("schema")?.get("openAPIV3Schema")?);
    let mut schema = converted(&written, true, rules);
    let root = schema.as_object_mut()?;
    let properties = root.entry("properties").or_insert_with(|| json!({})).as_object_mut()?;
    properties.insert("apiVersion".to_owned(), json!({"type": "string"}));
    properties.insert("kind".to_owned(), json!({"type": "string"}));
    // The server checks metadata by itself, whatever the definition says of it.
    properties.insert("metadata".to_owned(), json!({"$ref": "#/$defs/meta.v1.ObjectMeta"}));
    Some(schema)
}

/// One OpenAPI schema as JSON Schema. `prune` is false below a place that keeps unknown fields.
fn converted(schema: &Value, prune: bool, rules: &dyn RuleCompiler) -> Value {
    let Some(keywords) = schema.as_object() else { return schema.clone() };
    let flag = |name: &str| keywords.get(name).and_then(Value::as_bool) == Some(true);
    let keeps =
        flag("x-kubernetes-preserve-unknown-fields") || flag("x-kubernetes-embedded-resource");
    let mut out = Map::new();
    for (keyword, value) in keywords {
        let value = match keyword.as_str() {
            "properties" => {
                let entries = value.as_object().into_iter().flatten();
                let entries =
                    entries.map(|(name, one)| (name.clone(), converted(one, true, rules)));
                Value::Object(entries.collect())
            }
            "items" | "additionalProperties" => converted(value, true, rules),
            "allOf" | "anyOf" | "oneOf" => {
                let branches = value.as_array().into_iter().flatten();
                Value::Array(branches.map(|branch| converted(branch, false, rules)).collect())
            }
            "not" => converted(value, false, rules),
            "x-kubernetes-validations" => usable(value, rules),
            "nullable" | "default" | "example" | "description" | "title" => continue,
            _ => value.clone(),
        };
        out.insert(keyword.clone(), value);
    }
    exclusive_bounds(&mut out);
    if flag("x-kubernetes-int-or-string") {
        out.remove("anyOf");
        out.insert("type".to_owned(), json!(["integer", "string"]));
    }
    let closed = out.contains_key("properties") && !out.contains_key("additionalProperties");
    if prune && closed && !keeps {
        out.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    if flag("nullable") { json!({"anyOf": [{"type": "null"}, out]}) } else { Value::Object(out) }
}

/// The rules that hold for a new object and can be evaluated.
fn usable(rules: &Value, compiler: &dyn RuleCompiler) -> Value {
    let rules = rules.as_array().into_iter().flatten();
    let rules = rules.filter(|rule| !compares(rule) && fault(rule, compiler).is_none());
    Value::Array(rules.cloned().collect())
}

/// Whether the rule compares with the object as it was before a change: such rules say nothing
/// of a new object.
fn compares(rule: &Value) -> bool {
    rule.get("rule").and_then(Value::as_str).is_some_and(|text| text.contains("oldSelf"))
}

/// Why a rule cannot be evaluated.
fn fault(rule: &Value, compiler: &dyn RuleCompiler) -> Option<String> {
    let faults = compiler.compile(&json!([rule])).err()?;
    faults.into_iter().next().map(|fault| fault.message)
}

/// Warns of the rules below `node` that cannot be evaluated, each at its place.
pub(super) fn report_unusable(node: &Node, compiler: &dyn RuleCompiler, found: &mut Diagnostics) {
    for entry in node.as_mapping().into_iter().flatten() {
        match (&*entry.key, entry.value.as_sequence()) {
            ("x-kubernetes-validations", Some(rules)) => {
                found.extend(rules.iter().filter_map(|rule| unusable(rule, compiler)));
            }
            _ => report_unusable(&entry.value, compiler, found),
        }
    }
    for item in node.as_sequence().into_iter().flatten() {
        report_unusable(item, compiler, found);
    }
}

fn unusable(rule: &Node, compiler: &dyn RuleCompiler) -> Option<Diagnostic> {
    let value = to_json(rule);
    let reason = fault(&value, compiler).filter(|_| !compares(&value))?;
    let span = rule.get("rule").map_or(rule.span, |text| text.span);
    let message =
        format!("this rule is not checked, because it cannot be evaluated here: {reason}");
    let help = "the API server may still evaluate it; chartgen knows the functions of CEL and of Kubernetes' library that speak of the object itself";
    Some(Diagnostic::warning("unusable-rule", span, message).with_help(help))
}

/// OpenAPI 3.0 marks a bound as exclusive with a boolean; JSON Schema gives it a word of its own.
fn exclusive_bounds(keywords: &mut Map<String, Value>) {
    for (flag, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        let Some(Value::Bool(exclusive)) = keywords.remove(flag) else { continue };
        if let (true, Some(limit)) = (exclusive, keywords.remove(bound)) {
            keywords.insert(flag.to_owned(), limit);
        }
    }
}

/// A tree as plain data, for what the schema of a definition says.
fn to_json(node: &Node) -> Value {
    match &node.value {
        yaml::Value::Null => Value::Null,
        yaml::Value::Bool(value) => Value::Bool(*value),
        yaml::Value::Number(number) => match number.as_i64() {
            Some(value) => value.into(),
            None => number.as_f64().into(),
        },
        yaml::Value::String(text) => Value::String(text.to_string()),
        yaml::Value::Sequence(items) => items.iter().map(to_json).collect(),
        yaml::Value::Mapping(mapping) => {
            let entries =
                mapping.iter().map(|entry| (entry.key.to_string(), to_json(&entry.value)));
            Value::Object(entries.collect())
        }
    }
}
