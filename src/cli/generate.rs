//! `chartgen generate`: a generator of Kustomize. A ResourceList comes in and goes out with the
//! objects added (a KRM function), or a generator comes in by itself and the manifests go out (an
//! exec plugin).

use std::path::{Path, PathBuf};

use super::args::{Common, GenerateArgs, ValuesArgs};
use super::output::Screen;
use super::render::as_yaml;
use super::report::{self, To};
use super::{Outcome, inputs, kinds, levels, release};
use crate::diagnostic::Diagnostics;
use crate::pipeline::{BuiltInRules, Document, Request};
use crate::schema::{Check, Schema, SchemaInput};
use crate::source::{FileId, SourceKind, SourceMap, Span};
use crate::values::Layer;
use crate::workspace::{Error, text};
use crate::yaml::{self, Entry, Mapping, Node, Style, Value};

/// What a generator may say.
const SCHEMA: &str = include_str!("generate.schema.json");

pub(super) fn run(
    common: &Common,
    args: &GenerateArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let levels = levels::levels(common)?;
    let api = kinds::api(args.kube_version.as_deref())?;
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let read = read(&args.file, &mut sources, &mut diagnostics)?;
    let mut made = None;
    if let Some((input, request)) = read {
        let release = inputs::release(&request.arguments);
        let request = request.whole(&mut sources, &mut diagnostics)?;
        let (sources, found) = (&mut sources, &mut diagnostics);
        let api = Some(&api);
        if !found.has_errors() {
            let documents =
                release::produce(common, &request, release, api, &levels, sources, found)?;
            made = documents.map(|(loaded, documents)| (input, loaded, documents));
        }
    }
    levels.apply(&mut diagnostics);
    let outcome =
        report::write(common, To::Stderr, 1, &sources, &diagnostics.take_sorted(), screen)?;
    let Some((input, loaded, documents)) = made.filter(|_| outcome == Outcome::Clean) else {
        return Ok(Outcome::Faulty);
    };
    let chart = loaded.prepared.chart.as_ref().map_or("chart", |chart| chart.name.as_str());
    screen.print(&match input.is_list() {
        true => resource_list(&input.root, documents),
        false => documents.iter().map(|document| as_yaml(chart, document)).collect(),
    })?;
    Ok(Outcome::Clean)
}

/// What was read: a ResourceList or a generator.
struct Input {
    root: Node,
}

impl Input {
    fn is_list(&self) -> bool {
        self.root.get("kind").and_then(Node::as_str) == Some("ResourceList")
    }

    fn generator(&self) -> Option<&Node> {
        if self.is_list() { self.root.get("functionConfig") } else { Some(&self.root) }
    }
}

/// What a generator asks for.
struct Wanted {
    arguments: ValuesArgs,
    /// The values that stand in the generator itself.
    values: Option<Layer>,
}

impl Wanted {
    /// The request with everything that the generator names.
    fn whole(self, sources: &mut SourceMap, found: &mut Diagnostics) -> Result<Request, Error> {
        let mut request = inputs::request(&self.arguments, sources, found)?;
        request.layers.extend(self.values);
        Ok(request)
    }
}

/// Reads `path` and holds its generator against the schema.
fn read(
    path: &Path,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Option<(Input, Wanted)>, Error> {
    let file = text::read(path, SourceKind::Values, text::MANIFEST_LIMIT, sources, diagnostics)?;
    let Some(layer) = file.and_then(|file| Layer::read(sources, file, diagnostics)) else {
        return Ok(None);
    };
    let (file, input) = (layer.file, Input { root: layer.root });
    let Some(generator) = input.generator() else {
        let error = Error::new("the ResourceList has no functionConfig, which says what to render");
        return Err(error.with_help("give it `apiVersion: chartgen/v1alpha1` and `kind: Chartgen`"));
    };
    check(generator, file, sources, diagnostics);
    if diagnostics.has_errors() {
        return Ok(None);
    }
    let wanted = wanted(generator, file);
    Ok(Some((input, wanted)))
}

fn check(generator: &Node, file: FileId, sources: &mut SourceMap, found: &mut Diagnostics) {
    let root = sources.add("generator", SourceKind::Schema, SCHEMA);
    let input = SchemaInput { root, entry: "", shared: &[], built_in: true };
    if let Some(schema) = Schema::compile(&input, &BuiltInRules, sources, found) {
        schema.check(&Check::new(sources, file), generator, found);
    }
}

fn wanted(generator: &Node, file: FileId) -> Wanted {
    let spec = generator.get("spec");
    let named = |key: &str| spec.and_then(|spec| spec.get(key));
    let text = |key: &str| named(key).and_then(Node::as_str).map(str::to_string);
    let listed = |key: &str| -> Vec<String> {
        let items = named(key).and_then(Node::as_sequence).unwrap_or_default().iter();
        items.filter_map(|item| item.as_str().map(str::to_string)).collect()
    };
    let arguments = ValuesArgs {
        values: listed("valuesFiles").into_iter().map(PathBuf::from).collect(),
        chart: text("chart"),
        set: listed("set"),
        namespace: text("namespace"),
        ..ValuesArgs::default()
    };
    let values = named("values").map(|values| Layer { file, root: values.clone() });
    Wanted { arguments, values }
}

/// The list that came in, with the documents behind its items.
fn resource_list(list: &Node, documents: Vec<Document>) -> String {
    let span = list.span;
    let mut items = list.get("items").and_then(Node::as_sequence).unwrap_or_default().to_vec();
    items.extend(documents.into_iter().map(|document| document.manifest.root));
    let mut mapping = Mapping::new();
    for (key, value) in [
        ("apiVersion", Value::String("config.kubernetes.io/v1".into())),
        ("kind", Value::String("ResourceList".into())),
        ("items", Value::Sequence(items)),
    ] {
        mapping.insert(entry(key, value, span));
    }
    yaml::to_yaml(&Node { value: Value::Mapping(mapping), span, style: Style::Block })
}

fn entry(key: &str, value: Value, span: Span) -> Entry {
    Entry { key: key.into(), key_span: span, value: Node { value, span, style: Style::Block } }
}
