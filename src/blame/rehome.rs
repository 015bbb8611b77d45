//! Moves findings from rendered text to the values and templates that made it.

use std::collections::HashMap;

use super::candidates;
use super::change;
use super::place::{self, Place};
use crate::chart::Chart;
use crate::diagnostic::{Diagnostic, Label};
use crate::manifest::Api;
use crate::render::{Origin, Release, Rendered, Renderer, Trace, Tracer};
use crate::source::{FileId, SourceKind, SourceMap, Span};
use crate::yaml::{Node, Pointer};

/// The most values that one finding names.
const VALUES_LIMIT: usize = 4;

/// Everything that went into a render.
pub struct Scene<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// Its compiled templates.
    pub renderer: &'a Renderer,
    /// The merged values.
    pub values: &'a Node,
    /// The keys that the values schema knows.
    pub known: Option<&'a Node>,
    /// What templates see as `release`.
    pub release: &'a Release,
    /// What came out.
    pub rendered: &'a [Rendered],
    /// What the manifests were held against.
    pub api: Option<&'a Api>,
}

/// A value that shaped the place of a finding.
struct Shaper {
    at: Pointer,
    span: Span,
}

/// `found` with every finding in rendered text moved to where the user should edit: its primary
/// label is on the value at fault, else on the template; the rendered text and the template are
/// related. Findings elsewhere stay as they are.
#[must_use]
pub fn rehome(scene: &Scene<'_>, found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    if found.is_empty() {
        return found;
    }
    let tracer = Tracer::new(scene.chart);
    let mut blame = Blame { scene, tracer, sources, traces: HashMap::new() };
    found.into_iter().map(|one| blame.rehome(one)).collect()
}

struct Blame<'a> {
    scene: &'a Scene<'a>,
    tracer: Tracer<'a>,
    sources: &'a SourceMap,
    traces: HashMap<FileId, Option<Trace>>,
}

impl Blame<'_> {
    fn rehome(&mut self, mut found: Diagnostic) -> Diagnostic {
        let span = found.primary.span;
        let rendered = self.scene.rendered.iter().find(|rendered| rendered.file == span.file);
        let Some(rendered) = rendered else {
            return found;
        };
        let template = self.template_place(rendered, span);
        let mut shapers = self.shapers(rendered, span, template.1);
        if shapers.len() > 1 {
            let fault = |one: &Shaper| change::is_at_fault(self.scene, rendered, &found, &one.at);
            if let Some(culprit) = shapers.iter().position(fault) {
                shapers[..=culprit].rotate_right(1);
            }
        }
        found.fixes.clear();
        let related = std::mem::take(&mut found.related);
        let shown = Label { span, text: words(&found.primary.text, "rendered"), whole_file: false };
        found.primary = match shapers.first() {
            Some(first) => Label::new(first.span, self.says(first, &found.primary.text)),
            None => Label::new(template.0, found.primary.text.clone()),
        };
        for shaper in shapers.iter().skip(1) {
            found.related.push(Label::new(shaper.span, self.says(shaper, "")));
        }
        if !shapers.is_empty() {
            found.related.push(Label::new(template.0, "the template puts it here"));
        }
        found.related.push(shown);
        for label in related {
            found.related.push(self.rehome_related(label));
        }
        if let Some(first) = shapers.first() {
            found.pointer = Some(first.at.to_string());
        }
        found
    }

    /// A related label in rendered text, moved to the value that shaped its place, if one did.
    fn rehome_related(&mut self, label: Label) -> Label {
        let rendered = self.scene.rendered.iter().find(|one| one.file == label.span.file);
        let Some(rendered) = rendered else {
            return label;
        };
        let (_, expression) = self.template_place(rendered, label.span);
        match self.shapers(rendered, label.span, expression).first() {
            Some(first) => Label::new(first.span, self.says(first, &label.text)),
            None => label,
        }
    }

    /// The place in a template, and whether an expression made what stands there.
    fn template_place(&mut self, rendered: &Rendered, span: Span) -> (Span, bool) {
        let sources = self.sources;
        let Some(trace) = self.trace(rendered) else {
            return (Span::start_of(rendered.template), true);
        };
        let output = sources.text(rendered.file);
        let place = trace.place(&span.range(), output, sources);
        let segment = trace.segment_at(span.start as usize);
        let expression =
            segment.is_some_and(|segment| matches!(segment.origin, Origin::Expression(_)));
        (place.unwrap_or_else(|| Span::start_of(rendered.template)), expression)
    }

    fn trace(&mut self, rendered: &Rendered) -> Option<&Trace> {
        let (scene, sources) = (self.scene, self.sources);
        let tracer = &self.tracer;
        let made = self.traces.entry(rendered.file).or_insert_with(|| {
            tracer.trace(rendered, scene.values, scene.known, scene.release, sources)
        });
        made.as_ref()
    }

    /// The values that shape the place, nearest to the user first. Plain text of the template is
    /// the template's own.
    fn shapers(&mut self, rendered: &Rendered, span: Span, expression: bool) -> Vec<Shaper> {
        if !expression {
            return Vec::new();
        }
        let Some(place) = place::find(span, self.sources) else {
            return Vec::new();
        };
        let text = self.expression_text(rendered, span);
        let output = self.sources.slice(span).to_string();
        for group in candidates::groups(self.scene, text.as_deref(), &output, self.sources) {
            let confirmed: Vec<Pointer> = group
                .into_iter()
                .filter(|at| change::shapes(self.scene, rendered, &place, at, self.sources))
                .collect();
            if !confirmed.is_empty() {
                return self.as_shapers(confirmed, rendered, &place);
            }
        }
        Vec::new()
    }

    fn expression_text(&mut self, rendered: &Rendered, span: Span) -> Option<String> {
        let sources = self.sources;
        let segment = self.trace(rendered)?.segment_at(span.start as usize)?;
        match segment.origin {
            Origin::Expression(span) => Some(sources.slice(span).to_string()),
            Origin::Text(_) => None,
        }
    }

    fn as_shapers(
        &self,
        confirmed: Vec<Pointer>,
        rendered: &Rendered,
        place: &Place,
    ) -> Vec<Shaper> {
        let whole = self.whole(&confirmed, rendered, place);
        let paths = whole.map_or(confirmed, |whole| vec![whole]);
        let mut shapers: Vec<Shaper> =
            paths.into_iter().filter_map(|at| self.shaper(at, place)).collect();
        shapers.sort_by_key(|shaper| !self.sources.kind(shaper.span.file).is_user_layer());
        shapers.truncate(VALUES_LIMIT);
        shapers
    }

    /// The one value above all of `confirmed` that stands as a whole at the place, when there is
    /// one: a list or mapping that was emitted as it is.
    fn whole(&self, confirmed: &[Pointer], rendered: &Rendered, place: &Place) -> Option<Pointer> {
        let first = confirmed.first()?;
        let output = place::value_at(self.sources.text(rendered.file), place);
        let above = std::iter::successors(Some(first.clone()), Pointer::parent);
        let mut above = above.filter(|at| confirmed.iter().all(|one| at.is_at_or_above(one)));
        above.find(|at| {
            let value = self.scene.values.at(at);
            value.is_some_and(|value| crate::yaml::to_json(value) == output)
        })
    }

    fn shaper(&self, at: Pointer, place: &Place) -> Option<Shaper> {
        let value = self.scene.values.at(&at)?;
        let entry = self.scene.values.entry_at(&at);
        let key = entry.filter(|entry| place.key && place.pointer.last() == Some(&*entry.key));
        let span = key.map_or(value.span, |entry| entry.key_span);
        let span = if self.sources.text(span.file).is_empty() { return None } else { span };
        Some(Shaper { at, span })
    }

    /// What stands beside a value: its path, and that it is a default.
    fn says(&self, shaper: &Shaper, text: &str) -> String {
        let path = shaper.at.to_field_path();
        let default = self.sources.kind(shaper.span.file) == SourceKind::ChartDefaults;
        let what = if default {
            format!("`{path}`, the chart's default")
        } else {
            format!("from `{path}`")
        };
        if text.is_empty() { what } else { format!("{text} ({what})") }
    }
}

fn words(text: &str, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_string() } else { format!("{otherwise}: {text}") }
}
