//! From the texts of a schema to a compiled one that can be asked about trees and keys.

use std::sync::OnceLock;

use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::documents::Documents;
use super::engine::Engine;
use super::input::SchemaInput;
use super::json::Tree;
use super::rule::RuleCompiler;
use super::shape::{ShapeId, Shapes};
use super::{broken, outline, skeleton, unfold};
use crate::diagnostic::Diagnostics;
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{Node, Pointer};

/// The keyword that holds rules.
pub(super) const RULES: &str = "x-kubernetes-validations";

/// What is known of a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing: somebody else wrote it.
    Foreign,
    /// That it is sound.
    Sound,
    /// Besides, that it is only asked whether there is anything to find.
    Lean,
}

/// A compiled schema with its rules.
pub struct Schema {
    pub(super) documents: Documents,
    pub(super) shapes: Shapes,
    pub(super) built_in: bool,
    /// The most subschemas that one value is held against, where that is not known to be few.
    pub(super) steps: u64,
    validator: OnceLock<Result<Validator<Tree>, ValidationError<'static>>>,
}

impl Schema {
    /// Compiles a schema. A fault in the schema itself goes to `diagnostics`, at its place in the
    /// schema's text; then there is no schema to use.
    pub fn compile(
        input: &SchemaInput<'_>,
        rules: &dyn RuleCompiler,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let documents = match Documents::read(input, sources) {
            Ok(documents) => documents,
            Err(fault) => {
                diagnostics.push(broken::no_json(&fault, sources));
                return None;
            }
        };
        if !input.built_in && broken::report_invalid(&documents, sources, diagnostics) {
            return None;
        }
        // What comes with chartgen is known to take few.
        let counted = if input.built_in { Some(1) } else { unfold::steps(&documents) };
        let steps = match counted {
            Some(steps) if steps <= unfold::LIMIT => steps,
            steps => {
                diagnostics.push(broken::unfolds(&documents, steps.is_none()));
                return None;
            }
        };
        let form = if input.built_in { Form::Sound } else { Form::Foreign };
        let mut schema = Self::outline(documents, form, rules, sources, diagnostics)?;
        schema.steps = steps;
        if !input.built_in && skeleton::has_more_than(unfold::KEYS, &schema.shapes) {
            diagnostics.push(broken::too_many_keys(&schema.documents));
            return None;
        }
        if !input.built_in
            && let Err(error) = schema.validator()
        {
            broken::report_engine(&schema.documents, error, sources, diagnostics);
            return None;
        }
        Some(schema)
    }

    /// Compiles the lean form of a schema that comes with chartgen, which is known to be sound: a
    /// single document, to be asked whether there is anything to find. `file` is the text of the
    /// schema itself.
    pub fn lean(
        text: &str,
        file: FileId,
        rules: &dyn RuleCompiler,
        sources: &SourceMap,
    ) -> Option<Self> {
        let value = serde_json::from_str(text).ok()?;
        let documents = Documents::of_value(value, file);
        Self::outline(documents, Form::Lean, rules, sources, &mut Diagnostics::new())
    }

    /// Compiles a schema that was put together in memory, without references to other documents.
    /// Findings never point into it; faults of its own name `file` as a whole.
    pub fn from_value(
        value: Value,
        file: FileId,
        rules: &dyn RuleCompiler,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let documents = Documents::of_value(value, file);
        Self::outline(documents, Form::Sound, rules, sources, diagnostics)
    }

    fn outline(
        documents: Documents,
        form: Form,
        rules: &dyn RuleCompiler,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let (shapes, bad_rules) = outline::read(&documents, rules, form == Form::Lean);
        let built_in = form != Form::Foreign;
        if broken::report_rules(&documents, &bad_rules, sources, diagnostics) {
            return None;
        }
        Some(Self { documents, shapes, built_in, steps: 1, validator: OnceLock::new() })
    }

    /// The engine's form of the schema, built when it is first needed.
    ///
    /// # Errors
    ///
    /// Why the engine cannot use the schema.
    pub(super) fn validator(&self) -> Result<&Validator<Tree>, &ValidationError<'static>> {
        let build = || Engine::new(&self.documents)?.validator(&self.documents.entry);
        self.validator.get_or_init(build).as_ref()
    }

    /// Every key that the schema knows by name, as a tree: mappings as mappings, everything else
    /// null.
    #[must_use]
    pub fn known_keys(&self) -> Node {
        let root = self.documents.document(&self.documents.entry).file;
        skeleton::of(&self.shapes, Span::start_of(root))
    }

    /// Whether a rule of the schema gives its findings the code `code`.
    #[must_use]
    pub fn declares_code(&self, code: &str) -> bool {
        self.documents.iter().any(|document| declares_code(&document.value, code))
    }

    /// What the subschema of a shape says under `keyword`.
    pub(super) fn says(&self, id: ShapeId, keyword: &str) -> Option<&Value> {
        self.documents.value(&self.shapes.get(id).place)?.get(keyword)
    }

    /// Whether the schema takes a text at a place, and neither boolean nor number.
    pub(super) fn wants_text(&self, at: &Pointer) -> bool {
        let meeting = self.shapes.at(at.tokens());
        let names = |id: &ShapeId| type_names(self.says(*id, "type"));
        let types: Vec<&str> = meeting.iter().flat_map(names).collect();
        let text = meeting.iter().any(|id| has_text_option(self.says(*id, "enum")));
        (types.contains(&"string") || text)
            && !["boolean", "integer", "number"].iter().any(|name| types.contains(name))
    }
}

/// The names that the keyword `type` gives.
pub(super) fn type_names(types: Option<&Value>) -> Vec<&str> {
    match types {
        Some(Value::String(name)) => vec![name.as_str()],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has_text_option(options: Option<&Value>) -> bool {
    let options = options.and_then(Value::as_array);
    options.is_some_and(|options| options.iter().any(Value::is_string))
}

fn declares_code(value: &Value, code: &str) -> bool {
    match value {
        Value::Object(entries) => entries.iter().any(|(key, value)| {
            key == "x-chartgen-code" && value == code || declares_code(value, code)
        }),
        Value::Array(items) => items.iter().any(|item| declares_code(item, code)),
        _ => false,
    }
}
