//! Where each merged value comes from and what it overrode, as an aligned table or as JSON.

use serde_json::json;

use super::values::Mask;
use crate::source::{SourceKind, SourceMap, Span};
use crate::values::Values;
use crate::visible;
use crate::yaml::{self, Node, Pointer, Value};

/// The widest columns of paths, values, origins and flags in characters. Longer paths and origins
/// stand out; longer values and flags are cut, values on a narrow terminal down to [`NARROW_VALUE`].
const PATH_WIDTH: usize = 44;
const VALUE_WIDTH: usize = 32;
const NARROW_VALUE: usize = 12;
const ORIGIN_WIDTH: usize = 20;
const FLAG_WIDTH: usize = 60;

/// One value and its history.
struct Row<'a> {
    at: Pointer,
    /// Nothing when a `null` removed the value.
    node: Option<&'a Node>,
    span: Span,
    /// What it took the place of, nearest first.
    overrode: Vec<&'a Node>,
}

/// The leaves in the order of the tree, the collections that took the place of something, and
/// what a `null` removed.
fn rows(values: &Values) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    collect(values, &values.root, &Pointer::root(), &mut rows);
    rows.extend(values.removed().iter().map(|removed| Row {
        at: removed.at.clone(),
        node: None,
        span: removed.by.value.span,
        overrode: std::iter::once(&removed.default).collect(),
    }));
    rows
}

fn collect<'a>(values: &'a Values, node: &'a Node, at: &Pointer, rows: &mut Vec<Row<'a>>) {
    let overrode: Vec<&Node> = values.overridden(at).iter().collect();
    let is_leaf = match &node.value {
        Value::Mapping(mapping) => mapping.is_empty(),
        Value::Sequence(items) => items.is_empty(),
        _ => true,
    };
    if is_leaf && !at.is_root() || !overrode.is_empty() {
        rows.push(Row { at: at.clone(), node: Some(node), span: node.span, overrode });
    }
    match &node.value {
        Value::Mapping(mapping) => {
            for entry in mapping {
                collect(values, &entry.value, &at.child(entry.key.clone()), rows);
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(values, item, &at.child(index.to_string()), rows);
            }
        }
        _ => {}
    }
}

/// How a table may look: `width` columns on a terminal, else as wide as it is.
pub(super) struct Look {
    pub width: Option<usize>,
    pub color: bool,
}

/// A table for people: path, value, origin, and below that what was overridden.
pub(super) fn table(values: &Values, mask: &Mask<'_>, sources: &SourceMap, look: &Look) -> String {
    let lines: Vec<Line> = rows(values).iter().map(|row| line(row, mask, sources)).collect();
    let longest = |part: fn(&Line) -> &str, most: usize| {
        let widths = lines.iter().map(|line| part(line).chars().count());
        widths.filter(|width| *width <= most).max().unwrap_or(0)
    };
    let wide = look.width.unwrap_or(usize::MAX);
    let first = longest(|line| &line.path, PATH_WIDTH.min(wide / 5 * 2));
    let third = longest(|line| &line.origin, ORIGIN_WIDTH);
    let room = wide.saturating_sub(first + third + 4).max(NARROW_VALUE);
    let second = longest(|line| &line.value, VALUE_WIDTH).min(room);
    lines.iter().map(|line| shown_line(line, first, second, wide, look.color)).collect()
}

/// One value; where the place that it comes from would not fit, that stands below.
fn shown_line(line: &Line, first: usize, second: usize, wide: usize, color: bool) -> String {
    let Line { path, value, origin, overrode, is_default } = line;
    // A long path takes its columns from the value.
    let room = (first + second).saturating_sub(path.chars().count().max(first));
    let cut_to = if room < NARROW_VALUE { second } else { room };
    let value = cut(value, cut_to);
    let mut text = format!("{path:first$}  {value:room$}  {origin}");
    if text.chars().count() > wide {
        text = format!("{path:first$}  {value}\n    from {origin}");
    }
    if color && *is_default {
        text = format!("\u{1b}[2m{text}\u{1b}[0m");
    }
    text.push('\n');
    overrode.iter().for_each(|old| text.push_str(&format!("    {old}\n")));
    text
}

struct Line {
    path: String,
    value: String,
    origin: String,
    overrode: Vec<String>,
    is_default: bool,
}

fn line(row: &Row<'_>, mask: &Mask<'_>, sources: &SourceMap) -> Line {
    let old = |node: &&Node| {
        let origin = origin(row, Some(node), node.span, mask, sources);
        format!("instead of {}, {origin}", shown(node, &row.at, mask))
    };
    Line {
        path: visible::one_line(&row.at.to_field_path()),
        value: row.node.map_or("(removed)".into(), |node| shown(node, &row.at, mask)),
        origin: origin(row, row.node, row.span, mask, sources),
        overrode: row.overrode.iter().map(old).collect(),
        is_default: sources.kind(row.span.file) == SourceKind::ChartDefaults,
    }
}

/// The value on one line; collections by their size.
fn shown(node: &Node, at: &Pointer, mask: &Mask<'_>) -> String {
    let text = match &node.value {
        Value::Mapping(mapping) if !mapping.is_empty() => count(mapping.len(), "key"),
        Value::Sequence(items) if !items.is_empty() => count(items.len(), "item"),
        Value::Number(number) if !mask.hides(node, at) => number.text().to_string(),
        _ => yaml::to_json(&mask.applied(node, at)),
    };
    cut(&visible::one_line(&text), VALUE_WIDTH)
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("({number} {what}{plural})")
}

/// The file with line and column, the flag as typed, or that it is a default.
fn origin(
    row: &Row<'_>,
    node: Option<&Node>,
    span: Span,
    mask: &Mask<'_>,
    sources: &SourceMap,
) -> String {
    let name = sources.name(span.file);
    match sources.kind(span.file) {
        SourceKind::ChartDefaults => "chart default".into(),
        SourceKind::Flag if node.is_some_and(|node| mask.hides(node, &row.at)) => {
            format!("{name} {}=***", visible::one_line(&row.at.to_field_path()))
        }
        SourceKind::Flag => {
            let typed = visible::one_line(&mask.flag(span.file, sources));
            cut(&format!("{name} {typed}"), FLAG_WIDTH)
        }
        _ => {
            let place = sources.location(span.file, span.start as usize);
            visible::one_line(&format!("{name}:{}:{}", place.line, place.column))
        }
    }
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width - 1).chain(std::iter::once('…')).collect()
}

/// A list of objects for programs.
pub(super) fn json(values: &Values, mask: &Mask<'_>, sources: &SourceMap) -> String {
    let value = |node: &Node, at: &Pointer| -> serde_json::Value {
        serde_json::from_str(&yaml::to_json(&mask.applied(node, at))).unwrap_or_default()
    };
    let rows = rows(values);
    let items = rows.iter().map(|row| {
        let old = |node: &&Node| json!({ "value": value(node, &row.at), "origin": place(node.span, sources) });
        json!({
            "pointer": row.at.to_string(),
            "removed": row.node.is_none(),
            "value": row.node.map(|node| value(node, &row.at)),
            "origin": place(row.span, sources),
            "overrode": row.overrode.iter().map(old).collect::<Vec<_>>(),
        })
    });
    let list = serde_json::Value::Array(items.collect());
    visible::json(&format!("{list:#}\n")).into_owned()
}

/// `kind` is `file`, `flag` or `default`; line and column count from 1.
fn place(span: Span, sources: &SourceMap) -> serde_json::Value {
    let kind = match sources.kind(span.file) {
        SourceKind::ChartDefaults => "default",
        SourceKind::Flag => "flag",
        _ => "file",
    };
    let at = sources.location(span.file, span.start as usize);
    json!({ "kind": kind, "name": sources.name(span.file), "line": at.line, "column": at.column })
}
