//! `chartgen render`: manifests on standard output, all or nothing.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::Outcome;
use super::again;
use super::args::{Common, ManifestFormat, RenderArgs};
use super::files;
use super::inputs;
use super::kinds;
use super::levels;
use super::output::Screen;
use super::release;
use super::report::{self, To};
use crate::diagnostic::Diagnostics;
use crate::pipeline::{self, Document, Loaded};
use crate::render::Release;
use crate::source::SourceMap;
use crate::workspace::Error;

pub(super) fn run(
    common: &Common,
    args: &RenderArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let levels = levels::levels(common)?;
    let embedded = kinds::api(args.kube_version.as_deref())?;
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let api = (!args.no_check).then_some(&embedded);
    let made = release::make(common, &args.input, api, &levels, &mut sources, &mut diagnostics)?;
    levels.apply(&mut diagnostics);
    let found = diagnostics.take_sorted();
    let files = args.input.values.len();
    let outcome = report::write(common, To::Stderr, files, &sources, &found, screen)?;
    let Some((loaded, documents)) = made.filter(|_| outcome == Outcome::Clean) else {
        return Ok(Outcome::Faulty);
    };
    if args.no_check {
        screen.tell("note: the manifests were not held against the Kubernetes API (--no-check)\n");
    }
    let chosen = choose(&documents, &args.only)?;
    let chart = loaded.prepared.chart.as_ref().map_or("chart", |chart| chart.name.as_str());
    match &args.output_dir {
        Some(folder) => write_files(folder, chart, &chosen, args.output, screen)?,
        None => screen.print(&as_text(chart, &chosen, args.output))?,
    }
    screen.finish()?;
    if args.notes || (io::stderr().is_terminal() && args.only.is_empty()) {
        tell_notes(args, &loaded, &mut sources, screen);
    }
    // The process ends now, and taking these apart would cost more than making the manifests did.
    std::mem::forget((loaded, documents, sources, embedded));
    Ok(Outcome::Clean)
}

/// The documents that `--only` names; all without it.
fn choose<'a>(documents: &'a [Document], only: &[String]) -> Result<Vec<&'a Document>, Error> {
    for wanted in only {
        if !documents.iter().any(|document| kinds::matches(wanted, &document.manifest)) {
            let there: Vec<_> =
                documents.iter().map(|document| document.manifest.title()).collect();
            return Err(Error::new(format!("`--only {wanted}` matches no object"))
                .with_help(format!("the objects are {}", there.join(", "))));
        }
    }
    let chosen = documents.iter().filter(|document| {
        only.is_empty() || only.iter().any(|wanted| kinds::matches(wanted, &document.manifest))
    });
    Ok(chosen.collect())
}

fn as_text(chart: &str, documents: &[&Document], format: ManifestFormat) -> String {
    match format {
        ManifestFormat::Yaml => {
            documents.iter().map(|document| as_yaml(chart, document)).collect::<String>()
        }
        ManifestFormat::Json => as_list(documents),
    }
}

pub(super) fn as_yaml(chart: &str, document: &Document) -> String {
    format!("---\n# Source: {chart}/{}\n{}", document.template, document.text)
}

/// One object of kind List, as `kubectl get -o json` prints several objects.
fn as_list(documents: &[&Document]) -> String {
    let mut text =
        String::from("{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"List\",\n  \"items\": [");
    for (index, document) in documents.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        let object = crate::yaml::to_pretty_json(&document.manifest.root);
        let lines: Vec<String> = object.lines().map(|line| format!("    {line}")).collect();
        text.push_str(&lines.join("\n"));
    }
    text.push_str(if documents.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    text
}

/// One file per template below `folder`, as Helm's `--output-dir` lays them out.
fn write_files(
    folder: &Path,
    chart: &str,
    documents: &[&Document],
    format: ManifestFormat,
    screen: &mut Screen,
) -> Result<(), Error> {
    let mut by_template: BTreeMap<&str, Vec<&Document>> = BTreeMap::new();
    for document in documents {
        by_template.entry(&document.template).or_default().push(document);
    }
    let _claim = files::claim(folder)?;
    let (mut batch, mut wrote) = (files::Batch::default(), String::new());
    for (template, documents) in by_template {
        let mut below = Path::new(chart).join(template);
        if format == ManifestFormat::Json {
            below.set_extension("json");
        }
        let path = files::below(folder, &below)?;
        let secret = documents.iter().any(|document| document.manifest.kind == "Secret");
        batch.add(&path, as_text(chart, &documents, format).as_bytes(), secret)?;
        wrote.push_str(&format!("wrote {}\n", path.display()));
    }
    batch.finish()?;
    screen.tell(&wrote);
    Ok(())
}

fn tell_notes(args: &RenderArgs, loaded: &Loaded, sources: &mut SourceMap, screen: &mut Screen) {
    let mut diagnostics = Diagnostics::new();
    let command = Some(again::render(&args.input, sources));
    let release = Release { command, ..inputs::release(&args.input) };
    if let Some(notes) = pipeline::notes(loaded, &release, sources, &mut diagnostics) {
        screen.tell(&format!("\n{}\n", notes.trim()));
    }
}
