//! Remembers anchored nodes and bounds how much aliases may expand to.

use std::collections::HashMap;

use super::{Node, Value};

/// How many nodes all aliases of a text may expand to.
const FREE_NODES: usize = 100_000;

/// How many bytes of text take as much memory as a node.
const TEXT: usize = 64;

/// How many nodes all anchors of a text may name, each with what stands below it.
const NAMED: usize = 1_000_000;

/// The anchors of one document and what is left of the expansion budget of the text.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    nodes: HashMap<usize, (Node, usize)>,
    expanded: usize,
    remembered: usize,
}

impl Anchors {
    /// Remembers `node` under the parser's `id` (0 is no anchor).
    ///
    /// # Errors
    ///
    /// When all anchors together name too much, as anchors inside each other can.
    pub(super) fn define(&mut self, id: usize, node: &Node) -> Result<(), ()> {
        if id == 0 {
            return Ok(());
        }
        let size = size(node);
        self.remembered = self.remembered.saturating_add(size);
        if self.remembered > NAMED {
            return Err(());
        }
        self.nodes.insert(id, (node.clone(), size));
        Ok(())
    }

    /// A copy of the node under `id`; `Err` when the budget is spent, `Ok(None)` when there is no
    /// such anchor yet (an alias inside its own anchor).
    pub(super) fn expand(&mut self, id: usize) -> Result<Option<Node>, ()> {
        let Some((node, size)) = self.nodes.get(&id) else {
            return Ok(None);
        };
        self.expanded = self.expanded.saturating_add(*size);
        if self.expanded > FREE_NODES {
            return Err(());
        }
        Ok(Some(node.clone()))
    }
}

/// How many nodes there are below and with `node`; long texts count for several.
fn size(node: &Node) -> usize {
    match &node.value {
        Value::Sequence(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Mapping(mapping) => {
            let entries = mapping.iter();
            1 + entries.map(|entry| entry.key.len() / TEXT + size(&entry.value)).sum::<usize>()
        }
        Value::String(text) => 1 + text.len() / TEXT,
        _ => 1,
    }
}
