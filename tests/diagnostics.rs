//! The pages of `docs/codes` against the code, the schemas and `docs/diagnostics.md`; levels and
//! fixes.

use chartgen::diagnostic::{Diagnostic, Diagnostics, Level, Levels, Page, Severity, apply_fixes};
use chartgen::source::{FileId, SourceKind, SourceMap, Span};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_collected_pages_are_current() {
    let path = Path::new(ROOT).join("docs/diagnostics.md");
    let collected = Page::collected();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &collected).expect("to write docs/diagnostics.md");
    }
    let current = fs::read_to_string(&path).expect("docs/diagnostics.md");
    assert!(current == collected, "UPDATE=1 cargo test --test diagnostics writes it anew");
}

#[test]
fn every_code_has_a_page() {
    let pages: BTreeSet<_> = Page::all().map(|page| page.code.to_owned()).collect();
    let missing: Vec<_> = codes().difference(&pages).cloned().collect();
    assert!(missing.is_empty(), "no page in docs/codes for: {missing:?}");
}

#[test]
fn every_page_is_of_a_code_that_can_be_reported() {
    let texts: Vec<_> = code_files().iter().map(|path| read(path)).collect();
    let unused = Page::all().filter(|page| {
        let quoted = format!("\"{}\"", page.code);
        !texts.iter().any(|text| text.contains(&quoted))
    });
    let unused: Vec<_> = unused.map(|page| page.code).collect();
    assert!(unused.is_empty(), "pages of codes that nothing reports: {unused:?}");
}

#[test]
fn every_page_has_its_parts() {
    for page in Page::all() {
        let code = page.code;
        assert_eq!(page.text.lines().next(), Some(format!("# {code}").as_str()), "{code}");
        let summary = page.summary();
        assert!(summary.ends_with('.') && !summary.starts_with('#'), "{code}: {summary}");
        for section in ["Cause", "Example", "Cure"] {
            let text = page.section(section).unwrap_or_default();
            assert!(!text.is_empty(), "{code} lacks `## {section}`");
        }
        let example = page.section("Example").unwrap_or_default();
        assert!(example.contains(&format!("[{code}]")), "the example of {code} lacks its message");
        let prose = page.text.split("```").step_by(2);
        let wide = prose.flat_map(str::lines).find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{code}");
    }
}

#[test]
fn the_json_report_has_the_published_shape() {
    let schema = read(&Path::new(ROOT).join("schemas/report.schema.json"));
    let schema = serde_json::from_str(&schema).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a valid schema");
    let cases = fs::read_dir(Path::new(ROOT).join("tests/cases/report")).expect("the cases");
    let mut checked = 0;
    for case in cases {
        let report = case.expect("a case").path().join("report.json");
        let Ok(text) = fs::read_to_string(&report) else { continue };
        let written = serde_json::from_str(&text).expect("JSON");
        let faults: Vec<_> = schema.iter_errors(&written).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{}: {faults:?}", report.display());
        checked += 1;
    }
    assert!(checked > 5);
}

#[test]
fn levels_raise_lower_and_drop() {
    let (_, file) = source("a: 1\n");
    let at = Span::start_of(file);
    let found = || {
        let mut found = Diagnostics::new();
        found.push(Diagnostic::warning("yaml-a", at, ""));
        found.push(Diagnostic::warning("yaml-b", at, ""));
        found.push(Diagnostic::error("yaml-c", at, ""));
        found.push(Diagnostic::note("yaml-d", at, ""));
        found
    };
    let known = ["yaml-a", "yaml-b", "yaml-c", "yaml-d"];
    let after = |given: &[(Level, &str)]| {
        let mut found = found();
        Levels::new(given.iter().copied(), &known).expect("known codes").apply(&mut found);
        let found = found.iter().map(|found| (found.code.to_string(), found.severity));
        found.collect::<Vec<_>>()
    };
    let (error, warning, note) = (Severity::Error, Severity::Warning, Severity::Note);
    let named = |severities: &[(&str, Severity)]| {
        severities.iter().map(|(code, severity)| (format!("yaml-{code}"), *severity)).collect()
    };
    let plain: Vec<_> = named(&[("a", warning), ("b", warning), ("c", error), ("d", note)]);
    assert_eq!(after(&[]), plain);
    let denied: Vec<_> = named(&[("a", error), ("b", error), ("c", error), ("d", note)]);
    assert_eq!(after(&[(Level::Deny, "warnings")]), denied);
    let mixed: Vec<_> = named(&[("a", warning), ("b", error), ("c", warning)]);
    let flags = [
        (Level::Deny, "warnings"),
        (Level::Warn, "yaml-a"),
        (Level::Warn, "yaml-c"),
        (Level::Allow, "yaml-d"),
    ];
    assert_eq!(after(&flags), mixed);
    let last_wins: Vec<_> = named(&[("a", error), ("b", warning), ("c", error), ("d", note)]);
    assert_eq!(after(&[(Level::Allow, "yaml-a"), (Level::Deny, "yaml-a")]), last_wins);
}

#[test]
fn a_level_for_an_unknown_code_is_refused() {
    let refused = Levels::new([(Level::Deny, "tokn-in-values-file")], &["token-in-values-file"]);
    let message = refused.expect_err("an unknown code").to_string();
    assert_eq!(
        message,
        "there is no code `tokn-in-values-file`; did you mean `token-in-values-file`?"
    );
    assert!(Levels::new([(Level::Warn, "x")], &["token"]).is_err());
}

#[test]
fn fixes_change_nothing_else() {
    let text = "# top\na:   {workerz: 4, x: no}   # why\r\nb: \t2\r\n";
    let (_, file) = source(text);
    let span = |part: &str| {
        let at = text.find(part).expect("a part of the text");
        Span::new(file, at, at + part.len())
    };
    let found = [
        Diagnostic::error("x", span("no"), "later").with_fix(span("no"), "\"no\""),
        Diagnostic::error("x", span("workerz"), "earlier").with_fix(span("workerz"), "workers"),
        Diagnostic::error("x", span("workerz"), "again").with_fix(span("workerz"), "workers"),
        Diagnostic::error("x", span("2"), "a choice")
            .with_fix(span("2"), "3")
            .with_fix(span("2"), "4"),
        Diagnostic::error("x", span("{workerz: 4"), "overlaps").with_fix(span("workerz: 4"), "y"),
        Diagnostic::error("x", span("# why"), "nothing to change").with_fix(span("# why"), "# why"),
    ];
    let fixed = apply_fixes(file, text, &found).expect("fixes");
    assert_eq!(fixed.text, "# top\na:   {workers: 4, x: \"no\"}   # why\r\nb: \t2\r\n");
    let changed: Vec<_> = fixed.changes.iter().map(|(found, _)| found.message.as_str()).collect();
    assert_eq!(changed, ["earlier", "later"]);
    assert_eq!(apply_fixes(file, text, &found[3..4]), None);
}

fn source(text: &str) -> (SourceMap, FileId) {
    let mut sources = SourceMap::new();
    let file = sources.add("a.yaml", SourceKind::Values, text.to_owned());
    (sources, file)
}

/// The codes that `src` and the rules of `schemas` and `charts` name where findings are made.
fn codes() -> BTreeSet<String> {
    const MAKERS: [&str; 9] = [
        "Code::new(",
        "Code::from(",
        "Diagnostic::error(",
        "Diagnostic::warning(",
        "Diagnostic::note(",
        "Words::new(",
        "\"x-chartgen-code\":",
        "code: ",
        "code = ",
    ];
    let mut codes = BTreeSet::new();
    for path in code_files() {
        let text = read(&path);
        for maker in MAKERS {
            for (at, _) in text.match_indices(maker) {
                let rest = text[at + maker.len()..].trim_start();
                let Some(quoted) = rest.strip_prefix('"') else { continue };
                let code = &quoted[..quoted.find('"').unwrap_or(0)];
                if is_code(code) {
                    codes.insert(code.to_owned());
                }
            }
        }
    }
    codes
}

fn is_code(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.contains('-') && text.chars().all(allowed)
}

fn code_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["src", "schemas", "charts"] {
        collect(&Path::new(ROOT).join(folder), &mut files);
    }
    files.retain(|path| path.extension().is_some_and(|found| found == "rs" || found == "json"));
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file of the repository")
}
