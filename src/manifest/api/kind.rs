//! Which kinds there are, and where the schema of each stands.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::embedded::OwnFile;
use super::plain::OwnForms;

/// One kind of object in one version of its API.
#[derive(Debug, Clone)]
pub struct Kind {
    /// `v1`, `apps/v1` and the like.
    pub api_version: String,
    /// `Pod` and the like.
    pub name: String,
    /// Whether its objects live in a namespace.
    pub namespaced: bool,
    /// Its schema.
    pub(super) schema: KindSchema,
    /// The plain forms of a schema of its own.
    pub(super) forms: Arc<OwnForms>,
}

/// Where a kind's schema stands.
#[derive(Debug, Clone)]
pub(super) enum KindSchema {
    /// A definition of the core API, by its short name.
    Core(&'static str),
    /// The text of an embedded file, which may refer to definitions of the core API, and what it
    /// says once somebody asked.
    File(&'static str, OnceLock<Value>),
    /// A schema of its own, made from a definition that the user gave.
    Own(Box<Value>),
}

impl Kind {
    /// The kind that one line of the core API's list describes.
    pub(super) fn from_line(name: &'static str, line: &'static str) -> Option<Self> {
        let (api_version, kind) = name.rsplit_once('/')?;
        let definition = line.split('"').nth(3)?;
        Some(Self {
            api_version: api_version.to_owned(),
            name: kind.to_owned(),
            namespaced: line.contains("true"),
            schema: KindSchema::Core(definition),
            forms: Arc::default(),
        })
    }

    /// The kind that an embedded schema file describes.
    pub(super) fn from_file(file: &'static OwnFile) -> Self {
        Self {
            api_version: file.api_version.to_owned(),
            name: file.kind.to_owned(),
            namespaced: true,
            schema: KindSchema::File(file.text, OnceLock::new()),
            forms: Arc::default(),
        }
    }

    /// The schema of a kind that has one of its own.
    pub(super) fn own_schema(&self) -> Option<&Value> {
        match &self.schema {
            KindSchema::Core(_) => None,
            KindSchema::File(text, parsed) => {
                let parse = || serde_json::from_str(text).unwrap_or(Value::Bool(true));
                Some(parsed.get_or_init(parse))
            }
            KindSchema::Own(schema) => Some(schema),
        }
    }
}
