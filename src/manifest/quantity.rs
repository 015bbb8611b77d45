//! Reads the amounts of resources (`500m`, `128Gi`, `2e3`) that a manifest's fields hold.

pub(super) use crate::rules::quantity::Quantity;
use crate::yaml::{Node, Value};

/// The amount that a scalar holds, which may be a number or a text; nothing when it is none.
pub(super) fn of(node: &Node) -> Option<Quantity> {
    match &node.value {
        Value::String(text) => Quantity::parse(text).ok(),
        Value::Number(number) => Quantity::parse(&number.to_portable_text()).ok(),
        _ => None,
    }
}
