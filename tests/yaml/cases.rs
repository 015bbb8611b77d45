//! `tests/cases/yaml/<case>/input.yaml` and what is said of it in `expected.txt`. `UPDATE=1` writes
//! the expected texts anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use chartgen::diagnostic::{Diagnostic, Diagnostics, Severity};
use chartgen::source::{FileId, SourceKind, SourceMap, Span};
use chartgen::yaml::read_document;

/// The findings of reading `text`, and whether it gave a tree.
pub fn read(text: &str) -> (Vec<Diagnostic>, SourceMap, FileId, bool) {
    let mut sources = SourceMap::new();
    let file = sources.add("input.yaml", SourceKind::Values, text.to_string());
    let mut diagnostics = Diagnostics::new();
    let node = read_document(&sources, file, &mut diagnostics);
    (diagnostics.take_sorted(), sources, file, node.is_some())
}

fn place(sources: &SourceMap, span: Span) -> String {
    let start = sources.location(span.file, span.start as usize);
    let text = sources.slice(span).escape_debug();
    format!("{}:{} «{text}»", start.line, start.column)
}

/// Everything that is said, one fact per line.
fn describe(text: &str) -> String {
    let (found, sources, _, _) = read(text);
    let mut out = String::new();
    for found in found {
        let severity = if found.severity == Severity::Error { "error" } else { "warning" };
        let place = |span| place(&sources, span);
        let _ = writeln!(out, "{severity}[{}] at {}", found.code, place(found.primary.span));
        let _ = writeln!(out, "  {}", found.message);
        for label in &found.related {
            let _ = writeln!(out, "  {}: {}", place(label.span), label.text);
        }
        if let Some(help) = &found.help {
            let _ = writeln!(out, "  help: {help}");
        }
        for fix in &found.fixes {
            let _ = writeln!(out, "  fix: {} becomes {:?}", place(fix.span), fix.replacement);
        }
    }
    out
}

fn cases() -> Vec<std::path::PathBuf> {
    let folder = fs::read_dir("tests/cases/yaml").expect("the cases are there");
    let mut cases: Vec<_> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    cases.sort();
    cases
}

fn input(case: &Path) -> String {
    fs::read_to_string(case.join("input.yaml")).expect("each case has an input.yaml")
}

#[test]
fn every_case_says_what_its_author_did() {
    let mut wrong = Vec::new();
    for case in cases() {
        let now = describe(&input(&case));
        let file = case.join("expected.txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &now).expect("the case can be written");
        }
        if fs::read_to_string(&file).ok().as_deref() != Some(&now) {
            wrong.push(format!("{}:\n{now}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_case_gives_two_errors() {
    for case in cases() {
        let (found, ..) = read(&input(&case));
        assert!(found.len() <= 1, "{}: {found:?}", case.display());
    }
}

#[test]
fn a_text_with_its_certain_fix_is_yaml() {
    for case in cases() {
        let mut text = input(&case);
        let (found, ..) = read(&text);
        let Some(fix) = found.first().and_then(Diagnostic::certain_fix) else {
            continue;
        };
        text.replace_range(fix.span.range(), &fix.replacement);
        let (left, ..) = read(&text);
        let repeated = left.iter().any(|left| left.primary.span == found[0].primary.span);
        assert!(!repeated, "{}: {text}\n{left:?}", case.display());
    }
}
