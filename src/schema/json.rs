//! Lets the JSON Schema engine read our own tree in place, so that checking copies nothing.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node as JsonNode, NodeIdentity, Object};
use serde_json::{Number as SerdeNumber, Value as SerdeValue};

use crate::yaml::{Entry, Mapping, Node, Number, Value};

/// The representation: a tree of [`Node`]s.
pub(super) struct Tree;

/// A value of the tree, or the name of a property, which `propertyNames` checks like a value.
#[derive(Clone, Copy)]
pub(super) enum Handle<'a> {
    Node(&'a Node),
    Name(&'a str),
}

impl<'a> Handle<'a> {
    fn value(self) -> Option<&'a Value> {
        match self {
            Handle::Node(node) => Some(&node.value),
            Handle::Name(_) => None,
        }
    }
}

impl Json for Tree {
    type Node<'a> = Handle<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>(_: &mut (), name: &str, f: impl FnOnce(Handle<'_>) -> T) -> T {
        f(Handle::Name(name))
    }
}

impl<'a> JsonNode<'a, Tree> for Handle<'a> {
    type Object = &'a Mapping;
    type Array = &'a [Node];
    type Number = &'a Number;

    fn as_object(&self) -> Option<&'a Mapping> {
        match self.value() {
            Some(Value::Mapping(mapping)) => Some(mapping),
            _ => None,
        }
    }

    fn as_array(&self) -> Option<&'a [Node]> {
        match self.value() {
            Some(Value::Sequence(items)) => Some(items),
            _ => None,
        }
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        match self {
            Handle::Name(name) => Some(Cow::Borrowed(name)),
            Handle::Node(node) => node.as_str().map(Cow::Borrowed),
        }
    }

    fn as_number(&self) -> Option<&'a Number> {
        match self.value() {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        match self.value() {
            Some(Value::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        matches!(self.value(), Some(Value::Null))
    }

    fn json_type(&self) -> JsonType {
        match self.value() {
            Some(Value::Null) => JsonType::Null,
            Some(Value::Bool(_)) => JsonType::Boolean,
            Some(Value::Number(_)) => JsonType::Number,
            Some(Value::Sequence(_)) => JsonType::Array,
            Some(Value::Mapping(_)) => JsonType::Object,
            Some(Value::String(_)) | None => JsonType::String,
        }
    }

    fn equals_value(&self, expected: &SerdeValue) -> bool {
        match self {
            Handle::Node(node) => equals(node, expected),
            Handle::Name(name) => expected.as_str() == Some(name),
        }
    }

    /// Only errors ask for a value, and of those we read no collection: a collection is left out,
    /// so that an error high up in a large tree costs as little as one at a leaf.
    fn to_value(&self) -> Cow<'a, SerdeValue> {
        Cow::Owned(match (self, self.value()) {
            (Handle::Name(name), _) => SerdeValue::String((*name).to_string()),
            (_, Some(Value::String(text))) => SerdeValue::String(text.to_string()),
            (_, Some(Value::Bool(value))) => SerdeValue::Bool(*value),
            (_, Some(Value::Number(number))) => SerdeValue::Number(serde_number(number)),
            _ => SerdeValue::Null,
        })
    }

    fn identity(&self) -> Option<NodeIdentity> {
        match self {
            Handle::Node(node) => Some(NodeIdentity::new(address(node))),
            Handle::Name(_) => None,
        }
    }
}

/// An entry as the engine wants it.
type Member<'a> = (&'a str, Handle<'a>);

impl<'a> Object<'a, Tree> for &'a Mapping {
    type Node = Handle<'a>;
    type MemberName = &'a str;
    type MembersIter = std::iter::Map<std::slice::Iter<'a, Entry>, fn(&'a Entry) -> Member<'a>>;

    fn len(&self) -> usize {
        Mapping::len(self)
    }

    fn get(&self, key: &Box<str>) -> Option<Handle<'a>> {
        Mapping::get(self, key).map(Handle::Node)
    }

    fn members(&self) -> Self::MembersIter {
        Mapping::iter(self).map(|entry| (&*entry.key, Handle::Node(&entry.value)))
    }
}

impl<'a> Array<'a, Tree> for &'a [Node] {
    type Node = Handle<'a>;
    type ElementsIter = std::iter::Map<std::slice::Iter<'a, Node>, fn(&'a Node) -> Handle<'a>>;

    fn len(&self) -> usize {
        <[Node]>::len(self)
    }

    fn elements(&self) -> Self::ElementsIter {
        self.iter().map(Handle::Node)
    }

    fn is_unique(&self) -> bool {
        first_duplicate(self).is_none()
    }
}

impl JsonNumber for &Number {
    fn as_u64(&self) -> Option<u64> {
        Number::as_u64(self)
    }

    fn as_i64(&self) -> Option<i64> {
        Number::as_i64(self)
    }

    fn as_f64(&self) -> Option<f64> {
        Some(Number::as_f64(self))
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_portable_text())
    }

    fn to_number(&self) -> Cow<'_, SerdeNumber> {
        Cow::Owned(serde_number(self))
    }

    fn is_integer(&self) -> bool {
        Number::is_integer(self)
    }

    fn is_written_as_integer(&self) -> bool {
        !self.text().contains(['.', 'e', 'E']) || self.text().starts_with("0x")
    }
}

/// What tells one node of a tree from another while the tree lives.
pub(super) fn address(node: &Node) -> usize {
    std::ptr::from_ref::<Node>(node) as usize
}

fn serde_number(number: &Number) -> SerdeNumber {
    if let Some(value) = number.as_i64() {
        return value.into();
    }
    if let Some(value) = number.as_u64() {
        return value.into();
    }
    SerdeNumber::from_f64(number.as_f64()).unwrap_or_else(|| 0.into())
}

/// JSON Schema's equality (2020-12, section 4.2.2): numbers by value, objects without order.
pub(super) fn equals(node: &Node, expected: &SerdeValue) -> bool {
    match (&node.value, expected) {
        (Value::Null, SerdeValue::Null) => true,
        (Value::Bool(found), SerdeValue::Bool(wanted)) => found == wanted,
        (Value::Number(found), SerdeValue::Number(wanted)) => {
            jsonschema::json::cmp::equal_numbers(&found, wanted)
        }
        (Value::String(found), SerdeValue::String(wanted)) => **found == **wanted,
        (Value::Sequence(found), SerdeValue::Array(wanted)) => {
            found.len() == wanted.len()
                && found.iter().zip(wanted).all(|(found, wanted)| equals(found, wanted))
        }
        (Value::Mapping(found), SerdeValue::Object(wanted)) => {
            found.len() == wanted.len()
                && found.iter().all(|entry| {
                    wanted.get(&*entry.key).is_some_and(|wanted| equals(&entry.value, wanted))
                })
        }
        _ => false,
    }
}

/// The indices of the first item that equals an earlier one: the earlier, then the later.
pub(super) fn first_duplicate(items: &[Node]) -> Option<(usize, usize)> {
    let mut seen = std::collections::HashMap::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        if let Some(first) = seen.insert(fingerprint(item), index) {
            return Some((first, index));
        }
    }
    None
}

/// A text that is the same for two nodes exactly when JSON Schema calls them equal.
fn fingerprint(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => serde_number(number).to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(fingerprint).collect();
            format!("[{}]", items.join(","))
        }
        Value::Mapping(mapping) => {
            let mut entries: Vec<String> = mapping
                .iter()
                .map(|entry| format!("{:?}:{}", entry.key, fingerprint(&entry.value)))
                .collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
    }
}
