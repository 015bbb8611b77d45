//! The definitions of the core API, one line of text each, of which only those are parsed that
//! something asks for.

use std::sync::OnceLock;

use serde_json::Value;

use super::plain::Form;
use super::{KubeVersion, embedded};

/// The definitions of one version of the core API.
#[derive(Debug)]
pub struct Definitions {
    /// What each version has otherwise than the next newer one, the asked-for version first.
    files: Vec<Vec<Definition>>,
}

#[derive(Debug)]
struct Definition {
    name: &'static str,
    text: &'static str,
    parsed: OnceLock<Value>,
    form: Form,
}

impl Definitions {
    /// The definitions of `version`.
    #[must_use]
    pub fn of(version: KubeVersion) -> Self {
        let files = embedded::DEFINITIONS.iter().take(version.steps_before_latest() + 1);
        let lines = |file: &&'static str| -> Vec<Definition> {
            let entries = entries(file);
            entries.map(|(name, text)| Definition::new(name, text)).collect()
        };
        Self { files: files.rev().map(lines).collect() }
    }

    /// The definition with this short name, such as `core.v1.Container`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        let (file, line) = self.place(name)?;
        self.at(file, line).map(|(schema, _)| schema)
    }

    /// Where the definition with this short name stands: which file, which line of it.
    pub(super) fn place(&self, name: &str) -> Option<(usize, usize)> {
        // The generator sorts the lines by name.
        self.files.iter().enumerate().find_map(|(file, lines)| {
            let line = lines.binary_search_by(|line| line.name.cmp(name)).ok()?;
            Some((file, line))
        })
    }

    /// The definition at a place, with its plain form.
    pub(super) fn at(&self, file: usize, line: usize) -> Option<(&Value, &Form)> {
        let definition = self.files.get(file)?.get(line)?;
        let parse = || serde_json::from_str(definition.text).unwrap_or(Value::Bool(true));
        let known = definition.text != "null";
        known.then(|| (definition.parsed.get_or_init(parse), &definition.form))
    }
}

impl Definition {
    fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text, parsed: OnceLock::new(), form: Form::default() }
    }
}

/// The `"name": value` lines of a generated file.
pub(super) fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().filter_map(|line| {
        let (name, text) = line.strip_prefix("  \"")?.split_once("\": ")?;
        Some((name, text.strip_suffix(',').unwrap_or(text)))
    })
}
