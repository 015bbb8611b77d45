//! `chartgen values`: the merged values, or where each of them comes from, with secrets masked.

use super::Outcome;
use super::args::{Common, MergedArgs, MergedFormat};
use super::origins::{self, Look};
use super::output::Screen;
use super::report::{self, To};
use super::{inputs, levels};
use crate::diagnostic::Diagnostics;
use crate::pipeline::{self, Loaded, Toolbox};
use crate::report::{holds_token, is_secret_name};
use crate::schema::Schema;
use crate::source::{FileId, SourceMap};
use crate::workspace::Error;
use crate::yaml::{self, Entry, Node, Pointer, Value};

/// What is printed for a secret.
const STARS: &str = "***";

pub(super) fn run(
    common: &Common,
    args: &MergedArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let levels = levels::levels(common)?;
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let toolbox = Toolbox::new();
    let loaded = load(args, &toolbox, &mut sources, &mut diagnostics)?;
    levels::refuse_unknown(common, &toolbox)?;
    levels.apply(&mut diagnostics);
    let found = diagnostics.take_sorted();
    let files = args.input.values.len();
    let outcome = if found.is_empty() {
        Outcome::Clean
    } else {
        report::write(common, To::Stderr, files, &sources, &found, screen)?
    };
    let Some(loaded) = loaded.filter(|_| outcome == Outcome::Clean) else {
        return Ok(Outcome::Faulty);
    };
    let look = Look { width: screen.width_of_stdout(), color: screen.color_on_stdout() };
    screen.print(&text(args, &loaded, &sources, &look))?;
    Ok(Outcome::Clean)
}

fn load(
    args: &MergedArgs,
    toolbox: &Toolbox,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Loaded>, Error> {
    let request = inputs::request(&args.input, sources, diagnostics)?;
    if diagnostics.has_errors() {
        return Ok(None);
    }
    pipeline::load(toolbox, &request, sources, &mut inputs::lookup, diagnostics)
}

fn text(args: &MergedArgs, loaded: &Loaded, sources: &SourceMap, look: &Look) -> String {
    let mask = Mask { schema: loaded.prepared.schema() };
    match (args.origins, args.output) {
        (true, MergedFormat::Yaml) => origins::table(&loaded.values, &mask, sources, look),
        (true, MergedFormat::Json) => origins::json(&loaded.values, &mask, sources),
        (false, MergedFormat::Yaml) => {
            yaml::to_yaml(&mask.applied(&loaded.values.root, &Pointer::root()))
        }
        (false, MergedFormat::Json) => {
            let root = mask.applied(&loaded.values.root, &Pointer::root());
            yaml::to_pretty_json(&root) + "\n"
        }
    }
}

/// Decides which values are secrets: those that the schema calls so, those whose key has a
/// secret's name, and texts that hold a token of a known kind.
pub(super) struct Mask<'a> {
    schema: Option<&'a Schema>,
}

impl Mask<'_> {
    /// Whether the value at `at` must not be shown.
    pub(super) fn hides(&self, node: &Node, at: &Pointer) -> bool {
        match &node.value {
            Value::Null | Value::Bool(_) | Value::Sequence(_) | Value::Mapping(_) => false,
            Value::String(text) if text.is_empty() => false,
            Value::String(text) if holds_token(text) => true,
            _ => {
                self.schema.is_some_and(|schema| schema.is_secret(at))
                    || at.last().is_some_and(is_secret_name)
            }
        }
    }

    /// The argument `file` as typed, with stars for what is marked as a secret or holds a token.
    pub(super) fn flag(&self, file: FileId, sources: &SourceMap) -> String {
        let mut typed = sources.text(file).to_string();
        if holds_token(&typed) {
            return STARS.into();
        }
        let mut secrets: Vec<_> = sources.secrets(file).iter().map(|span| span.range()).collect();
        secrets.sort_by_key(|range| std::cmp::Reverse(range.start));
        for range in secrets {
            if typed.get(range.clone()).is_some() {
                typed.replace_range(range, STARS);
            }
        }
        typed
    }

    /// A copy of the tree with stars for secrets.
    pub(super) fn applied(&self, node: &Node, at: &Pointer) -> Node {
        let value = match &node.value {
            _ if self.hides(node, at) => Value::String(STARS.into()),
            Value::Sequence(items) => Value::Sequence(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.applied(item, &at.child(index.to_string())))
                    .collect(),
            ),
            Value::Mapping(mapping) => Value::Mapping(
                mapping
                    .iter()
                    .map(|entry| Entry {
                        key: entry.key.clone(),
                        key_span: entry.key_span,
                        value: self.applied(&entry.value, &at.child(entry.key.clone())),
                    })
                    .collect(),
            ),
            other => other.clone(),
        };
        Node { value, ..*node }
    }
}
