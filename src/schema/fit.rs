//! Says of most trees, straight from the text of a schema, whether they fit it, so that the engine
//! need not be built for them. It knows the usual keywords of draft 2020-12 exactly, and of what it
//! does not know it says so.

use std::cell::RefCell;
use std::sync::{PoisonError, RwLock};

use hashbrown::HashMap;
use serde_json::{Map, Number as SerdeNumber, Value};

use super::documents::{Documents, Place};
use super::format;
use super::json::{Handle, equals, first_duplicate};
use crate::source::{SourceKind, SourceMap, Span};
use crate::yaml::{self, Mapping, Node, Number};

/// How many subschemas may be applied inside each other.
const DEPTH: usize = 256;

/// Whether a value fits a subschema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    No,
    /// The engine has to say.
    Unsure,
}

use Fit::{No, Unsure, Yes};

impl Fit {
    fn of(fits: bool) -> Self {
        if fits { Yes } else { No }
    }

    /// Whether all of `fits` are yes.
    fn all(fits: impl IntoIterator<Item = Self>) -> Self {
        fits.into_iter().find(|fit| *fit != Yes).unwrap_or(Yes)
    }

    /// Whether any of `fits` is yes.
    fn any(fits: impl IntoIterator<Item = Self>) -> Self {
        let mut any = No;
        for fit in fits {
            match fit {
                Yes => return Yes,
                Unsure => any = Unsure,
                No => {}
            }
        }
        any
    }

    fn not(self) -> Self {
        match self {
            Yes => No,
            No => Yes,
            Unsure => Unsure,
        }
    }
}

/// Whether `node` fits the subschema at `place`. What `sources` say to be a chart's defaults is
/// judged once for all trees.
pub(super) fn fit(documents: &Documents, place: &Place, node: &Node, sources: &SourceMap) -> Fit {
    let Some(schema) = documents.value(place) else { return Unsure };
    let targets = Targets::default();
    let document = place.document;
    let judge = Judge { documents, sources, targets: &targets, document, depth: 0 };
    judge.schema(schema, Handle::Node(node))
}

/// What references led to, by the address of each: many values are held against the same ones.
type Targets<'d> = RefCell<HashMap<usize, (usize, &'d Value)>>;

/// What was found of mappings of a chart's defaults, by the address of the subschema.
#[derive(Debug, Default)]
pub(super) struct Judged(RwLock<HashMap<(usize, Span), Fit>>);

impl Judged {
    fn get(&self, key: (usize, Span)) -> Option<Fit> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    fn set(&self, key: (usize, Span), fit: Fit) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, fit);
    }
}

#[derive(Clone, Copy)]
struct Judge<'j, 'd> {
    /// What references and patterns are looked up in.
    documents: &'d Documents,
    sources: &'j SourceMap,
    targets: &'j Targets<'d>,
    /// The document that the subschema at hand stands in.
    document: usize,
    depth: usize,
}

impl<'d> Judge<'_, 'd> {
    fn schema(self, schema: &Value, value: Handle<'_>) -> Fit {
        let Some(key) = self.default(schema, value) else { return self.judge(schema, value) };
        let judged = &self.documents.judged;
        judged.get(key).unwrap_or_else(|| {
            let fit = self.judge(schema, value);
            // That it is too deep here says nothing of elsewhere.
            if fit != Unsure {
                judged.set(key, fit);
            }
            fit
        })
    }

    /// What tells a mapping of a chart's defaults, of which a user changed nothing, from others.
    /// One that a user's layer was merged into has the span of that layer.
    fn default(self, schema: &Value, value: Handle<'_>) -> Option<(usize, Span)> {
        let Handle::Node(node) = value else { return None };
        let is_large = node.as_mapping().is_some_and(|mapping| mapping.len() > 1);
        let is_default = is_large && self.sources.kind(node.span.file) == SourceKind::ChartDefaults;
        is_default.then(|| (std::ptr::from_ref(schema) as usize, node.span))
    }

    fn judge(mut self, schema: &Value, value: Handle<'_>) -> Fit {
        self.depth += 1;
        match schema {
            _ if self.depth > DEPTH => Unsure,
            Value::Bool(fits) => Fit::of(*fits),
            Value::Object(keywords) => {
                let each = keywords.iter();
                Fit::all(each.map(|(keyword, says)| self.keyword(keyword, says, keywords, value)))
            }
            _ => Unsure,
        }
    }

    fn keyword(
        self,
        keyword: &str,
        says: &Value,
        beside: &Map<String, Value>,
        value: Handle<'_>,
    ) -> Fit {
        match keyword {
            "type" => of_type(says, value),
            "enum" => match says.as_array() {
                Some(options) => Fit::of(options.iter().any(|option| is(value, option))),
                None => Unsure,
            },
            "const" => Fit::of(is(value, says)),
            "format" => of_format(says, value),
            "pattern" => match (text_of(value), says.as_str()) {
                (None, _) => Yes,
                (Some(text), Some(pattern)) => {
                    let matches = self.documents.matches(pattern, text);
                    matches.map_or(Unsure, Fit::of)
                }
                _ => Unsure,
            },
            "$ref" => self.reference(says, value),
            "allOf" | "anyOf" | "oneOf" => self.branches(keyword, says, value),
            "not" => self.schema(says, value).not(),
            "if" => self.condition(says, beside, value),
            "then" | "else" => Yes,
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                of_bound(keyword, says, value)
            }
            "minLength" | "maxLength" => match text_of(value) {
                Some(text) => of_count(keyword, says, text.chars().count()),
                None => Yes,
            },
            "minItems" | "maxItems" | "uniqueItems" | "items" => match items_of(value) {
                Some(items) => self.of_items(keyword, says, beside, items),
                None => Yes,
            },
            "properties"
            | "additionalProperties"
            | "propertyNames"
            | "required"
            | "minProperties"
            | "maxProperties" => match mapping_of(value) {
                Some(mapping) => self.of_mapping(keyword, says, beside, mapping),
                None => Yes,
            },
            "$schema" | "title" | "description" | "default" | "examples" | "deprecated"
            | "readOnly" | "writeOnly" | "$comment" | "$defs" => Yes,
            other if other.starts_with("x-") => Yes,
            _ => Unsure,
        }
    }

    fn reference(self, says: &Value, value: Handle<'_>) -> Fit {
        let Some((document, schema)) = self.target(says) else { return Unsure };
        Judge { document, ..self }.schema(schema, value)
    }

    fn target(self, says: &Value) -> Option<(usize, &'d Value)> {
        let address = std::ptr::from_ref(says) as usize;
        if let Some(known) = self.targets.borrow().get(&address) {
            return Some(*known);
        }
        let target = self.documents.target(self.document, says.as_str()?)?;
        self.targets.borrow_mut().insert(address, target);
        Some(target)
    }

    fn branches(self, keyword: &str, says: &Value, value: Handle<'_>) -> Fit {
        let Some(branches) = says.as_array() else { return Unsure };
        let fits = branches.iter().map(|branch| self.schema(branch, value));
        match keyword {
            "allOf" => Fit::all(fits),
            "anyOf" => Fit::any(fits),
            _ => {
                let fits: Vec<Fit> = fits.collect();
                let count = fits.iter().filter(|fit| **fit == Yes).count();
                if fits.contains(&Unsure) { Unsure } else { Fit::of(count == 1) }
            }
        }
    }

    fn condition(self, test: &Value, beside: &Map<String, Value>, value: Handle<'_>) -> Fit {
        let next = match self.schema(test, value) {
            Yes => beside.get("then"),
            No => beside.get("else"),
            Unsure => return Unsure,
        };
        next.map_or(Yes, |schema| self.schema(schema, value))
    }

    fn of_items(
        self,
        keyword: &str,
        says: &Value,
        beside: &Map<String, Value>,
        items: &[Node],
    ) -> Fit {
        match keyword {
            "uniqueItems" => match says {
                Value::Bool(true) => Fit::of(first_duplicate(items).is_none()),
                Value::Bool(false) => Yes,
                _ => Unsure,
            },
            "items" if says.is_array() || beside.contains_key("prefixItems") => Unsure,
            "items" => Fit::all(items.iter().map(|item| self.schema(says, Handle::Node(item)))),
            _ => of_count(keyword, says, items.len()),
        }
    }

    fn of_mapping(
        self,
        keyword: &str,
        says: &Value,
        beside: &Map<String, Value>,
        mapping: &Mapping,
    ) -> Fit {
        match keyword {
            "required" => match says.as_array() {
                Some(keys) => {
                    let mut keys = keys.iter().map(Value::as_str);
                    Fit::of(keys.all(|key| key.is_some_and(|key| mapping.contains_key(key))))
                }
                None => Unsure,
            },
            "properties" => match says.as_object() {
                Some(known) => Fit::all(known.iter().filter_map(|(key, schema)| {
                    Some(self.schema(schema, Handle::Node(mapping.get(key)?)))
                })),
                None => Unsure,
            },
            // Patterns name keys as well.
            "additionalProperties" if beside.contains_key("patternProperties") => Unsure,
            "additionalProperties" => {
                let known = beside.get("properties").and_then(Value::as_object);
                let is_known = |key: &str| known.is_some_and(|known| known.contains_key(key));
                self.entries(mapping, |key| (!is_known(key)).then_some(says))
            }
            "propertyNames" => {
                let names = mapping.iter().map(|entry| Handle::Name(&entry.key));
                Fit::all(names.map(|name| self.schema(says, name)))
            }
            _ => of_count(keyword, says, mapping.len()),
        }
    }

    /// Holds each value for whose key there is a schema against it.
    fn entries<'s>(self, mapping: &Mapping, schema: impl Fn(&str) -> Option<&'s Value>) -> Fit {
        Fit::all(
            mapping.iter().filter_map(|entry| {
                Some(self.schema(schema(&entry.key)?, Handle::Node(&entry.value)))
            }),
        )
    }
}

fn is(value: Handle<'_>, option: &Value) -> bool {
    match value {
        Handle::Node(node) => equals(node, option),
        Handle::Name(name) => option.as_str() == Some(name),
    }
}

fn text_of(value: Handle<'_>) -> Option<&str> {
    match value {
        Handle::Node(node) => node.as_str(),
        Handle::Name(name) => Some(name),
    }
}

fn items_of(value: Handle<'_>) -> Option<&[Node]> {
    match value {
        Handle::Node(node) => node.as_sequence(),
        Handle::Name(_) => None,
    }
}

fn mapping_of(value: Handle<'_>) -> Option<&Mapping> {
    match value {
        Handle::Node(node) => node.as_mapping(),
        Handle::Name(_) => None,
    }
}

fn number_of(value: Handle<'_>) -> Option<&Number> {
    match value {
        Handle::Node(Node { value: yaml::Value::Number(number), .. }) => Some(number),
        _ => None,
    }
}

fn of_type(says: &Value, value: Handle<'_>) -> Fit {
    match says {
        Value::String(name) => is_a(name, value),
        Value::Array(names) => Fit::any(names.iter().map(|name| match name.as_str() {
            Some(name) => is_a(name, value),
            None => Unsure,
        })),
        _ => Unsure,
    }
}

fn is_a(name: &str, value: Handle<'_>) -> Fit {
    let Handle::Node(node) = value else { return Fit::of(name == "string") };
    Fit::of(match (name, &node.value) {
        ("null", found) => matches!(found, yaml::Value::Null),
        ("boolean", found) => matches!(found, yaml::Value::Bool(_)),
        ("string", found) => matches!(found, yaml::Value::String(_)),
        ("array", found) => matches!(found, yaml::Value::Sequence(_)),
        ("object", found) => matches!(found, yaml::Value::Mapping(_)),
        ("number", found) => matches!(found, yaml::Value::Number(_)),
        ("integer", yaml::Value::Number(number)) => number.is_integer(),
        ("integer", _) => false,
        _ => return Unsure,
    })
}

/// Only formats of our own are decided here; those of the engine have rules of its own.
fn of_format(says: &Value, value: Handle<'_>) -> Fit {
    let Some(text) = text_of(value) else { return Yes };
    let fits = says.as_str().and_then(|name| format::has_format(name, text));
    fits.map_or(Unsure, Fit::of)
}

fn of_bound(keyword: &str, says: &Value, value: Handle<'_>) -> Fit {
    let Some(number) = number_of(value) else { return Yes };
    let ordering = says.as_number().and_then(|limit| compared(number, limit));
    let Some(ordering) = ordering else { return Unsure };
    Fit::of(match keyword {
        "minimum" => ordering.is_ge(),
        "maximum" => ordering.is_le(),
        "exclusiveMinimum" => ordering.is_gt(),
        _ => ordering.is_lt(),
    })
}

/// Nothing where rounding could decide.
fn compared(number: &Number, limit: &SerdeNumber) -> Option<std::cmp::Ordering> {
    if let (Some(number), Some(limit)) = (number.as_i64(), limit.as_i64()) {
        return Some(number.cmp(&limit));
    }
    let (number, limit) = (number.as_f64(), limit.as_f64()?);
    let apart = (number - limit).abs() > f64::EPSILON * number.abs().max(limit.abs());
    number.partial_cmp(&limit).filter(|_| apart)
}

fn of_count(keyword: &str, says: &Value, count: usize) -> Fit {
    let Some(limit) = says.as_u64().and_then(|limit| usize::try_from(limit).ok()) else {
        return Unsure;
    };
    Fit::of(if keyword.starts_with("min") { count >= limit } else { count <= limit })
}
