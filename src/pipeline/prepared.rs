//! Charts that have been read and compiled once, for all values files that use them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::rules::{ChartRules, Rules};
use super::secrets;
use crate::chart::{Chart, SchemaText};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::render::Renderer;
use crate::schema::{RuleCompiler, Schema, SchemaInput};
use crate::source::{SourceKind, SourceMap};
use crate::values::{Layer, Values};
use crate::workspace::{ChartReference, Error};
use crate::yaml::{Node, Pointer};

/// The charts of this process, each read once.
#[derive(Default)]
pub struct Toolbox {
    charts: Mutex<HashMap<ChartReference, Arc<Prepared>>>,
}

impl Toolbox {
    /// An empty toolbox.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The chart behind `reference`, read and compiled at the first call.
    ///
    /// # Errors
    ///
    /// When there is no such chart or it cannot be read.
    pub fn chart(&self, reference: &ChartReference) -> Result<Arc<Prepared>, Error> {
        let mut charts = self.charts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = charts.get(reference) {
            return Ok(Arc::clone(prepared));
        }
        let prepared = Arc::new(Prepared::read(reference)?);
        charts.insert(reference.clone(), Arc::clone(&prepared));
        Ok(prepared)
    }

    /// Whether a rule of a chart that was read gives its findings the code `code`, or may do so:
    /// of a chart whose schema could not be compiled, and without any chart, nobody can tell.
    #[must_use]
    pub fn may_report(&self, code: &str) -> bool {
        let charts = self.charts.lock().unwrap_or_else(PoisonError::into_inner);
        let may = |chart: &Prepared| match chart.schema() {
            Some(schema) => schema.declares_code(code),
            None => chart.chart.as_ref().is_none_or(|chart| chart.schema.is_some()),
        };
        charts.is_empty() || charts.values().any(|chart| may(chart))
    }
}

/// A chart with everything that does not depend on a user's values.
pub struct Prepared {
    /// The chart; nothing when its metadata is unusable.
    pub chart: Option<Chart>,
    /// The chart's texts.
    pub sources: SourceMap,
    /// The chart's `values.yaml`, as a tree.
    pub defaults: Option<Layer>,
    /// What is wrong with the chart itself.
    pub found: Vec<Diagnostic>,
    /// Of a chart that comes with chartgen: the lean form of the values schema.
    lean: Option<Arc<Schema>>,
    schema: OnceLock<Option<Arc<Schema>>>,
    known: OnceLock<Option<Node>>,
    renderer: OnceLock<Compiled>,
    /// Of a chart that comes with chartgen: the templates with its notes.
    notes: OnceLock<Compiled>,
}

/// Compiled templates, if they compile, and what is wrong with them.
type Compiled = (Option<Renderer>, Vec<Diagnostic>);

impl Prepared {
    fn read(reference: &ChartReference) -> Result<Self, Error> {
        let mut sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        let files = reference.files(&mut sources, &mut diagnostics)?;
        let chart = files.into_chart(&mut sources, &mut diagnostics);
        let defaults = chart
            .as_ref()
            .and_then(|chart| chart.defaults)
            .and_then(|file| Layer::read(&sources, file, &mut diagnostics));
        let text = chart.as_ref().and_then(|chart| chart.schema.as_ref());
        let lean = text.and_then(|text| lean(text, &sources));
        let schema = OnceLock::new();
        if let (Some(text), None) = (text, &lean) {
            let _ = schema.set(compiled(text, &sources, &mut diagnostics));
        }
        if let Some(chart) = chart.as_ref().filter(|chart| chart.schema.is_none()) {
            diagnostics.push(without_schema(chart));
        }
        let found = diagnostics.take_sorted();
        let known = OnceLock::new();
        let (renderer, notes) = (OnceLock::new(), OnceLock::new());
        Ok(Self { chart, sources, defaults, found, lean, schema, known, renderer, notes })
    }

    /// The same chart with another text for the template at `path`.
    #[must_use]
    pub fn with_template(&self, path: &str, text: &str) -> Self {
        let mut sources = self.sources.clone();
        let mut chart = self.chart.clone();
        let templates = chart.iter_mut().flat_map(|chart| &mut chart.templates);
        for template in templates.filter(|template| template.path == path) {
            let name = self.sources.name(template.file).to_string();
            template.file = sources.add(name, SourceKind::Template, text.to_string());
        }
        let (defaults, lean, schema) =
            (self.defaults.clone(), self.lean.clone(), self.schema.clone());
        let (found, known) = (self.found.clone(), self.known.clone());
        let unchanged = self.renderer(&mut Diagnostics::new());
        let replaced = unchanged
            .zip(chart.as_ref())
            .and_then(|(renderer, chart)| renderer.with_template(chart, path, &sources));
        // What does not compile is compiled once more from the start, for what is said of it.
        let renderer = replaced.map(|renderer| (Some(renderer), Vec::new()));
        let renderer = renderer.map_or_else(OnceLock::new, OnceLock::from);
        let notes = OnceLock::new();
        Self { chart, sources, defaults, found, lean, schema, known, renderer, notes }
    }

    /// The compiled values schema.
    pub fn schema(&self) -> Option<&Schema> {
        let compile = || {
            let text = self.chart.as_ref()?.schema.as_ref()?;
            compiled(text, &self.sources, &mut Diagnostics::new())
        };
        self.schema.get_or_init(compile).as_deref()
    }

    /// The lean form of the values schema, which decides the same except for notes; nothing for a
    /// chart of the user's.
    pub fn lean_schema(&self) -> Option<&Schema> {
        self.lean.as_deref()
    }

    /// What knows the keys of the values schema, at the least cost.
    fn outline(&self) -> Option<&Schema> {
        self.lean_schema().or_else(|| self.schema())
    }

    /// Tells `sources` which values below `root` are secrets, so that no report shows them.
    pub fn mark_secrets(&self, root: &Node, sources: &mut SourceMap) {
        if let Some(schema) = self.outline() {
            secrets::mark(schema, root, &Pointer::root(), sources);
        }
    }

    /// Tells `sources` which of the merged values, and of those that they overrode, are secrets.
    pub fn mark_merged_secrets(&self, values: &Values, sources: &mut SourceMap) {
        self.mark_secrets(&values.root, sources);
        let Some(schema) = self.outline() else {
            return;
        };
        for (at, nodes) in values.all_overridden() {
            nodes.iter().for_each(|node| secrets::mark(schema, node, at, sources));
        }
    }

    /// Warns of the secrets in the values file that was read into `root`.
    pub fn warn_of_secrets(&self, root: &Node, diagnostics: &mut Diagnostics) {
        if let Some(schema) = self.outline() {
            secrets::warn(schema, root, diagnostics);
        }
    }

    /// Every key that the values schema knows, as a tree of nulls.
    pub fn known_keys(&self) -> Option<&Node> {
        self.known.get_or_init(|| self.outline().map(Schema::known_keys)).as_ref()
    }

    /// The compiled templates, or nothing when they do not compile; what is wrong with them goes
    /// to `diagnostics`. Those of a chart that comes with chartgen are without its notes, which are
    /// known to compile and seldom read.
    pub fn renderer(&self, diagnostics: &mut Diagnostics) -> Option<&Renderer> {
        let notes = self.lean.is_none();
        told(self.renderer.get_or_init(|| self.compile_templates(notes)), diagnostics)
    }

    /// As [`Prepared::renderer`], with the notes.
    pub fn renderer_with_notes(&self, diagnostics: &mut Diagnostics) -> Option<&Renderer> {
        if self.lean.is_none() {
            return self.renderer(diagnostics);
        }
        told(self.notes.get_or_init(|| self.compile_templates(true)), diagnostics)
    }

    fn compile_templates(&self, notes: bool) -> Compiled {
        let mut diagnostics = Diagnostics::new();
        let chart = self.chart.as_ref().map(|chart| {
            let notes = chart.notes.filter(|_| notes);
            Chart { notes, ..chart.clone() }
        });
        let renderer =
            chart.and_then(|chart| Renderer::compile(&chart, &self.sources, &mut diagnostics));
        (renderer, diagnostics.take_sorted())
    }
}

fn told<'c>(
    (renderer, found): &'c Compiled,
    diagnostics: &mut Diagnostics,
) -> Option<&'c Renderer> {
    diagnostics.extend(found.iter().cloned());
    renderer.as_ref()
}

/// The lean form of a schema that comes with chartgen.
fn lean(text: &SchemaText, sources: &SourceMap) -> Option<Arc<Schema>> {
    Schema::lean(text.lean?, text.root, &ChartRules, sources).map(Arc::new)
}

/// The schema as it stands in its files.
fn compiled(
    text: &SchemaText,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Schema>> {
    let built_in = text.lean.is_some();
    let (root, shared) = (text.root, text.shared.as_slice());
    let input = SchemaInput { root, entry: "", shared, built_in };
    let rules: &dyn RuleCompiler = if built_in { &ChartRules } else { &Rules };
    Schema::compile(&input, rules, sources, diagnostics).map(Arc::new)
}

fn without_schema(chart: &Chart) -> Diagnostic {
    let label = Label::whole_file(chart.metadata, "");
    let message =
        format!("the chart `{}` has no values schema, so values go unchecked", chart.name);
    Diagnostic::at(Severity::Warning, "chart-without-schema", label, message)
        .with_help("write one to `values.schema.json` in the chart's folder")
}
