//! A chart's files as the archive that Helm reads: one folder of the chart's name.

use super::bundle::self_contained_schema;
use crate::chart::Chart;
use crate::diagnostic::Diagnostics;
use crate::package::{Entry, Ignore};
use crate::source::SourceMap;
use crate::yaml;

/// What to pack a chart as.
#[derive(Debug, Clone, Copy, Default)]
pub struct Package<'a> {
    /// Replaces `version` of `Chart.yaml`.
    pub version: Option<&'a str>,
    /// Replaces `appVersion` of `Chart.yaml`.
    pub app_version: Option<&'a str>,
    /// The values reference, packed as `README.md` when the chart has none.
    pub readme: Option<&'a str>,
}

/// The entries of the archive of `chart`. `others` are the texts of further files in its folder;
/// those that `.helmignore` names are left out. The schema has its references inlined.
#[must_use]
pub fn package(
    chart: &Chart,
    others: &[(String, String)],
    package: Package<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Entry> {
    let ignore = ignore_rules(others, sources, diagnostics);
    let mut files: Vec<(String, String)> = Vec::new();
    let metadata = sources.text(chart.metadata);
    let metadata = with_field(metadata, "version", package.version);
    let metadata = with_field(&metadata, "appVersion", package.app_version);
    files.push(("Chart.yaml".into(), metadata));
    let text = |file| sources.text(file).to_string();
    files.extend(chart.defaults.map(|file| ("values.yaml".to_string(), text(file))));
    let schema = self_contained_schema(chart, sources);
    files.extend(schema.map(|schema| ("values.schema.json".to_string(), schema)));
    files.extend(chart.notes.map(|file| ("templates/NOTES.txt".to_string(), text(file))));
    files.extend(chart.templates.iter().map(|one| (one.path.clone(), text(one.file))));
    for (path, text) in others {
        let is_notes = path == "NOTES.txt" && chart.notes.is_some();
        if !is_notes && !files.iter().any(|(known, _)| known == path) {
            files.push((path.clone(), text.clone()));
        }
    }
    if let (Some(readme), false) =
        (package.readme, files.iter().any(|(path, _)| path == "README.md"))
    {
        files.push(("README.md".into(), readme.to_string()));
    }
    let kept = files.into_iter().filter(|(path, _)| !ignore.ignores(path, false));
    kept.map(|(path, text)| Entry {
        path: format!("{}/{path}", chart.name),
        content: text.into_bytes(),
    })
    .collect()
}

fn ignore_rules(
    others: &[(String, String)],
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Ignore {
    let Some((path, text)) = others.iter().find(|(path, _)| path == ".helmignore") else {
        return Ignore::default();
    };
    let kind = crate::source::SourceKind::ChartFile;
    let file = sources.add(path.clone(), kind, text.clone());
    Ignore::read(sources, file, diagnostics)
}

/// `Chart.yaml` with another value for a field at its top level; everything else stays as it is.
fn with_field(text: &str, field: &str, value: Option<&str>) -> String {
    let Some(value) = value else {
        return text.to_string();
    };
    let line = format!("{field}: {}", yaml::to_quoted(value));
    let key = format!("{field}:");
    let mut found = false;
    let mut lines: Vec<String> = Vec::new();
    for old in text.lines() {
        let is_field = old.starts_with(&key);
        found |= is_field;
        lines.push(if is_field { line.clone() } else { old.to_string() });
    }
    if !found {
        lines.push(line);
    }
    lines.join("\n") + "\n"
}
