//! `chartgen export`: the rendered release for Helm, Argo CD, Flux and Kustomize.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::args::{Common, ExportArgs};
use super::files;
use super::output::Screen;
use super::report::{self, To};
use super::{inputs, kinds, levels, package as packing, release};
use crate::diagnostic::Diagnostics;
use crate::export::{self, Released};
use crate::package::{self, Entry};
use crate::pipeline::{self, Document, Loaded};
use crate::source::SourceMap;
use crate::visible;
use crate::workspace::Error;

pub(super) fn run(
    common: &Common,
    args: &ExportArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let levels = levels::levels(common)?;
    let api = kinds::api(args.kube_version.as_deref())?;
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let made =
        release::make(common, &args.input, Some(&api), &levels, &mut sources, &mut diagnostics)?;
    levels.apply(&mut diagnostics);
    let found = diagnostics.take_sorted();
    let files = args.input.values.len();
    let outcome = report::write(common, To::Stderr, files, &sources, &found, screen)?;
    let Some((loaded, documents)) = made.filter(|_| outcome == Outcome::Clean) else {
        return Ok(Outcome::Faulty);
    };
    let Some(chart) = &loaded.prepared.chart else {
        return Ok(Outcome::Faulty);
    };
    let entries = entries(args, &loaded, &documents, &mut sources);
    let extension = if args.kustomize { "kustomize" } else { "tgz" };
    let default = || match args.kustomize {
        true => PathBuf::from(format!("{}-{extension}", chart.name)),
        false => PathBuf::from(format!("{}-{}.{extension}", chart.name, chart.version)),
    };
    let target = args.output.clone().unwrap_or_else(default);
    if target.extension().is_some_and(|extension| extension == "tgz") && !args.kustomize {
        write_archive(&target, &chart.name, entries)?;
    } else {
        write_folder(&target, &entries)?;
    }
    screen.print(&visible::lines(&format!("{}\n", target.display())))?;
    Ok(Outcome::Clean)
}

fn entries(
    args: &ExportArgs,
    loaded: &Loaded,
    documents: &[Document],
    sources: &mut SourceMap,
) -> Vec<Entry> {
    let release = inputs::release(&args.input);
    let notes = pipeline::notes(loaded, &release, sources, &mut Diagnostics::new());
    let Some(chart) = &loaded.prepared.chart else {
        return Vec::new();
    };
    let schema = export::self_contained_schema(chart, sources);
    let values = loaded.values_without_secrets();
    let released = Released {
        chart,
        documents,
        values: &values,
        schema: schema.as_deref(),
        notes: notes.as_deref(),
    };
    if args.kustomize {
        export::kustomization(&released)
    } else {
        export::release_chart(&released, sources)
    }
}

fn write_archive(target: &Path, name: &str, entries: Vec<Entry>) -> Result<(), Error> {
    let inside = entries.into_iter().map(|entry| {
        let path = format!("{name}/{}", entry.path);
        Entry { path, content: entry.content }
    });
    let inside: Vec<Entry> = inside.collect();
    let bytes = package::write(&inside, packing::source_date()?)
        .map_err(|error| Error::new(format!("cannot pack the release: {error}")))?;
    files::write(target, &bytes, true)
}

/// The files go into a folder that holds nothing else, so that no old template stays behind.
fn write_folder(target: &Path, entries: &[Entry]) -> Result<(), Error> {
    let files: Vec<_> =
        entries.iter().map(|entry| (entry.path.as_str(), entry.content.as_slice())).collect();
    files::write_folder(target, &files, true)
}
