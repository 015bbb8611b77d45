//! Completes the arguments of the `--set` family: keys of the chart that the command line names, by
//! `--chart` or by its values files, and behind `=` values.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use super::keys::{self, Offer};
use super::path::Typed;
use crate::cli::args::ValuesArgs;
use crate::cli::inputs;
use crate::diagnostic::Diagnostics;
use crate::pipeline::{self, Prepared, Toolbox};
use crate::source::SourceMap;
use crate::workspace::ChartReference;
use std::sync::Arc;

/// The flags of the family, by what stands behind `=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flag {
    Set,
    String,
    Json,
    File,
    Env,
}

/// Completes one flag of the family.
pub(super) struct Assignments {
    flag: Flag,
    /// What the command line says of the chart.
    input: ValuesArgs,
}

impl Assignments {
    pub(super) fn new(flag: Flag, words: &[String]) -> Self {
        Self { flag, input: input(words) }
    }

    fn offers(&self, typed: &Typed<'_>) -> Vec<Offer> {
        let prepared = prepared(&self.input);
        let Some(schema) = prepared.as_deref().and_then(Prepared::schema) else {
            return Vec::new();
        };
        if !typed.is_value {
            return keys::below(schema, &typed.parent);
        }
        match self.flag {
            Flag::Set | Flag::String => keys::values(schema, &typed.parent),
            Flag::Env => std::env::vars_os()
                .filter_map(|(name, _)| name.into_string().ok())
                .map(|word| Offer { word, about: None })
                .collect(),
            Flag::Json | Flag::File => Vec::new(),
        }
    }
}

impl ValueCompleter for Assignments {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let Some(text) = current.to_str() else {
            return Vec::new();
        };
        let typed = Typed::read(text, self.flag != Flag::Json);
        if typed.is_value && self.flag == Flag::File {
            let files = PathCompleter::file().complete(OsStr::new(typed.begun)).into_iter();
            return files.map(|file| file.add_prefix(typed.done)).collect();
        }
        let mut offers = self.offers(&typed);
        offers.retain(|offer| offer.word.starts_with(typed.begun));
        if self.flag == Flag::Env && typed.is_value {
            offers.sort_by(|one, other| one.word.cmp(&other.word));
        }
        let candidate = |offer: Offer| {
            CompletionCandidate::new(format!("{}{}", typed.done, offer.word))
                .help(offer.about.map(Into::into))
        };
        offers.into_iter().map(candidate).collect()
    }
}

/// The chart and the values files that `words` name so far.
fn input(words: &[String]) -> ValuesArgs {
    let mut input = ValuesArgs::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (flag, value) = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag, Some(value.to_string())),
            _ => (word.as_str(), None),
        };
        match flag {
            "--chart" => input.chart = value.or_else(|| words.next().cloned()),
            "-f" | "--values" => {
                input.values.extend(value.or_else(|| words.next().cloned()).map(PathBuf::from));
            }
            _ => {}
        }
    }
    input.values.retain(|path| path != OsStr::new("-"));
    input
}

/// The chart that `input` means; the default one when it cannot be told.
fn prepared(input: &ValuesArgs) -> Option<Arc<Prepared>> {
    let toolbox = Toolbox::new();
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let request = inputs::request(input, &mut sources, &mut diagnostics).ok();
    let loaded = request.and_then(|request| {
        pipeline::load(&toolbox, &request, &mut sources, &mut inputs::lookup, &mut diagnostics)
            .ok()
            .flatten()
    });
    match loaded {
        Some(loaded) => Some(loaded.prepared),
        None => toolbox.chart(&ChartReference::default_chart()).ok(),
    }
}
