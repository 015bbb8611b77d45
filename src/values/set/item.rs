//! Applies what follows an index: the grammar of list items. An item that the argument ends in
//! sets nothing, as in Helm; here it gets a warning.

use super::assign::{Assignments, Step, Stop};
use super::fault;
use super::reader::{Given, Index};
use super::scan::Piece;
use crate::values::trail::Trail;
use crate::yaml::{Mapping, Node, Value};

/// The most items that all arguments together may fill lists up with, to reach the items they set.
const FILL_LIMIT: usize = 1_000_000;

impl Assignments<'_, '_> {
    /// `name[` and what follows.
    pub(super) fn list(
        &mut self,
        map: &mut Mapping,
        name: &Piece,
        at: &Trail<'_>,
        dots: usize,
    ) -> Step {
        let index = self.reader.index(name.end)?;
        let below = at.child(&name.text);
        if let Some(node) = map.get_mut(&name.text) {
            let Value::Sequence(items) = &mut node.value else {
                let span = self.reader.piece_span(name);
                return Err(fault::wrong_kind(span, node, "[…]", "a list").into());
            };
            return self.item(items, index, &below, dots);
        }
        let mut items = Vec::new();
        let step = self.item(&mut items, index, &below, dots);
        let node = self.reader.collection(Value::Sequence(items), name.end);
        if !matches!(step, Err(Stop::Fault(_))) {
            self.history.started_list(&below);
        }
        self.set(map, name, node, at);
        step
    }

    /// What follows `[index]`; `at` leads to the list.
    fn item(&mut self, items: &mut Vec<Node>, index: Index, at: &Trail<'_>, dots: usize) -> Step {
        let rest = self.reader.scanner.until(&['[', '.', '=']);
        if !rest.text.is_empty() {
            return Err(fault::after_index(self.reader.piece_span(&rest)).into());
        }
        Self::within_depth(at, index.span)?;
        let token = index.number.to_string();
        let below = at.child(&token);
        match rest.stop {
            None => {
                self.warnings.push(fault::without_effect(index.span));
                Err(Stop::End)
            }
            Some('[') => self.nested_list(items, index, rest.end, &below, dots),
            Some('.') => self.nested_map(items, index, &below, dots),
            Some(_) => {
                let (Given::Value(node) | Given::Nothing(node)) = self.reader.value()?;
                self.put(items, index, node, &below)
            }
        }
    }

    /// `[index][` and what follows; the second bracket stands at byte `open`.
    fn nested_list(
        &mut self,
        items: &mut Vec<Node>,
        index: Index,
        open: usize,
        at: &Trail<'_>,
        dots: usize,
    ) -> Step {
        let next = self.reader.index(open)?;
        if let Some(node) = items.get_mut(index.number).filter(|node| !node.is_null()) {
            return match &mut node.value {
                Value::Sequence(inner) => self.item(inner, next, at, dots),
                _ => Err(fault::wrong_kind(index.span, node, "[…]", "a list").into()),
            };
        }
        let mut inner = Vec::new();
        self.item(&mut inner, next, at, dots)?;
        let node = self.reader.collection(Value::Sequence(inner), open);
        self.put(items, index, node, at)
    }

    /// `[index].` and what follows.
    fn nested_map(
        &mut self,
        items: &mut Vec<Node>,
        index: Index,
        at: &Trail<'_>,
        dots: usize,
    ) -> Step {
        if let Some(node) = items.get_mut(index.number) {
            if node.as_mapping().is_none() {
                // As Helm does: whatever else stands there gives way to an empty mapping.
                let empty = Node::new(Value::Mapping(Mapping::new()), index.span);
                self.history.replaced(at, std::mem::replace(node, empty));
            }
            return match &mut node.value {
                Value::Mapping(inner) => self.key(inner, at, dots),
                _ => Ok(()),
            };
        }
        let start = self.reader.scanner.at;
        let mut inner = Mapping::new();
        let step = self.key(&mut inner, at, dots);
        if matches!(step, Err(Stop::End)) {
            self.warnings.push(fault::without_effect(index.span));
        }
        step?;
        let node = self.reader.collection(Value::Mapping(inner), start);
        self.put(items, index, node, at)
    }

    fn put(&mut self, items: &mut Vec<Node>, index: Index, node: Node, at: &Trail<'_>) -> Step {
        index.within_limit()?;
        if let Some(old) = items.get_mut(index.number) {
            let old = std::mem::replace(old, node);
            self.history.replaced(at, old);
        } else {
            let missing = index.number - items.len();
            if !self.history.fill(missing, FILL_LIMIT) {
                return Err(fault::fill_limit(index.span, FILL_LIMIT).into());
            }
            items.resize(index.number, Node::null(index.span));
            items.push(node);
        }
        Ok(())
    }
}
