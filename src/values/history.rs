//! Remembers, for each place, the values that higher layers put aside.

use std::collections::HashMap;

use super::trail::Trail;
use crate::yaml::{Node, Pointer};

/// The values that were overridden, by place, nearest layer last.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    places: HashMap<Pointer, Vec<Node>>,
    started_lists: Vec<Pointer>,
    filled: usize,
}

impl History {
    /// Remembers `old`, which a layer above just replaced at `at`.
    pub(super) fn replaced(&mut self, at: &Trail<'_>, old: Node) {
        self.places.entry(at.pointer()).or_default().push(old);
    }

    /// Remembers `old` of the lowest layer, which all user layers overrode at `at`.
    pub(super) fn replaced_lowest(&mut self, at: &Trail<'_>, old: Node) {
        self.places.entry(at.pointer()).or_default().insert(0, old);
    }

    /// Counts `items` that an index filled a list up with; false when all arguments together have
    /// filled in more than `limit`.
    pub(super) fn fill(&mut self, items: usize, limit: usize) -> bool {
        self.filled = self.filled.saturating_add(items);
        self.filled <= limit
    }

    /// Remembers that setting one item started a new list at `at`.
    pub(super) fn started_list(&mut self, at: &Trail<'_>) {
        self.started_lists.push(at.pointer());
    }

    /// The places where setting one item started a list.
    pub(super) fn started_lists(&self) -> &[Pointer] {
        &self.started_lists
    }

    /// The values by place, nearest layer first.
    pub(super) fn finish(mut self) -> HashMap<Pointer, Vec<Node>> {
        self.places.values_mut().for_each(|nodes| nodes.reverse());
        self.places
    }
}
