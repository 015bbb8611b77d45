//! A subschema of the API in a form that is quick to ask. What it cannot say in that form, it says
//! to be unsure of.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::super::guards::Guards;
use crate::schema::{self, Format, RuleSet};

/// What one subschema demands, without what stands behind its references.
#[derive(Default)]
pub(super) struct Plain {
    /// Whether it has a demand that this form cannot say.
    pub unsure: bool,
    /// The types that a value may have; nothing for any.
    pub types: Option<Vec<Type>>,
    /// The texts that a value may be.
    pub options: Option<Vec<Box<str>>>,
    pub format: Option<Format>,
    /// Whether a text must be a time of the plainest form.
    pub time: bool,
    pub minimum: Option<i64>,
    pub maximum: Option<i64>,
    /// Bounds on the length of a text, a list and a mapping.
    pub lengths: [Option<Bounds>; 3],
    pub required: Vec<Box<str>>,
    /// By name, in the order of names.
    pub properties: Vec<(Box<str>, Plain)>,
    pub others: Others,
    pub names: Option<Box<Plain>>,
    pub items: Option<Box<Plain>>,
    pub links: Vec<Link>,
    pub all: Vec<Plain>,
    pub any: Vec<Plain>,
    pub identity: Identity,
    pub union: Option<Union>,
    pub rules: Vec<Rule>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Boolean,
    Integer,
    Number,
    Text,
    List,
    Mapping,
}

#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub least: usize,
    pub most: usize,
}

/// What holds for the values of keys that have no schema of their own.
#[derive(Default)]
pub(super) enum Others {
    #[default]
    Free,
    Refused,
    Each(Box<Plain>),
}

/// A reference to another definition.
pub(super) struct Link {
    pub reference: Box<str>,
    pub target: OnceLock<Option<Target>>,
}

/// Where a definition stands.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// In the file of the kind itself: which of its definitions.
    Own(usize),
    /// In the core API: which file, which line of it.
    Core(usize, usize),
}

/// What must differ between the items of a list.
#[derive(Default)]
pub(super) enum Identity {
    #[default]
    None,
    /// The items themselves.
    Whole,
    /// What they have under these keys.
    Keys(Vec<Box<str>>),
}

/// Fields of which at most one may be given, or exactly one.
pub(super) struct Union {
    pub fields: Vec<Box<str>>,
    pub needs_one: bool,
}

pub(super) struct Rule {
    pub guards: Guards,
    /// The rule as a list of its own.
    pub source: Value,
    pub compiled: OnceLock<Option<Box<dyn RuleSet>>>,
}

impl Plain {
    pub(super) fn of(schema: &Value) -> Self {
        let mut plain = Self::default();
        match schema {
            Value::Object(keywords) => {
                for (keyword, says) in keywords {
                    if plain.take(keyword, says, keywords).is_none() {
                        plain.unsure = true;
                    }
                }
            }
            Value::Bool(true) => {}
            _ => plain.unsure = true,
        }
        plain
    }

    /// Takes in what one keyword says; nothing when that cannot be said here.
    fn take(&mut self, keyword: &str, says: &Value, beside: &Map<String, Value>) -> Option<()> {
        match keyword {
            "type" => self.types = Some(types(says)?),
            "enum" => self.options = Some(texts(says)?),
            "format" => self.take_format(says.as_str()?)?,
            "minimum" => self.at_least(says.as_i64()?),
            "maximum" => self.at_most(says.as_i64()?),
            "required" => self.required = texts(says)?,
            "properties" => self.properties = properties(says)?,
            "additionalProperties" => self.others = others(says)?,
            "propertyNames" => self.names = Some(Box::new(Self::of(says))),
            "items" => self.items = Some(Box::new(Self::of(says))),
            "$ref" => self.links.push(Link::to(says.as_str()?)),
            "allOf" => self.all = says.as_array()?.iter().map(Self::of).collect(),
            "anyOf" => self.any = says.as_array()?.iter().map(Self::of).collect(),
            "x-kubernetes-list-map-keys" => self.identity = Identity::Keys(texts(says)?),
            "x-kubernetes-list-type" => self.take_list_type(says, beside),
            "x-chartgen-one-of" => self.union = Some(Union::of(says.as_object()?, beside)?),
            "x-kubernetes-validations" => {
                self.rules = says.as_array()?.iter().map(Rule::of).collect::<Option<_>>()?;
            }
            _ => return self.take_length(keyword, says),
        }
        Some(())
    }

    fn take_length(&mut self, keyword: &str, says: &Value) -> Option<()> {
        let (of, is_least) = match keyword {
            "minLength" => (0, true),
            "maxLength" => (0, false),
            "minItems" => (1, true),
            "maxItems" => (1, false),
            "minProperties" => (2, true),
            "maxProperties" => (2, false),
            _ => return is_silent(keyword).then_some(()),
        };
        let limit = usize::try_from(says.as_u64()?).ok()?;
        let bounds = self.lengths[of].get_or_insert(Bounds { least: 0, most: usize::MAX });
        *(if is_least { &mut bounds.least } else { &mut bounds.most }) = limit;
        Some(())
    }

    /// The widths of numbers are bounds; other formats are those of the schemas.
    fn take_format(&mut self, name: &str) -> Option<()> {
        match name {
            "int32" => {
                self.at_least(i32::MIN.into());
                self.at_most(i32::MAX.into());
            }
            "int64" | "double" => {}
            "date-time" => self.time = true,
            _ => self.format = Some(schema::format_named(name)?),
        }
        Some(())
    }

    fn take_list_type(&mut self, says: &Value, beside: &Map<String, Value>) {
        if says == "set" && !beside.contains_key("x-kubernetes-list-map-keys") {
            self.identity = Identity::Whole;
        }
    }

    fn at_least(&mut self, limit: i64) {
        self.minimum = Some(self.minimum.map_or(limit, |known| known.max(limit)));
    }

    fn at_most(&mut self, limit: i64) {
        self.maximum = Some(self.maximum.map_or(limit, |known| known.min(limit)));
    }
}

/// Keywords that demand nothing.
fn is_silent(keyword: &str) -> bool {
    const SILENT: [&str; 11] = [
        "$defs",
        "$id",
        "$schema",
        "$comment",
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
    ];
    SILENT.contains(&keyword) || keyword.starts_with("x-")
}

fn texts(says: &Value) -> Option<Vec<Box<str>>> {
    says.as_array()?.iter().map(|text| Some(text.as_str()?.into())).collect()
}

fn types(says: &Value) -> Option<Vec<Type>> {
    let name = |says: &Value| {
        Some(match says.as_str()? {
            "boolean" => Type::Boolean,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "string" => Type::Text,
            "array" => Type::List,
            "object" => Type::Mapping,
            _ => return None,
        })
    };
    match says {
        Value::Array(names) => names.iter().map(name).collect(),
        _ => Some(vec![name(says)?]),
    }
}

fn properties(says: &Value) -> Option<Vec<(Box<str>, Plain)>> {
    let all = says.as_object()?.iter();
    let mut all: Vec<_> = all.map(|(name, says)| (name.as_str().into(), Plain::of(says))).collect();
    all.sort_by(|(left, _): &(Box<str>, Plain), (right, _)| left.cmp(right));
    Some(all)
}

fn others(says: &Value) -> Option<Others> {
    match says {
        Value::Bool(true) => Some(Others::Free),
        Value::Bool(false) => Some(Others::Refused),
        Value::Object(_) => Some(Others::Each(Box::new(Plain::of(says)))),
        _ => None,
    }
}

impl Link {
    fn to(reference: &str) -> Self {
        Self { reference: reference.into(), target: OnceLock::new() }
    }
}

impl Union {
    fn of(says: &Map<String, Value>, beside: &Map<String, Value>) -> Option<Self> {
        let needs_one = says.get("least").and_then(Value::as_u64) == Some(1);
        if let Some(fields) = says.get("fields") {
            return Some(Self { fields: texts(fields)?, needs_one });
        }
        let except = says.get("except").map_or_else(|| Some(Vec::new()), texts)?;
        let all = beside.get("properties")?.as_object()?.keys().map(|name| name.as_str().into());
        let fields = all.filter(|name| !except.contains(name)).collect();
        Some(Self { fields, needs_one })
    }
}

impl Rule {
    fn of(rule: &Value) -> Option<Self> {
        let guards = Guards::of(rule.get("rule")?.as_str()?);
        let source = Value::Array(vec![rule.clone()]);
        Some(Self { guards, source, compiled: OnceLock::new() })
    }
}
