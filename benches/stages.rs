//! Times each stage by itself and all of them together, in a process that is warm already. Run
//! with `cargo bench`; `benches/compare.sh` times whole processes.

use std::path::PathBuf;

use chartgen::chart::Chart;
use chartgen::diagnostic::Diagnostics;
use chartgen::manifest::{Api, KubeVersion};
use chartgen::pipeline::{
    self, BuiltInRules, Loaded, Production, Request, Toolbox, ValuesText, Wanted,
};
use chartgen::render::Renderer;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml;
use divan::Bencher;
use divan::counter::BytesCount;

const VALUES: &str = include_str!("../use-cases/medical_meadow.yaml");

/// What a command asks for that does not show notes.
const USUAL: Wanted = Wanted { partial: false, without_notes: true, thorough: false };

fn main() {
    divan::main();
}

fn load(toolbox: &Toolbox, sources: &mut SourceMap) -> Loaded {
    let file = sources.add("values.yaml", SourceKind::Values, VALUES);
    let texts = vec![ValuesText { file, folder: PathBuf::new() }];
    let request = Request { texts, ..Request::default() };
    let mut lookup = |_, _: &str| Err("no lookups here".to_owned());
    let mut diagnostics = Diagnostics::new();
    let loaded = pipeline::load(toolbox, &request, sources, &mut lookup, &mut diagnostics);
    loaded.expect("the chart is built in").expect("the use case is sound")
}

fn chart(loaded: &Loaded) -> &Chart {
    loaded.prepared.chart.as_ref().expect("the chart is built in")
}

/// A values file of about a megabyte into a tree.
#[divan::bench]
fn read_values(bencher: Bencher<'_, '_>) {
    let text: String =
        (0..20_000).map(|n| format!("key{n}:\n  a: \"text {n}\"\n  b: [1, 2, {n}]\n")).collect();
    let mut sources = SourceMap::new();
    let file = sources.add("values.yaml", SourceKind::Values, text.clone());
    let bencher = bencher.counter(BytesCount::of_str(&text));
    bencher.bench(|| yaml::read_document(&sources, file, &mut Diagnostics::new()));
}

/// A chart from nothing: its files, defaults and schema.
#[divan::bench]
fn prepare_chart(bencher: Bencher<'_, '_>) {
    bencher.bench(|| load(&Toolbox::new(), &mut SourceMap::new()));
}

/// A use case over a chart that is prepared.
#[divan::bench]
fn merge_values(bencher: Bencher<'_, '_>) {
    let toolbox = Toolbox::new();
    bencher.bench(|| load(&toolbox, &mut SourceMap::new()));
}

/// Merged values against schema and rules.
#[divan::bench]
fn check_values(bencher: Bencher<'_, '_>) {
    let mut sources = SourceMap::new();
    let loaded = load(&Toolbox::new(), &mut sources);
    bencher.bench(|| loaded.check(USUAL, &sources, &mut Diagnostics::new()));
}

/// The same without shortcuts: the schema engine and every rule.
#[divan::bench]
fn check_values_thoroughly(bencher: Bencher<'_, '_>) {
    let mut sources = SourceMap::new();
    let loaded = load(&Toolbox::new(), &mut sources);
    bencher.bench(|| {
        loaded.check(Wanted { thorough: true, ..USUAL }, &sources, &mut Diagnostics::new())
    });
}

/// The templates of a chart, compiled.
#[divan::bench]
fn compile_templates(bencher: Bencher<'_, '_>) {
    let loaded = load(&Toolbox::new(), &mut SourceMap::new());
    let sources = &loaded.prepared.sources;
    bencher.bench(|| Renderer::compile(chart(&loaded), sources, &mut Diagnostics::new()));
}

/// Manifests rendered, read again and held against the API and each other.
#[divan::bench]
fn render_and_check(bencher: Bencher<'_, '_>) {
    let mut sources = SourceMap::new();
    let loaded = load(&Toolbox::new(), &mut sources);
    let api = Api::embedded(KubeVersion::LATEST, Box::new(BuiltInRules));
    bencher.bench(|| produce(&loaded, Some(&api), &mut sources.clone()));
}

/// Manifests rendered only.
#[divan::bench]
fn render(bencher: Bencher<'_, '_>) {
    let mut sources = SourceMap::new();
    let loaded = load(&Toolbox::new(), &mut sources);
    bencher.bench(|| produce(&loaded, None, &mut sources.clone()));
}

/// All stages from nothing.
#[divan::bench]
fn everything(bencher: Bencher<'_, '_>) {
    bencher.bench(|| {
        let mut sources = SourceMap::new();
        let loaded = load(&Toolbox::new(), &mut sources);
        loaded.check(USUAL, &sources, &mut Diagnostics::new());
        let api = Api::embedded(KubeVersion::LATEST, Box::new(BuiltInRules));
        produce(&loaded, Some(&api), &mut sources)
    });
}

fn produce(loaded: &Loaded, api: Option<&Api>, sources: &mut SourceMap) -> usize {
    let production = Production { api, without_notes: true, ..Production::default() };
    let made = pipeline::produce(loaded, &production, sources, &mut Diagnostics::new());
    made.map_or(0, |documents| documents.len())
}
