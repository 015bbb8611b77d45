//! The flags and files of a command line into a request to the pipeline.

use std::path::{Path, PathBuf};

use super::args::ValuesArgs;
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::pipeline::{Request, ValuesText};
use crate::render::Release;
use crate::source::{SourceKind, SourceMap};
use crate::values::set::{Argument, Flavour};
use crate::workspace::{self, ChartReference, Error, text};

/// Reads everything that `args` names. Faults of the texts go to `diagnostics`; the files that
/// could not be taken as text are left out, and then an error is among the findings.
pub(super) fn request(
    args: &ValuesArgs,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Request, Error> {
    let mut request = Request::default();
    if args.values.iter().filter(|path| *path == Path::new("-")).count() > 1 {
        let error = Error::new("standard input can be read only once, but `-f -` is given twice");
        return Err(error.with_help("write one of the layers to a file"));
    }
    for path in &args.values {
        request.texts.extend(values_text(path, sources, diagnostics)?);
    }
    if let Some(chart) = &args.chart {
        request.chart = Some(ChartReference::parse(chart, Path::new("")));
    }
    request.sets = sets(args, sources);
    if let Some(namespace) = &args.namespace {
        request.namespace = Some(sources.add("--namespace", SourceKind::Flag, namespace.clone()));
    }
    Ok(request)
}

/// What templates see as `release`.
pub(super) fn release(args: &ValuesArgs) -> Release {
    Release { namespace: args.namespace.clone(), ..Release::default() }
}

/// Reads one values file; a bare name that is no file may name a built-in use case.
pub(super) fn values_text(
    path: &Path,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Option<ValuesText>, Error> {
    let kind = SourceKind::Values;
    let folder = path.parent().filter(|_| path != Path::new("-"));
    let folder = folder.map_or_else(PathBuf::new, Path::to_path_buf);
    match text::read(path, kind, text::VALUES_LIMIT, sources, diagnostics) {
        Ok(file) => Ok(file.map(|file| ValuesText { file, folder })),
        Err(error) => match built_in(path) {
            Some(case) => {
                let name = format!("use-cases/{}.yaml", case.name);
                let file = sources.add(name, kind, case.text);
                let message = format!(
                    "`{}` is no file here; the built-in use case of that name is used",
                    path.display()
                );
                let found = Diagnostic::at(
                    Severity::Warning,
                    "built-in-use-case",
                    Label::whole_file(file, ""),
                    message,
                )
                .with_help(format!(
                    "`chartgen init {} -o {0}.yaml` writes it as a file",
                    case.name
                ));
                diagnostics.push(found);
                Ok(Some(ValuesText { file, folder: PathBuf::new() }))
            }
            None => Err(with_near_use_case(error, path)),
        },
    }
}

/// The use case that a bare name (no separator, no such file) stands for.
fn built_in(path: &Path) -> Option<workspace::UseCase> {
    let name = path.to_str()?;
    let bare = !name.contains(['/', '\\']) && !path.exists();
    bare.then(|| workspace::use_case(name)).flatten()
}

fn with_near_use_case(error: Error, path: &Path) -> Error {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let cases = workspace::use_cases();
    match crate::diagnostic::nearest(&name, cases.iter().map(|case| case.name)) {
        Some(near) if !path.exists() => {
            error.with_help(format!("did you mean the built-in use case `{near}`?"))
        }
        _ => error,
    }
}

/// The arguments of the `--set` family in the order in which Helm applies them.
fn sets(args: &ValuesArgs, sources: &mut SourceMap) -> Vec<Argument> {
    let mut sets = Vec::new();
    let mut add = |flag: &str, flavour: Flavour, arguments: &[String], sources: &mut SourceMap| {
        for argument in arguments {
            let file = sources.add(flag, SourceKind::Flag, argument.clone());
            sets.push(Argument { flavour, file });
        }
    };
    add("--set-json", Flavour::SetJson, &args.set_json, sources);
    add("--set", Flavour::Set, &args.set, sources);
    add("--set-string", Flavour::SetString, &args.set_string, sources);
    add("--set-file", Flavour::SetFile, &args.set_file, sources);
    add("--set-env", Flavour::SetEnv, &args.set_env, sources);
    sets
}

/// What `--set-file` and `--set-env` refer to.
pub(super) fn lookup(flavour: Flavour, name: &str) -> Result<String, String> {
    match flavour {
        Flavour::SetEnv => match std::env::var(name) {
            Ok(value) => Ok(value),
            Err(std::env::VarError::NotPresent) => {
                Err(format!("the environment variable `{name}` is not set"))
            }
            Err(std::env::VarError::NotUnicode(_)) => {
                Err(format!("the environment variable `{name}` is not UTF-8 text"))
            }
        },
        _ => text::read_small(Path::new(name)).map_err(|error| error.message().to_string()),
    }
}
