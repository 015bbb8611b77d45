//! `chartgen validate`: any number of values files, each by itself over its chart's defaults.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::Outcome;
use super::args::{Common, ValidateArgs};
use super::fix::{self, Round};
use super::output::Screen;
use super::progress::Progress;
use super::report::{self, To};
use super::{inputs, kinds, levels};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Levels};
use crate::manifest::Api;
use crate::pipeline::{self, Production, Request, Toolbox, Wanted};
use crate::source::{FileId, SourceMap, Span};
use crate::workspace::{self, ChartReference, Error};

/// What all files have in common.
struct Job<'a> {
    args: &'a ValidateArgs,
    levels: Levels,
    without_notes: bool,
    toolbox: Toolbox,
    api: Option<Api>,
}

/// What was found in one file, with the texts that the findings point into.
pub(super) struct Checked {
    pub sources: SourceMap,
    /// The file itself, when it is text.
    pub file: Option<FileId>,
    pub found: Vec<Diagnostic>,
}

pub(super) fn run(
    common: &Common,
    args: &ValidateArgs,
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let api = kinds::api(args.kube_version.as_deref())?;
    let levels = levels::levels(common)?;
    let job = Job {
        args,
        without_notes: !common.verbose && !args.fix && levels.is_empty(),
        levels,
        toolbox: Toolbox::new(),
        api: args.render.then_some(api),
    };
    let mut files = Vec::new();
    for path in &args.files {
        files.extend(workspace::values_files(path)?);
    }
    let mut seen = HashSet::new();
    files.retain(|path| seen.insert(path.clone()));
    if args.fix && files.iter().any(|path| path == Path::new("-")) {
        let error = Error::new("standard input cannot be mended");
        return Err(error.with_help("name a file, or leave out `--fix`"));
    }
    let results = job.results(&files)?;
    levels::refuse_unknown(common, &job.toolbox)?;
    let mut sources = SourceMap::new();
    let mut all = Distinct::default();
    for (rounds, one) in results {
        report::write_changes(common, &rounds, screen)?;
        sources.include(&one.sources);
        one.found.into_iter().for_each(|one| all.add(one));
    }
    report::write(common, To::Stdout, files.len(), &sources, &all.found, screen)
}

/// Findings, each once: what is wrong with a chart is found for each of its values files.
#[derive(Default)]
struct Distinct {
    found: Vec<Diagnostic>,
    places: HashMap<(Span, Code), Vec<usize>>,
}

impl Distinct {
    fn add(&mut self, one: Diagnostic) {
        let same_place = self.places.entry((one.primary.span, one.code.clone())).or_default();
        if !same_place.iter().any(|index| self.found[*index] == one) {
            same_place.push(self.found.len());
            self.found.push(one);
        }
    }
}

impl Job<'_> {
    /// What comes of each file of which there is something to say, in their order: nothing is kept
    /// of the others, however many there are. A few files are not worth the threads.
    fn results(&self, files: &[PathBuf]) -> Result<Vec<(Vec<Round>, Checked)>, Error> {
        let progress = Progress::new(files.len());
        let result = |path: &PathBuf| {
            let result = self.result(path);
            progress.step();
            match result {
                Ok((rounds, one)) if rounds.is_empty() && one.found.is_empty() => None,
                result => Some(result),
            }
        };
        match files.len() {
            0..8 => files.iter().filter_map(result).collect(),
            _ => files.par_iter().filter_map(result).collect(),
        }
    }

    /// What was mended in one file, and what is found in it then.
    fn result(&self, path: &Path) -> Result<(Vec<Round>, Checked), Error> {
        if self.args.fix {
            return fix::mend(path, |path| self.check(path));
        }
        Ok((Vec::new(), self.check(path)?))
    }

    fn check(&self, path: &Path) -> Result<Checked, Error> {
        let mut sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        let file = self.stages(path, &mut sources, &mut diagnostics)?;
        self.levels.apply(&mut diagnostics);
        let found = diagnostics.take_sorted();
        if found.is_empty() {
            sources = SourceMap::new();
        }
        let file = file.filter(|_| !found.is_empty());
        Ok(Checked { sources, file, found })
    }

    /// Runs the stages and gives the file's text.
    fn stages(
        &self,
        path: &Path,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<FileId>, Error> {
        let Some(text) = inputs::values_text(path, sources, diagnostics)? else {
            return Ok(None);
        };
        let file = Some(text.file);
        let chart = self.args.chart.as_deref();
        let request = Request {
            texts: vec![text],
            chart: chart.map(|chart| ChartReference::parse(chart, Path::new(""))),
            ..Request::default()
        };
        let Some(loaded) =
            pipeline::load(&self.toolbox, &request, sources, &mut inputs::lookup, diagnostics)?
        else {
            return Ok(file);
        };
        let (partial, without_notes) = (self.args.partial, self.without_notes);
        let wanted = Wanted { partial, without_notes, ..Wanted::default() };
        loaded.check(wanted, sources, diagnostics);
        self.levels.apply(diagnostics);
        if let (Some(api), false) = (&self.api, diagnostics.has_errors()) {
            let production = Production { api: Some(api), without_notes, ..Production::default() };
            pipeline::verify(&loaded, &production, sources, diagnostics);
        }
        Ok(file)
    }
}
