//! A fault together with what its words may draw on: the value, the subschema, what the schema
//! says about the place.

use serde_json::{Map, Value as SerdeValue};

use super::super::documents::{Documents, Place};
use super::super::fault::Fault;
use super::super::shape::{ShapeId, Shapes};
use super::words;
use crate::source::{SourceKind, SourceMap};
use crate::yaml::{Node, Pointer};

/// What the words for one fault may draw on.
pub(in crate::schema) struct View<'v> {
    pub sources: &'v SourceMap,
    pub fault: &'v Fault,
    pub root: &'v Node,
    /// The value that was judged.
    pub node: Option<&'v Node>,
    /// The key that was judged, when it is a key.
    pub name: Option<&'v str>,
    pub documents: Option<&'v Documents>,
    pub shapes: Option<&'v Shapes>,
    /// Whether the value must not be shown.
    pub secret: bool,
    /// Whether a key at a place was written by the user.
    pub wrote: &'v dyn Fn(&Pointer) -> bool,
    /// Whether the user wrote a key without a value at a place.
    pub emptied: &'v dyn Fn(&Pointer) -> bool,
}

impl<'v> View<'v> {
    /// The place in words: `` `a.b` ``.
    pub(super) fn place(&self) -> String {
        match self.name {
            Some(name) => format!("the key {}{}", words::quoted(name), self.inside()),
            None => self.named(&self.fault.at),
        }
    }

    pub(super) fn named(&self, at: &Pointer) -> String {
        if !at.is_root() {
            return format!("`{}`", at.to_field_path());
        }
        match self.sources.kind(self.root.span.file) {
            SourceKind::Manifest | SourceKind::Rendered => "the object",
            SourceKind::Schema => "the schema",
            _ => "the file",
        }
        .to_string()
    }

    /// ` in `a.b``, or nothing at the root.
    pub(super) fn inside(&self) -> String {
        match self.fault.at.is_root() {
            true => String::new(),
            false => format!(" in {}", self.named(&self.fault.at)),
        }
    }

    /// What stands there as the end of a sentence: "but `x` is a string", "but is a list".
    pub(super) fn but_is(&self) -> String {
        let Some(node) = self.node else { return String::new() };
        match words::scalar(node) {
            Some(value) if !self.secret => format!(", but {value} is {}", node.type_in_words()),
            _ if node.is_null() => ", but has no value".to_string(),
            _ => format!(", but is {}", node.type_in_words()),
        }
    }

    /// What stands there as the end of a sentence that names the place: "but is `x`".
    pub(super) fn but_is_value(&self) -> String {
        let Some(node) = self.node else { return String::new() };
        match words::scalar(node) {
            _ if self.secret => ", but is something else".to_string(),
            Some(value) => format!(", but is {value}"),
            None if node.is_null() => ", but has no value".to_string(),
            None => format!(", but is {}", node.type_in_words()),
        }
    }

    /// Whether the value was given on the command line, where quotes mean nothing.
    pub(super) fn is_flag(&self) -> bool {
        self.node.is_some_and(|node| self.sources.kind(node.span.file) == SourceKind::Flag)
    }

    /// The text that was judged: a string, or a key.
    pub(super) fn text(&self) -> Option<&'v str> {
        self.name.or_else(|| self.node?.as_str())
    }

    /// The text of the value as the user wrote it.
    pub(super) fn written(&self) -> &'v str {
        self.node.map_or("", |node| self.sources.slice(node.span))
    }

    /// The subschema that holds the broken keyword.
    pub(super) fn subschema(&self) -> Option<&'v Map<String, SerdeValue>> {
        self.schema_at(&self.fault.subschema()?)
    }

    /// What a schema advises (`x-chartgen-unknown-help`) about keys of an object that it does not
    /// know.
    pub(super) fn unknown_help(&self) -> Option<&'v str> {
        self.subschema()?.get("x-chartgen-unknown-help")?.as_str()
    }

    pub(super) fn schema_at(&self, place: &Place) -> Option<&'v Map<String, SerdeValue>> {
        self.documents?.value(place)?.as_object()
    }

    /// The value of the broken keyword.
    pub(super) fn keyword(&self) -> Option<&'v SerdeValue> {
        self.documents?.value(self.fault.keyword.as_ref()?)
    }

    /// The subschemas that meet at a place.
    pub(super) fn shapes_at(&self, at: &Pointer) -> Vec<ShapeId> {
        self.shapes.map_or_else(Vec::new, |shapes| shapes.at(at.tokens()))
    }

    /// What the schema says about a place under `keyword`, the outermost subschema first.
    pub(super) fn said(&self, at: &Pointer, keyword: &str) -> Option<&'v SerdeValue> {
        let shapes = self.shapes?;
        let found = self.shapes_at(at);
        found.iter().find_map(|id| self.schema_at(&shapes.get(*id).place)?.get(keyword))
    }

    /// The description of the place, as help.
    pub(super) fn description(&self) -> Option<String> {
        self.description_of(&self.fault.at)
    }

    pub(super) fn description_of(&self, at: &Pointer) -> Option<String> {
        let text = self.said(at, "description")?.as_str()?;
        let name = at.tokens().rev().find(|token| token.parse::<usize>().is_err());
        Some(match name {
            Some(name) => format!("`{name}`: {}", text.trim()),
            None => text.trim().to_string(),
        })
    }

    /// The conditions under which the demand holds: " while `a` is `b`".
    pub(super) fn conditions(&self) -> String {
        let told =
            self.fault.conditions.iter().filter_map(|(test, met)| self.condition(test, *met));
        let told: Vec<String> = told.collect();
        if told.is_empty() { String::new() } else { format!(", because {}", words::all(&told)) }
    }

    fn condition(&self, test: &Place, met: bool) -> Option<String> {
        let schema = self.schema_at(test)?;
        let Some(properties) = schema.get("properties").and_then(SerdeValue::as_object) else {
            let keys = schema.get("required")?.as_array()?;
            let keys: Vec<String> = keys.iter().map(words::schema_value).collect();
            let verb = if keys.len() == 1 { "is" } else { "are" };
            let negation = if met { "" } else { " not" };
            return Some(format!("{} {verb}{negation} set", words::all(&keys)));
        };
        let told: Option<Vec<String>> =
            properties.iter().map(|(key, wanted)| one_condition(key, wanted, met)).collect();
        told.filter(|told| met || told.len() == 1).map(|told| words::all(&told))
    }
}

fn one_condition(key: &str, wanted: &SerdeValue, met: bool) -> Option<String> {
    let options = match (wanted.get("const"), wanted.get("enum")) {
        (Some(value), _) => vec![words::schema_value(value)],
        (None, Some(SerdeValue::Array(values))) => values.iter().map(words::schema_value).collect(),
        _ => return None,
    };
    let negation = if met { "" } else { "not " };
    Some(format!("`{key}` is {negation}{}", words::either(&options)))
}
