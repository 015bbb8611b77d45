//! Changes one value and sees whether a place of the output changes with it.

use super::place::{self, Place};
use super::rehome::Scene;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::manifest;
use crate::render::Rendered;
use crate::source::{SourceKind, SourceMap};
use crate::yaml::{Mapping, Node, Number, Pointer, Value};

/// Whether the value at `at` shapes `place` of what `rendered`'s template makes.
pub(super) fn shapes(
    scene: &Scene<'_>,
    rendered: &Rendered,
    place: &Place,
    at: &Pointer,
    sources: &SourceMap,
) -> bool {
    let Some(values) = changed(scene.values, at) else {
        return false;
    };
    let before = place::value_at(sources.text(rendered.file), place);
    let output = scene.renderer.output(&rendered.path, &values, scene.known, scene.release);
    output.is_none_or(|output| place::value_at(&output, place) != before)
}

/// Whether a finding like `found` goes away when the value at `at` is a plain one: then it is this
/// value that is at fault, not another that shapes the same place.
pub(super) fn is_at_fault(
    scene: &Scene<'_>,
    rendered: &Rendered,
    found: &Diagnostic,
    at: &Pointer,
) -> bool {
    let Some(api) = scene.api else {
        return false;
    };
    let values = with(scene.values, at, |value| match value {
        Value::String(_) => Some(Value::String("a".into())),
        Value::Number(_) => Some(Value::Number(Number::from_i64(1))),
        _ => None,
    });
    let output = values.and_then(|values| {
        scene.renderer.output(&rendered.path, &values, scene.known, scene.release)
    });
    let Some(output) = output else {
        return false;
    };
    let mut sources = SourceMap::new();
    let mut again = Diagnostics::new();
    let file = sources.add("", SourceKind::Rendered, output);
    let manifests = manifest::read(&sources, file, &mut again);
    api.check(&sources, &manifests, &mut again);
    !again.iter().any(|one| one.code == found.code && one.pointer == found.pointer)
}

/// A copy of `root` with another value of the same type at `at`.
fn changed(root: &Node, at: &Pointer) -> Option<Node> {
    with(root, at, other)
}

/// A copy of `root` with what `change` makes of the value at `at`.
fn with(root: &Node, at: &Pointer, change: impl Fn(&Value) -> Option<Value>) -> Option<Node> {
    let mut copy = root.clone();
    let mut node = &mut copy;
    for token in at.tokens() {
        node = match &mut node.value {
            Value::Mapping(mapping) => mapping.get_mut(token)?,
            Value::Sequence(items) => items.get_mut(token.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    node.value = change(&node.value)?;
    Some(copy)
}

fn other(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::Bool(value) => Some(Value::Bool(!value)),
        Value::Number(number) => {
            let next = number.as_i64().map_or(7, |value| value.wrapping_add(1));
            Some(Value::Number(Number::from_i64(next)))
        }
        Value::String(text) => Some(Value::String(format!("{text}x").into())),
        Value::Sequence(_) => Some(Value::Sequence(Vec::new())),
        Value::Mapping(_) => Some(Value::Mapping(Mapping::new())),
    }
}
