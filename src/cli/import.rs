//! `chartgen import-values`: a values file of the original chart, or of `helm get values`, as a
//! short one for chartgen.

use std::borrow::Cow;

use super::Outcome;
use super::args::{Common, ImportArgs};
use super::files;
use super::inputs;
use super::output::Screen;
use super::report::{self, To};
use crate::diagnostic::Diagnostics;
use crate::export;
use crate::pipeline::Toolbox;
use crate::source::{SourceKind, SourceMap};
use crate::values::Layer;
use crate::visible;
use crate::workspace::{ChartReference, Error};
use crate::yaml;

pub(super) fn run(
    common: &Common,
    args: &ImportArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let text = inputs::values_text(&args.file, &mut sources, &mut diagnostics)?;
    let layer = text.and_then(|text| Layer::read(&sources, text.file, &mut diagnostics));
    let found = diagnostics.take_sorted();
    let outcome = report::write(common, To::Stderr, 1, &sources, &found, screen)?;
    let (Some(layer), Outcome::Clean) = (layer, outcome) else {
        return Ok(Outcome::Faulty);
    };
    let prepared = Toolbox::new().chart(&ChartReference::default_chart())?;
    let Some(defaults) = &prepared.defaults else {
        return Err(Error::new("the chart has no defaults"));
    };
    let schema = prepared.schema();
    let is_secret = |at: &_| schema.is_some_and(|schema| schema.is_secret(at));
    let imported = export::import(&layer.root, &defaults.root, &is_secret, &sources);
    match &args.output {
        Some(path) => files::write(path, imported.text.as_bytes(), false)?,
        None => screen.print(&printable(&imported.text))?,
    }
    for (span, words) in &imported.notes {
        let at = sources.location(span.file, span.start as usize);
        let key = sources.slice(sources.line_span(span.file, at.line));
        let key = key.split(':').next().unwrap_or_default().trim();
        let file = sources.name(span.file);
        screen.tell(&format!("{file}:{}:{}: note: {key}: {words}\n", at.line, at.column));
    }
    Ok(Outcome::Clean)
}

/// The text as it may stand on a terminal. One with characters that steer it is written anew: the
/// same data, without comments.
fn printable(text: &str) -> Cow<'_, str> {
    let safe = visible::lines(text);
    if matches!(safe, Cow::Borrowed(_)) {
        return safe;
    }
    let mut sources = SourceMap::new();
    let file = sources.add("imported", SourceKind::Values, text.to_string());
    let root = yaml::read_document(&sources, file, &mut Diagnostics::new());
    root.map_or(safe, |root| yaml::to_yaml(&root).into())
}
