//! Holds manifests against the API: unknown kinds, the schema of each kind with its rules, what
//! goes beyond schemas, and how the objects fit together.

use std::collections::HashSet;

use super::api::{Api, Kind};
use super::{Manifest, checks, references};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, all_nearest};
use crate::schema::{Check, Schema};
use crate::source::SourceMap;
use crate::yaml::Pointer;

/// What was found in one object by itself.
#[derive(Debug, Default)]
pub struct ObjectFindings {
    /// By the schema of its kind.
    schema: Vec<Diagnostic>,
    /// By what goes beyond schemas.
    more: Vec<Diagnostic>,
}

impl Api {
    /// Checks `manifests`, which are the objects of one render (or of one call of `check`).
    pub fn check(
        &self,
        sources: &SourceMap,
        manifests: &[Manifest],
        diagnostics: &mut Diagnostics,
    ) {
        self.check_with(sources, manifests, false, diagnostics);
    }

    /// As [`Api::check`]; with `thorough`, also what is plainly well is asked.
    pub fn check_with(
        &self,
        sources: &SourceMap,
        manifests: &[Manifest],
        thorough: bool,
        diagnostics: &mut Diagnostics,
    ) {
        let each = manifests.iter().map(|one| self.check_object(sources, one, thorough));
        self.conclude(manifests, each.collect(), diagnostics);
    }

    /// Checks one object by itself; with `thorough`, also what is plainly well is asked.
    #[must_use]
    pub fn check_object(
        &self,
        sources: &SourceMap,
        manifest: &Manifest,
        thorough: bool,
    ) -> ObjectFindings {
        let mut found = ObjectFindings::default();
        match self.kind(&manifest.api_version, &manifest.kind) {
            Some(kind) => {
                if thorough || !self.is_content(kind, sources, &manifest.root) {
                    found.schema = self.check_schema(kind, sources, manifest);
                    found.more = checks::check_places(self, kind, manifest);
                }
                found.more.extend(checks::check_object(kind, manifest));
            }
            None if self.ignores_unknown_kinds() => {}
            None => found.schema.push(unknown_kind(self, manifest)),
        }
        found
    }

    /// Puts together what was found in each of `manifests` and how they fit together.
    pub fn conclude(
        &self,
        manifests: &[Manifest],
        each: Vec<ObjectFindings>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut faulty = HashSet::new();
        let mut more = Vec::new();
        for ObjectFindings { schema, more: beyond } in each {
            let errors = schema.iter().filter(|fault| fault.severity == Severity::Error);
            faulty.extend(errors.map(|fault| fault.primary.span));
            diagnostics.extend(schema);
            more.extend(beyond);
        }
        more.extend(references::check(self, manifests));
        // One fault, one error: what is wrong by itself needs no second finding.
        diagnostics.extend(more.into_iter().filter(|one| !faulty.contains(&one.primary.span)));
    }

    fn check_schema(
        &self,
        kind: &Kind,
        sources: &SourceMap,
        manifest: &Manifest,
    ) -> Vec<Diagnostic> {
        let schema = self.schema_for(kind, &manifest.root);
        let mut found = Diagnostics::new();
        let schema = Schema::from_value(schema, manifest.file, self.rules(), sources, &mut found);
        if let Some(schema) = schema {
            schema.check(&Check::new(sources, manifest.file), &manifest.root, &mut found);
        }
        found.into_iter().map(|fault| named(fault, manifest)).collect()
    }
}

/// A finding of the schema stage, with the object that it is about.
fn named(mut fault: Diagnostic, manifest: &Manifest) -> Diagnostic {
    fault.message = format!("{}: {}", manifest.title(), fault.message);
    if fault.primary.text.is_empty() {
        let at = fault.pointer.as_deref().map(Pointer::parse);
        fault.primary.text = at.map(|at| at.to_field_path()).unwrap_or_default();
    }
    // What the object as a whole lacks is shown where it begins, not where the file does.
    if !manifest.root.span.contains(fault.primary.span) {
        fault.primary.span = manifest.span_of(&Pointer::root());
        fault.primary.whole_file = false;
    }
    fault
}

fn unknown_kind(api: &Api, manifest: &Manifest) -> Diagnostic {
    const CODE: &str = "unknown-kind";
    let (version, kind) = (&manifest.api_version, &manifest.kind);
    let at = |field: &str| Pointer::root().child(field);
    let versions: Vec<&str> = api
        .kinds()
        .filter(|known| known.name == *kind)
        .map(|known| known.api_version.as_str())
        .collect();
    if !versions.is_empty() {
        let message = format!("there is no {kind} in `{version}`");
        let finding = manifest.error(CODE, &at("apiVersion"), message);
        return finding.with_help(format!("write `apiVersion: {}`", versions.join("` or `")));
    }
    let message = format!("there is no schema for the kind `{kind}` of `{version}`");
    let finding = manifest.error(CODE, &at("kind"), message);
    let near = all_nearest(kind, api.kinds().map(|known| known.name.as_str()));
    match near.is_empty() {
        false => finding.with_help(format!("did you mean `{}`?", near.join("` or `"))),
        true => finding.with_help(
            "give its CustomResourceDefinition with `--crd FILE`, or pass such objects over with `--ignore-missing-schemas`",
        ),
    }
}
