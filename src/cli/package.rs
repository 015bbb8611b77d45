//! `chartgen package`: a chart as an archive, after it has been found sound.

use super::Outcome;
use super::args::{Common, PackageArgs};
use super::files;
use super::output::Screen;
use super::report::{self, To};
use super::{kinds, levels};
use crate::diagnostic::Diagnostics;
use crate::docs;
use crate::export::{self, Package};
use crate::lint;
use crate::package;
use crate::pipeline::Toolbox;
use crate::source::SourceMap;
use crate::visible;
use crate::workspace::Error;

pub(super) fn run(
    common: &Common,
    args: &PackageArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let levels = levels::levels(common)?;
    check_version(args.chart_version.as_deref())?;
    let reference = super::lint::chart(&args.chart);
    let toolbox = Toolbox::new();
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let api = kinds::api(None)?;
    lint::lint(&toolbox, &reference, &api, &mut sources, &mut diagnostics)?;
    levels::refuse_unknown(common, &toolbox)?;
    let prepared = toolbox.chart(&reference)?;
    let readme = prepared.chart.as_ref().zip(prepared.schema());
    let readme = readme.map(|(chart, schema)| docs::reference(chart, schema));
    let others = reference.files(&mut SourceMap::new(), &mut Diagnostics::new())?.files;
    let others: Vec<(String, String)> =
        others.into_iter().map(|(path, text)| (path, text.into_owned())).collect();
    let options = Package {
        version: args.chart_version.as_deref(),
        app_version: args.app_version.as_deref(),
        readme: readme.as_deref(),
    };
    let entries = prepared
        .chart
        .as_ref()
        .map(|chart| export::package(chart, &others, options, &mut sources, &mut diagnostics));
    levels.apply(&mut diagnostics);
    let found = diagnostics.take_sorted();
    let outcome = report::write(common, To::Stderr, 1, &sources, &found, screen)?;
    let (Some(chart), Some(entries), Outcome::Clean) = (&prepared.chart, entries, outcome) else {
        return Ok(Outcome::Faulty);
    };
    let bytes = package::write(&entries, source_date()?)
        .map_err(|error| Error::new(format!("cannot pack the chart: {error}")))?;
    let version = args.chart_version.as_deref().unwrap_or(&chart.version);
    let path = args.destination.join(format!("{}-{version}.tgz", chart.name));
    files::create_folder(&args.destination)?;
    files::write(&path, &bytes, false)?;
    let path = visible::one_line(&path.display().to_string());
    screen.print(&format!("{path}\nsha256:{}\n", package::sha256(&bytes)))?;
    Ok(Outcome::Clean)
}

/// A version goes into a file name, so it may hold only what SemVer allows.
fn check_version(version: Option<&str>) -> Result<(), Error> {
    let Some(version) = version else {
        return Ok(());
    };
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    let numbers = version.split(['-', '+']).next().unwrap_or_default().split('.');
    let three = numbers.clone().count() == 3
        && numbers.clone().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    if three && version.chars().all(allowed) {
        return Ok(());
    }
    Err(Error::new(format!("`{version}` is not a version"))
        .with_help("write three numbers, such as 1.2.0 or 1.2.0-rc.1"))
}

/// The modification time of all entries: `SOURCE_DATE_EPOCH` (seconds since 1970), else 0.
pub(super) fn source_date() -> Result<u64, Error> {
    match std::env::var("SOURCE_DATE_EPOCH") {
        Err(_) => Ok(0),
        Ok(text) => text.trim().parse().map_err(|_| {
            Error::new("the environment variable SOURCE_DATE_EPOCH is not a number of seconds")
        }),
    }
}
