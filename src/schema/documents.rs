//! The texts of one schema as parsed JSON, and what a `$ref` in them leads to. Only the texts that
//! were handed in exist: nothing is fetched.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use serde_json::Value;

use super::fit::Judged;
use super::input::SchemaInput;
use crate::pattern::{self, Pattern};
use crate::source::{FileId, SourceMap};

/// All documents of a schema have addresses below this one, so that relative references resolve.
const BASE: &str = "chartgen:///";

/// One text.
#[derive(Debug)]
pub(super) struct Document {
    pub file: FileId,
    /// The address under which the engine knows it.
    pub uri: String,
    /// The name by which relative references call it.
    name: String,
    /// The absolute `$id` that it gives itself.
    id: Option<String>,
    pub value: Value,
}

/// A place in one of the documents: the document's index and a JSON Pointer.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub document: usize,
    pub pointer: String,
}

/// A text that is no JSON: the file, the byte offset and the reason.
pub(super) struct NoJson {
    pub file: FileId,
    pub offset: usize,
    pub reason: String,
}

/// The root document, at index 0, and the shared ones.
#[derive(Debug)]
pub(super) struct Documents {
    all: Vec<Document>,
    /// Where in the root document the schema starts.
    pub entry: Place,
    /// Patterns that were asked for; nothing for one that only the engine can use.
    patterns: Mutex<HashMap<Box<str>, Option<Pattern>>>,
    /// What was found of a chart's defaults.
    pub judged: Judged,
}

impl Documents {
    pub(super) fn read(input: &SchemaInput<'_>, sources: &SourceMap) -> Result<Self, NoJson> {
        let path = sources.name(input.root);
        let root_name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let mut all = vec![Document::read(input.root, root_name, sources)?];
        for (name, file) in input.shared {
            all.push(Document::read(*file, name, sources)?);
        }
        call_by_name(&mut all);
        let entry = Place { document: 0, pointer: input.entry.to_string() };
        Ok(Self { all, entry, patterns: Mutex::default(), judged: Judged::default() })
    }

    /// A single document that no text stands for.
    pub(super) fn of_value(value: Value, file: FileId) -> Self {
        let name = "memory";
        let uri = format!("{BASE}{name}");
        let document = Document { file, uri, name: name.to_string(), id: None, value };
        let entry = Place { document: 0, pointer: String::new() };
        let (patterns, judged) = (Mutex::default(), Judged::default());
        Self { all: vec![document], entry, patterns, judged }
    }

    /// Whether `text` matches `pattern`; nothing when only the engine can say.
    pub(super) fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        let mut patterns = self.patterns.lock().unwrap_or_else(PoisonError::into_inner);
        if !patterns.contains_key(pattern) {
            let usable = pattern::is_universal(pattern);
            let compiled = usable.then(|| Pattern::compile(pattern).ok()).flatten();
            patterns.insert(pattern.into(), compiled);
        }
        let compiled = patterns.get(pattern)?.as_ref()?;
        Some(compiled.matches(text))
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Document> {
        self.all.iter()
    }

    pub(super) fn document(&self, place: &Place) -> &Document {
        &self.all[place.document]
    }

    pub(super) fn value(&self, place: &Place) -> Option<&Value> {
        at(&self.document(place).value, &place.pointer)
    }

    /// The address of a place, for a `$ref`.
    pub(super) fn uri(&self, place: &Place) -> String {
        format!("{}#{}", self.document(place).uri, percent_encode(&place.pointer))
    }

    /// What the text of a `$ref` that stands in document `from` leads to.
    pub(super) fn resolve(&self, from: usize, reference: &str) -> Option<Place> {
        let (document, fragment) = self.parts(from, reference)?;
        let fragment = percent_decode(fragment);
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            fragment
        } else {
            find_anchor(&self.all[document].value, &fragment, String::new())?
        };
        let place = Place { document, pointer };
        self.value(&place).is_some().then_some(place)
    }

    /// As [`Documents::resolve`], but the document and the subschema itself, without a way to it.
    pub(super) fn target(&self, from: usize, reference: &str) -> Option<(usize, &Value)> {
        let (document, fragment) = self.parts(from, reference)?;
        if fragment.starts_with('/') && !fragment.contains('%') {
            return Some((document, at(&self.all[document].value, fragment)?));
        }
        let place = self.resolve(from, reference)?;
        Some((place.document, self.value(&place)?))
    }

    /// The document that a reference leads to, and the place in it.
    fn parts<'r>(&self, from: usize, reference: &'r str) -> Option<(usize, &'r str)> {
        let (target, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let document = if target.is_empty() { from } else { self.find(from, target)? };
        Some((document, fragment))
    }

    fn find(&self, from: usize, target: &str) -> Option<usize> {
        let folder = self.all[from].name.rfind('/').map_or("", |at| &self.all[from].name[..=at]);
        let below = target.trim_start_matches("./");
        self.all.iter().position(|document| {
            document.name.strip_prefix(folder) == Some(below)
                || document.name == target
                || document.uri == target
        })
    }
}

impl Document {
    fn read(file: FileId, name: &str, sources: &SourceMap) -> Result<Self, NoJson> {
        let text = sources.text(file);
        let mut value: Value = serde_json::from_str(text).map_err(|error| NoJson {
            file,
            offset: offset_of(text, &error),
            reason: plain_reason(&error),
        })?;
        let id = take_id(&mut value);
        Ok(Self {
            file,
            uri: format!("{BASE}{}", percent_encode(name)),
            name: name.into(),
            id,
            value,
        })
    }
}

/// Takes the root's `$id` out: where the documents lie is said by their names alone, so that a
/// schema works wherever its folder is. Other documents may still call it by an absolute `$id`.
fn take_id(value: &mut Value) -> Option<String> {
    let id = value.as_object_mut()?.shift_remove("$id")?;
    let id = id.as_str()?.trim_end_matches('#');
    id.contains(':').then(|| id.to_string())
}

/// Writes references to an absolute `$id` of one of the documents as references to its name.
fn call_by_name(all: &mut [Document]) {
    let names: Vec<(String, String)> =
        all.iter().filter_map(|one| Some((one.id.clone()?, one.uri.clone()))).collect();
    if !names.is_empty() {
        all.iter_mut().for_each(|document| rename(&mut document.value, &names));
    }
}

fn rename(value: &mut Value, names: &[(String, String)]) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                match inner {
                    Value::String(reference) if key == "$ref" => {
                        let (target, fragment) =
                            reference.split_once('#').unwrap_or((reference, ""));
                        if let Some((_, uri)) = names.iter().find(|(id, _)| id == target) {
                            *reference = format!("{uri}#{fragment}");
                        }
                    }
                    inner => rename(inner, names),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| rename(inner, names)),
        _ => {}
    }
}

fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let offset = (before + error.column().saturating_sub(1)).min(text.len());
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The parser's words without the place, which the report shows itself.
fn plain_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_string()
}

fn find_anchor(value: &Value, anchor: &str, at: String) -> Option<String> {
    match value {
        Value::Object(map) => {
            let named = |keyword: &str| map.get(keyword).and_then(Value::as_str) == Some(anchor);
            if named("$anchor") || named("$dynamicAnchor") {
                return Some(at);
            }
            map.iter().find_map(|(key, inner)| find_anchor(inner, anchor, child(&at, key)))
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, inner)| find_anchor(inner, anchor, format!("{at}/{index}"))),
        _ => None,
    }
}

/// The value at a JSON Pointer.
fn at<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    let Some(steps) = pointer.strip_prefix('/') else {
        return pointer.is_empty().then_some(value);
    };
    steps.split('/').try_fold(value, |value, token| match value {
        Value::Object(map) if token.contains('~') => {
            map.get(&token.replace("~1", "/").replace("~0", "~"))
        }
        Value::Object(map) => map.get(token),
        Value::Array(items) => items.get(token.parse::<usize>().ok()?),
        _ => None,
    })
}

/// The pointer one step below `at`.
pub(super) fn child(at: &str, token: &str) -> String {
    let mut pointer = String::with_capacity(at.len() + token.len() + 1);
    pointer.push_str(at);
    pointer.push('/');
    if token.contains(['~', '/']) {
        pointer.push_str(&token.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(token);
    }
    pointer
}

fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/$".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_string();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = if first == b'%' { after.get(..2) } else { None };
        let code = digits
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
