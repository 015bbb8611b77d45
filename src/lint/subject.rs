//! A chart as the checks see it.

use std::collections::HashMap;

use crate::chart::Chart;
use crate::diagnostic::{Diagnostics, Severity};
use crate::manifest::Api;
use crate::pipeline::{Prepared, Toolbox};
use crate::render::{self, TemplateFacts};
use crate::schema::{Key, Schema};
use crate::source::{FileId, SourceMap, Span};
use crate::workspace::{ChartReference, Error};
use crate::yaml::{self, Node, Pointer};

/// The chart with what its texts tell.
pub(super) struct Subject<'a> {
    pub toolbox: &'a Toolbox,
    pub reference: &'a ChartReference,
    pub prepared: &'a Prepared,
    pub chart: &'a Chart,
    pub api: &'a Api,
    /// Path and text of every file in the chart's folder.
    pub files: Vec<(String, String)>,
    pub templates: Vec<TemplateFacts>,
    pub sources: SourceMap,
    /// The texts of the schema as trees.
    trees: HashMap<FileId, Node>,
}

impl<'a> Subject<'a> {
    /// Nothing when the chart's metadata is unusable.
    pub fn new(
        toolbox: &'a Toolbox,
        reference: &'a ChartReference,
        prepared: &'a Prepared,
        api: &'a Api,
        sources: &SourceMap,
    ) -> Result<Option<Self>, Error> {
        let Some(chart) = &prepared.chart else {
            return Ok(None);
        };
        let files = reference.files(&mut SourceMap::new(), &mut Diagnostics::new())?.files;
        let files = files.into_iter().map(|(path, text)| (path, text.into_owned())).collect();
        let templates = render::facts(chart, sources);
        let sources = sources.clone();
        let schema = chart.schema.iter();
        let texts = schema.flat_map(|text| {
            std::iter::once(text.root).chain(text.shared.iter().map(|(_, file)| *file))
        });
        let tree =
            |file| Some((file, yaml::read_document(&sources, file, &mut Diagnostics::new())?));
        let trees = texts.filter_map(tree).collect();
        Ok(Some(Self {
            toolbox,
            reference,
            prepared,
            chart,
            api,
            files,
            templates,
            sources,
            trees,
        }))
    }

    /// The chart's schema, when there is one that can be used.
    pub fn schema(&self) -> Option<&'a Schema> {
        self.prepared.schema()
    }

    /// Every place that the schema speaks of, but for the reserved key that packed schemas allow.
    pub fn keys(&self) -> Vec<Key<'a>> {
        let mut keys = self.schema().map(Schema::keys).unwrap_or_default();
        keys.retain(|key| key.at.tokens().next() != Some("chart"));
        keys
    }

    /// The keys that the schema names, each where it is described first.
    pub fn named_keys(&self) -> Vec<Key<'a>> {
        let keys = self.keys();
        let mut seen = std::collections::HashSet::new();
        let is_named = |key: &Key<'_>| !matches!(key.at.last(), None | Some(crate::schema::EACH));
        let new = |key: &Key<'_>| key.origin().is_some_and(|place| seen.insert(place));
        keys.into_iter().filter(is_named).filter(new).collect()
    }

    /// The key in the schema's text, and the place of its subschema.
    pub fn place(&self, key: &Key<'_>) -> Option<(Span, Pointer)> {
        key.place(|file| self.trees.get(&file))
    }

    /// The default that the schema states for `key`, at its place.
    pub fn stated_default(&self, key: &Key<'_>) -> Option<&Node> {
        key.default(|file| self.trees.get(&file))
    }

    /// Whether templates, defaults and schema have no error yet, so that rendering can show more.
    pub fn is_sound(&self, diagnostics: &Diagnostics) -> bool {
        !diagnostics.iter().any(|found| {
            found.severity == Severity::Error && found.primary.span.file != self.chart.metadata
        })
    }
}
