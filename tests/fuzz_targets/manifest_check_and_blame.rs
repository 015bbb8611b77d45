//! A template and values: what comes out is read and held against the API, and every finding finds
//! its way back into the template or the values.

use std::sync::LazyLock;

use chartgen::blame::{Scene, rehome};
use chartgen::diagnostic::Diagnostics;
use chartgen::manifest::{self, Api, KubeVersion};
use chartgen::pipeline::BuiltInRules;
use chartgen::render::{Release, Renderer};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::Node;

use super::common;

static API: LazyLock<Api> =
    LazyLock::new(|| Api::embedded(KubeVersion::default(), Box::new(BuiltInRules)));

pub fn run(data: &[u8]) {
    let Some([template, values]) = common::texts(data) else { return };
    check(template);
    let mut sources = SourceMap::new();
    let values = common::document(&mut sources, SourceKind::Values, values);
    if let Some(values) = values.filter(|values| values.as_mapping().is_some()) {
        produce(template, &values, sources);
    }
}

/// The text as it is, as `check` takes it.
fn check(text: &str) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = common::add(&mut sources, "manifest.yaml", SourceKind::Manifest, text);
    let manifests = manifest::read(&sources, file, &mut diagnostics);
    API.check(&sources, &manifests, &mut diagnostics);
    let first = common::check_findings(&sources, diagnostics);
    let mut again = Diagnostics::new();
    let manifests = manifest::read(&sources, file, &mut again);
    API.check(&sources, &manifests, &mut again);
    assert_eq!(first, again.take_sorted(), "a second look finds something else");
}

/// The text as a template.
fn produce(template: &str, values: &Node, mut sources: SourceMap) {
    let chart = common::chart(template, &mut sources);
    let mut diagnostics = Diagnostics::new();
    let Some(renderer) = Renderer::compile(&chart, &sources, &mut diagnostics) else { return };
    let release = Release::default();
    let Some(rendered) = renderer.render(values, None, &release, &mut sources, &mut diagnostics)
    else {
        return;
    };
    let mut found = Diagnostics::new();
    let manifests = manifest::read(&sources, rendered[0].file, &mut found);
    if !found.has_errors() {
        API.check(&sources, &manifests, &mut found);
    }
    let (renderer, release) = (&renderer, &release);
    let scene = Scene {
        chart: &chart,
        renderer,
        values,
        known: None,
        release,
        rendered: &rendered,
        api: Some(&API),
    };
    let found = found.take_sorted();
    let count = found.len();
    let blamed = rehome(&scene, found, &sources);
    assert_eq!(blamed.len(), count);
    for one in &blamed {
        let kind = sources.kind(one.primary.span.file);
        assert_ne!(kind, SourceKind::Rendered, "{}: {:?}", one.message, one.primary);
    }
    diagnostics.extend(blamed);
    common::check_findings(&sources, diagnostics);
}
