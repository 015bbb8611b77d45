//! The files of a chart, embedded or from a folder or an archive, into a `Chart`.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use walkdir::WalkDir;

use super::embedded;
use super::text::CHART_FILE_LIMIT;
use super::{Error, metadata, text};
use crate::chart::{Chart, SchemaText, Template};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::package;
use crate::source::{FileId, SourceKind, SourceMap};
use crate::visible;

/// The largest packed chart in bytes.
const PACKED_LIMIT: u64 = 100 * 1024 * 1024;

/// The largest chart in bytes, unpacked.
const CHART_LIMIT: u64 = 100 * 1024 * 1024;

/// The files of one chart before they are understood: paths below the chart with `/`, sorted.
#[derive(Debug, Clone, Default)]
pub struct ChartFiles {
    /// How messages name the chart's files: a prefix such as `charts/x/` before each path.
    pub prefix: String,
    /// Path and text of each file.
    pub files: Vec<(String, Cow<'static, str>)>,
    /// The lean form of the values schema, where there is one.
    lean: Option<&'static str>,
}

impl ChartFiles {
    /// The built-in chart `name`, or nothing when there is none.
    #[must_use]
    pub fn embedded(name: &str) -> Option<Self> {
        let folder = format!("{name}/");
        let of_chart = embedded::CHARTS
            .iter()
            .filter_map(|(path, text)| Some((path.strip_prefix(&folder)?, *text)));
        let mut files: Vec<_> =
            of_chart.map(|(path, text)| (path.to_string(), Cow::Borrowed(text))).collect();
        if files.is_empty() {
            return None;
        }
        if let Some(schema) = embedded::find(embedded::SCHEMAS, &format!("{name}.schema.json")) {
            files.push(("values.schema.json".into(), Cow::Borrowed(schema)));
        }
        let lean = embedded::find(embedded::LEAN, name);
        Some(Self { prefix: format!("charts/{folder}"), files, lean })
    }

    /// The chart in the folder `path`. Files that a chart does not consist of are not read.
    ///
    /// # Errors
    ///
    /// When the folder or a file in it cannot be read.
    pub fn folder(
        path: &Path,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let prefix = format!("{}/", text::plain(path).display().to_string().trim_end_matches('/'));
        let mut chart = Self { prefix, ..Self::default() };
        let mut total = 0;
        for entry in WalkDir::new(path).sort_by_file_name().max_depth(16) {
            let entry = entry.map_err(|error| walk_error(path, &error))?;
            let Some(below) = chart_path(path, &entry) else {
                continue;
            };
            if !is_usable(&below) {
                diagnostics.push(unusable(&below, sources));
                continue;
            }
            let kind = SourceKind::ChartFile;
            let read = text::read(entry.path(), kind, CHART_FILE_LIMIT, sources, diagnostics)?;
            let Some(file) = read else {
                continue;
            };
            total += sources.text(file).len() as u64;
            if total > CHART_LIMIT {
                let label = Label::whole_file(file, "");
                let message = "the chart is larger than 100 MiB";
                diagnostics.push(Diagnostic::at(
                    Severity::Error,
                    "chart-too-large",
                    label,
                    message,
                ));
                break;
            }
            chart.files.push((below, Cow::Owned(sources.text(file).to_string())));
        }
        Ok(chart)
    }

    /// The chart in the packed archive at `path`, unpacked in memory. Faults of the archive go to
    /// `diagnostics`, and then there are no files.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn archive(
        path: &Path,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let name = text::plain(path).display().to_string();
        let packed = std::fs::File::open(path).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(PACKED_LIMIT + 1).read_to_end(&mut bytes).map(|_| bytes)
        });
        let bytes = packed.map_err(|error| Error::io("read the chart", path, &error))?;
        let file = sources.add(name.clone(), SourceKind::ChartFile, "");
        if bytes.len() as u64 > PACKED_LIMIT {
            let label = Label::whole_file(file, "");
            let message = "the archive is larger than 100 MiB";
            diagnostics.push(Diagnostic::at(Severity::Error, "chart-too-large", label, message));
            return Ok(Self { prefix: format!("{name}/"), ..Self::default() });
        }
        let archive = package::read(&bytes, file, diagnostics);
        let files = archive.into_iter().flat_map(|archive| archive.files);
        let files = files.map(|entry| {
            (entry.path, Cow::Owned(String::from_utf8_lossy(&entry.content).into_owned()))
        });
        Ok(Self { prefix: format!("{name}/"), files: files.collect(), lean: None })
    }

    fn take(&self, path: &str, kind: SourceKind, sources: &mut SourceMap) -> Option<FileId> {
        let (_, text) = self.files.iter().find(|(name, _)| name == path)?;
        Some(sources.add(format!("{}{path}", self.prefix), kind, text.clone()))
    }

    /// Understands the files as a chart. Faults of `Chart.yaml` go to `diagnostics`.
    pub fn into_chart(
        self,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<Chart> {
        let Some(file) = self.take("Chart.yaml", SourceKind::ChartFile, sources) else {
            if diagnostics.has_errors() {
                return None;
            }
            let name = self.prefix.trim_end_matches('/').to_string();
            let file = sources.add(name, SourceKind::ChartFile, "");
            let label = Label::whole_file(file, "");
            let found = Diagnostic::at(
                Severity::Error,
                "chart-metadata",
                label,
                "this is no chart: it has no `Chart.yaml`",
            )
            .with_help("name a folder that holds Chart.yaml, values.yaml and templates/");
            diagnostics.push(found);
            return None;
        };
        let metadata = metadata::read(sources, file, diagnostics)?;
        let defaults = self.take("values.yaml", SourceKind::ChartDefaults, sources);
        let notes = self.take("NOTES.txt", SourceKind::Template, sources);
        let notes =
            notes.or_else(|| self.take("templates/NOTES.txt", SourceKind::Template, sources));
        let schema = self.schema(sources);
        let templates = self.templates(sources);
        Some(Chart {
            name: metadata.name,
            version: metadata.version,
            app_version: metadata.app_version,
            description: metadata.description,
            metadata: file,
            defaults,
            schema,
            templates,
            notes,
        })
    }

    fn schema(&self, sources: &mut SourceMap) -> Option<SchemaText> {
        let root = self.take("values.schema.json", SourceKind::Schema, sources)?;
        let own: Vec<String> = self
            .files
            .iter()
            .map(|(path, _)| path.clone())
            .filter(|path| path.ends_with(".schema.json") && path != "values.schema.json")
            .collect();
        let mut shared: Vec<(String, FileId)> = own
            .into_iter()
            .filter_map(|path| {
                let file = self.take(&path, SourceKind::Schema, sources)?;
                Some((path, file))
            })
            .collect();
        let definitions = "definitions.schema.json";
        if !shared.iter().any(|(name, _)| name == definitions)
            && let Some(text) = embedded::find(embedded::SCHEMAS, definitions)
        {
            let name = format!("schemas/{definitions}");
            shared.push((definitions.into(), sources.add(name, SourceKind::Schema, text)));
        }
        Some(SchemaText { root, shared, lean: self.lean })
    }

    fn templates(&self, sources: &mut SourceMap) -> Vec<Template> {
        let is_template = |path: &str| {
            path.starts_with("templates/")
                && !path.ends_with("NOTES.txt")
                && !path.contains("/tests/")
        };
        let paths = self.files.iter().map(|(path, _)| path).filter(|path| is_template(path));
        paths
            .filter_map(|path| {
                let file = self.take(path, SourceKind::Template, sources)?;
                Some(Template { path: path.clone(), file })
            })
            .collect()
    }
}

/// Paths below a chart are written with `/` on every system. Elsewhere `\` is a character of names.
fn slashed(path: &str) -> String {
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_string() }
}

/// Whether the path has only characters that can be seen, stand in one line, and mean the same on
/// every system.
fn is_usable(path: &str) -> bool {
    !path.contains(['\\', '\u{fffd}']) && !path.chars().any(visible::steers)
}

fn unusable(path: &str, sources: &mut SourceMap) -> Diagnostic {
    let file = sources.add(path, SourceKind::ChartFile, "");
    let shown = visible::escape(path).replace('\n', "\\n");
    let message = format!("`{shown}` is not a usable file name");
    let label = Label::whole_file(file, "");
    Diagnostic::at(Severity::Error, "chart-file-name", label, message)
        .with_help("use names of visible UTF-8 characters without backslashes")
}

/// The path below the chart of a file that belongs to a chart.
fn chart_path(root: &Path, entry: &walkdir::DirEntry) -> Option<String> {
    if !entry.file_type().is_file() {
        return None;
    }
    let below = entry.path().strip_prefix(root).ok()?;
    let below = slashed(&below.to_string_lossy());
    let known = matches!(&*below, "Chart.yaml" | "values.yaml" | "NOTES.txt" | ".helmignore")
        || below.ends_with(".schema.json")
        || below == "README.md"
        || below.starts_with("templates/");
    known.then_some(below)
}

fn walk_error(path: &Path, error: &walkdir::Error) -> Error {
    match error.io_error() {
        Some(io) => Error::io("read", error.path().unwrap_or(path), io),
        None => Error::new(format!("cannot read the chart `{}`: {error}", path.display())),
    }
}
