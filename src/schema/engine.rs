//! Builds validators of the JSON Schema engine over our tree: all documents known, formats
//! asserted, nothing fetched.

use std::error::Error;

use jsonschema::{Draft, Registry, Retrieve, Uri, ValidationError, Validator};
use serde_json::{Value, json};

use super::documents::{Documents, Place};
use super::format;
use super::json::Tree;

/// The documents of a schema, ready to build validators from.
pub(super) struct Engine<'d> {
    documents: &'d Documents,
    registry: Registry<'d>,
}

/// Refuses to fetch anything: a schema consists of the chart's own files.
struct Nothing;

impl Retrieve for Nothing {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err(format!("`{uri}` is not a file of this chart").into())
    }
}

impl<'d> Engine<'d> {
    pub(super) fn new(documents: &'d Documents) -> Result<Self, ValidationError<'static>> {
        let mut builder = Registry::new().retriever(Nothing);
        for document in documents.iter() {
            builder = builder.add(&document.uri, &document.value)?;
        }
        Ok(Self { documents, registry: builder.prepare()? })
    }

    /// A validator for the subschema at `place`.
    pub(super) fn validator(
        &self,
        place: &Place,
    ) -> Result<Validator<Tree>, ValidationError<'static>> {
        self.build(&json!({ "$ref": self.documents.uri(place) }))
    }

    fn build(&self, schema: &Value) -> Result<Validator<Tree>, ValidationError<'static>> {
        let mut options = jsonschema::options_for::<Tree>()
            .with_draft(Draft::Draft202012)
            .with_registry(&self.registry)
            .with_retriever(Nothing)
            .should_validate_formats(true);
        for (name, check) in format::all() {
            options = options.with_format(*name, move |text: &str| check(text).is_ok());
        }
        options.build(schema)
    }
}

/// A validator for texts that match a regular expression; nothing when the engine cannot use it.
pub(super) fn matcher(pattern: &str) -> Option<Validator<Tree>> {
    let options = jsonschema::options_for::<Tree>().with_draft(Draft::Draft202012);
    options.build(&json!({ "pattern": pattern })).ok()
}

/// Whether the engine can use `pattern`.
pub(super) fn is_regular_expression(pattern: &str) -> bool {
    matcher(pattern).is_some()
}
