//! Walks an object together with its schema, for checks that need both at each place.

use serde_json::{Map, Value};

use super::Resolver;
use crate::yaml::{Node, Pointer, Step};

/// A place of an object and the keywords that speak of it.
pub struct Place<'a, 'p> {
    /// The keywords, without what stands behind a reference (that is another place with the same
    /// node).
    pub keywords: &'a Map<String, Value>,
    /// The value.
    pub node: &'a Node,
    way: &'p [Step<'a>],
}

impl Place<'_, '_> {
    /// Where the value stands in the object.
    pub fn at(&self) -> Pointer {
        Pointer::at_end_of(self.way)
    }

    /// The key under which the value stands; empty for items and the root.
    pub fn key(&self) -> &str {
        match self.way.last() {
            Some(Step::Key(key)) => key,
            _ => "",
        }
    }
}

/// What is called for each place.
pub(super) type Visit<'v, 'a> = &'v mut dyn FnMut(&Place<'a, '_>);

/// Calls `visit` for each place of `object` that `schema` describes.
pub(super) fn walk<'a>(
    resolver: &Resolver<'a>,
    schema: &'a Value,
    object: &'a Node,
    visit: Visit<'_, 'a>,
) {
    step(resolver, schema, object, &mut Vec::new(), visit);
}

fn step<'a>(
    resolver: &Resolver<'a>,
    schema: &'a Value,
    node: &'a Node,
    way: &mut Vec<Step<'a>>,
    visit: Visit<'_, 'a>,
) {
    let Some(keywords) = schema.as_object() else { return };
    let reference = keywords.get("$ref").and_then(Value::as_str);
    if let Some(meant) = reference.and_then(|reference| resolver.resolve(reference)) {
        step(resolver, meant, node, way, visit);
    }
    visit(&Place { keywords, node, way });
    if let Some(mapping) = node.as_mapping() {
        let properties = keywords.get("properties").and_then(Value::as_object);
        let others = keywords.get("additionalProperties").filter(|schema| schema.is_object());
        for entry in mapping {
            let named = properties.and_then(|properties| properties.get(&*entry.key));
            if let Some(below) = named.or(others) {
                way.push(Step::Key(&entry.key));
                step(resolver, below, &entry.value, way, visit);
                way.pop();
            }
        }
    }
    if let (Some(items), Some(below)) = (node.as_sequence(), keywords.get("items")) {
        for (index, item) in items.iter().enumerate() {
            way.push(Step::Item(index));
            step(resolver, below, item, way, visit);
            way.pop();
        }
    }
}
