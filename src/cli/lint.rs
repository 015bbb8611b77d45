//! `chartgen lint`: what can be said of charts without a user's values.

use std::path::Path;

use super::args::{Common, LintArgs};
use super::output::Screen;
use super::report::{self, To};
use super::{Outcome, kinds, levels};
use crate::diagnostic::Diagnostics;
use crate::lint;
use crate::pipeline::Toolbox;
use crate::source::SourceMap;
use crate::workspace::{ChartReference, Error};

pub(super) fn run(common: &Common, args: &LintArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    let api = kinds::api(args.kube_version.as_deref())?;
    let levels = levels::levels(common)?;
    let toolbox = Toolbox::new();
    let mut references: Vec<ChartReference> = args.charts.iter().map(|name| chart(name)).collect();
    references.sort();
    references.dedup();
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    for reference in &references {
        lint::lint(&toolbox, reference, &api, &mut sources, &mut diagnostics)?;
    }
    levels::refuse_unknown(common, &toolbox)?;
    levels.apply(&mut diagnostics);
    let found = diagnostics.take_sorted();
    report::write(common, To::Stdout, references.len(), &sources, &found, screen)
}

/// The chart that `name` stands for: a built-in one, a folder or an archive, or the chart that a
/// file belongs to.
pub(super) fn chart(name: &str) -> ChartReference {
    let reference = ChartReference::parse(name, Path::new(""));
    match &reference {
        ChartReference::BuiltIn(known) if is_built_in(known) => reference,
        ChartReference::BuiltIn(name) if !Path::new(name).exists() => reference,
        _ => ChartReference::Path(chart_folder(Path::new(name))),
    }
}

fn is_built_in(name: &str) -> bool {
    crate::workspace::charts().contains(&name)
}

/// The nearest folder at or above `path` that holds a `Chart.yaml`, or `path` itself.
fn chart_folder(path: &Path) -> std::path::PathBuf {
    let is_archive = path.extension().is_some_and(|extension| extension == "tgz");
    let start = if path.is_dir() || is_archive { Some(path) } else { path.parent() };
    let above = start.into_iter().flat_map(Path::ancestors).map(|folder| match folder {
        empty if empty == Path::new("") => Path::new("."),
        folder => folder,
    });
    let found = if path.is_file() && !is_archive {
        above.into_iter().find(|folder| folder.join("Chart.yaml").is_file())
    } else {
        None
    };
    found.unwrap_or(path).to_path_buf()
}
