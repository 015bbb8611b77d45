//! The definitions of the core API, one line of text each, of which only those are parsed that
//! something asks for.

use std::sync::OnceLock;

use serde_json::Value;

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
}

impl Definitions {
    /// The definitions of `version`.
    #[must_use]
    pub fn of(version: KubeVersion) -> Self {
        let files = embedded::DEFINITIONS.iter().take(version.steps_before_latest() + 1);
        let lines = |file: &&'static str| -> Vec<Definition> {
            let entries = entries(file);
            entries.map(|(name, text)| Definition { name, text, parsed: OnceLock::new() }).collect()
        };
        Self { files: files.rev().map(lines).collect() }
    }

    /// The definition with this short name, such as `core.v1.Container`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        // The generator sorts the lines by name.
        let definition = self.files.iter().find_map(|lines| {
            let place = lines.binary_search_by(|line| line.name.cmp(name)).ok()?;
            lines.get(place)
        })?;
        let parse = || serde_json::from_str(definition.text).unwrap_or(Value::Bool(true));
        (definition.text != "null").then(|| definition.parsed.get_or_init(parse))
    }
}

/// The `"name": value` lines of a generated file.
pub(super) fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().filter_map(|line| {
        let (name, text) = line.strip_prefix("  \"")?.split_once("\": ")?;
        Some((name, text.strip_suffix(',').unwrap_or(text)))
    })
}
