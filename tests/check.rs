//! Each folder of `tests/cases/check` holds `manifest.yaml` and, unless it is good, `expected.txt`
//! with every finding: place, words, help, related places. Comments at the top of a manifest may say
//! `# kube-version: 1.33`, `# crd: FILE` (beside it) or `# ignore-missing-schemas`.
//! `UPDATE=1 cargo test --test check` writes the expectations anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chartgen::diagnostic::{Diagnostic, Diagnostics, Page, Severity};
use chartgen::manifest::{self, Api, KubeVersion};
use chartgen::pipeline::BuiltInRules;
use chartgen::source::{SourceKind, SourceMap, Span};

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/check");
    let folders = fs::read_dir(root).expect("the cases are part of the repository");
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.expect("readable").path()).collect();
    folders.sort();
    folders
}

/// The value of a `# name: value` comment at the top of a manifest.
fn directive<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let comments = text.lines().map_while(|line| line.strip_prefix('#'));
    comments
        .map(str::trim)
        .find_map(|line| line.strip_prefix(name))
        .map(|rest| rest.trim_start_matches(':').trim())
}

/// A case with everything that was found in it.
struct Checked {
    folder: PathBuf,
    name: String,
    sources: SourceMap,
    found: Vec<Diagnostic>,
}

/// All cases, each checked once for all tests.
static CASES: LazyLock<Vec<Checked>> = LazyLock::new(|| {
    let checked = |folder: PathBuf| {
        let (sources, found) = checked(&folder);
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Checked { folder, name, sources, found }
    };
    cases().into_iter().map(checked).collect()
});

fn checked(folder: &Path) -> (SourceMap, Vec<Diagnostic>) {
    let text = fs::read_to_string(folder.join("manifest.yaml")).expect("every case has a manifest");
    let version = directive(&text, "kube-version").map_or(KubeVersion::LATEST, |version| {
        version.parse().expect("cases name versions that exist")
    });
    let mut api = Api::embedded(version, Box::new(BuiltInRules));
    if directive(&text, "ignore-missing-schemas").is_some() {
        api.ignore_unknown_kinds();
    }
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    if let Some(definition) = directive(&text, "crd") {
        let crd =
            fs::read_to_string(folder.join(definition)).expect("the definition is in the folder");
        let file = sources.add(definition.to_owned(), SourceKind::Manifest, crd);
        for definition in manifest::read(&sources, file, &mut diagnostics) {
            assert!(
                api.add_custom(&definition.root, &mut diagnostics) > 0,
                "{}: no kinds",
                folder.display()
            );
        }
    }
    let file = sources.add("manifest.yaml", SourceKind::Manifest, text);
    let manifests = manifest::read(&sources, file, &mut diagnostics);
    api.check(&sources, &manifests, &mut diagnostics);
    let found = diagnostics.take_sorted();
    (sources, found)
}

fn place(sources: &SourceMap, span: Span) -> String {
    let at = sources.location(span.file, span.range().start);
    format!("{}:{}:{} `{}`", sources.name(span.file), at.line, at.column, sources.slice(span))
}

fn written(sources: &SourceMap, found: &[Diagnostic]) -> String {
    let mut out = String::new();
    for one in found {
        let severity = format!("{:?}", one.severity).to_lowercase();
        let code = &one.code;
        let _ = writeln!(out, "{severity}[{code}] {}", one.message);
        let _ = writeln!(out, "  at {} {}", place(sources, one.primary.span), one.primary.text);
        for label in &one.related {
            let _ = writeln!(out, "  see {} {}", place(sources, label.span), label.text);
        }
        if let Some(help) = &one.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

#[test]
fn every_manifest_gets_exactly_the_findings_that_are_pinned() {
    let mut wrong = Vec::new();
    for Checked { folder, name, sources, found } in CASES.iter() {
        let actual = written(sources, found);
        let pinned = folder.join("expected.txt");
        let expected = fs::read_to_string(&pinned).unwrap_or_default();
        if actual == expected {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            let change = if actual.is_empty() {
                fs::remove_file(&pinned)
            } else {
                fs::write(&pinned, &actual)
            };
            change.expect("the cases can be written");
        }
        wrong.push(format!("{name}\n--- expected\n{expected}--- actual\n{actual}"));
    }
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_name_that_ends_in_good_means_no_error_and_no_warning() {
    for Checked { name, found, .. } in CASES.iter() {
        let faults = found.iter().filter(|one| one.severity != Severity::Note).count();
        let good = name.ends_with("-good") || name.contains("-good-");
        assert_eq!(faults == 0, good, "{name} has {faults} findings");
    }
}

#[test]
fn every_finding_names_its_object() {
    for Checked { name, found, .. } in CASES.iter() {
        for one in found {
            let whole =
                ["not-a-manifest", "duplicate-key", "unusable-rule"].contains(&one.code.as_str());
            let named =
                one.message.split(": ").next().is_some_and(|title| {
                    title.starts_with(char::is_uppercase) && !title.contains(' ')
                });
            assert!(whole || named, "{name}: {}", one.message);
        }
    }
}

/// The codes that the stage can report by itself: those of its rules, and the words in its sources
/// that have a page.
fn codes_of_the_stage() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src/manifest", "schemas/kubernetes/overlay", "schemas/kubeflow.org"];
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut codes = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("readable");
            waiting.extend(entries.map(|entry| entry.expect("readable").path()));
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are text");
        let is_word = |character: char| character.is_ascii_lowercase() || character == '-';
        for word in text.split(|character| !is_word(character)) {
            let quoted = text.contains(&format!("\"{word}\""));
            let ruled = text.contains(&format!("x-chartgen-code: {word}\n"));
            if word.contains('-') && (quoted || ruled) && Page::of(word).is_some() {
                codes.insert(word.to_owned());
            }
        }
    }
    codes
}

#[test]
fn every_code_of_the_stage_has_a_case() {
    let found = CASES.iter().flat_map(|case| &case.found);
    let mut seen: BTreeSet<String> = found.map(|one| one.code.to_string()).collect();
    // Too large for a file; the test below makes such objects.
    seen.insert("object-too-large".to_owned());
    let codes = codes_of_the_stage();
    assert!(codes.len() > 50, "only {} codes found", codes.len());
    let missing: Vec<&String> = codes.difference(&seen).collect();
    assert!(missing.is_empty(), "codes that no case shows: {missing:?}");
}

#[test]
fn objects_that_the_server_would_not_take_for_their_size_are_refused() {
    let text = |kind: &str, list: &str, count: usize| {
        let entries: String =
            (0..count).map(|index| format!("  f{index}: \"{}\"\n", "x".repeat(1000))).collect();
        format!("apiVersion: v1\nkind: {kind}\nmetadata: {{name: models}}\n{list}:\n{entries}")
    };
    let codes = |text: String| {
        let mut sources = SourceMap::new();
        let mut found = Diagnostics::new();
        let file = sources.add("manifest.yaml", SourceKind::Manifest, text);
        let manifests = manifest::read(&sources, file, &mut found);
        Api::embedded(KubeVersion::LATEST, Box::new(BuiltInRules))
            .check(&sources, &manifests, &mut found);
        found.take_sorted().iter().map(|one| one.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(text("ConfigMap", "data", 1060)), ["object-too-large"]);
    assert_eq!(codes(text("ConfigMap", "data", 1000)), [""; 0]);
    assert_eq!(codes(text("Secret", "stringData", 1060)), ["object-too-large"]);
    let annotated = text("ConfigMap", "data", 1)
        .replace("{name: models}", "\n  name: models\n  annotations:\n");
    let annotations: String =
        (0..265).map(|index| format!("    a{index}: \"{}\"\n", "x".repeat(1000))).collect();
    assert_eq!(
        codes(annotated.replace("annotations:\n", &format!("annotations:\n{annotations}"))),
        ["object-too-large"]
    );
}
