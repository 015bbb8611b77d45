//! The defaults that users read in a chart's `values.yaml` against those that its schema states:
//! the same keys, the same values.

use std::fs;
use std::path::Path;

use chartgen::diagnostic::Diagnostics;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::values::Layer;
use chartgen::yaml::{Node, Value};
use serde_json::{Map, Value as Json};

/// Configuration that a chart hands on to another program: its many keys have no defaults of the chart.
const HANDED_ON: [&str; 1] = ["deepspeed.config"];

/// The built-in charts.
fn charts() -> Vec<String> {
    let folders = fs::read_dir(root().join("charts")).expect("the charts are there");
    let names = folders.map(|folder| folder.expect("readable").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn values_yaml_and_the_schema_state_the_same_defaults() {
    let mut wrong = Vec::new();
    let mut leaves = 0;
    for name in &charts() {
        let schemas = Schemas::of(name);
        let differences = schemas.compare(&schemas.chart, &values(name), "", &mut leaves);
        wrong.extend(differences.into_iter().map(|difference| format!("{name}: {difference}")));
    }
    assert!(leaves > 100, "only {leaves} defaults were compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn values(chart: &str) -> Json {
    let path = root().join("charts").join(chart).join("values.yaml");
    let text = fs::read_to_string(path).expect("values.yaml is readable");
    let mut sources = SourceMap::new();
    let file = sources.add("values.yaml", SourceKind::ChartDefaults, text);
    let mut diagnostics = Diagnostics::new();
    let layer = Layer::read(&sources, file, &mut diagnostics).expect("values.yaml is a mapping");
    json(&layer.root)
}

fn json(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::from(*value),
        Value::Number(number) => {
            number.as_i64().map_or_else(|| Json::from(number.as_f64()), Json::from)
        }
        Value::String(text) => Json::from(&**text),
        Value::Sequence(items) => items.iter().map(json).collect(),
        Value::Mapping(mapping) => {
            let entries = mapping.iter().map(|entry| (entry.key.to_string(), json(&entry.value)));
            Json::Object(entries.collect())
        }
    }
}

/// A chart's schema and the definitions that it refers to.
struct Schemas {
    chart: Json,
    definitions: Json,
}

impl Schemas {
    fn of(chart: &str) -> Self {
        let read = |name: &str| {
            let path = root().join("schemas").join(format!("{name}.schema.json"));
            let text = fs::read_to_string(path).expect("the schema is readable");
            serde_json::from_str(&text).expect("the schema is JSON")
        };
        Self { chart: read(chart), definitions: read("definitions") }
    }

    /// What `schema` says with everything that it refers to; what stands beside a `$ref` wins.
    fn resolved(&self, schema: &Json) -> Map<String, Json> {
        let own = schema.as_object().expect("a schema is an object");
        let mut all = own.get("$ref").map_or_else(Map::new, |reference| {
            let reference = reference.as_str().expect("a $ref is a text");
            let (file, pointer) = reference.split_once('#').expect("a $ref has a fragment");
            let here = [&self.chart, &self.definitions];
            let places = if file.is_empty() { &here[..] } else { &here[1..] };
            let target = places.iter().find_map(|place| place.pointer(pointer));
            self.resolved(target.expect("a $ref leads somewhere"))
        });
        for (keyword, value) in own {
            match (all.get_mut(keyword), value.as_object()) {
                (Some(Json::Object(below)), Some(above)) if keyword == "properties" => {
                    for (key, more) in above {
                        merge(below.entry(key.clone()).or_insert_with(|| more.clone()), more);
                    }
                }
                _ => {
                    all.insert(keyword.clone(), value.clone());
                }
            }
        }
        all
    }

    /// Where `values` and the defaults of `schema` differ.
    fn compare(&self, schema: &Json, values: &Json, at: &str, leaves: &mut usize) -> Vec<String> {
        let schema = self.resolved(schema);
        let mut wrong = Vec::new();
        let known = schema.get("properties").and_then(Json::as_object);
        for (key, inner) in known.into_iter().flatten() {
            let at = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
            let Some(value) = values.get(key) else {
                wrong.push(format!("values.yaml lacks `{at}`"));
                continue;
            };
            let said = self.resolved(inner);
            let default = said.get("default");
            let empty = value.as_object().is_some_and(Map::is_empty);
            let shown = !empty && !HANDED_ON.contains(&at.as_str());
            if said.contains_key("properties") && value.is_object() && shown {
                wrong.extend(self.compare(inner, value, &at, leaves));
            } else if default.is_none_or(|default| !equal(default, value)) {
                wrong.push(format!(
                    "`{at}` is {value} in values.yaml and {default:?} in the schema"
                ));
            }
            *leaves += 1;
        }
        wrong
    }
}

fn merge(below: &mut Json, above: &Json) {
    let (Some(below), Some(above)) = (below.as_object_mut(), above.as_object()) else { return };
    for (keyword, value) in above {
        below.insert(keyword.clone(), value.clone());
    }
}

/// Numbers are equal by value, however they are written.
fn equal(left: &Json, right: &Json) -> bool {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left.total_cmp(&right).is_eq(),
        _ => left == right,
    }
}
