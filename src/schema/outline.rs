//! Reads the shapes out of a schema's documents and compiles its rules. Keywords that only judge
//! values are left to the engine.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::compile::RULES;
use super::documents::{Documents, Place, child};
use super::rule::{RuleCompiler, RuleFault};
use super::shape::{Branch, Choice, Matcher, Shape, ShapeId, Shapes};

/// A rule that does not compile: the place of the list of rules and the reason.
pub(super) struct BadRule {
    pub place: Place,
    pub fault: RuleFault,
}

/// Where no subschema stands.
const NOWHERE: &str = "/-";

/// Reads the shapes reachable from the schema's entry. When they are `lean`, properties of which
/// the schema only judges the value share one shape, which stands nowhere.
pub(super) fn read(
    documents: &Documents,
    rules: &dyn RuleCompiler,
    lean: bool,
) -> (Shapes, Vec<BadRule>) {
    let mut reader = Reader {
        documents,
        rules,
        lean,
        leaf: None,
        known: HashMap::new(),
        all: Vec::new(),
        waiting: Vec::new(),
        bad_rules: Vec::new(),
    };
    let entry = documents.value(&documents.entry).unwrap_or(&Value::Null);
    let root = reader.shape(documents.entry.clone(), entry);
    while let Some((id, schema)) = reader.waiting.pop() {
        reader.fill(id, schema);
    }
    let mut shapes = Shapes { all: reader.all, root, homes: OnceLock::new() };
    spread(&mut shapes);
    (shapes, reader.bad_rules)
}

struct Reader<'r> {
    documents: &'r Documents,
    rules: &'r dyn RuleCompiler,
    lean: bool,
    /// The shape that all leaves share.
    leaf: Option<ShapeId>,
    /// The shape of a subschema, by its address.
    known: HashMap<*const Value, ShapeId>,
    all: Vec<Shape>,
    waiting: Vec<(ShapeId, &'r Value)>,
    bad_rules: Vec<BadRule>,
}

impl<'r> Reader<'r> {
    /// The shape for `schema`, the subschema at `place`, to be filled later.
    fn shape(&mut self, place: Place, schema: &'r Value) -> ShapeId {
        let id = self.all.len();
        match self.known.entry(std::ptr::from_ref(schema)) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(free) => free.insert(id),
        };
        self.all.push(Shape { place, ..Shape::default() });
        self.waiting.push((id, schema));
        id
    }

    fn fill(&mut self, id: ShapeId, schema: &'r Value) {
        let Value::Object(schema) = schema else {
            return;
        };
        let place = std::mem::take(&mut self.all[id].place);
        let mut shape = Shape::default();
        for (keyword, value) in schema {
            if !is_about_keys(keyword, value) {
                continue;
            }
            let at = Place { document: place.document, pointer: child(&place.pointer, keyword) };
            self.same_place(&mut shape, keyword, value, &at);
            self.below(&mut shape, keyword, value, &at);
        }
        self.condition(&mut shape, schema, &place);
        if let Some(list) = schema.get(RULES) {
            self.compile_rules(&mut shape, list, &place);
        }
        shape.write_only = schema.get("writeOnly") == Some(&Value::Bool(true));
        shape.place = place;
        self.all[id] = shape;
    }

    /// Keywords whose subschemas judge the same value.
    fn same_place(&mut self, shape: &mut Shape, keyword: &str, value: &'r Value, at: &Place) {
        match (keyword, value) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                let documents = self.documents;
                let target = documents.resolve(at.document, reference);
                let found = target.and_then(|at| Some((documents.value(&at)?, at)));
                if let Some((schema, target)) = found {
                    let id = self.shape(target, schema);
                    shape.same.push(id);
                }
            }
            ("allOf", Value::Array(parts)) => {
                let ids = self.listed(parts, at);
                shape.same.extend(ids);
            }
            ("anyOf" | "oneOf", Value::Array(parts)) => {
                let branch = |shape| Branch { shape, validator: OnceLock::new() };
                let branches = self.listed(parts, at).into_iter().map(branch).collect();
                shape.choices.push(Choice::Branches(branches));
            }
            ("dependentSchemas", Value::Object(parts)) => {
                for (key, id) in self.named(parts, at) {
                    shape.choices.push(Choice::WithKey { key, shape: id });
                }
            }
            _ => {}
        }
    }

    /// Keywords whose subschemas judge keys and items.
    fn below(&mut self, shape: &mut Shape, keyword: &str, value: &'r Value, at: &Place) {
        match (keyword, value) {
            ("properties", Value::Object(parts)) => shape.properties = self.named(parts, at),
            ("patternProperties", Value::Object(parts)) => {
                for (pattern, id) in self.named(parts, at) {
                    shape.patterns.push((Matcher::new(pattern), id));
                }
            }
            ("additionalProperties" | "unevaluatedProperties", Value::Bool(false)) => {
                shape.closed = true;
            }
            ("additionalProperties" | "unevaluatedProperties", Value::Object(_)) => {
                shape.additional = Some(self.shape(at.clone(), value));
            }
            ("prefixItems" | "items", Value::Array(parts)) => {
                shape.first_items = self.listed(parts, at);
            }
            ("items" | "additionalItems" | "unevaluatedItems", Value::Object(_)) => {
                shape.items = Some(self.shape(at.clone(), value));
            }
            _ => {}
        }
    }

    fn condition(&mut self, shape: &mut Shape, schema: &'r Map<String, Value>, place: &Place) {
        if !schema.contains_key("if") {
            return;
        }
        let mut part = |keyword: &str| {
            let pointer = child(&place.pointer, keyword);
            let part = schema.get(keyword)?;
            Some(self.shape(Place { pointer, ..place.clone() }, part))
        };
        let (test, then, otherwise) = (part("if"), part("then"), part("else"));
        if let Some(test) = test {
            let test = Branch { shape: test, validator: OnceLock::new() };
            shape.choices.push(Choice::Condition { test, then, otherwise });
        }
    }

    fn compile_rules(&mut self, shape: &mut Shape, list: &Value, place: &Place) {
        match self.rules.compile(list) {
            Ok(rules) => shape.rules = Some(rules),
            Err(faults) => {
                let pointer = child(&place.pointer, RULES);
                let place = Place { pointer, ..place.clone() };
                let bad = |fault| BadRule { place: place.clone(), fault };
                self.bad_rules.extend(faults.into_iter().map(bad));
            }
        }
    }

    fn listed(&mut self, parts: &'r [Value], at: &Place) -> Vec<ShapeId> {
        let place = |index| Place { pointer: format!("{}/{index}", at.pointer), ..at.clone() };
        let parts = parts.iter().enumerate();
        parts.map(|(index, part)| self.shape(place(index), part)).collect()
    }

    fn named(&mut self, parts: &'r Map<String, Value>, at: &Place) -> Vec<(Box<str>, ShapeId)> {
        let place = |key: &str| Place { pointer: child(&at.pointer, key), ..at.clone() };
        let shape = |(key, part): (&'r String, &'r Value)| {
            let leaf = self.lean && is_leaf(part);
            let id = if leaf { self.leaf() } else { self.shape(place(key), part) };
            (key.as_str().into(), id)
        };
        parts.iter().map(shape).collect()
    }

    fn leaf(&mut self) -> ShapeId {
        *self.leaf.get_or_insert_with(|| {
            let place = Place { document: 0, pointer: NOWHERE.to_owned() };
            self.all.push(Shape { place, ..Shape::default() });
            self.all.len() - 1
        })
    }
}

/// Whether a subschema says nothing of keys and items, and has neither rules nor secrets.
fn is_leaf(schema: &Value) -> bool {
    let says_more = |keyword: &str, value: &Value| {
        is_about_keys(keyword, value) || matches!(keyword, "if" | "writeOnly" | RULES)
    };
    schema.as_object().is_some_and(|all| !all.iter().any(|(key, value)| says_more(key, value)))
}

/// Whether a keyword can say anything of keys, items or references.
fn is_about_keys(keyword: &str, value: &Value) -> bool {
    match value {
        Value::Object(_) | Value::Array(_) => {
            !matches!(keyword, "default" | "enum" | "examples" | "required" | "type" | "$defs")
                && !keyword.starts_with("x-")
        }
        Value::String(_) => keyword.starts_with('$'),
        Value::Bool(value) => !value,
        _ => false,
    }
}

/// Marks every shape from which a rule or a secret can be reached. Schemas may refer to themselves,
/// so this goes on until nothing changes.
fn spread(shapes: &mut Shapes) {
    for shape in &mut shapes.all {
        shape.reaches_rules = shape.rules.is_some();
        shape.reaches_secrets = shape.write_only;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for id in (0..shapes.all.len()).rev() {
            let shape = &shapes.all[id];
            let (mut rules, mut secrets) = (shape.reaches_rules, shape.reaches_secrets);
            for next in shape.next().map(|next| &shapes.all[next]) {
                rules |= next.reaches_rules;
                secrets |= next.reaches_secrets;
            }
            changed |= (rules, secrets) != (shape.reaches_rules, shape.reaches_secrets);
            let shape = &mut shapes.all[id];
            (shape.reaches_rules, shape.reaches_secrets) = (rules, secrets);
        }
    }
}
