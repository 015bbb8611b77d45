//! Turns arguments of the `--set` family into changes of a tree, by the grammar of Helm 3.17 to
//! the letter. It knows neither files nor the environment: the caller looks those up.

mod assign;
mod fault;
mod item;
mod json;
mod reader;
mod scalar;
mod scan;

use super::history::History;
use super::put::put_entry;
use super::trail::Trail;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{Mapping, Value};
use assign::Assignments;
use fault::Fault;
use reader::Reader;

/// The flags of the `--set` family, in the order in which Helm applies them whatever their order
/// on the command line. `--set-env` is chartgen's own and comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flavour {
    /// `--set-json KEY=JSON`, or one JSON object for the root (the latter as in Helm 4).
    SetJson,
    /// `--set KEY=VALUE`, where integers, `true`, `false` and `null` have their types.
    Set,
    /// `--set-string KEY=VALUE`, where every value is a string.
    SetString,
    /// `--set-file KEY=PATH`: the value is the file's content.
    SetFile,
    /// `--set-env KEY=VARIABLE`: the value is the environment variable's.
    SetEnv,
}

/// One argument as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    /// The flag that it was given to.
    pub flavour: Flavour,
    /// Its text, a source of kind `Flag`.
    pub file: FileId,
}

impl Argument {
    /// The whole argument.
    #[must_use]
    pub fn span(self, sources: &SourceMap) -> Span {
        Span::new(self.file, 0, sources.text(self.file).len())
    }
}

/// Gives the content of a file (`SetFile`) or the value of an environment variable (`SetEnv`) by
/// its name, or says in words why there is none.
pub type Lookup<'a> = dyn FnMut(Flavour, &str) -> Result<String, String> + 'a;

/// Applies `argument` to the user's layers so far. False when it has an error.
pub(super) fn apply(
    argument: Argument,
    root: &mut Mapping,
    sources: &SourceMap,
    lookup: &mut Lookup<'_>,
    history: &mut History,
    diagnostics: &mut Diagnostics,
) -> bool {
    let text = sources.text(argument.file);
    let result = if argument.flavour == Flavour::SetJson && is_whole_object(text) {
        whole_object(argument, text, root, history)
    } else {
        let reader = Reader::new(argument, text, lookup);
        Assignments { reader, history, warnings: Vec::new() }.apply(root)
    };
    match result {
        Ok(warnings) => {
            diagnostics.extend(warnings);
            true
        }
        Err(fault) => {
            diagnostics.push(*fault);
            false
        }
    }
}

/// Whether a JSON argument is meant as one object. Helm 3.17 knows only `KEY=JSON`, so a key that
/// starts with a brace stays one.
fn is_whole_object(text: &str) -> bool {
    let before_value = text.split('=').next().unwrap_or_default();
    let object_like = before_value.len() == text.len() || before_value.contains(['"', ':']);
    text.trim_start().starts_with('{') && object_like
}

fn whole_object(
    argument: Argument,
    text: &str,
    root: &mut Mapping,
    history: &mut History,
) -> Result<Vec<Diagnostic>, Fault> {
    let node = json::read_whole(argument.file, text)?;
    if let Value::Mapping(entries) = node.value {
        entries.into_iter().for_each(|entry| put_entry(root, entry, &Trail::ROOT, history));
    }
    Ok(Vec::new())
}

/// The warning for an item set in a list that only the chart's defaults have: `key` is the place
/// of the new list, `default` the list that it replaces.
pub(super) fn replaces_list(key: Span, default: &crate::yaml::Node) -> Option<Diagnostic> {
    let items = default.as_sequence().filter(|items| !items.is_empty())?;
    Some(fault::replaces_default_list(key, default.span, items.len()))
}
