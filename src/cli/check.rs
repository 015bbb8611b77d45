//! `chartgen check`: manifests from any tool against the Kubernetes API.

use std::collections::BTreeSet;
use std::path::Path;

use super::Outcome;
use super::args::{CheckArgs, Common};
use super::output::Screen;
use super::report::{self, To};
use super::{kinds, levels};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::manifest::{self, Api, Manifest};
use crate::source::{FileId, SourceKind, SourceMap};
use crate::workspace::{self, Error, text};

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
    let mut manifests = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &args.files {
        for path in workspace::manifest_files(path)? {
            // A file named twice, or beside its folder, is no second object.
            if seen.insert(path.clone()) {
                manifests.extend(objects(&path, &mut sources, &mut found)?);
            }
        }
    }
    // The definitions among the manifests describe kinds of the others.
    for manifest in &manifests {
        if is_definition(manifest) {
            api.add_custom(&manifest.root, &mut found);
        }
    }
    for span in manifests.iter().flat_map(Manifest::secrets) {
        sources.mark_secret(span);
    }
    api.check(&sources, &manifests, &mut found);
    levels.apply(&mut found);
    report::write(common, To::Stdout, seen.len(), &sources, &found.take_sorted(), screen)
}

/// The objects of one file, or of standard input for `-`.
fn objects(
    path: &Path,
    sources: &mut SourceMap,
    found: &mut Diagnostics,
) -> Result<Vec<Manifest>, Error> {
    let file = text::read(path, SourceKind::Manifest, text::MANIFEST_LIMIT, sources, found)?;
    Ok(file.map(|file| manifest::read(sources, file, found)).unwrap_or_default())
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
