//! Finds the values that a schema calls secrets (`writeOnly`).

use super::compile::Schema;
use super::shape::ShapeId;
use crate::yaml::{Node, Pointer, Step, Value};

impl Schema {
    /// The values from `node`, which stands at `at`, down that are `writeOnly` or stand below
    /// such a value, and the texts for which `looks_secret` holds; nothing below one of them.
    pub fn secrets<'n>(
        &self,
        node: &'n Node,
        at: &Pointer,
        looks_secret: fn(&str) -> bool,
    ) -> Vec<(Pointer, &'n Node)> {
        let mut search = Search { schema: self, looks_secret, way: Vec::new(), found: Vec::new() };
        let places = at.tokens().try_fold(self.start(), |here, token| {
            let secret = self.is_write_only(&here);
            if secret { Err(()) } else { Ok(self.below(&here, token)) }
        });
        match places {
            Ok(here) => search.visit(node, &here),
            Err(()) => search.add(node),
        }
        let placed = search.found.into_iter().map(|(way, node)| (at.join(&way), node));
        placed.collect()
    }

    /// Whether the value at `at`, or one above it, is `writeOnly` and so must not be shown.
    #[must_use]
    pub fn is_secret(&self, at: &Pointer) -> bool {
        let mut here = self.start();
        for token in at.tokens() {
            if self.is_write_only(&here) {
                return true;
            }
            here = self.below(&here, token);
        }
        self.is_write_only(&here)
    }

    fn is_write_only(&self, here: &[ShapeId]) -> bool {
        here.iter().any(|id| self.shapes.get(*id).write_only)
    }

    /// The subschemas for the root from which a secret can be reached.
    fn start(&self) -> Vec<ShapeId> {
        self.reaching(self.shapes.meeting(self.shapes.root))
    }

    fn below(&self, here: &[ShapeId], token: &str) -> Vec<ShapeId> {
        if here.is_empty() { Vec::new() } else { self.reaching(self.shapes.below(here, token)) }
    }

    fn reaching(&self, mut here: Vec<ShapeId>) -> Vec<ShapeId> {
        here.retain(|id| self.shapes.get(*id).reaches_secrets);
        here
    }
}

struct Search<'s, 'n> {
    schema: &'s Schema,
    looks_secret: fn(&str) -> bool,
    way: Vec<Step<'n>>,
    found: Vec<(Pointer, &'n Node)>,
}

impl<'n> Search<'_, 'n> {
    fn visit(&mut self, node: &'n Node, here: &[ShapeId]) {
        let looks_secret = self.looks_secret;
        if self.schema.is_write_only(here) || node.as_str().is_some_and(looks_secret) {
            return self.add(node);
        }
        match &node.value {
            Value::Mapping(mapping) => {
                for entry in mapping {
                    let below = self.schema.below(here, &entry.key);
                    self.step(Step::Key(&entry.key), &entry.value, &below);
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    let below = match here {
                        [] => Vec::new(),
                        _ => self.schema.below(here, &index.to_string()),
                    };
                    self.step(Step::Item(index), item, &below);
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, step: Step<'n>, node: &'n Node, here: &[ShapeId]) {
        self.way.push(step);
        self.visit(node, here);
        self.way.pop();
    }

    fn add(&mut self, node: &'n Node) {
        self.found.push((Pointer::at_end_of(&self.way), node));
    }
}
