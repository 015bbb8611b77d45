//! `chartgen check`: manifests from any tool against the Kubernetes API.

use std::collections::HashSet;
use std::path::Path;

use rayon::prelude::*;

use super::Outcome;
use super::args::{CheckArgs, Common};
use super::output::Screen;
use super::report::{self, To};
use super::{kinds, levels};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::manifest::{self, Api, Manifest};
use crate::source::{FileId, SourceKind, SourceMap};
use crate::workspace::{self, Error, text};

/// Fewer files or objects than this are not worth a second thread.
const FEW: usize = 16;

pub(super) fn run(
    common: &Common,
    args: &CheckArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let levels = levels::of_known_codes(common)?;
    let mut sources = SourceMap::new();
    let mut found = Diagnostics::new();
    let mut api = kinds::api(args.kube_version.as_deref())?;
    if args.ignore_missing_schemas {
        api.ignore_unknown_kinds();
    }
    for path in &args.crd {
        add_definitions(path, &mut api, &mut sources, &mut found)?;
    }
    let mut seen = HashSet::new();
    let mut files = Vec::new();
    for path in &args.files {
        for path in workspace::manifest_files(path)? {
            // A file named twice, or beside its folder, is no second object.
            if seen.insert(path.clone()) {
                let (kind, limit) = (SourceKind::Manifest, text::MANIFEST_LIMIT);
                files.extend(text::read(&path, kind, limit, &mut sources, &mut found)?);
            }
        }
    }
    let manifests = objects(&files, &sources, &mut found);
    // The definitions among the manifests describe kinds of the others.
    for manifest in &manifests {
        if is_definition(manifest) {
            api.add_custom(&manifest.root, &mut found);
        }
    }
    for span in manifests.iter().flat_map(Manifest::secrets) {
        sources.mark_secret(span);
    }
    let each = in_parallel(&manifests, |one| api.check_object(&sources, one, false));
    api.conclude(&manifests, each, &mut found);
    levels.apply(&mut found);
    report::write(common, To::Stdout, seen.len(), &sources, &found.take_sorted(), screen)
}

/// The objects of all files, in their order.
fn objects(files: &[FileId], sources: &SourceMap, found: &mut Diagnostics) -> Vec<Manifest> {
    let read = |file: &FileId| {
        let mut found = Diagnostics::new();
        (manifest::read(sources, *file, &mut found), found)
    };
    let mut manifests = Vec::new();
    for (objects, faults) in in_parallel(files, read) {
        manifests.extend(objects);
        found.extend(faults);
    }
    manifests
}

/// What `work` gives for each item, in order, on all cores where that pays.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    if items.len() < FEW {
        return items.iter().map(work).collect();
    }
    items.par_iter().with_min_len(FEW / 2).map(work).collect()
}

/// Adds the kinds that the definitions in a file describe.
fn add_definitions(
    path: &Path,
    api: &mut Api,
    sources: &mut SourceMap,
    found: &mut Diagnostics,
) -> Result<(), Error> {
    let kind = SourceKind::Manifest;
    let Some(file) = text::read(path, kind, text::MANIFEST_LIMIT, sources, found)? else {
        return Ok(());
    };
    let definitions = manifest::read(sources, file, found);
    let definitions = definitions.iter().filter(|manifest| is_definition(manifest));
    let added: usize = definitions.map(|definition| api.add_custom(&definition.root, found)).sum();
    if added == 0 {
        found.push(no_definition(file));
    }
    Ok(())
}

fn is_definition(manifest: &Manifest) -> bool {
    manifest.is("apiextensions.k8s.io", "CustomResourceDefinition")
}

fn no_definition(file: FileId) -> Diagnostic {
    let label = Label::whole_file(file, "");
    let message = "there is no CustomResourceDefinition with a schema in this file";
    Diagnostic::at(Severity::Error, "no-definition", label, message)
        .with_help("`--crd` takes the definition of a kind; objects to check stand without a flag")
}
