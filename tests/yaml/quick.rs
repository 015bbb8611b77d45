//! The quick reader of plain texts and the parser that knows all of YAML give the same trees, to
//! the last span, and the same findings: for every text of the tests and every values file and
//! manifest of ours, and for these with slips in them.

use std::fs;
use std::path::Path;

use chartgen::diagnostic::{Diagnostic, Diagnostics};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::{Stream, read_stream, read_stream_by_parser};

/// What the reader gives for `text`, both ways; nothing when both are the same.
fn difference(text: &str) -> Option<String> {
    let mut sources = SourceMap::new();
    let file = sources.add("text.yaml", SourceKind::Manifest, text.to_owned());
    let mut outcomes = [read_stream, read_stream_by_parser].map(|read| {
        let mut found = Diagnostics::new();
        let stream = read(&sources, file, &mut found);
        (stream, found.take_sorted())
    });
    let [quick, slow]: &mut [(Stream, Vec<Diagnostic>); 2] = &mut outcomes;
    let same = quick.0.documents == slow.0.documents
        && quick.0.complete == slow.0.complete
        && quick.1 == slow.1;
    (!same).then(|| format!("{text}\n-- {}", first_difference(quick, slow)))
}

/// The first line in which two trees differ, with those before it.
fn first_difference<T: std::fmt::Debug>(quick: &T, slow: &T) -> String {
    let (quick, slow) = (format!("{quick:#?}"), format!("{slow:#?}"));
    let (quick, slow): (Vec<&str>, Vec<&str>) = (quick.lines().collect(), slow.lines().collect());
    let at = quick.iter().zip(&slow).position(|(left, right)| left != right).unwrap_or_default();
    let before = quick[at.saturating_sub(12)..at].join("\n");
    format!("{before}\nquick: {:?}\nparser: {:?}", quick.get(at), slow.get(at))
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            collect(&path, texts);
        } else if let Ok(text) = fs::read_to_string(&path) {
            texts.push(text);
        }
    }
}

fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in ["use-cases", "charts", "schemas", "tests/cases"] {
        collect(&root.join(folder), &mut texts);
    }
    let suite = include_str!("../cases/yaml-test-suite/cases.json");
    let suite: Vec<serde_json::Value> = serde_json::from_str(suite).expect("the cases are JSON");
    texts.extend(suite.iter().filter_map(|case| Some(case["yaml"].as_str()?.to_owned())));
    texts.retain(|text| text.len() < 100_000);
    texts
}

fn assert_same(texts: impl IntoIterator<Item = String>) {
    let differences: Vec<String> = texts.into_iter().filter_map(|text| difference(&text)).collect();
    let (count, shown) = (differences.len(), differences.iter().take(5));
    let shown: Vec<&str> = shown.map(String::as_str).collect();
    assert!(count == 0, "{count} texts are read otherwise:\n{}", shown.join("\n========\n"));
}

#[test]
fn both_readers_agree_on_every_text() {
    let texts = texts();
    assert!(texts.len() > 1000, "only {} texts", texts.len());
    assert_same(texts);
}

/// Signs that mean something in some place, put wherever they may.
const SLIPS: [&str; 25] = [
    " ", "\n", "-", ": ", ":", "#", " #", "\"", "'", "[", "]", "{", "}", ",", "|", ">", "&a ",
    "*a", "!", "\t", "\\", "---\n", "  ", "- ", "\u{a0}",
];

#[test]
fn both_readers_agree_on_texts_with_slips() {
    let texts = texts();
    let plain = texts.iter().filter(|text| text.len() < 1500 && text.is_ascii());
    let mut random = 0x2545_f491_u64;
    let mut next = move |bound: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).expect("31 bits") % bound.max(1)
    };
    let mut slipped = Vec::new();
    for text in plain {
        for _ in 0..12 {
            let at = next(text.len());
            let cut = (at + next(3)).min(text.len());
            slipped.push(format!("{}{}{}", &text[..at], SLIPS[next(SLIPS.len())], &text[cut..]));
        }
    }
    assert!(slipped.len() > 5000, "only {} texts", slipped.len());
    assert_same(slipped);
}

/// Texts that the use cases and manifests do not happen to hold.
const SHAPES: &str = include_str!("../cases/yaml-quick/shapes.yaml");

#[test]
fn both_readers_agree_on_every_shape() {
    let shapes = SHAPES.split("\n=====\n").map(str::to_owned);
    assert_same(shapes.clone().chain(shapes.map(|shape| shape.trim_end().to_owned())));
}
