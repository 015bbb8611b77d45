//! Evaluates the rules of a schema wherever their subschema holds in a tree. Rules never decide
//! whether a value fits the schema's keywords; among fitting alternatives, the one whose rules
//! hold is taken.

use hashbrown::HashSet;

use super::check::Check;
use super::compile::Schema;
use super::documents::Documents;
use super::engine::Engine;
use super::fit::{self, Fit};
use super::json::{Handle, address};
use super::rule::{RuleFinding, RuleScope};
use super::shape::{Branch, Choice, Shape, ShapeId, Shapes};
use crate::diagnostic::Severity;
use crate::yaml::{Mapping, Node, Pointer, Step, Value};

/// How many alternatives inside each other, at one place, are looked into.
const DEPTH: usize = 64;

/// What the rules of a schema find in `root`. `faults` are the places that are wrong already.
pub(super) fn findings(
    Schema { shapes, documents, built_in, .. }: &Schema,
    check: &Check<'_>,
    root: &Node,
    faults: &[Pointer],
) -> Vec<RuleFinding> {
    let (path, done, conditional) = (Vec::new(), HashSet::new(), false);
    let wrong = faults.iter().collect();
    let mut walk = Walk {
        shapes,
        documents,
        built_in: *built_in,
        check,
        root,
        faults,
        wrong,
        path,
        done,
        conditional,
    };
    let mut found = Vec::new();
    walk.visit(shapes.root, root, DEPTH, &mut found);
    found
}

struct Walk<'w> {
    shapes: &'w Shapes,
    documents: &'w Documents,
    /// Whether the schema is known to be sound, so that what is plain need not be asked.
    built_in: bool,
    check: &'w Check<'w>,
    root: &'w Node,
    faults: &'w [Pointer],
    /// The same, to look places up in.
    wrong: HashSet<&'w Pointer>,
    path: Vec<Step<'w>>,
    /// Which subschema has been applied to which value.
    done: HashSet<(ShapeId, usize)>,
    /// Whether some value decided that the subschema at hand holds.
    conditional: bool,
}

impl<'w> Walk<'w> {
    fn visit(&mut self, id: ShapeId, node: &'w Node, depth: usize, found: &mut Vec<RuleFinding>) {
        let shapes = self.shapes;
        let shape = shapes.get(id);
        if !shape.reaches_rules || depth == 0 || !self.done.insert((id, address(node))) {
            return;
        }
        self.evaluate(shape, node, found);
        for id in &shape.same {
            self.visit(*id, node, depth - 1, found);
        }
        let outside = std::mem::replace(&mut self.conditional, true);
        for choice in &shape.choices {
            self.choose(choice, node, depth - 1, found);
        }
        self.conditional = outside;
        match &node.value {
            Value::Mapping(mapping) => self.entries(shape, mapping, found),
            Value::Sequence(items) => self.items(shape, items, found),
            _ => {}
        }
    }

    fn entries(&mut self, shape: &Shape, mapping: &'w Mapping, found: &mut Vec<RuleFinding>) {
        let shapes = self.shapes;
        let matters = |id: &ShapeId| shapes.get(*id).reaches_rules;
        for (key, id) in shape.properties.iter().filter(|(_, id)| matters(id)) {
            if let Some(entry) = mapping.entry(key) {
                self.enter(Step::Key(&entry.key), *id, &entry.value, found);
            }
        }
        let others = shape.patterns.iter().map(|(_, id)| id).chain(&shape.additional);
        if !others.into_iter().any(matters) {
            return;
        }
        for entry in mapping {
            if shape.named(&entry.key).is_none() {
                for id in shape.others(&entry.key) {
                    self.enter(Step::Key(&entry.key), id, &entry.value, found);
                }
            }
        }
    }

    fn items(&mut self, shape: &Shape, items: &'w [Node], found: &mut Vec<RuleFinding>) {
        for (index, item) in items.iter().enumerate() {
            if let Some(id) = shape.item(index) {
                self.enter(Step::Item(index), id, item, found);
            }
        }
    }

    fn enter(&mut self, step: Step<'w>, id: ShapeId, node: &'w Node, found: &mut Vec<RuleFinding>) {
        self.path.push(step);
        self.visit(id, node, DEPTH, found);
        self.path.pop();
    }

    fn evaluate(&self, shape: &Shape, node: &Node, found: &mut Vec<RuleFinding>) {
        let Some(rules) = &shape.rules else { return };
        if node.is_null() {
            return;
        }
        let at = Pointer::at_end_of(&self.path);
        let mut above = std::iter::successors(Some(at.clone()), Pointer::parent);
        if !self.wrong.is_empty() && above.any(|place| self.wrong.contains(&place)) {
            return;
        }
        let Walk { check, root, faults, .. } = *self;
        let conditional = self.conditional || check.thorough;
        let Check { sources, removed, .. } = *check;
        let (this, at) = (node, &at);
        let scope = RuleScope { sources, root, this, at, faults, removed, conditional };
        found.extend(rules.evaluate(&scope));
    }

    fn choose(
        &mut self,
        choice: &Choice,
        node: &'w Node,
        depth: usize,
        found: &mut Vec<RuleFinding>,
    ) {
        if !choice.shapes().iter().any(|id| self.shapes.get(*id).reaches_rules) {
            return;
        }
        match choice {
            Choice::WithKey { key, shape } => {
                if node.get(key).is_some() {
                    self.visit(*shape, node, depth, found);
                }
            }
            Choice::Condition { test, then, otherwise } => {
                let next = if self.fits(test, node) { then } else { otherwise };
                if let Some(id) = next {
                    self.visit(*id, node, depth, found);
                }
            }
            Choice::Branches(branches) => self.best(branches, node, depth, found),
        }
    }

    /// Adds what the rules of the best fitting alternative find: the one with the fewest errors.
    fn best(
        &mut self,
        branches: &[Branch],
        node: &'w Node,
        depth: usize,
        found: &mut Vec<RuleFinding>,
    ) {
        let mut best: Option<(usize, Vec<RuleFinding>)> = None;
        for branch in branches {
            if !self.fits(branch, node) {
                continue;
            }
            let mut inner = Vec::new();
            self.visit(branch.shape, node, depth, &mut inner);
            let errors = inner.iter().filter(|one| one.severity == Severity::Error).count();
            if best.as_ref().is_none_or(|(fewest, _)| errors < *fewest) {
                best = Some((errors, inner));
            }
        }
        found.extend(best.map(|(_, inner)| inner).unwrap_or_default());
    }

    fn fits(&self, branch: &Branch, node: &Node) -> bool {
        let place = &self.shapes.get(branch.shape).place;
        if self.built_in && !self.check.thorough {
            match fit::fit(self.documents, place, node, self.check.sources) {
                Fit::Yes => return true,
                Fit::No => return false,
                Fit::Unsure => {}
            }
        }
        let build = || Engine::new(self.documents).ok()?.validator(place).ok();
        let validator = branch.validator.get_or_init(build);
        validator.as_ref().is_some_and(|validator| validator.is_valid(Handle::Node(node)))
    }
}
