//! `chartgen init`: a commented values file to start from, and beside it the schema that editors
//! complete and check it with.

use std::io::ErrorKind;
use std::path::Path;

use super::Outcome;
use super::args::InitArgs;
use super::files;
use super::output::Screen;
use crate::diagnostic::nearest;
use crate::export;
use crate::pipeline::Toolbox;
use crate::workspace::{self, ChartReference, Error};

pub(super) fn run(args: &InitArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    let case = workspace::use_case(&args.use_case).ok_or_else(|| unknown(&args.use_case))?;
    let Some(path) = &args.output else {
        screen.print(case.text)?;
        return Ok(Outcome::Clean);
    };
    let exists = match std::fs::symlink_metadata(path) {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => return Err(Error::io("write", path, &error)),
    };
    if exists && !args.force {
        let message = format!("`{}` is there already", path.display());
        return Err(Error::new(message).with_help("pass --force to overwrite it"));
    }
    let schema = write_schema(case.chart(), path)?;
    // The comment that yaml-language-server reads; a relative path counts from the file.
    let modeline = schema.map(|schema| format!("# yaml-language-server: $schema={schema}\n"));
    let text = modeline.unwrap_or_default() + case.text;
    files::write(path, text.as_bytes(), false)?;
    let path = path.display();
    screen.tell(&format!(
        "wrote {path}; edit it, then:\n  chartgen validate {path}\n  chartgen render -f {path} | kubectl apply -f -\n"
    ));
    Ok(Outcome::Clean)
}

/// The folder beside a values file that holds what editors read.
const EDITOR_FOLDER: &str = ".chartgen";

/// Writes the values schema of the built-in `chart` beside `path` and gives its path from there.
fn write_schema(chart: &str, path: &Path) -> Result<Option<String>, Error> {
    let reference = ChartReference::parse(chart, Path::new(""));
    let prepared = Toolbox::new().chart(&reference)?;
    let sources = &prepared.sources;
    let chart_read = prepared.chart.as_ref();
    let schema = chart_read.and_then(|chart| export::layer_schema(chart, sources));
    let Some(schema) = schema else {
        return Ok(None);
    };
    let name = format!("{EDITOR_FOLDER}/{chart}.schema.json");
    let file = files::below(path.parent().unwrap_or(Path::new("")), Path::new(&name))?;
    files::write(&file, schema.as_bytes(), false)?;
    Ok(Some(name))
}

fn unknown(name: &str) -> Error {
    let cases = workspace::use_cases();
    let error = Error::new(format!("there is no use case `{name}`"));
    match nearest(name, cases.iter().map(|case| case.name)) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help("`chartgen list` shows the use cases"),
    }
}
