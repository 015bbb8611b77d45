//! Everything that can be said of a chart without a user's values: its metadata, schema, defaults
//! and templates, and what they make together. One file for each check; `CHECKS` lists them all.

mod checks;
mod defaults;
mod subject;
mod variation;

use crate::diagnostic::Diagnostics;
use crate::manifest::Api;
use crate::pipeline::Toolbox;
use crate::source::SourceMap;
use crate::workspace::{ChartReference, Error};
use subject::Subject;

/// One check. It may add texts, such as what templates make, to the subject.
type Check = fn(&mut Subject<'_>, &mut Diagnostics);

/// All checks, in the order in which they run: what later ones build on comes first.
const CHECKS: &[Check] = &[
    checks::metadata::check,
    checks::version::check,
    checks::ignored_files::check,
    checks::strictness::check,
    checks::descriptions::check,
    checks::schema_defaults::check,
    checks::chart_defaults::check,
    checks::differing_defaults::check,
    checks::names::check,
    checks::placing::check,
    checks::conditions::check,
    checks::unused_keys::check,
    checks::unused_partials::check,
    checks::manifests::check,
    checks::never_rendered::check,
    checks::notes::check,
];

/// Runs all checks on the chart behind `reference`. Findings go to `diagnostics`, the texts that
/// they speak of to `sources`.
///
/// # Errors
///
/// When there is no such chart or it cannot be read.
pub fn lint(
    toolbox: &Toolbox,
    reference: &ChartReference,
    api: &Api,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    let prepared = toolbox.chart(reference)?;
    sources.include(&prepared.sources);
    diagnostics.extend(prepared.found.iter().cloned());
    prepared.renderer_with_notes(diagnostics);
    if let Some(mut subject) = Subject::new(toolbox, reference, &prepared, api, sources)? {
        for check in CHECKS {
            check(&mut subject, diagnostics);
        }
        sources.include(&subject.sources);
    }
    Ok(())
}
