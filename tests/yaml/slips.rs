//! One slip at a time in every line of real values files: a quote that is opened and not closed,
//! a tab for spaces. Each must give one error, on its line.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use super::cases::read;

fn values_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["use-cases", "charts"] {
        let walk = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
        files.extend(walk.map(walkdir::DirEntry::into_path).filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let values = folder == "use-cases" || name == "values.yaml";
            values && name.ends_with(".yaml")
        }));
    }
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The byte in `line` where a value on the line of its key or dash starts.
fn value_start(line: &str) -> Option<usize> {
    let content = line.trim_start();
    if content.is_empty() || content.starts_with('#') {
        return None;
    }
    let indent = line.len() - content.len();
    let after = match content.find(": ") {
        Some(colon) => indent + colon + 2,
        None => indent + content.strip_prefix("- ").map(|_| 2)?,
    };
    let value = line[after..].trim_start();
    let plain = !value.is_empty() && !value.starts_with(['#', '"', '\'', '[', '{', '|', '>', '&']);
    plain.then(|| line.len() - value.len())
}

/// Whether the slip on `line` (from 1) gives exactly one error there.
fn one_error_on(text: &str, line: usize) -> Result<(), String> {
    let (found, sources, file, _) = read(text);
    match found.as_slice() {
        [found] => {
            let at = sources.location(file, found.primary.span.start as usize).line;
            (at == line).then_some(()).ok_or(format!("line {at} instead: {}", found.message))
        }
        found => Err(format!("{} errors", found.len())),
    }
}

fn with_line(lines: &[&str], number: usize, line: &str) -> String {
    let mut lines = lines.to_vec();
    lines[number] = line;
    lines.join("\n") + "\n"
}

/// Whether the line stands in text after `|` or `>`, where everything is text.
fn in_block_text(above: &[&str], line: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut depth = indent(line);
    above.iter().rev().filter(|above| !above.trim().is_empty()).any(|above| {
        let outer = indent(above) < depth;
        depth = depth.min(indent(above));
        outer && above.trim_end_matches(['-', '+']).ends_with(['|', '>'])
    })
}

fn slips(slip: impl Fn(&str) -> Option<String>) -> (usize, Vec<String>) {
    let (mut tried, mut missed) = (0, Vec::new());
    for path in values_files() {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let Some(slipped) = slip(line) else { continue };
            if in_block_text(&lines[..number], line) {
                continue;
            }
            tried += 1;
            if let Err(why) = one_error_on(&with_line(&lines, number, &slipped), number + 1) {
                missed.push(format!("{}:{}: {slipped:?}: {why}", path.display(), number + 1));
            }
        }
    }
    (tried, missed)
}

#[test]
fn an_opened_quote_is_one_error_on_its_line() {
    for quote in ['"', '\''] {
        let (tried, missed) = slips(|line| {
            let at = value_start(line)?;
            Some(format!("{}{quote}{}", &line[..at], &line[at..]))
        });
        assert!(tried > 20, "only {tried} lines tried");
        assert!(missed.is_empty(), "{} of {tried}:\n{}", missed.len(), missed.join("\n"));
    }
}

#[test]
fn a_closing_quote_left_out_is_one_error_on_its_line() {
    let (tried, missed) = slips(|line| {
        let closed = line.ends_with('"') && line.matches('"').count() == 2;
        closed.then(|| line[..line.len() - 1].to_string())
    });
    assert!(missed.is_empty(), "{} of {tried}:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn a_tab_for_spaces_is_one_error_on_its_line() {
    let indented = |line: &str| {
        let content = line.trim_start();
        (line.starts_with("  ") && !content.starts_with('#')).then(|| content.to_string())
    };
    let whole = slips(|line| Some(format!("\t{}", indented(line)?)));
    let first = slips(|line| indented(line).map(|_| format!("\t{}", &line[2..])));
    let last = slips(|line| {
        let content = indented(line)?;
        Some(format!("{}\t{content}", &line[..line.len() - content.len() - 2]))
    });
    for (tried, missed) in [whole, first, last] {
        assert!(tried > 20, "only {tried} lines tried");
        assert!(missed.is_empty(), "{} of {tried}:\n{}", missed.len(), missed.join("\n"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(
        text in "([ab]: |- |  |\n|\r\n|\t|\"|'|[\\[\\]{}:,#&*!|>@`%\\\\]|\\{\\{|---|\u{a0}|é|\u{feff}|\u{0}|x){0,24}"
    ) {
        let (found, sources, ..) = read(&text);
        for found in &found {
            prop_assert!(sources.slice(found.primary.span).len() <= text.len());
        }
    }
}
