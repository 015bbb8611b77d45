//! Where the schema of a chart lets a text stand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value as Json;

/// Definitions that let through a few fixed words only, by a rule.
const FIXED: [&str; 2] = ["autoNumber", "nprocPerNode"];

/// What the schema says of one place.
#[derive(Default)]
struct Said {
    types: Option<BTreeSet<String>>,
    fixed: bool,
}

/// The places for texts other than fixed words; `*` stands for any key, `0` for any index.
pub fn text_places(chart: &str) -> BTreeSet<Vec<String>> {
    let mut walk = Walk { documents: BTreeMap::new(), said: BTreeMap::new() };
    let name = format!("{chart}.schema.json");
    let root = walk.document(&name).clone();
    walk.schema(&name, &root, &mut Vec::new());
    let takes_text = |said: &Said| {
        !said.fixed && said.types.as_ref().is_some_and(|types| types.contains("string"))
    };
    walk.said.into_iter().filter(|(_, said)| takes_text(said)).map(|(at, _)| at).collect()
}

/// Whether the schema's place `pattern` is that of `at`.
pub fn is_at(pattern: &[String], at: &[String]) -> bool {
    let is_index = |step: &str| step.bytes().all(|byte| byte.is_ascii_digit());
    pattern.len() == at.len()
        && pattern.iter().zip(at).all(|(pattern, step)| match pattern.as_str() {
            "*" => true,
            "0" => is_index(step),
            name => name == step,
        })
}

struct Walk {
    documents: BTreeMap<String, Json>,
    said: BTreeMap<Vec<String>, Said>,
}

impl Walk {
    fn document(&mut self, name: &str) -> &Json {
        self.documents.entry(name.to_string()).or_insert_with(|| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
            let text = fs::read_to_string(folder.join(name)).expect("the schema is readable");
            serde_json::from_str(&text).expect("the schema is JSON")
        })
    }

    fn schema(&mut self, document: &str, schema: &Json, at: &mut Vec<String>) {
        self.note(schema, at);
        if let Some(reference) = schema["$ref"].as_str() {
            let (file, fragment) = reference.split_once('#').expect("it names a definition");
            let file = if file.is_empty() { document } else { file }.to_string();
            let target = self.document(&file).pointer(fragment).expect("it is there").clone();
            self.schema(&file, &target, at);
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema[keyword].as_array().into_iter().flatten();
            parts.for_each(|part| self.schema(document, part, at));
        }
        for keyword in ["then", "else"] {
            self.schema_at(document, &schema[keyword], at);
        }
        for (name, below) in schema["properties"].as_object().into_iter().flatten() {
            self.below(name, document, below, at);
        }
        for (_, below) in schema["patternProperties"].as_object().into_iter().flatten() {
            self.below("*", document, below, at);
        }
        self.below("*", document, &schema["additionalProperties"], at);
        self.below("0", document, &schema["items"], at);
    }

    fn schema_at(&mut self, document: &str, schema: &Json, at: &mut Vec<String>) {
        if schema.is_object() {
            self.schema(document, schema, at);
        }
    }

    fn below(&mut self, step: &str, document: &str, schema: &Json, at: &mut Vec<String>) {
        at.push(step.to_string());
        self.schema_at(document, schema, at);
        at.pop();
    }

    fn note(&mut self, schema: &Json, at: &[String]) {
        let said = self.said.entry(at.to_vec()).or_default();
        let named = |text: &Json| text.as_str().map(ToString::to_string);
        let types = match &schema["type"] {
            Json::Array(types) => Some(types.iter().filter_map(named).collect()),
            one => named(one).map(|one| BTreeSet::from([one])),
        };
        if let Some(types) = types {
            said.types = Some(match said.types.take() {
                Some(known) => known.intersection(&types).cloned().collect(),
                None => types,
            });
        }
        let definition = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        said.fixed |= definition.is_some_and(|name| FIXED.contains(&name));
        said.fixed |= schema.get("enum").or(schema.get("const")).is_some();
    }
}
