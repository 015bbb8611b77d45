//! Brings in what the merge key `<<` names (<https://yaml.org/type/merge.html>).

use super::{Mapping, Node, Value};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;

/// `entries` with the keys of `merges` that it does not have itself; of several mappings with the
/// same key the first counts.
pub(super) fn merged(
    mut entries: Mapping,
    merges: Vec<Node>,
    diagnostics: &mut Diagnostics,
) -> Mapping {
    for merge in merges {
        for part in mappings(merge, diagnostics) {
            for entry in part {
                if !entries.contains_key(&entry.key) {
                    entries.insert(entry);
                }
            }
        }
    }
    entries
}

/// The mapping, or the mappings of the list.
fn mappings(merge: Node, diagnostics: &mut Diagnostics) -> Vec<Mapping> {
    let items = match merge.value {
        Value::Sequence(items) => items,
        _ => vec![merge],
    };
    let mut mappings = Vec::new();
    for item in items {
        match item.value {
            Value::Mapping(mapping) => mappings.push(mapping),
            _ => diagnostics.push(no_mapping(item.span)),
        }
    }
    mappings
}

fn no_mapping(span: Span) -> Diagnostic {
    Diagnostic::error("yaml-merge", span, "`<<` takes a mapping or a list of mappings")
        .with_help("write `<<: *anchor`, where the anchor names a mapping")
}
