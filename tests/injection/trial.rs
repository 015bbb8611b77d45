//! One set of values under way: filled with harmless words, then with hostile strings.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity};
use chartgen::pipeline::{self, Loaded, Production, Request, Toolbox, ValuesText, Wanted};
use chartgen::source::{FileId, SourceKind, SourceMap};
use chartgen::yaml::Pointer;
use serde_json::Value as Json;

use super::super::fuzz::targets::common::Tree;
use super::super::fuzz::targets::libyaml;
use super::expected::{self, Exchange, MARK, word};
use super::{Scenario, Seen, places, schema};

/// A place that refused so many strings other than plain words, and took none, is asked seldom.
const ENOUGH: usize = 12;

/// How seldom: in one of so many rounds.
const SELDOM: usize = 10;

/// Of so many strings each place gets one.
const STEP: usize = 7;

/// A scenario and what is known of it.
pub struct Trial<'t> {
    scenario: &'t Scenario,
    toolbox: &'t Toolbox,
    /// How many strings each place refused before it took any; nothing once it took one.
    refused: Vec<Option<usize>>,
}

impl<'t> Trial<'t> {
    pub fn new(scenario: &'t Scenario, toolbox: &'t Toolbox) -> Self {
        Self { scenario, toolbox, refused: vec![Some(0); scenario.places.len()] }
    }

    /// Every place gets one string of [`STEP`], all places at once, and all places together get
    /// each of them many times.
    pub fn run(mut self, strings: &[String], seen: &mut Seen) {
        let harmless = self.harmless();
        let before = self.documents(&harmless);
        self.note_reached(&harmless, &before, seen);
        for round in 0..strings.len() / STEP {
            let string =
                |place: usize| strings[(place * 5 + round * STEP) % strings.len()].as_str();
            let mut keys = BTreeSet::new();
            let hostile: Vec<Vec<String>> = (0..harmless.len())
                .map(|place| {
                    let is_key = self.scenario.places[place].is_key;
                    let is_free = !is_key || keys.insert(string(place));
                    let is_tried = is_free && self.is_tried(place, round, string(place));
                    in_stead(&harmless[place], place, Some(string(place)).filter(|_| is_tried))
                })
                .collect();
            let chosen = self.settle(&hostile);
            let texts: Vec<String> =
                hostile.iter().zip(&chosen).map(|(texts, at)| texts[*at].clone()).collect();
            let took = |place: usize| hostile[place].len() == 2 && chosen[place] == 0;
            let taken = (0..texts.len()).map(|at| took(at).then(|| string(at))).collect();
            self.compare(&before, &self.documents(&texts), taken);
            self.note(&hostile, &chosen, seen);
        }
    }

    /// A harmless word in each place that takes one, else what stands there.
    fn harmless(&self) -> Vec<String> {
        let places = self.scenario.places.iter().enumerate();
        let words: Vec<Vec<String>> = places
            .map(|(at, place)| vec![word(at), format!("/{}", word(at)), place.text.clone()])
            .collect();
        let chosen = self.settle(&words);
        words.into_iter().zip(chosen).map(|(mut words, at)| words.swap_remove(at)).collect()
    }

    fn note_reached(&self, harmless: &[String], before: &[Tree], seen: &mut Seen) {
        let patterns = schema::text_places(&self.scenario.chart);
        for (at, place) in self.scenario.places.iter().enumerate().filter(|(_, one)| !one.is_key) {
            let arrives = || before.iter().any(|tree| expected::holds(tree, &word(at)));
            if !harmless[at].contains(MARK) || arrives() {
                let here = patterns.iter().filter(|pattern| schema::is_at(pattern, &place.at));
                seen.reached.extend(here.cloned());
            }
        }
    }

    fn is_tried(&self, place: usize, round: usize, string: &str) -> bool {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        string.chars().all(is_plain)
            || self.refused[place].is_none_or(|refused| refused < ENOUGH)
            || (place + round).is_multiple_of(SELDOM)
    }

    fn note(&mut self, tried: &[Vec<String>], chosen: &[usize], seen: &mut Seen) {
        for (at, place) in self.scenario.places.iter().enumerate() {
            match (tried[at].len(), chosen[at]) {
                (2, 0) => {
                    self.refused[at] = None;
                    seen.strings += 1;
                    seen.places.insert((place.at.clone(), place.is_key));
                }
                (2, _) => self.refused[at] = self.refused[at].map(|refused| refused + 1),
                _ => {}
            }
        }
    }

    /// Which of its texts each place gets: the first that the schema lets through.
    fn settle(&self, texts: &[Vec<String>]) -> Vec<usize> {
        let mut chosen = vec![0; texts.len()];
        for _ in 0..50 {
            let now: Vec<String> =
                texts.iter().zip(&chosen).map(|(texts, at)| texts[*at].clone()).collect();
            let (values, paths) = places::with(&self.scenario.values, &now);
            let faults = self.faults(&values);
            if faults.is_empty() {
                return chosen;
            }
            let open = |place: &usize| chosen[*place] + 1 < texts[*place].len();
            let blamed = self.blamed(&faults, &paths, open);
            assert!(!blamed.is_empty(), "{}: {faults:?}", self.scenario.name);
            blamed.into_iter().for_each(|place| chosen[place] += 1);
        }
        panic!("{}: no end of faults", self.scenario.name);
    }

    /// The places that the faults are about, of those that may get another text.
    fn blamed(
        &self,
        faults: &[Fault],
        paths: &[Vec<String>],
        open: impl Fn(&usize) -> bool + Copy,
    ) -> BTreeSet<usize> {
        let at = |fault: &Fault| {
            let here = (0..paths.len()).filter(|place| paths[*place] == fault.at).filter(open);
            here.min_by_key(|place| self.scenario.places[*place].is_key != fault.is_key)
        };
        let blamed: BTreeSet<usize> = faults.iter().filter_map(at).collect();
        if !blamed.is_empty() {
            return blamed;
        }
        // A rule that speaks of the whole that holds the place.
        let below = |place: &usize| faults.iter().any(|one| paths[*place].starts_with(&one.at));
        (0..paths.len()).filter(below).filter(open).collect()
    }

    fn compare(&self, before: &[Tree], after: &[Tree], texts: Vec<Option<&str>>) {
        let places = &self.scenario.places;
        let names = places.iter().map(|place| place.is_key && is_argument(&place.at)).collect();
        let exchange = Exchange { texts, names };
        assert_eq!(before.len(), after.len(), "{}: objects", self.scenario.name);
        for (before, after) in before.iter().zip(after) {
            let difference = exchange.difference(before, after);
            assert_eq!(difference, None, "{}", self.scenario.name);
        }
    }

    fn faults(&self, values: &Json) -> Vec<Fault> {
        let (loaded, sources, file) = self.load(values);
        let mut diagnostics = Diagnostics::new();
        loaded.check(
            Wanted { without_notes: true, ..Wanted::default() },
            &sources,
            &mut diagnostics,
        );
        let found = diagnostics.take_sorted();
        let errors = found.iter().filter(|one| one.severity == Severity::Error);
        errors.map(|one| Fault::of(one, &sources, file)).collect()
    }

    /// What the values become, as another reader reads it.
    fn documents(&self, texts: &[String]) -> Vec<Tree> {
        let (values, _) = places::with(&self.scenario.values, texts);
        let (loaded, mut sources, _) = self.load(&values);
        let mut found = Diagnostics::new();
        let made = pipeline::produce(&loaded, &Production::default(), &mut sources, &mut found);
        let documents = made.unwrap_or_else(|| panic!("{}: nothing is made", self.scenario.name));
        assert!(!found.has_errors(), "{}: {:?}", self.scenario.name, found.take_sorted());
        let texts: Vec<&str> = documents.iter().map(|one| one.text.as_str()).collect();
        let trees = libyaml::read(&texts.join("---\n")).expect("another reader reads it");
        assert_eq!(trees.len(), documents.len(), "{}: documents", self.scenario.name);
        for (document, tree) in documents.iter().zip(&trees) {
            assert_eq!(&Tree::of(&document.manifest.root), tree, "{}", self.scenario.name);
        }
        trees
    }

    fn load(&self, values: &Json) -> (Loaded, SourceMap, FileId) {
        let mut sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        let file = sources.add("values.yaml", SourceKind::Values, ascii(values));
        let texts = vec![ValuesText { file, folder: PathBuf::new() }];
        let request = Request { texts, ..Request::default() };
        let mut lookup = |_, _: &str| Err("no lookups here".to_string());
        let loaded =
            pipeline::load(self.toolbox, &request, &mut sources, &mut lookup, &mut diagnostics);
        let loaded = loaded.expect("the chart can be read");
        let loaded = loaded.unwrap_or_else(|| panic!("{:?}", diagnostics.take_sorted()));
        (loaded, sources, file)
    }
}

/// A fault that the schema sees in the values.
#[derive(Debug)]
struct Fault {
    at: Vec<String>,
    is_key: bool,
    #[expect(dead_code, reason = "shown when no place can be blamed")]
    message: String,
}

impl Fault {
    fn of(found: &Diagnostic, sources: &SourceMap, file: FileId) -> Self {
        let at = found.pointer.as_deref().map(Pointer::parse).unwrap_or_default();
        let span = found.primary.span;
        let after = (span.file == file).then(|| &sources.text(file)[span.end as usize..]);
        let is_key = after.is_some_and(|after| after.trim_start_matches('"').starts_with(':'));
        let at = at.tokens().map(ToString::to_string).collect();
        Self { at, is_key, message: found.message.clone() }
    }
}

/// What is tried at a place whose harmless text is `harmless`: the string, else that text.
fn in_stead(harmless: &str, place: usize, string: Option<&str>) -> Vec<String> {
    match string {
        Some(string) if harmless.contains(MARK) => {
            vec![harmless.replace(&word(place), string), harmless.to_string()]
        }
        _ => vec![harmless.to_string()],
    }
}

/// Whether a key stands among the named arguments of a program.
fn is_argument(at: &[String]) -> bool {
    at.iter().rev().nth(1).is_some_and(|parent| parent == "arguments")
}

/// The values as JSON in ASCII: every other character is an escape.
fn ascii(values: &Json) -> String {
    let mut text = String::new();
    for letter in values.to_string().chars() {
        if (' '..='~').contains(&letter) {
            text.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            write!(text, "\\u{unit:04x}").expect("a text takes it");
        }
    }
    text
}
