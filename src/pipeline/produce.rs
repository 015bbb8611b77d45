//! Merged values into checked manifests, ready to be emitted.

use super::document::{self, Document};
use super::load::Loaded;
use crate::blame::{self, Scene};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::manifest::{self, Api, Manifest};
use crate::render::{Release, Rendered};
use crate::source::{SourceMap, Span};
use crate::yaml::{Node, Pointer};

/// How the manifests are made and checked.
#[derive(Clone, Default)]
pub struct Production<'a> {
    /// What templates see as `release`.
    pub release: Release,
    /// The API that the manifests are held against; nothing leaves that out.
    pub api: Option<&'a Api>,
    /// Whether nobody will read notes, so that they need not be traced back to the values.
    pub without_notes: bool,
}

/// Renders the chart with the loaded values and holds the objects against the API and each other.
/// Faults go to `diagnostics`; nothing comes back when the templates could not be rendered.
pub fn produce(
    loaded: &Loaded,
    production: &Production<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Document>> {
    let (rendered, manifests) = verify(loaded, production, sources, diagnostics)?;
    Some(document::in_order(&rendered, manifests, sources))
}

/// As [`produce`], for those who only want to know what is wrong: what the templates made, and the
/// objects in it.
pub fn verify(
    loaded: &Loaded,
    production: &Production<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<Rendered>, Vec<Manifest>)> {
    let renderer = loaded.prepared.renderer(diagnostics)?;
    let known = loaded.prepared.known_keys();
    let release = &production.release;
    let values = &*loaded.values.with_removed(|at| is_known(known, at));
    let rendered = renderer.render(values, known, release, sources, diagnostics)?;
    let mut found = Diagnostics::new();
    let mut manifests = Vec::new();
    for file in &rendered {
        manifests.extend(manifest::read(sources, file.file, &mut found));
    }
    if let (Some(api), false) = (production.api, found.has_errors()) {
        api.check(sources, &manifests, &mut found);
    }
    let mut found = found.take_sorted();
    if production.without_notes {
        found.retain(|one| one.severity != Severity::Note);
    }
    if let (Some(chart), false) = (&loaded.prepared.chart, found.is_empty()) {
        let rendered = &rendered;
        let api = production.api;
        let scene = Scene { chart, renderer, values, known, release, rendered, api };
        let rehomed = blame::rehome(&scene, found, sources);
        add_unsaid(rehomed, diagnostics);
    }
    Some((rendered, manifests))
}

/// Adds what a rule on the values has not said of the same place already.
fn add_unsaid(found: Vec<Diagnostic>, diagnostics: &mut Diagnostics) {
    let said: Vec<(Code, Span)> =
        diagnostics.iter().map(|one| (one.code.clone(), one.primary.span)).collect();
    let is_said = |one: &Diagnostic| {
        said.iter().any(|(code, span)| *code == one.code && span.contains(one.primary.span))
    };
    diagnostics.extend(found.into_iter().filter(|one| !is_said(one)));
}

/// The chart's next steps for the loaded values, as plain text.
pub fn notes(
    loaded: &Loaded,
    release: &Release,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let renderer = loaded.prepared.renderer_with_notes(diagnostics)?;
    let known = loaded.prepared.known_keys();
    let values = &*loaded.values.with_removed(|at| is_known(known, at));
    renderer.notes(values, known, release, sources, diagnostics)
}

/// Whether the values schema knows the key at `at` by name.
fn is_known(known: Option<&Node>, at: &Pointer) -> bool {
    known.is_some_and(|known| known.at(at).is_some())
}
