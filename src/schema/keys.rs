//! What a schema says of each key: for those who describe a schema or compare it with something,
//! instead of checking values.

use serde_json::Value;

use super::compile::{Schema, type_names};
use super::documents::Place;
use super::origin;
use super::shape::{ShapeId, Shapes};
use crate::source::{FileId, Span};
use crate::yaml::{Node, Pointer};

/// Stands for each item of a list or each entry of a free map in the place of a [`Key`].
pub const EACH: &str = "*";

/// A place in values that a schema speaks of.
#[derive(Clone)]
pub struct Key<'s> {
    /// The place; [`EACH`] for items and free entries.
    pub at: Pointer,
    schema: &'s Schema,
    shapes: Vec<ShapeId>,
}

impl Schema {
    /// Every place that the schema describes, a key before those below it, in the schema's order.
    #[must_use]
    pub fn keys(&self) -> Vec<Key<'_>> {
        let mut found = Vec::new();
        let root = Key {
            at: Pointer::root(),
            schema: self,
            shapes: self.shapes.meeting(self.shapes.root),
        };
        collect(root, &mut Vec::new(), &mut found);
        found
    }

    /// What the schema says of one place.
    #[must_use]
    pub fn key(&self, at: &Pointer) -> Key<'_> {
        let root = self.shapes.meeting(self.shapes.root);
        let shapes = at.tokens().fold(root, |here, token| below(&self.shapes, &here, token));
        Key { at: at.clone(), schema: self, shapes }
    }

    /// How many steps of `at` the schema allows; nothing when it allows all of them.
    #[must_use]
    pub fn unknown_step(&self, at: &Pointer) -> Option<usize> {
        let mut here = self.shapes.meeting(self.shapes.root);
        for (index, token) in at.tokens().enumerate() {
            let next = below(&self.shapes, &here, token);
            if next.is_empty() {
                return self.refuses(&here, token).then_some(index);
            }
            here = next;
        }
        None
    }

    /// Whether a place can have nothing under `token`.
    fn refuses(&self, here: &[ShapeId], token: &str) -> bool {
        let types: Vec<&str> =
            here.iter().flat_map(|id| type_names(self.says(*id, "type"))).collect();
        let is_item = token == EACH || token.bytes().all(|byte| byte.is_ascii_digit());
        let holds = types.contains(&"object") || is_item && types.contains(&"array");
        let closed = here.iter().any(|id| self.shapes.get(*id).closed);
        !here.is_empty() && (!types.is_empty() && !holds || closed && !is_item)
    }
}

impl<'s> Key<'s> {
    /// What the first subschema for this place that has `keyword` says there.
    #[must_use]
    pub fn says(&self, keyword: &str) -> Option<&'s Value> {
        self.shapes.iter().find_map(|id| self.schema.says(*id, keyword))
    }

    /// The names of the types that the place may have, each once.
    #[must_use]
    pub fn types(&self) -> Vec<&'s str> {
        let mut types = Vec::new();
        for name in self.shapes.iter().flat_map(|id| type_names(self.schema.says(*id, "type"))) {
            if !types.contains(&name) {
                types.push(name);
            }
        }
        types
    }

    /// The places one step below that the schema describes, in its order; items and free entries last.
    #[must_use]
    pub fn children(&self) -> Vec<Key<'s>> {
        let shapes = &self.schema.shapes;
        let names: Vec<Box<str>> =
            shapes.keys(&self.shapes).into_iter().map(|(name, _)| name.into()).collect();
        let children = names.into_iter().chain([EACH.into()]);
        let children = children.filter_map(|token: Box<str>| {
            let below = below(shapes, &self.shapes, &token);
            let at = self.at.child(token);
            (!below.is_empty()).then_some(Key { at, schema: self.schema, shapes: below })
        });
        children.collect()
    }

    /// Whether the schema names keys below this place.
    #[must_use]
    pub fn has_named_keys(&self) -> bool {
        !self.schema.shapes.keys(&self.shapes).is_empty()
    }

    /// Whether the schema says what becomes of keys that it does not name.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.says("additionalProperties").or(self.says("unevaluatedProperties")).is_some()
    }

    /// Whether the value must not be shown.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.schema.is_secret(&self.at)
    }

    /// The key in the schema's text, or the value where there is no key; and the subschema's place.
    /// `trees` gives a text as a tree.
    #[must_use]
    pub fn place<'t>(&self, trees: impl Fn(FileId) -> Option<&'t Node>) -> Option<(Span, Pointer)> {
        let (file, at) = self.origin()?;
        Some((origin::key_span(trees(file)?, &at)?, at))
    }

    /// The file and the place of the subschema that describes this key first.
    #[must_use]
    pub fn origin(&self) -> Option<(FileId, Pointer)> {
        let place: &Place = &self.schema.shapes.get(*self.shapes.first()?).place;
        Some((self.schema.documents.document(place).file, Pointer::parse(&place.pointer)))
    }

    /// The subschema's `default` with its place in the text; `trees` gives a text as a tree.
    #[must_use]
    pub fn default<'t>(&self, trees: impl Fn(FileId) -> Option<&'t Node>) -> Option<&'t Node> {
        self.shapes.iter().find_map(|id| {
            let place = &self.schema.shapes.get(*id).place;
            let tree = trees(self.schema.documents.document(place).file)?;
            tree.at(&Pointer::parse(&place.pointer).child("default"))
        })
    }
}

/// The subschemas one step below those in `here`.
fn below(shapes: &Shapes, here: &[ShapeId], token: &str) -> Vec<ShapeId> {
    if token != EACH {
        return shapes.below(here, token);
    }
    let mut found = Vec::new();
    for id in here {
        let shape = shapes.get(*id);
        let entries = shape.additional.iter().chain(shape.patterns.iter().map(|(_, id)| id));
        for next in entries.chain(&shape.items).chain(&shape.first_items) {
            let meeting = shapes.meeting(*next);
            let new: Vec<_> = meeting.into_iter().filter(|id| !found.contains(id)).collect();
            found.extend(new);
        }
    }
    found
}

fn collect<'s>(key: Key<'s>, above: &mut Vec<ShapeId>, found: &mut Vec<Key<'s>>) {
    if key.shapes.iter().any(|id| above.contains(id)) {
        return;
    }
    let depth = above.len();
    above.extend(&key.shapes);
    let children = key.children();
    found.push(key);
    for child in children {
        collect(child, above, found);
    }
    above.truncate(depth);
}
