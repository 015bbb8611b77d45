//! Each folder of `tests/cases/report` holds `case.json` (texts and findings) and what each format
//! makes of them. `UPDATE=1 cargo test --test report` writes the expectations anew.

use chartgen::diagnostic::{Diagnostic, Fix, Label, Page, Severity};
use chartgen::report::{self, Format, Options};
use chartgen::source::{FileId, SourceKind, SourceMap, Span};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

struct Case {
    sources: SourceMap,
    files: Vec<FileId>,
    found: Vec<Diagnostic>,
    options: Options,
}

#[test]
fn every_format_writes_what_is_pinned() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let case = Case::read(&folder);
        for (name, format, change) in variants() {
            let pinned = folder.join(name);
            if !pinned.exists() && std::env::var_os("UPDATE").is_none_or(|value| value != "all") {
                continue;
            }
            let mut options = case.options.clone();
            change(&mut options);
            let written = case.write(format, &options);
            compare(&pinned, &written, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_that_steers_a_terminal_passes_and_no_line_is_too_wide() {
    for folder in folders() {
        let case = Case::read(&folder);
        for (name, format, change) in variants() {
            let mut options = case.options.clone();
            change(&mut options);
            let color = options.color || options.hyperlinks;
            let written = case.write(format, &options);
            let steering = written.chars().find(|&c| {
                (c.is_control() && c != '\n' && !(color && c == '\x1b'))
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            });
            assert_eq!(steering, None, "{} {name}", folder.display());
            if format == Format::Human && !options.color {
                let wide = written.lines().find(|line| line.chars().count() > 80);
                assert_eq!(wide, None, "{} {name}", folder.display());
            }
        }
    }
}

#[test]
fn no_format_tells_a_secret() {
    let folder = Path::new(CASES).join("secrets");
    let case = Case::read(&folder);
    let told: Vec<String> =
        serde_json::from_str(&fs::read_to_string(folder.join("untold.json")).expect("untold"))
            .expect("a list of texts");
    for (name, format, change) in variants() {
        let mut options = case.options.clone();
        change(&mut options);
        let written = case.write(format, &options);
        for secret in &told {
            assert!(!written.contains(secret.as_str()), "{name} tells {secret}:\n{written}");
        }
    }
}

#[test]
fn code_scanning_gets_the_page_of_a_code() {
    let mut sources = SourceMap::new();
    let file = sources.add("a.yaml", SourceKind::Values, "a:\n\tb: 1\n");
    let found = [Diagnostic::error("yaml-tab", Span::new(file, 3, 4), "a tab")];
    let mut out = Vec::new();
    let options = Options::default();
    report::write(Format::Sarif, &options, &sources, &found, &mut out).expect("to write");
    let log: Value = serde_json::from_slice(&out).expect("JSON");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    let page = Page::of("yaml-tab").expect("a page");
    assert_eq!(rule["shortDescription"]["text"], page.summary());
    assert_eq!(rule["help"]["markdown"], page.text);
}

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/report");

type Change = fn(&mut Options);

fn variants() -> Vec<(&'static str, Format, Change)> {
    vec![
        ("human.txt", Format::Human, |_| {}),
        ("human-ascii.txt", Format::Human, |options| options.unicode = false),
        ("human-color.txt", Format::Human, |options| options.color = true),
        ("short.txt", Format::Short, |_| {}),
        ("report.json", Format::Json, |_| {}),
        ("sarif.json", Format::Sarif, |_| {}),
        ("github.txt", Format::Github, |_| {}),
        ("junit.xml", Format::Junit, |_| {}),
    ]
}

fn folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(CASES).expect("the folder of cases");
    let mut folders: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    folders
}

fn compare(pinned: &Path, written: &str, wrong: &mut Vec<String>) {
    let update = std::env::var_os("UPDATE").is_some();
    let expected = fs::read_to_string(pinned).ok();
    if expected.as_deref() == Some(written) {
        return;
    }
    let expected = expected.unwrap_or_default();
    if update {
        fs::write(pinned, written).expect("to write the expectation");
    } else {
        let path = pinned.display();
        wrong.push(format!("{path} differs:\n--- pinned\n{expected}\n--- written\n{written}"));
    }
}

impl Case {
    fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join("case.json")).expect("case.json");
        let described: Value = serde_json::from_str(&text).expect("valid JSON");
        let mut sources = SourceMap::new();
        let files = described["files"].as_array().expect("files").iter();
        let files: Vec<_> = files.map(|file| add_file(&mut sources, file, folder)).collect();
        for secret in list(&described["secrets"]) {
            let span = place(&sources, &files, secret);
            sources.mark_secret(span);
        }
        let findings = list(&described["findings"]);
        let found = findings.flat_map(|finding| read_finding(&sources, &files, finding)).collect();
        let options = read_options(&described["options"]);
        Self { sources, files, found, options }
    }

    fn write(&self, format: Format, options: &Options) -> String {
        assert!(!self.files.is_empty());
        let mut out = Vec::new();
        report::write(format, options, &self.sources, &self.found, &mut out).expect("to write");
        let version = format!("\"semanticVersion\": \"{}\"", env!("CARGO_PKG_VERSION"));
        let written = String::from_utf8(out).expect("reports are UTF-8");
        written.replace(&version, "\"semanticVersion\": \"VERSION\"")
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

fn add_file(sources: &mut SourceMap, file: &Value, folder: &Path) -> FileId {
    let name = text(&file["name"]).expect("a name");
    let content = match text(&file["path"]) {
        Some(path) => fs::read_to_string(folder.join(path)).expect("the file of a case"),
        None => match text(&file["repeat"]) {
            Some(line) => (0..200).map(|number| format!("{line}{number}: 1\n")).collect(),
            None => text(&file["text"]).expect("a path or a text").to_owned(),
        },
    };
    let kind = match text(&file["kind"]) {
        Some("flag") => SourceKind::Flag,
        Some("defaults") => SourceKind::ChartDefaults,
        Some("template") => SourceKind::Template,
        Some("rendered") => SourceKind::Rendered,
        Some("schema") => SourceKind::Schema,
        _ => SourceKind::Values,
    };
    sources.add(name, kind, content)
}

fn read_options(value: &Value) -> Options {
    let width = value["width"].as_u64().map_or(80, |width| usize::try_from(width).expect("small"));
    Options {
        width,
        verbose: value["verbose"].as_bool().unwrap_or(false),
        hyperlinks: value["hyperlinks"] == true,
        folder: text(&value["folder"]).map(str::to_owned),
        checked_files: value["files"].as_u64().map_or(1, |n| usize::try_from(n).expect("small")),
        secret_keys: list(&value["secret_keys"]).filter_map(text).map(str::to_owned).collect(),
        ..Options::default()
    }
}

/// One finding, or one for each occurrence when its place says `"each": true`.
fn read_finding(sources: &SourceMap, files: &[FileId], value: &Value) -> Vec<Diagnostic> {
    let primary = &value["at"];
    let all: Vec<_> = if primary["each"] == true {
        let file = files[number(&primary["file"])];
        let find = text(&primary["find"]).expect("a text to find");
        let found = sources.text(file).match_indices(find);
        found.map(|(at, _)| Span::new(file, at, at + find.len())).collect()
    } else {
        vec![place(sources, files, primary)]
    };
    all.into_iter().map(|span| one_finding(sources, files, value, span)).collect()
}

fn one_finding(sources: &SourceMap, files: &[FileId], value: &Value, span: Span) -> Diagnostic {
    let severity = match text(&value["severity"]) {
        Some("warning") => Severity::Warning,
        Some("note") => Severity::Note,
        _ => Severity::Error,
    };
    let mut primary = label(&value["at"], span);
    primary.span = span;
    let code = text(&value["code"]).expect("a code").to_owned();
    let message = text(&value["message"]).expect("a message");
    let mut found = Diagnostic::at(severity, code, primary, message);
    found.pointer = text(&value["pointer"]).map(str::to_owned);
    found.help = text(&value["help"]).map(str::to_owned);
    let related = list(&value["related"]);
    found.related = related.map(|at| label(at, place(sources, files, at))).collect();
    let fixes = list(&value["fixes"]);
    found.fixes = fixes
        .map(|fix| Fix {
            span: place(sources, files, fix),
            replacement: text(&fix["replacement"]).expect("a replacement").to_owned(),
        })
        .collect();
    found
}

fn label(value: &Value, span: Span) -> Label {
    let words = text(&value["text"]).unwrap_or_default();
    if value["whole"] == true {
        Label::whole_file(span.file, words)
    } else {
        Label::new(span, words)
    }
}

/// `{"file": 0, "find": "text", "nth": 1, "after": true}`: the second occurrence of the text, or
/// the empty place after it.
fn place(sources: &SourceMap, files: &[FileId], value: &Value) -> Span {
    let file = files[number(&value["file"])];
    let Some(find) = text(&value["find"]) else { return Span::start_of(file) };
    let nth = number(&value["nth"]);
    let found = sources.text(file).match_indices(find).nth(nth);
    let at = found.unwrap_or_else(|| panic!("no {find:?}")).0;
    let end = at + find.len();
    if value["after"] == true { Span::new(file, end, end) } else { Span::new(file, at, end) }
}

fn number(value: &Value) -> usize {
    value.as_u64().map_or(0, |number| usize::try_from(number).expect("small"))
}
