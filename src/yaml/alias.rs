//! Remembers anchored nodes and bounds how much aliases may expand to.

use std::collections::HashMap;

use super::{Node, Value};

/// How many nodes all aliases of a text may expand to beyond ten per node written.
const FREE_NODES: usize = 100_000;

/// The anchors of one document and what is left of the expansion budget of the text.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    nodes: HashMap<usize, (Node, usize)>,
    expanded: usize,
}

impl Anchors {
    /// Remembers `node` under the parser's `id` (0 is no anchor).
    pub(super) fn define(&mut self, id: usize, node: &Node) {
        if id != 0 {
            self.nodes.insert(id, (node.clone(), size(node)));
        }
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

fn size(node: &Node) -> usize {
    match &node.value {
        Value::Sequence(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Mapping(mapping) => {
            1 + mapping.iter().map(|entry| size(&entry.value)).sum::<usize>()
        }
        _ => 1,
    }
}
