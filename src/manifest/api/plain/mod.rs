//! Says of most objects that they are as their kind demands, by one walk: schema, rules, items that
//! must differ, unions. Each definition is compiled when an object first reaches it, once for all
//! threads. Where it does not say so, the schema engine and the checks have to look.

mod compile;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;

use super::super::checks::identity;
use super::definitions::Definitions;
use crate::schema::{RuleCompiler, RuleScope};
use crate::source::SourceMap;
use crate::yaml::{self, Mapping, Node, Number, Pointer};
use compile::{Identity, Link, Others, Plain, Rule, Target, Type, Union};

/// How many subschemas may be applied inside each other.
const DEPTH: usize = 256;

/// From this many items on, what must differ is looked up instead of compared.
const MANY: usize = 12;

/// The plain form of one definition, made when it is first asked.
#[derive(Default)]
pub(super) struct Form(OnceLock<Plain>);

impl fmt::Debug for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Form")
    }
}

impl Form {
    fn get(&self, schema: &Value) -> &Plain {
        self.0.get_or_init(|| Plain::of(schema))
    }
}

/// The plain forms of a kind that has a schema of its own.
#[derive(Debug, Default)]
pub(super) struct OwnForms {
    root: Form,
    /// Of its `$defs`, in their order.
    definitions: OnceLock<Vec<Form>>,
}

/// The schema of a kind with its plain forms.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    pub schema: &'a Value,
    pub forms: &'a OwnForms,
}

impl<'a> Own<'a> {
    fn place(self, name: &str) -> Option<usize> {
        self.schema.get("$defs")?.as_object()?.keys().position(|known| known == name)
    }

    fn definition(self, place: usize) -> Option<&'a Plain> {
        let all = self.schema.get("$defs")?.as_object()?;
        let forms = || all.iter().map(|_| Form::default()).collect();
        let form = self.forms.definitions.get_or_init(forms).get(place)?;
        Some(form.get(all.values().nth(place)?))
    }
}

/// What objects are held against.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub definitions: &'a Definitions,
    pub own: Option<Own<'a>>,
    pub rules: &'a dyn RuleCompiler,
    pub sources: &'a SourceMap,
}

impl Judge<'_> {
    /// Whether `object` is plainly what its kind demands: the kind's own schema, or the definition
    /// of this name.
    pub(super) fn accepts(self, definition: Option<&str>, object: &Node) -> bool {
        let (own, core) = (self.own, definition.and_then(|name| self.definitions.place(name)));
        let root = match (own, core) {
            (Some(own), _) => Some((own.forms.root.get(own.schema), true)),
            (None, Some((file, line))) => self.core(file, line).map(|plain| (plain, false)),
            (None, None) => None,
        };
        let Some((plain, in_own)) = root else { return false };
        Walk { judge: self, root: object, in_own, depth: 0 }.node(plain, object)
    }

    fn core(&self, file: usize, line: usize) -> Option<&Plain> {
        let (schema, form) = self.definitions.at(file, line)?;
        Some(form.get(schema))
    }
}

#[derive(Clone, Copy)]
struct Walk<'a> {
    judge: Judge<'a>,
    root: &'a Node,
    /// Whether the subschema at hand stands in the kind's own file.
    in_own: bool,
    depth: usize,
}

impl Walk<'_> {
    fn node(mut self, plain: &Plain, node: &Node) -> bool {
        self.depth += 1;
        self.depth <= DEPTH
            && !plain.unsure
            && plain.types.as_ref().is_none_or(|types| types.iter().any(|one| is_of(*one, node)))
            && self.value(plain, node)
            && plain.links.iter().all(|link| self.link(link, node))
            && plain.all.iter().all(|one| self.node(one, node))
            && (plain.any.is_empty() || plain.any.iter().any(|one| self.node(one, node)))
            && plain.rules.iter().all(|rule| self.rule(rule, node))
    }

    /// What is said of the value as far as its type goes.
    fn value(self, plain: &Plain, node: &Node) -> bool {
        match &node.value {
            yaml::Value::String(text) => is_text(plain, text),
            _ if plain.options.is_some() => false,
            yaml::Value::Number(number) => is_within(plain, number),
            yaml::Value::Sequence(items) => self.list(plain, items),
            yaml::Value::Mapping(mapping) => self.mapping(plain, mapping),
            yaml::Value::Null | yaml::Value::Bool(_) => true,
        }
    }

    fn list(self, plain: &Plain, items: &[Node]) -> bool {
        has_length(plain, 1, items.len())
            && differ(&plain.identity, items)
            && plain
                .items
                .as_ref()
                .is_none_or(|each| items.iter().all(|item| self.node(each, item)))
    }

    fn mapping(self, plain: &Plain, mapping: &Mapping) -> bool {
        let names = plain.names.as_deref();
        has_length(plain, 2, mapping.len())
            && plain.required.iter().all(|name| mapping.contains_key(name))
            && plain.union.as_ref().is_none_or(|union| is_chosen(union, mapping))
            && mapping.iter().all(|entry| {
                names.is_none_or(|names| is_name(names, &entry.key))
                    && self.entry(plain, &entry.key, &entry.value)
            })
    }

    /// A null where the field is optional is the same as no field, as for the API server.
    fn entry(self, plain: &Plain, key: &str, value: &Node) -> bool {
        let known = plain.properties.binary_search_by(|(name, _)| (**name).cmp(key));
        match (known, &plain.others) {
            (Ok(place), _) => {
                let absent = value.is_null() && !plain.required.iter().any(|name| **name == *key);
                absent || self.node(&plain.properties[place].1, value)
            }
            (Err(_), Others::Free) => true,
            (Err(_), Others::Refused) => false,
            (Err(_), Others::Each(each)) => self.node(each, value),
        }
    }

    fn link(mut self, link: &Link, node: &Node) -> bool {
        let target = *link.target.get_or_init(|| self.target(&link.reference));
        let plain = match target {
            Some(Target::Own(place)) => self.judge.own.and_then(|own| own.definition(place)),
            Some(Target::Core(file, line)) => {
                self.in_own = false;
                self.judge.core(file, line)
            }
            None => None,
        };
        plain.is_some_and(|plain| self.node(plain, node))
    }

    fn target(&self, reference: &str) -> Option<Target> {
        let (file, name) = reference.split_once("#/$defs/")?;
        let own = self.judge.own.filter(|_| self.in_own && file.is_empty());
        let own = own.and_then(|own| own.place(name)).map(Target::Own);
        let core = || self.judge.definitions.place(name);
        own.or_else(|| core().map(|(file, line)| Target::Core(file, line)))
    }

    fn rule(self, rule: &Rule, this: &Node) -> bool {
        if this.is_null() || rule.guards.settle(this) {
            return true;
        }
        let compile = || self.judge.rules.compile(&rule.source).ok();
        let Some(compiled) = rule.compiled.get_or_init(compile) else { return false };
        let (sources, root, at) = (self.judge.sources, self.root, &Pointer::root());
        let (faults, removed) = (&[][..], &[][..]);
        let scope = RuleScope { sources, root, this, at, faults, removed, conditional: true };
        compiled.evaluate(&scope).is_empty()
    }
}

fn is_of(wanted: Type, node: &Node) -> bool {
    match (&node.value, wanted) {
        (yaml::Value::Bool(_), Type::Boolean)
        | (yaml::Value::Number(_), Type::Number)
        | (yaml::Value::String(_), Type::Text)
        | (yaml::Value::Sequence(_), Type::List)
        | (yaml::Value::Mapping(_), Type::Mapping) => true,
        (yaml::Value::Number(number), Type::Integer) => number.is_integer(),
        _ => false,
    }
}

fn is_text(plain: &Plain, text: &str) -> bool {
    plain.options.as_ref().is_none_or(|options| options.iter().any(|one| **one == *text))
        && plain.format.is_none_or(|format| format.accepts(text))
        && (!plain.time || is_time(text))
        && (plain.lengths[0].is_none() || has_length(plain, 0, text.chars().count()))
}

/// Whether `text` is a time such as `2026-11-21T15:04:05Z`, as the API server writes them.
fn is_time(text: &str) -> bool {
    const FORM: &[u8] = b"dddd-dd-ddTdd:dd:ddZ";
    let is_form = text.len() == FORM.len()
        && text.bytes().zip(FORM).all(|(byte, form)| match form {
            b'd' => byte.is_ascii_digit(),
            _ => byte == *form,
        });
    let part = |at: usize| text.get(at..at + 2).and_then(|part| part.parse::<u8>().ok());
    let within = |at, least, most| part(at).is_some_and(|part| (least..=most).contains(&part));
    // Every month has 28 days; longer ones are for others to judge.
    is_form
        && within(5, 1, 12)
        && within(8, 1, 28)
        && within(11, 0, 23)
        && within(14, 0, 59)
        && within(17, 0, 59)
}

/// Whether `name` is what `propertyNames` asks for, which is a format in every schema of the API.
fn is_name(plain: &Plain, name: &str) -> bool {
    let text_only = plain.links.is_empty() && plain.all.is_empty() && plain.any.is_empty();
    let typed = plain.types.as_ref().is_none_or(|types| types.contains(&Type::Text));
    !plain.unsure && text_only && plain.rules.is_empty() && typed && is_text(plain, name)
}

fn is_within(plain: &Plain, number: &Number) -> bool {
    if plain.minimum.is_none() && plain.maximum.is_none() {
        return true;
    }
    number.as_i64().is_some_and(|number| {
        plain.minimum.is_none_or(|least| number >= least)
            && plain.maximum.is_none_or(|most| number <= most)
    })
}

fn has_length(plain: &Plain, of: usize, length: usize) -> bool {
    plain.lengths[of].is_none_or(|bounds| (bounds.least..=bounds.most).contains(&length))
}

fn is_chosen(union: &Union, mapping: &Mapping) -> bool {
    let given = |name: &str| mapping.get(name).is_some_and(|value| !value.is_null());
    let count = union.fields.iter().filter(|name| given(name)).count();
    count == 1 || count == 0 && !union.needs_one
}

/// Whether no two items are the same in what must differ.
fn differ(what: &Identity, items: &[Node]) -> bool {
    let keys: Vec<&str> = match what {
        Identity::Keys(keys) => keys.iter().map(|key| &**key).collect(),
        Identity::Whole => Vec::new(),
        Identity::None => return true,
    };
    if items.len() < 2 {
        return true;
    }
    let names: Vec<Cow<'_, str>> = items.iter().filter_map(|item| identity(item, &keys)).collect();
    if names.len() >= MANY {
        let mut seen = HashSet::with_capacity(names.len());
        return names.iter().all(|name| seen.insert(&**name));
    }
    names.iter().enumerate().all(|(index, name)| !names[..index].contains(name))
}
