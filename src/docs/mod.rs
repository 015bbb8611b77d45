//! A chart's values schema as a reference in Markdown: a section with a table for every mapping. It
//! knows nothing of what templates make of the values.

mod allowed;
mod cell;
mod types;

use std::fmt::Write as _;

use crate::chart::Chart;
use crate::schema::{EACH, Key, Schema};
use crate::visible;
use crate::yaml::Pointer;

const HEAD: &str =
    "\n| key | type | default | allowed | unit | what it is |\n|---|---|---|---|---|---|\n";

/// The values reference of `chart`, whose values schema is `schema`.
#[must_use]
pub fn reference(chart: &Chart, schema: &Schema) -> String {
    let mut text = format!("# Values of the chart {}\n", chart.name);
    if let Some(description) = &chart.description {
        let end = if description.ends_with('.') { "" } else { "." };
        let _ = write!(text, "\n{description}{end}\n");
    }
    let _ = write!(text, "\nVersion {}", chart.version);
    if let Some(version) = &chart.app_version {
        let _ = write!(text, ", of what it runs {version}");
    }
    text.push_str(
        ". Made from the values schema by `chartgen docs`. A value that is not given is the default.\n",
    );
    let mut keys = schema.keys();
    keys.retain(|key| key.at.tokens().next() != Some("chart"));
    for section in keys.iter().filter(|key| key.has_named_keys()) {
        text.push_str(&section_text(section, &keys, schema));
    }
    visible::lines(&text).into_owned()
}

/// The heading, the description and the table of one mapping; nothing when all that it holds are
/// mappings with sections of their own.
fn section_text(section: &Key<'_>, keys: &[Key<'_>], schema: &Schema) -> String {
    let depth = section.at.len() + 1;
    let children = keys.iter().filter(|key| {
        key.at.len() == depth && section.at.is_at_or_above(&key.at) && key.at.last() != Some(EACH)
    });
    let rows: String =
        children.filter(|key| !key.has_named_keys()).map(|key| row(key, schema)).collect();
    let described = section.says("description").and_then(serde_json::Value::as_str);
    let title = match section.at.is_root() {
        true => "At the top level".to_string(),
        false => path(&section.at),
    };
    let described = described.filter(|_| !section.at.is_root());
    match (rows.is_empty(), described) {
        (true, None) => String::new(),
        (true, Some(words)) => format!("\n## {title}\n\n{words}\n"),
        (false, Some(words)) => format!("\n## {title}\n\n{words}\n{HEAD}{rows}"),
        (false, None) => format!("\n## {title}\n{HEAD}{rows}"),
    }
}

fn row(key: &Key<'_>, schema: &Schema) -> String {
    let default = match (key.says("default"), key.is_secret()) {
        (Some(_), true) | (None, _) => String::new(),
        (Some(default), false) => cell::code(&default.to_string()),
    };
    let unit = key.says("x-chartgen-unit").and_then(serde_json::Value::as_str).unwrap_or_default();
    let description = key.says("description").and_then(serde_json::Value::as_str);
    format!(
        "| {} | {} | {default} | {} | {unit} | {} |\n",
        cell::code(&path(&key.at)),
        types::in_words(key, schema),
        cell::text(&allowed::in_words(key, schema)),
        cell::text(description.unwrap_or_default()),
    )
}

/// The path as it is written, with `[]` for each item and `.*` for each entry.
fn path(at: &Pointer) -> String {
    let mut path = String::new();
    for token in at.tokens() {
        match token {
            EACH => path.push_str("[]"),
            name => {
                let point = if path.is_empty() { "" } else { "." };
                let _ = write!(path, "{point}{name}");
            }
        }
    }
    path
}
