//! From the flags that say where values come from to checked manifests, for every subcommand that
//! makes some.

use super::args::{Common, ValuesArgs};
use super::{inputs, levels};
use crate::diagnostic::{Diagnostics, Levels};
use crate::manifest::Api;
use crate::pipeline::{self, Document, Loaded, Production, Toolbox};
use crate::source::SourceMap;
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
    let toolbox = Toolbox::new();
    let loaded = pipeline::load(&toolbox, &request, sources, &mut inputs::lookup, diagnostics)?;
    levels::refuse_unknown(common, &toolbox)?;
    let Some(loaded) = loaded else {
        return Ok(None);
    };
    loaded.check(false, sources, diagnostics);
    levels.apply(diagnostics);
    if diagnostics.has_errors() {
        return Ok(None);
    }
    let release = inputs::release(input);
    let production =
        Production { release, api, without_notes: !common.verbose && levels.is_empty() };
    let documents = pipeline::produce(&loaded, &production, sources, diagnostics);
    Ok(documents.map(|documents| (loaded, documents)))
}
