//! What the targets share: inputs of several texts, plain trees, and what must hold for every
//! finding.

use chartgen::chart::{Chart, Template};
use chartgen::diagnostic::{Diagnostic, Diagnostics, Label};
use chartgen::report::{self, Format, Options};
use chartgen::source::{FileId, SourceKind, SourceMap, Span};
use chartgen::yaml::{self, Node, Value};
use serde_json::Value as Json;

/// Longer inputs only cost time.
const LONGEST: usize = 16 * 1024;

/// The line that separates the texts of one input.
const SEPARATOR: &str = "\n===\n";

/// The input as text.
pub fn text(data: &[u8]) -> Option<&str> {
    if data.len() > LONGEST { None } else { std::str::from_utf8(data).ok() }
}

/// The `N` texts of an input; those that it does not have are empty.
pub fn texts<const N: usize>(data: &[u8]) -> Option<[&str; N]> {
    let mut parts = text(data)?.splitn(N, SEPARATOR);
    Some(std::array::from_fn(|_| parts.next().unwrap_or_default()))
}

/// A tree without places, as a second reader would give it.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    Null,
    Bool(bool),
    /// A number by its text.
    Number(String),
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl Tree {
    pub fn of(node: &Node) -> Self {
        match &node.value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.text().to_string()),
            Value::String(text) => Self::Text(text.to_string()),
            Value::Sequence(items) => Self::List(items.iter().map(Self::of).collect()),
            Value::Mapping(entries) => {
                let pair = |entry: &yaml::Entry| (entry.key.to_string(), Self::of(&entry.value));
                Self::Map(entries.iter().map(pair).collect())
            }
        }
    }

    /// Whether any key is longer than YAML lets one be that stands without `? `, as those of JSON
    /// do.
    pub fn has_long_key(&self) -> bool {
        match self {
            Self::List(items) => items.iter().any(Self::has_long_key),
            Self::Map(entries) => {
                let is_long = |key: &str| yaml::is_long_key(&Json::from(key).to_string());
                entries.iter().any(|(key, value)| is_long(key) || value.has_long_key())
            }
            _ => false,
        }
    }

    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, v)| v),
            _ => None,
        }
    }
}

/// Reads one document; nothing when it has faults, which are then reported.
pub fn document(sources: &mut SourceMap, kind: SourceKind, text: &str) -> Option<Node> {
    let file = sources.add("input.yaml", kind, text.to_string());
    let mut diagnostics = Diagnostics::new();
    let node = yaml::read_document(sources, file, &mut diagnostics);
    let clean = !diagnostics.has_errors();
    check_findings(sources, diagnostics);
    node.filter(|_| clean)
}

/// Every finding lies inside its text, and every format can write all of them, without a control
/// character of the input.
pub fn check_findings(sources: &SourceMap, mut diagnostics: Diagnostics) -> Vec<Diagnostic> {
    let found = diagnostics.take_sorted();
    for one in &found {
        assert!(!one.message.is_empty(), "{one:?}");
        check_label(sources, &one.primary);
        one.related.iter().for_each(|label| check_label(sources, label));
        one.fixes.iter().for_each(|fix| check_span(sources, fix.span));
    }
    let formats =
        [Format::Human, Format::Short, Format::Json, Format::Sarif, Format::Github, Format::Junit];
    for format in formats {
        let mut out = Vec::new();
        report::write(format, &Options::default(), sources, &found, &mut out)
            .expect("memory takes bytes");
        let out = String::from_utf8(out).expect("reports are text");
        let raw = out.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(raw, None, "{format:?}: {out:?}");
        if matches!(format, Format::Json | Format::Sarif) {
            serde_json::from_str::<serde_json::Value>(&out).expect("the report is JSON");
        }
    }
    found
}

fn check_label(sources: &SourceMap, label: &Label) {
    check_span(sources, label.span);
}

/// The span lies inside its text, between characters.
pub fn check_span(sources: &SourceMap, span: Span) {
    let text = sources.text(span.file);
    assert!(text.get(span.range()).is_some(), "{span:?} of {} bytes: {text:?}", text.len());
}

/// Every node lies inside the text.
pub fn check_places(sources: &SourceMap, node: &Node) {
    check_span(sources, node.span);
    for entry in node.as_mapping().into_iter().flatten() {
        check_span(sources, entry.key_span);
        check_places(sources, &entry.value);
    }
    node.as_sequence().into_iter().flatten().for_each(|item| check_places(sources, item));
}

/// Adds a text and gives its id.
pub fn add(sources: &mut SourceMap, name: &str, kind: SourceKind, text: &str) -> FileId {
    sources.add(name.to_string(), kind, text.to_string())
}

/// A chart of one template and nothing else.
pub fn chart(template: &str, sources: &mut SourceMap) -> Chart {
    let file = add(sources, "templates/x.yaml", SourceKind::Template, template);
    let metadata = add(sources, "Chart.yaml", SourceKind::ChartFile, "name: x\n");
    Chart {
        name: "x".into(),
        version: "1.0.0".into(),
        app_version: None,
        description: None,
        metadata,
        defaults: None,
        schema: None,
        templates: vec![Template { path: "templates/x.yaml".into(), file }],
        notes: None,
    }
}
