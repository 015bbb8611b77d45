//! Random trees: chartgen finds an error exactly when the JSON Schema engine refuses the same values
//! as plain JSON, every finding lies inside its text, and two runs say the same.

use chartgen::diagnostic::{Diagnostic, Diagnostics};
use chartgen::schema::{Check, RuleCompiler, RuleFault, RuleFinding, RuleScope, RuleSet};
use chartgen::schema::{Schema, SchemaInput};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::{self, Node, Pointer};
use proptest::prelude::*;
use serde_json::{Value, json};

struct NoRules;

impl RuleCompiler for NoRules {
    fn compile(&self, _: &Value) -> Result<Box<dyn RuleSet>, Vec<RuleFault>> {
        Ok(Box::new(NoRules))
    }
}

impl RuleSet for NoRules {
    fn evaluate(&self, _: &RuleScope<'_>) -> Vec<RuleFinding> {
        Vec::new()
    }
}

/// A schema with every keyword that judges values, over the few keys that the trees use.
fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "required": ["alpha"],
        "properties": {
            "alpha": { "type": ["integer", "string"], "minimum": 0, "maximum": 5, "minLength": 1 },
            "beta": { "$ref": "#/$defs/node" },
            "gamma": { "anyOf": [
                { "type": "object", "required": ["alpha"], "properties": { "alpha": { "const": "a" } } },
                { "type": "array", "items": { "enum": ["a", 1, null, true] }, "uniqueItems": true, "minItems": 1 },
                { "type": "boolean" }
            ] },
            "delta": { "oneOf": [{ "multipleOf": 2 }, { "multipleOf": 3 }, { "type": "string", "pattern": "^a" }] },
            "epsilon": {
                "type": ["object", "null"],
                "propertyNames": { "maxLength": 5 },
                "minProperties": 1,
                "maxProperties": 2,
                "patternProperties": { "^a": { "type": "integer" } },
                "additionalProperties": { "not": { "type": "array" } },
                "dependentRequired": { "beta": ["gamma"] },
                "not": { "type": "object", "patternProperties": { "^b": {} }, "additionalProperties": false }
            },
            "b": { "type": ["boolean", "object"], "oneOf": [
                { "const": true },
                { "type": "object", "propertyNames": { "pattern": "^a" }, "additionalProperties": { "type": "integer" } },
                { "type": "object", "required": ["beta"], "not": { "required": ["alpha"] } }
            ] }
        },
        "if": { "properties": { "alpha": { "const": 1 } } },
        "then": { "required": ["beta"] },
        "$defs": { "node": {
            "type": "object",
            "allOf": [{ "properties": { "alpha": { "exclusiveMaximum": 3 } } }],
            "properties": {
                "beta": { "$ref": "#/$defs/node" },
                "gamma": { "type": "array", "contains": { "type": "integer" }, "maxItems": 3, "prefixItems": [{ "type": "string" }] }
            },
            "unevaluatedProperties": false
        } }
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..8).prop_map(Value::from),
        Just(json!(1.0)),
        Just(json!(2.5)),
        prop_oneof!["", "a", "ab", "1", "true", "no", "alpha"].prop_map(Value::from),
    ];
    let key = prop_oneof!["alpha", "beta", "gamma", "delta", "epsilon", "alhpa", "b", "aaaaaaaa"];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn found(schema: &Schema, mut sources: SourceMap, text: &str) -> (SourceMap, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("values.yaml", SourceKind::Values, text.to_string());
    let root = yaml::read_document(&sources, file, &mut diagnostics).expect("JSON is YAML");
    schema.check(&Check::new(&sources, file), &root, &mut diagnostics);
    (sources, diagnostics.take_sorted())
}

#[test]
fn findings_agree_with_the_engine_on_plain_json() {
    let text = schema();
    let engine = jsonschema::validator_for(&text).expect("a valid schema");
    let mut sources = SourceMap::new();
    let root = sources.add("schema.json", SourceKind::Schema, text.to_string());
    let compiled = |built_in| {
        let input = SchemaInput { root, entry: "", shared: &[], built_in };
        let schema = Schema::compile(&input, &NoRules, &sources, &mut Diagnostics::new());
        schema.expect("a valid schema")
    };
    let (schema, built_in) = (compiled(false), compiled(true));
    proptest!(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    }, |(value in value())| {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).expect("JSON")] {
            let (sources, first) = found(&schema, sources.clone(), &text);
            prop_assert_eq!(first.is_empty(), engine.is_valid(&value), "{}\n{:?}", text, first);
            for one in &first {
                let span = one.primary.span;
                prop_assert!(span.range().end <= sources.text(span.file).len());
                prop_assert!(!one.message.is_empty() && !one.message.contains("``"));
            }
            let messages = |found: &[Diagnostic]| -> Vec<String> {
                found.iter().map(|one| one.message.clone()).collect()
            };
            for schema in [&schema, &built_in] {
                prop_assert_eq!(messages(&first), messages(&found(schema, sources.clone(), &text).1));
            }
        }
    });
}

fn read(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every value of a tree but the root.
fn places(node: &Node, at: &Pointer, found: &mut Vec<Pointer>) {
    let mut below = |token: String, value: &Node| {
        let at = at.child(token);
        found.push(at.clone());
        places(value, &at, found);
    };
    let entries = node.as_mapping().into_iter().flatten();
    entries.for_each(|entry| below(entry.key.to_string(), &entry.value));
    let items = node.as_sequence().into_iter().flatten().enumerate();
    items.for_each(|(index, item)| below(index.to_string(), item));
}

fn at_mut<'n>(root: &'n mut Node, at: &Pointer) -> &'n mut Node {
    at.tokens().fold(root, |node, token| match &mut node.value {
        yaml::Value::Mapping(mapping) => mapping.get_mut(token).expect("the place is there"),
        yaml::Value::Sequence(items) => &mut items[token.parse::<usize>().expect("an index")],
        _ => panic!("the place is there"),
    })
}

/// What is decided without the engine is what the engine decides, for every value of the chart's
/// defaults replaced by each kind of value.
#[test]
fn what_is_plain_without_the_engine_is_what_the_engine_says() {
    let mut sources = SourceMap::new();
    let mut add = |name: &str| sources.add(name.to_string(), SourceKind::Schema, read(name));
    let root = add("schemas/llm-finetune.schema.json");
    let name = "definitions.schema.json";
    let shared = [(name.to_string(), add(&format!("schemas/{name}")))];
    let values = read("charts/llm-finetune/values.yaml");
    let file = sources.add("values.yaml", SourceKind::Values, values);
    let mut diagnostics = Diagnostics::new();
    let input = SchemaInput { root, entry: "", shared: &shared, built_in: true };
    let schema = Schema::compile(&input, &NoRules, &sources, &mut diagnostics).expect("valid");
    let values = yaml::read_document(&sources, file, &mut diagnostics).expect("valid");
    let mut all = Vec::new();
    places(&values, &Pointer::root(), &mut all);
    assert!(all.len() > 100);
    let others =
        ["null", "true", "3", "-0.5", "''", "'1'", "128Gi", "/a/b", "[]", "[a]", "{}", "{a: 1}"];
    for other in others {
        let text = sources.add("other", SourceKind::Values, other.to_string());
        let other = yaml::read_document(&sources, text, &mut diagnostics).expect("valid");
        for at in &all {
            let mut tree = values.clone();
            *at_mut(&mut tree, at) = other.clone();
            let findings = |thorough| {
                let mut diagnostics = Diagnostics::new();
                let check = Check { thorough, ..Check::new(&sources, file) };
                schema.check(&check, &tree, &mut diagnostics);
                diagnostics.take_sorted()
            };
            assert_eq!(findings(false), findings(true), "{at}: {:?}", other.value);
        }
    }
}
