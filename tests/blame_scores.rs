//! Breaks templates and values in turn, and counts how many of the faults in the rendered
//! manifests are reported at the template line or at the values span that caused them.

#![allow(clippy::print_stdout, reason = "the scores are for people to read")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity};
use chartgen::manifest::{Api, KubeVersion};
use chartgen::pipeline::{self, Loaded, Prepared, Production, Request, Rules, Toolbox, ValuesText};
use chartgen::render::{Origin, Release, Tracer};
use chartgen::source::{FileId, SourceKind, SourceMap, Span};
use chartgen::workspace::ChartReference;
use chartgen::yaml::{self, Node, Pointer, Value};
use rayon::prelude::*;

/// Fields that take one of a few words.
const ENUM_FIELDS: &[&str] = &[
    "imagePullPolicy",
    "restartPolicy",
    "cleanPodPolicy",
    "rdzvBackend",
    "whenUnsatisfiable",
    "persistentVolumeReclaimPolicy",
    "protocol",
];

/// Fields that the API demands, by the field or list that they stand in.
const REQUIRED_FIELDS: &[(&str, &str)] = &[
    ("", "kind"),
    ("spec", "containers"),
    ("spec", "pytorchReplicaSpecs"),
    ("spec", "accessModes"),
    ("spec", "resources"),
    ("volumeMounts", "mountPath"),
    ("containers", "image"),
    ("Worker", "template"),
    ("Master", "template"),
];

/// Maps whose keys are free.
const FREE_MAPS: &[&str] = &[
    "labels",
    "annotations",
    "matchLabels",
    "nodeSelector",
    "limits",
    "requests",
    "data",
    "stringData",
    "capacity",
    "selector",
];

/// One use case, loaded.
struct Case {
    name: String,
    loaded: Loaded,
    sources: SourceMap,
}

#[derive(Default)]
struct Score {
    all: usize,
    good: usize,
    misses: Vec<String>,
}

impl Score {
    fn count(&mut self, good: bool, id: String, found: &[Diagnostic], sources: &SourceMap) {
        self.all += 1;
        self.good += usize::from(good);
        if !good {
            let seen: String = found.iter().map(|one| shown(one, sources)).collect();
            self.misses.push(format!("{id}\n{seen}"));
        }
    }

    fn hold(&self, what: &str, percent: usize, least: usize) {
        println!("{what}: {} of {}", self.good, self.all);
        assert!(self.all >= least, "{what}: too few mutants: {}", self.all);
        let enough = self.good * 100 >= self.all * percent;
        assert!(enough, "{what} below {percent} %:\n{}", self.misses.join("\n"));
        println!("{}", self.misses.join("\n"));
    }
}

#[test]
fn faults_of_templates_are_reported_at_their_line() {
    let api = Api::embedded(KubeVersion::default(), Box::new(Rules));
    let mut score = Score::default();
    for name in
        ["medical_meadow", "distributed_training_gpu", "gpt2_micro_deepspeed", "nfs_storage"]
    {
        let case = case(name);
        let mutants = template_mutants(&case);
        let produced = mutants.par_iter().map(|mutant| {
            let prepared = case.loaded.prepared.with_template(&mutant.path, &mutant.text);
            produce(&case, Arc::new(prepared), &api)
        });
        let produced: Vec<_> = produced.collect();
        for (mutant, (sources, found)) in mutants.iter().zip(produced) {
            let good = found.iter().any(|one| {
                let span = one.primary.span;
                let line = sources.location(span.file, span.start as usize).line;
                let in_template = sources.name(span.file).ends_with(&mutant.path);
                in_template && mutant.lines.contains(&line)
            });
            score.count(good, format!("{}: {}", case.name, mutant.what), &found, &sources);
        }
    }
    score.hold("template mutants at their line", 98, 300);
}

#[test]
fn faults_of_values_are_reported_at_their_span() {
    let api = Api::embedded(KubeVersion::default(), Box::new(Rules));
    let mut score = Score::default();
    for name in [
        "medical_meadow",
        "financial_chatbot",
        "distributed_training_gpu",
        "gpt2_micro_deepspeed",
        "nfs_storage",
    ] {
        let case = case(name);
        let text = yaml::to_pretty_json(&case.loaded.values.root);
        let mut sources = SourceMap::new();
        let file = sources.add("whole.yaml", SourceKind::Values, text.clone());
        let root =
            yaml::read_document(&sources, file, &mut Diagnostics::new()).expect("JSON is YAML");
        let mut leaves = Vec::new();
        scalars(&root, &Pointer::root(), &mut leaves);
        for (at, span) in leaves {
            let mut broken = text.clone();
            broken.replace_range(span.range(), "\"Not Valid!\"");
            let (sources, found, file) = produce_values(&case, broken, &api);
            let api_refuses = found.iter().any(|one| !one.code.as_str().starts_with("template"));
            if !api_refuses {
                continue;
            }
            let good = found
                .iter()
                .any(|one| one.primary.span.file == file && one.primary.span.start == span.start);
            score.count(good, format!("{}: {at}", case.name), &found, &sources);
        }
    }
    score.hold("values mutants at their span", 98, 80);
}

fn shown(one: &Diagnostic, sources: &SourceMap) -> String {
    let span = one.primary.span;
    let at = sources.location(span.file, span.start as usize);
    format!(
        "    {}:{}:{} {}: {}\n",
        sources.name(span.file),
        at.line,
        at.column,
        one.code,
        one.message
    )
}

fn case(name: &str) -> Case {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("use-cases").join(format!("{name}.yaml"));
    let text = fs::read_to_string(path).expect("the use case is readable");
    let (loaded, sources) = load(&Toolbox::new(), text, None);
    Case { name: name.to_string(), loaded, sources }
}

fn load(toolbox: &Toolbox, text: String, chart: Option<ChartReference>) -> (Loaded, SourceMap) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("whole.yaml", SourceKind::Values, text);
    let texts = vec![ValuesText { file, folder: PathBuf::new() }];
    let request = Request { texts, chart, ..Request::default() };
    let mut lookup = |_, _: &str| Err("no lookups here".to_string());
    let loaded = pipeline::load(toolbox, &request, &mut sources, &mut lookup, &mut diagnostics);
    (loaded.expect("the chart can be read").expect("the values can be read"), sources)
}

/// The errors of the manifests of `case` with another form of its chart.
fn produce(case: &Case, prepared: Arc<Prepared>, api: &Api) -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = case.sources.clone();
    sources.include(&prepared.sources);
    let loaded =
        Loaded { prepared, values: case.loaded.values.clone(), fallback: case.loaded.fallback };
    let found = errors(&loaded, api, &mut sources);
    (sources, found)
}

/// The errors of the manifests when `text` is the values file, unchecked by the values schema.
fn produce_values(case: &Case, text: String, api: &Api) -> (SourceMap, Vec<Diagnostic>, FileId) {
    let mut sources = case.sources.clone();
    let file = sources.add("whole.yaml", SourceKind::Values, text);
    let layer = chartgen::values::Layer::read(&sources, file, &mut Diagnostics::new());
    let empty = chartgen::values::Layer::empty(file);
    let values = chartgen::values::Values::merge(empty, layer.into_iter().collect());
    let prepared = Arc::clone(&case.loaded.prepared);
    let loaded = Loaded { prepared, values, fallback: file };
    let found = errors(&loaded, api, &mut sources);
    (sources, found, file)
}

fn errors(loaded: &Loaded, api: &Api, sources: &mut SourceMap) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    let production = Production { api: Some(api), ..Production::default() };
    pipeline::produce(loaded, &production, sources, &mut diagnostics);
    let found = diagnostics.take_sorted();
    found.into_iter().filter(|one| one.severity == Severity::Error).collect()
}

fn scalars(node: &Node, at: &Pointer, leaves: &mut Vec<(Pointer, Span)>) {
    match &node.value {
        Value::Mapping(mapping) => {
            mapping
                .iter()
                .for_each(|entry| scalars(&entry.value, &at.child(entry.key.clone()), leaves));
        }
        Value::Sequence(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| scalars(item, &at.child(index.to_string()), leaves));
        }
        Value::Null => {}
        _ => leaves.push((at.clone(), node.span)),
    }
}

struct TemplateMutant {
    what: String,
    /// The template's path below the chart.
    path: String,
    text: String,
    /// Lines of the broken template at which the fault may be reported.
    lines: Vec<usize>,
}

fn template_mutants(case: &Case) -> Vec<TemplateMutant> {
    let mut sources = case.sources.clone();
    let prepared = &case.loaded.prepared;
    let chart = prepared.chart.as_ref().expect("the chart is whole");
    let mut diagnostics = Diagnostics::new();
    let renderer = prepared.renderer(&mut diagnostics).expect("the templates compile");
    let (values, known, release) =
        (&case.loaded.values.root, prepared.known_keys(), Release::default());
    let rendered = renderer
        .render(values, known, &release, &mut sources, &mut diagnostics)
        .expect("the use case renders");
    let tracer = Tracer::new(chart);
    let mut made = Vec::new();
    for one in &rendered {
        let trace =
            tracer.trace(one, values, known, &release, &sources).expect("the render can be traced");
        let stream = yaml::read_stream(&sources, one.file, &mut Diagnostics::new());
        for root in &stream.documents {
            let mut walk = Walk {
                sources: &sources,
                chart,
                trace: &trace,
                rendered: one.file,
                made: &mut made,
            };
            walk.node(root, &Pointer::root());
        }
    }
    made.sort_by(|left: &TemplateMutant, right| {
        (&left.path, &left.what, &left.text).cmp(&(&right.path, &right.what, &right.text))
    });
    made.dedup_by(|left, right| left.path == right.path && left.text == right.text);
    made
}

struct Walk<'a> {
    sources: &'a SourceMap,
    chart: &'a chartgen::chart::Chart,
    trace: &'a chartgen::render::Trace,
    rendered: FileId,
    made: &'a mut Vec<TemplateMutant>,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node, at: &Pointer) {
        match &node.value {
            Value::Mapping(mapping) => {
                let free = at.last().is_some_and(|last| FREE_MAPS.contains(&last));
                for entry in mapping {
                    let below = at.child(entry.key.clone());
                    if !free {
                        self.key(entry, at, &below);
                    }
                    if !free {
                        self.node(&entry.value, &below);
                    }
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.node(item, &at.child(index.to_string()));
                }
            }
            _ => self.scalar(node, at),
        }
    }

    fn key(&mut self, entry: &yaml::Entry, parent: &Pointer, at: &Pointer) {
        let Some(place) = self.literal(entry.key_span) else { return };
        let wrong = format!("{}x", &entry.key);
        self.push(format!("misspelt key {at}"), place, &wrong, None);
        let holder =
            parent.tokens().rev().find(|token| token.parse::<usize>().is_err()).unwrap_or("");
        if REQUIRED_FIELDS.contains(&(holder, &*entry.key)) {
            // The field is gone when its name is another one that the API ignores nowhere: so the
            // whole line is taken out, where it is a line of its own.
            self.drop_line(format!("dropped {at}"), place, entry);
        }
    }

    fn scalar(&mut self, node: &Node, at: &Pointer) {
        if node.is_null() {
            return;
        }
        let Some((place, text)) = self.value_place(node.span) else { return };
        let _ = text;
        self.push(format!("wrong type {at}"), place, "{wrong: [1]}", None);
        if at.last().is_some_and(|last| ENUM_FIELDS.contains(&last)) {
            self.push(format!("wrong enum {at}"), place, "\"Wrong\"", None);
        }
    }

    /// The template's text behind a rendered key, when the template holds it as plain text.
    fn literal(&self, span: Span) -> Option<Span> {
        let segment = self.trace.segment_at(span.start as usize)?;
        let output = self.sources.text(self.rendered);
        match segment.origin {
            Origin::Text(_) => self.trace.place(&span.range(), output, self.sources),
            Origin::Expression(_) => None,
        }
    }

    /// The template's text behind a rendered scalar: plain text, or a whole `{{ … }}`.
    fn value_place(&self, span: Span) -> Option<(Span, String)> {
        let segment = self.trace.segment_at(span.start as usize)?;
        let output = self.sources.text(self.rendered);
        let place = match segment.origin {
            Origin::Text(_) => self.trace.place(&span.range(), output, self.sources)?,
            Origin::Expression(inside) => {
                if segment.output != span.range() {
                    return None;
                }
                let text = self.sources.text(inside.file);
                let start = text[..inside.start as usize].rfind("{{")?;
                let end = inside.end as usize + text[inside.end as usize..].find("}}")? + 2;
                Span::new(inside.file, start, end)
            }
        };
        Some((place, self.sources.slice(place).to_string()))
    }

    fn drop_line(&mut self, what: String, place: Span, entry: &yaml::Entry) {
        let text = self.sources.text(place.file);
        let line = self.sources.location(place.file, place.start as usize).line;
        let whole = self.sources.line_span(place.file, line);
        let before = &text[whole.start as usize..place.start as usize];
        if !before.trim().is_empty()
            || matches!(entry.value.value, Value::Mapping(_) | Value::Sequence(_))
        {
            return;
        }
        let mut broken = text.to_string();
        broken.replace_range(whole.range(), "");
        // What is missing is reported at what it is missing from: above the line.
        let lines = (line.saturating_sub(12)..=line + 1).collect();
        self.add(what, place.file, broken, lines);
    }

    fn push(&mut self, what: String, place: Span, by: &str, lines: Option<Vec<usize>>) {
        let mut text = self.sources.text(place.file).to_string();
        let line = self.sources.location(place.file, place.start as usize).line;
        text.replace_range(place.range(), by);
        self.add(what, place.file, text, lines.unwrap_or_else(|| vec![line]));
    }

    fn add(&mut self, what: String, file: FileId, text: String, lines: Vec<usize>) {
        let template = self.chart.templates.iter().find(|template| template.file == file);
        let Some(template) = template else { return };
        self.made.push(TemplateMutant { what, path: template.path.clone(), text, lines });
    }
}
