//! From the flags that say where values come from to checked manifests, for every subcommand that
//! makes some.

use super::args::{Common, ValuesArgs};
use super::{inputs, levels};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Levels, Severity};
use crate::manifest::Api;
use crate::pipeline::{self, Document, Loaded, Production, Request, Toolbox, Wanted};
use crate::render::Release;
use crate::source::{SourceKind, SourceMap};
use crate::workspace::Error;

/// Loads, checks and renders what `input` names, and holds the manifests against `api`. Faults go
/// to `diagnostics`; nothing comes back when a stage could not do its part.
pub(super) fn make(
    common: &Common,
    input: &ValuesArgs,
    api: Option<&Api>,
    levels: &Levels,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Option<(Loaded, Vec<Document>)>, Error> {
    let request = inputs::request(input, sources, diagnostics)?;
    if diagnostics.has_errors() {
        return Ok(None);
    }
    let release = inputs::release(input);
    produce(common, &request, release, api, levels, sources, diagnostics)
}

/// As [`make`], for a request that is there already.
pub(super) fn produce(
    common: &Common,
    request: &Request,
    release: Release,
    api: Option<&Api>,
    levels: &Levels,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Option<(Loaded, Vec<Document>)>, Error> {
    let toolbox = Toolbox::new();
    let loaded = pipeline::load(&toolbox, request, sources, &mut inputs::lookup, diagnostics)?;
    levels::refuse_unknown(common, &toolbox)?;
    let Some(loaded) = loaded else {
        return Ok(None);
    };
    let without_notes = !common.verbose && levels.is_empty();
    let wanted = Wanted { without_notes, ..Wanted::default() };
    loaded.check(wanted, sources, diagnostics);
    if request.texts.is_empty() && request.layers.is_empty() {
        blame_absence(&loaded, sources, diagnostics);
    }
    levels.apply(diagnostics);
    if diagnostics.has_errors() {
        return Ok(None);
    }
    let production = Production { release, api, without_notes };
    let documents = pipeline::produce(&loaded, &production, sources, diagnostics);
    Ok(documents.map(|documents| (loaded, documents)))
}

/// Makes one finding of what is wrong with the chart's defaults alone: no values file is given.
fn blame_absence(loaded: &Loaded, sources: &SourceMap, diagnostics: &mut Diagnostics) {
    let in_defaults = |one: &Diagnostic| {
        one.severity == Severity::Error
            && sources.kind(one.primary.span.file) == SourceKind::ChartDefaults
    };
    let mut missing = Diagnostics::new();
    missing.extend(diagnostics.iter().filter(|one| in_defaults(one)).cloned());
    diagnostics.retain(|one| !in_defaults(one));
    let mut labels = missing.take_sorted().into_iter().map(|one| {
        let Diagnostic { primary, message, .. } = one;
        Label { text: message, ..primary }
    });
    let (Some(first), Some(chart)) = (labels.next(), &loaded.prepared.chart) else {
        return;
    };
    let message = format!(
        "no values file is given, and the defaults of the chart `{}` alone are not enough",
        chart.name
    );
    let mut found = Diagnostic::at(Severity::Error, "no-values-file", first, message).with_help(
        "name one with `-f FILE`; `chartgen list` shows what to start from, and \
         `chartgen init USE_CASE -o FILE` writes it",
    );
    found.related = labels.collect();
    diagnostics.push(found);
}
