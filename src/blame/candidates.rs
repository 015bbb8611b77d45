//! Which values may have shaped a place: first those that the expression names, then those whose
//! text came out, then all of the user's own, then the chart's defaults.

use super::rehome::Scene;
use crate::source::SourceMap;
use crate::yaml::{Node, Pointer, Value};

/// The most values that are tried for one finding.
const LIMIT: usize = 400;

/// Paths of values to try, in groups: when one group has a value that shapes the place, the
/// groups after it are not tried.
pub(super) fn groups(
    scene: &Scene<'_>,
    expression: Option<&str>,
    output: &str,
    sources: &SourceMap,
) -> Vec<Vec<Pointer>> {
    let mut leaves = Vec::new();
    collect(scene.values, &Pointer::root(), &mut leaves);
    let users = |leaf: &&(Pointer, &Node)| sources.kind(leaf.1.span.file).is_user_layer();
    let named: Vec<Pointer> = expression.into_iter().flat_map(value_paths).collect();
    let below = |at: &Pointer| named.iter().any(|path| path.is_at_or_above(at));
    let paths = |leaves: Vec<&(Pointer, &Node)>| -> Vec<Pointer> {
        leaves.into_iter().take(LIMIT).map(|(at, _)| at.clone()).collect()
    };
    let said = |leaf: &&(Pointer, &Node)| came_out(leaf.1, output);
    vec![
        paths(leaves.iter().filter(|(at, _)| below(at)).collect()),
        paths(leaves.iter().filter(users).filter(said).collect()),
        paths(leaves.iter().filter(said).collect()),
        paths(leaves.iter().filter(users).collect()),
        paths(leaves.iter().filter(|leaf| !users(leaf)).collect()),
    ]
}

/// Whether the text of the scalar stands in the output.
fn came_out(node: &Node, output: &str) -> bool {
    match &node.value {
        Value::String(text) => !text.is_empty() && output.contains(&**text),
        Value::Number(number) => output.contains(number.text()),
        Value::Bool(value) => output.contains(if *value { "true" } else { "false" }),
        _ => false,
    }
}

/// Every scalar and every empty collection, with its path.
fn collect<'n>(node: &'n Node, at: &Pointer, leaves: &mut Vec<(Pointer, &'n Node)>) {
    match &node.value {
        Value::Mapping(mapping) if !mapping.is_empty() => {
            for entry in mapping {
                collect(&entry.value, &at.child(entry.key.clone()), leaves);
            }
        }
        Value::Sequence(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &at.child(index.to_string()), leaves);
            }
        }
        Value::Null => {}
        _ => leaves.push((at.clone(), node)),
    }
}

/// The paths that follow `values.` in an expression: `values.a.b["c"] ~ "x"` names `/a/b/c`.
fn value_paths(expression: &str) -> Vec<Pointer> {
    let starts = expression.match_indices("values").filter(|(at, word)| {
        let before = expression[..*at].chars().next_back();
        let after = expression[at + word.len()..].chars().next();
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '"' | '\''))
            && matches!(after, Some('.' | '['))
    });
    starts
        .map(|(at, word)| Pointer::parse_field_path(path_text(&expression[at + word.len()..])))
        .collect()
}

/// The longest start of `text` that is a path: names after points, brackets.
fn path_text(text: &str) -> &str {
    let mut bracket = false;
    let end = text.find(|c: char| {
        match c {
            '[' => bracket = true,
            ']' => bracket = false,
            _ => {}
        }
        !(bracket || c.is_alphanumeric() || matches!(c, '_' | '.' | ']'))
    });
    text[..end.unwrap_or(text.len())].trim_end_matches('.')
}
