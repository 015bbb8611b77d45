//! A schema reduced to what it says about keys: which subschemas meet at a place, which keys exist
//! there, where rules stand and what is secret. Whether a value is valid is not known here.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::documents::Place;
use super::engine;
use super::json::{Handle, Tree};
use super::message::Home;
use super::rule::RuleSet;
use jsonschema::Validator;

/// The index of a [`Shape`] in its arena.
pub(super) type ShapeId = usize;

/// From this many keys on, one is found through an index.
const INDEX_FROM: usize = 24;

/// What one subschema says about keys.
#[derive(Default)]
pub(super) struct Shape {
    /// Where the subschema stands.
    pub place: Place,
    /// Subschemas that hold at the same place whatever the value is: `$ref`, `allOf`.
    pub same: Vec<ShapeId>,
    /// Subschemas that hold at the same place depending on the value.
    pub choices: Vec<Choice>,
    pub properties: Vec<(Box<str>, ShapeId)>,
    /// The same by key, where there are many; made when it is first needed.
    pub index: OnceLock<HashMap<Box<str>, ShapeId>>,
    pub patterns: Vec<(Matcher, ShapeId)>,
    /// What holds for keys that nothing else names.
    pub additional: Option<ShapeId>,
    /// Whether keys that nothing names are refused.
    pub closed: bool,
    pub first_items: Vec<ShapeId>,
    pub items: Option<ShapeId>,
    pub rules: Option<Box<dyn RuleSet>>,
    pub write_only: bool,
    /// Whether a rule stands here or anywhere below.
    pub reaches_rules: bool,
    /// Whether a secret stands here or anywhere below.
    pub reaches_secrets: bool,
}

/// Subschemas of which the value decides.
pub(super) enum Choice {
    /// `anyOf`, `oneOf`: those that the value fits.
    Branches(Vec<Branch>),
    /// `if`, `then`, `else`.
    Condition { test: Branch, then: Option<ShapeId>, otherwise: Option<ShapeId> },
    /// `dependentSchemas`: holds when the key is there.
    WithKey { key: Box<str>, shape: ShapeId },
}

/// One alternative.
pub(super) struct Branch {
    pub shape: ShapeId,
    /// Tells whether a value fits; made when it is first needed.
    pub validator: OnceLock<Option<Validator<Tree>>>,
}

/// The regular expression of a `patternProperties` key.
pub(super) struct Matcher {
    pattern: Box<str>,
    validator: OnceLock<Option<Validator<Tree>>>,
}

impl Matcher {
    pub(super) fn new(pattern: Box<str>) -> Self {
        Self { pattern, validator: OnceLock::new() }
    }

    pub(super) fn matches(&self, key: &str) -> bool {
        let validator = self.validator.get_or_init(|| engine::matcher(&self.pattern));
        validator.as_ref().is_some_and(|validator| validator.is_valid(Handle::Name(key)))
    }
}

impl Choice {
    /// Every subschema that may hold.
    pub(super) fn shapes(&self) -> Vec<ShapeId> {
        match self {
            Choice::Branches(branches) => branches.iter().map(|branch| branch.shape).collect(),
            Choice::Condition { then, otherwise, .. } => {
                then.iter().chain(otherwise).copied().collect()
            }
            Choice::WithKey { shape, .. } => vec![*shape],
        }
    }
}

impl Shape {
    /// What holds for a key that `properties` does not name.
    pub(super) fn others(&self, key: &str) -> Vec<ShapeId> {
        let matched = self.patterns.iter().filter(|(pattern, _)| pattern.matches(key));
        let matched: Vec<ShapeId> = matched.map(|(_, id)| *id).collect();
        if matched.is_empty() { self.additional.into_iter().collect() } else { matched }
    }

    /// What holds for the key `key`, when `properties` names it.
    pub(super) fn named(&self, key: &str) -> Option<ShapeId> {
        if self.properties.len() < INDEX_FROM {
            return self.properties.iter().find(|(known, _)| &**known == key).map(|(_, id)| *id);
        }
        let build = || self.properties.iter().rev().cloned().collect();
        self.index.get_or_init(build).get(key).copied()
    }

    /// What holds for the item at `index`.
    pub(super) fn item(&self, index: usize) -> Option<ShapeId> {
        self.first_items.get(index).copied().or(self.items)
    }

    /// Every shape that this one leads to.
    pub(super) fn next(&self) -> impl Iterator<Item = ShapeId> + '_ {
        let named = self.properties.iter().map(|(_, id)| *id);
        let matched = self.patterns.iter().map(|(_, id)| *id);
        let same = self.same.iter().copied().chain(self.choices.iter().flat_map(Choice::shapes));
        let items = self.first_items.iter().chain(&self.items).chain(&self.additional).copied();
        named.chain(matched).chain(same).chain(items)
    }
}

/// All shapes of a schema.
pub(super) struct Shapes {
    pub all: Vec<Shape>,
    pub root: ShapeId,
    /// Every key, with where it stands; made when a key is first looked for everywhere.
    pub homes: OnceLock<Vec<Home>>,
}

impl Shapes {
    pub(super) fn get(&self, id: ShapeId) -> &Shape {
        &self.all[id]
    }

    /// `id` and every subschema that holds or may hold at the same place, in the order in which
    /// the schema names them.
    pub(super) fn meeting(&self, id: ShapeId) -> Vec<ShapeId> {
        let mut found = Vec::new();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if found.contains(&id) {
                continue;
            }
            found.push(id);
            let shape = self.get(id);
            let choices = shape.choices.iter().flat_map(Choice::shapes);
            let mut next: Vec<ShapeId> = shape.same.iter().copied().chain(choices).collect();
            next.reverse();
            waiting.extend(next);
        }
        found
    }

    /// The subschemas that hold or may hold at the place that `tokens` lead to.
    pub(super) fn at<'t>(&self, tokens: impl Iterator<Item = &'t str>) -> Vec<ShapeId> {
        tokens.fold(self.meeting(self.root), |here, token| self.below(&here, token))
    }

    /// The subschemas that meet one step below those in `here`.
    pub(super) fn below(&self, here: &[ShapeId], token: &str) -> Vec<ShapeId> {
        let mut next = Vec::new();
        for id in here.iter().flat_map(|id| self.children(*id, token)) {
            for id in self.meeting(id) {
                if !next.contains(&id) {
                    next.push(id);
                }
            }
        }
        next
    }

    /// What one subschema says about the value under `token`, a key or an index.
    fn children(&self, id: ShapeId, token: &str) -> Vec<ShapeId> {
        let shape = self.get(id);
        let mut found = match shape.named(token) {
            Some(id) => vec![id],
            None => shape.others(token),
        };
        found.extend(token.parse::<usize>().ok().and_then(|index| shape.item(index)));
        found
    }

    /// The keys that subschemas know by name, each once, in the schema's order.
    pub(super) fn keys(&self, shapes: &[ShapeId]) -> Vec<(&str, ShapeId)> {
        let mut seen = HashSet::new();
        let keys = shapes.iter().flat_map(|id| &self.get(*id).properties);
        let keys = keys.filter(|(key, _)| shapes.len() == 1 || seen.insert(&**key));
        keys.map(|(key, id)| (&**key, *id)).collect()
    }
}
