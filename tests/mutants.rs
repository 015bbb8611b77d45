//! Breaks every key and every value of every use case in turn, and counts how many of the faults
//! are reported exactly where they were made, and how many give exactly one error.

#![allow(clippy::print_stdout, reason = "the scores are for people to read")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity};
use chartgen::pipeline::{self, Request, Toolbox, ValuesText, Wanted};
use chartgen::source::{SourceKind, SourceMap, Span};
use chartgen::yaml::{self, Entry, Node, Pointer, Value};

/// Mutants that are not reported at their place or with more than one error, and why that is
/// right. A mutant is named `use case: operation /pointer`.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Free maps whose values may be lists, so that a scalar turned into one is no fault.
const LISTS: &[&str] = &["/distributed/arguments/"];

/// What was done to the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operation {
    MisspeltKey,
    ScalarToMapping,
    ScalarToList,
    ValueToWord,
    MisspeltEnum,
    DuplicateKey,
    OpenQuote,
    Tab,
}

/// A broken text and where it was broken.
struct Mutant {
    operation: Operation,
    pointer: String,
    text: String,
    /// Byte offset at which the primary label must start, or lie on the line of.
    place: usize,
    whole_line: bool,
}

#[test]
fn every_fault_is_named_at_its_place() {
    let toolbox = Toolbox::new();
    let mut score: BTreeMap<Operation, [usize; 3]> = BTreeMap::new();
    let mut misses = Vec::new();
    for path in use_cases() {
        let text = fs::read_to_string(&path).expect("a use case is readable");
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        for mutant in mutants(&toolbox, &text) {
            let (located, single, seen) = judge(&toolbox, &mutant);
            write_out(&name, &mutant, [located, single]);
            let row = score.entry(mutant.operation).or_default();
            row[0] += 1;
            row[1] += usize::from(located);
            row[2] += usize::from(single);
            if !(located && single) {
                let id = format!("{name}: {:?} {}", mutant.operation, mutant.pointer);
                misses.push((id, format!("located {located}, single {single}\n{seen}")));
            }
        }
    }
    println!("{:<16} {:>7} {:>8} {:>7}", "operation", "mutants", "located", "single");
    let mut sum = [0; 3];
    for (operation, row) in &score {
        println!("{:<16} {:>7} {:>8} {:>7}", format!("{operation:?}"), row[0], row[1], row[2]);
        (0..3).for_each(|column| sum[column] += row[column]);
    }
    println!("{:<16} {:>7} {:>8} {:>7}", "all", sum[0], sum[1], sum[2]);
    let mut unexplained = Vec::new();
    for (id, seen) in &misses {
        match EXCEPTIONS.iter().find(|(exception, _)| exception == id) {
            Some((_, reason)) => println!("exception: {id}: {reason}"),
            None => unexplained.push(format!("{id}: {seen}")),
        }
    }
    assert!(sum[0] > 200, "too few mutants: {}", sum[0]);
    assert!(sum[1] * 100 >= sum[0] * 99, "located below 99 %:\n{}", unexplained.join("\n"));
    assert!(sum[2] * 100 >= sum[0] * 95, "single below 95 %:\n{}", unexplained.join("\n"));
    assert!(unexplained.is_empty(), "exceptions without a reason:\n{}", unexplained.join("\n"));
}

/// With `CHARTGEN_MUTANTS=FOLDER`, writes the mutant as a file there and its facts as a line of
/// `index.tsv` (file, operation, line from 1, located, single), for a comparison with other tools.
fn write_out(case: &str, mutant: &Mutant, [located, single]: [bool; 2]) {
    let Some(folder) = std::env::var_os("CHARTGEN_MUTANTS").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).expect("the folder can be made");
    let index = folder.join("index.tsv");
    let before = fs::read_to_string(&index).unwrap_or_default();
    let file = format!("{:04}-{case}.yaml", before.lines().count());
    fs::write(folder.join(&file), &mutant.text).expect("the mutant can be written");
    let line = mutant.text[..mutant.place].matches('\n').count() + 1;
    let fact = format!("{file}\t{:?}\t{line}\t{located}\t{single}\n", mutant.operation);
    fs::write(index, before + &fact).expect("the index can be written");
}

/// Whether an error starts where the mutant was broken, whether it is the only one, and what was
/// reported.
fn judge(toolbox: &Toolbox, mutant: &Mutant) -> (bool, bool, String) {
    let (sources, found) = validate(toolbox, &mutant.text);
    let errors: Vec<_> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    let line =
        |offset: usize| mutant.text[..offset.min(mutant.text.len())].matches('\n').count() + 1;
    let located = errors.iter().any(|error| {
        let start = error.primary.span.start as usize;
        let in_file = sources.kind(error.primary.span.file) == SourceKind::Values;
        let same =
            start == mutant.place || (mutant.whole_line && line(start) == line(mutant.place));
        in_file && same
    });
    let seen = errors.iter().map(|error| {
        let span = error.primary.span;
        let at = sources.location(span.file, span.start as usize);
        format!(
            "    {}:{}:{} {}: {}\n",
            sources.name(span.file),
            at.line,
            at.column,
            error.code,
            error.message
        )
    });
    let wanted = format!("    wanted at line {}, byte {}\n", line(mutant.place), mutant.place);
    (located, errors.len() == 1, wanted + &seen.collect::<String>())
}

fn validate(toolbox: &Toolbox, text: &str) -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("mutant.yaml", SourceKind::Values, text.to_string());
    let text = ValuesText { file, folder: PathBuf::new() };
    let request = Request { texts: vec![text], ..Request::default() };
    let mut lookup = |_, _: &str| Err("no lookups here".to_string());
    let loaded = pipeline::load(toolbox, &request, &mut sources, &mut lookup, &mut diagnostics)
        .expect("the chart can be read");
    if let Some(loaded) = loaded {
        loaded.check(Wanted::default(), &sources, &mut diagnostics);
    }
    (sources, diagnostics.take_sorted())
}

fn mutants(toolbox: &Toolbox, text: &str) -> Vec<Mutant> {
    let mut sources = SourceMap::new();
    let file = sources.add("case.yaml", SourceKind::Values, text.to_string());
    let root =
        yaml::read_document(&sources, file, &mut Diagnostics::new()).expect("a use case is YAML");
    let chart = root.get("chart").and_then(Node::as_str).unwrap_or("llm-finetune");
    let reference = chartgen::workspace::ChartReference::parse(chart, Path::new(""));
    let prepared = toolbox.chart(&reference).expect("the chart can be read");
    let known = prepared.known_keys().expect("a built-in chart has a schema").clone();
    let schema_text = prepared.chart.as_ref().and_then(|chart| chart.schema.as_ref());
    let enums = schema_text.map(|schema| prepared.sources.text(schema.root)).unwrap_or_default();
    let mut walk = Walk { text, known: &known, schema: enums, made: Vec::new() };
    walk.node(&root, &Pointer::root(), false);
    walk.made
}

struct Walk<'a> {
    text: &'a str,
    known: &'a Node,
    schema: &'a str,
    made: Vec<Mutant>,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node, at: &Pointer, free: bool) {
        match &node.value {
            Value::Mapping(mapping) => {
                for entry in mapping {
                    let below = at.child(entry.key.clone());
                    let free =
                        free || (self.known.at(&below).is_none() && below.to_string() != "/chart");
                    self.key(entry, &below, free);
                    self.node(&entry.value, &below, free);
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.node(item, &at.child(index.to_string()), true);
                }
            }
            _ => self.scalar(node, at, free),
        }
    }

    fn key(&mut self, entry: &Entry, at: &Pointer, free: bool) {
        let key = entry.key_span;
        if !free {
            self.replace(
                Operation::MisspeltKey,
                at,
                key,
                &misspelt(&entry.key),
                key.start as usize,
                false,
            );
        }
        let line_start = self.text[..key.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.text[line_start..key.start as usize];
        if !indent.trim().is_empty() {
            return;
        }
        let end = (entry.value.span.end as usize).max(key.end as usize);
        // A block scalar ends behind its last line break.
        let end = self.text[..end].trim_end().len();
        let end = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at + 1);
        let copy = format!("{indent}{}: null\n", &self.text[key.range()]);
        let mut text = self.text.to_string();
        text.insert_str(end, &copy);
        let place = end + indent.len();
        self.push(Operation::DuplicateKey, at, text, place, false);
        if !indent.is_empty() {
            let span =
                Span { start: u32::try_from(line_start).expect("small"), end: key.start, ..key };
            self.replace(Operation::Tab, at, span, "\t", line_start, true);
        }
    }

    fn scalar(&mut self, node: &Node, at: &Pointer, free: bool) {
        let span = node.span;
        let start = span.start as usize;
        if span.is_empty() || matches!(node.style, yaml::Style::Literal | yaml::Style::Folded) {
            return;
        }
        self.replace(Operation::ScalarToMapping, at, span, "{changed: 1}", start, false);
        if !LISTS.iter().any(|map| at.to_string().starts_with(map)) {
            self.replace(Operation::ScalarToList, at, span, "[changed]", start, false);
        }
        let written = &self.text[span.range()];
        let bare = written.trim_matches(['"', '\'']);
        self.replace(Operation::OpenQuote, at, span, &format!("\"{bare}"), start, true);
        if !free && matches!(node.value, Value::Number(_) | Value::Bool(_)) {
            self.replace(Operation::ValueToWord, at, span, "banana", start, false);
        }
        if !free && node.as_str().is_some_and(|word| self.is_enum_word(at, word)) {
            let wrong = misspelt(bare);
            self.replace(Operation::MisspeltEnum, at, span, &wrong, start, false);
        }
    }

    /// Whether the schema has an `enum` with `word` at a key of this name.
    fn is_enum_word(&self, at: &Pointer, word: &str) -> bool {
        let key = format!("\"{}\": {{", at.last().unwrap_or_default());
        let quoted = format!("\"{word}\"");
        self.schema.match_indices(&key).any(|(start, _)| {
            let body = &self.schema[start..];
            let body = &body[..body.find("\n        }").unwrap_or(body.len()).min(2000)];
            body.find("\"enum\"").is_some_and(|at| {
                body[at..].find(']').is_some_and(|end| body[at..at + end].contains(&quoted))
            })
        })
    }

    fn replace(
        &mut self,
        operation: Operation,
        at: &Pointer,
        span: Span,
        by: &str,
        place: usize,
        whole_line: bool,
    ) {
        let mut text = self.text.to_string();
        text.replace_range(span.range(), by);
        self.push(operation, at, text, place, whole_line);
    }

    fn push(
        &mut self,
        operation: Operation,
        at: &Pointer,
        text: String,
        place: usize,
        whole_line: bool,
    ) {
        self.made.push(Mutant { operation, pointer: at.to_string(), text, place, whole_line });
    }
}

/// The word with two neighbouring characters exchanged, or its last character doubled.
fn misspelt(word: &str) -> String {
    let mut characters: Vec<char> = word.chars().collect();
    let middle = characters.len() / 2;
    if middle > 0 && characters[middle] != characters[middle - 1] {
        characters.swap(middle, middle - 1);
    } else {
        characters.push('x');
    }
    characters.into_iter().collect()
}

fn use_cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("use-cases");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the use cases are there")
        .map(|entry| entry.expect("an entry is readable").path())
        .filter(|path| path.file_name().is_some_and(|name| name != "custom.yaml"))
        .collect();
    files.sort();
    files
}
