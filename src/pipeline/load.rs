//! Values files and flags into one merged tree for one chart.

use std::path::PathBuf;
use std::sync::Arc;

use super::chart_key::{self, Named};
use super::mistaken;
use super::prepared::{Prepared, Toolbox};
use super::secrets;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::schema::Check;
use crate::source::{FileId, SourceMap, Span};
use crate::values::set::{Argument, Lookup};
use crate::values::{Layer, Merge, Values};
use crate::workspace::{ChartReference, Error};
use crate::yaml::{Entry, Node, Pointer, Style, Value};

/// A values file that has been read into the source map.
#[derive(Debug, Clone)]
pub struct ValuesText {
    /// Its text.
    pub file: FileId,
    /// The folder that a chart path in it counts from.
    pub folder: PathBuf,
}

/// Whose values to load.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Values files, lowest first.
    pub texts: Vec<ValuesText>,
    /// Layers above these that are part of another text.
    pub layers: Vec<Layer>,
    /// Arguments of the `--set` family.
    pub sets: Vec<Argument>,
    /// `--chart`, resolved.
    pub chart: Option<ChartReference>,
    /// `--namespace`, a text of kind flag.
    pub namespace: Option<FileId>,
    /// Whether what is only missing is no fault.
    pub partial: bool,
}

/// What a check of values is to find.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// Whether the values are only a part, so that nothing counts as missing.
    pub partial: bool,
    /// Whether nobody will read notes: they may be left out.
    pub without_notes: bool,
    /// Whether everything is asked, also what is known to be well: for tests of the shortcuts.
    pub thorough: bool,
}

/// Merged values with their chart.
pub struct Loaded {
    /// The chart.
    pub prepared: Arc<Prepared>,
    /// The values.
    pub values: Values,
    /// The file that messages name when no text of the user holds the place.
    pub fallback: FileId,
}

/// Reads and merges what `request` names; `lookup` gives the files and environment variables that
/// `--set-file` and `--set-env` name. Faults go to `diagnostics`; nothing comes back when
/// there is no tree to go on with.
///
/// # Errors
///
/// When the chart cannot be read.
pub fn load(
    toolbox: &Toolbox,
    request: &Request,
    sources: &mut SourceMap,
    lookup: &mut Lookup<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Loaded>, Error> {
    let Some((layers, named)) = read_layers(request, sources, diagnostics) else {
        return Ok(None);
    };
    let agreed = match &request.chart {
        Some(chart) => Some(chart.clone()),
        None if named.is_empty() => Some(ChartReference::default_chart()),
        None => chart_key::agree(&named, diagnostics),
    };
    let Some(reference) = agreed else {
        return Ok(None);
    };
    let prepared = match toolbox.chart(&reference) {
        Ok(prepared) => prepared,
        Err(error) => return refused(error, request, &named, diagnostics),
    };
    sources.include(&prepared.sources);
    diagnostics.extend(prepared.found.iter().cloned());
    if prepared.chart.is_none() {
        return Ok(None);
    }
    let Some(fallback) = fallback(request, &prepared) else {
        return Ok(None);
    };
    for layer in &layers {
        prepared.mark_secrets(&layer.root, sources);
        prepared.warn_of_secrets(&layer.root, diagnostics);
    }
    let mut merge = Merge::new();
    layers.into_iter().for_each(|layer| merge.add(layer));
    let mut whole = true;
    for set in &request.sets {
        whole &= merge.set(*set, sources, lookup, diagnostics);
    }
    if let Some(layer) = namespace_layer(request, &prepared, sources) {
        merge.add(layer);
    }
    let defaults = prepared.defaults.clone().unwrap_or_else(|| Layer::empty(fallback));
    let values = merge.over(defaults, diagnostics);
    if !request.sets.is_empty() {
        prepared.mark_merged_secrets(&values, sources);
    }
    Ok(whole.then_some(Loaded { prepared, values, fallback }))
}

/// The text that messages name when no text of the user holds the place.
fn fallback(request: &Request, prepared: &Prepared) -> Option<FileId> {
    let layer = request.layers.last().map(|layer| layer.file);
    let file = layer.or(request.texts.last().map(|text| text.file));
    let flag = request.sets.last().map(|set| set.file);
    let chart = prepared.chart.as_ref();
    file.or(flag).or(chart.map(|chart| chart.defaults.unwrap_or(chart.metadata)))
}

impl Loaded {
    /// The merged values without those that the schema calls secrets.
    #[must_use]
    pub fn values_without_secrets(&self) -> Node {
        let mut values = self.values.root.clone();
        if let Some(schema) = self.prepared.schema() {
            secrets::remove(schema, &mut values, &Pointer::root());
        }
        values
    }

    /// Holds the merged values against the chart's schema and rules.
    pub fn check(&self, wanted: Wanted, sources: &SourceMap, diagnostics: &mut Diagnostics) {
        let Wanted { partial, without_notes, thorough } = wanted;
        let removed: Vec<(Pointer, Span)> = self
            .values
            .removed()
            .iter()
            .map(|removed| (removed.at.clone(), removed.by.key_span))
            .collect();
        let check =
            Check { sources, fallback: self.fallback, partial, removed: &removed, thorough };
        let lean = self.prepared.lean_schema().filter(|_| without_notes && !thorough);
        if lean.is_some_and(|lean| lean.finds_nothing(&check, &self.values.root)) {
            return;
        }
        let Some(schema) = self.prepared.schema() else {
            return;
        };
        let mut found = Diagnostics::new();
        schema.check(&check, &self.values.root, &mut found);
        diagnostics.extend(found.into_iter().map(|one| self.with_overridden(one, sources)));
    }

    /// Adds which value of a lower layer of the user the wrong one took the place of.
    fn with_overridden(&self, found: Diagnostic, sources: &SourceMap) -> Diagnostic {
        let at = found.pointer.as_deref().map(Pointer::parse);
        let below = at.as_ref().map_or(&[][..], |at| self.values.overridden(at));
        match below.iter().find(|node| sources.kind(node.span.file).is_user_layer()) {
            Some(node) if node.span.file != found.primary.span.file => {
                let span = node.span;
                found.with_related(span, "this value was overridden")
            }
            _ => found,
        }
    }
}

/// The trees of the values files without their `chart:` keys, and the charts that they name.
fn read_layers(
    request: &Request,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<Layer>, Vec<Named>)> {
    let mut layers = Vec::new();
    let mut named = Vec::new();
    let mut whole = true;
    for text in &request.texts {
        let Some(mut layer) = Layer::read(sources, text.file, diagnostics) else {
            whole = false;
            continue;
        };
        if let Some(found) = mistaken::find(&layer.root) {
            diagnostics.push(found);
            whole = false;
            continue;
        }
        match chart_key::take(&mut layer.root, &text.folder, diagnostics) {
            Ok(chart) => named.extend(chart),
            Err(()) => whole = false,
        }
        layers.push(layer);
    }
    layers.extend(request.layers.iter().cloned());
    whole.then_some((layers, named))
}

/// A chart that is not there is the fault of the values file that names it, else of the command.
fn refused(
    error: Error,
    request: &Request,
    named: &[Named],
    diagnostics: &mut Diagnostics,
) -> Result<Option<Loaded>, Error> {
    let named = named.first().filter(|_| request.chart.is_none());
    let Some(named) = named else {
        return Err(error);
    };
    let mut found = Diagnostic::error("unknown-chart", named.span, error.message().to_string())
        .with_pointer("/chart");
    found.help = error.help().map(str::to_string);
    diagnostics.push(found);
    Ok(None)
}

/// `--namespace` as the highest layer, when the chart has `metadata.namespace`.
fn namespace_layer(request: &Request, prepared: &Prepared, sources: &SourceMap) -> Option<Layer> {
    let file = request.namespace?;
    let knows = |root: Option<&Node>| {
        root.and_then(|root| root.get("metadata")?.get("namespace")).is_some()
    };
    if !knows(prepared.known_keys()) && !knows(prepared.defaults.as_ref().map(|layer| &layer.root))
    {
        return None;
    }
    let text = sources.text(file);
    let span = Span::new(file, 0, text.len());
    let name = Node { value: Value::String(text.into()), span, style: Style::DoubleQuoted };
    let metadata = single("namespace", name, span);
    Some(Layer { file, root: single("metadata", metadata, span) })
}

fn single(key: &str, value: Node, span: Span) -> Node {
    let entry = Entry { key: key.into(), key_span: span, value };
    let mapping = std::iter::once(entry).collect();
    Node { value: Value::Mapping(mapping), span, style: Style::Block }
}
