//! Names and paths into charts and use cases.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::{ChartFiles, Error, embedded};
use crate::diagnostic::{Diagnostics, nearest};
use crate::source::SourceMap;

/// What `--chart` or the key `chart:` of a values file names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChartReference {
    /// A chart that the binary carries.
    BuiltIn(String),
    /// A folder with a chart, or an archive.
    Path(PathBuf),
}

impl ChartReference {
    /// The chart of a values file that names none.
    #[must_use]
    pub fn default_chart() -> Self {
        Self::BuiltIn("llm-finetune".into())
    }

    /// Reads `text`: a path when it holds a separator or ends in `.tgz`, else a built-in name.
    /// Relative paths count from `folder`.
    #[must_use]
    pub fn parse(text: &str, folder: &Path) -> Self {
        let archive = Path::new(text).extension().is_some_and(|extension| extension == "tgz");
        if text.contains(['/', '\\']) || archive || text == "." || text == ".." {
            return Self::Path(folder.join(text));
        }
        Self::BuiltIn(text.to_string())
    }

    /// The files of the chart.
    ///
    /// # Errors
    ///
    /// When there is no such chart or it cannot be read.
    pub fn files(
        &self,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Result<ChartFiles, Error> {
        match self {
            Self::BuiltIn(name) => ChartFiles::embedded(name).ok_or_else(|| unknown_chart(name)),
            Self::Path(path) if path.is_dir() => ChartFiles::folder(path, sources, diagnostics),
            Self::Path(path) => ChartFiles::archive(path, sources, diagnostics),
        }
    }
}

fn unknown_chart(name: &str) -> Error {
    let known = charts();
    let near = nearest(name, known.iter().copied());
    let error = Error::new(format!("there is no built-in chart `{name}`"));
    match near {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help(format!(
            "the built-in charts are {}; a chart folder is written as a path, such as `./{name}`",
            known.join(", ")
        )),
    }
}

/// The names of the built-in charts, sorted.
#[must_use]
pub fn charts() -> Vec<&'static str> {
    let folders = embedded::CHARTS.iter().filter_map(|(path, _)| path.strip_suffix("/Chart.yaml"));
    folders.collect()
}

/// A values file that the binary carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UseCase {
    /// The name, without `.yaml`.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

impl UseCase {
    /// The title: the first sentence of the first comment line of the file.
    #[must_use]
    pub fn title(&self) -> &'static str {
        let comment = self.text.lines().find_map(|line| line.strip_prefix("# "));
        let comment = comment.unwrap_or_default().trim();
        comment.split_once(". ").map_or(comment, |(first, _)| first).trim_end_matches(['.', ':'])
    }

    /// The chart that the file names, or the one that stands for none.
    #[must_use]
    pub fn chart(&self) -> &'static str {
        let named = self.text.lines().find_map(|line| line.strip_prefix("chart:"));
        named.map_or("llm-finetune", |name| name.split('#').next().unwrap_or(name).trim())
    }
}

/// The built-in use cases, sorted by name.
#[must_use]
pub fn use_cases() -> Vec<UseCase> {
    let files = embedded::USE_CASES.iter();
    files
        .filter_map(|(path, text)| Some(UseCase { name: path.strip_suffix(".yaml")?, text }))
        .collect()
}

/// The built-in use case that `name` or `name.yaml` names.
#[must_use]
pub fn use_case(name: &str) -> Option<UseCase> {
    let name = name.strip_suffix(".yaml").unwrap_or(name);
    use_cases().into_iter().find(|case| case.name == name)
}

/// The values files that `path` stands for: itself, or every `*.yaml` and `*.yml` below the folder
/// that it is, sorted by path. Hidden folders are left out.
///
/// # Errors
///
/// When the folder cannot be read or holds no such file.
pub fn values_files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let files = files_below(path, &["yaml", "yml"])?;
    if files.is_empty() {
        let message = format!("the folder `{}` holds no *.yaml or *.yml file", path.display());
        return Err(Error::new(message).with_help("name a values file or another folder"));
    }
    Ok(files)
}

/// The manifests that `path` stands for: as [`values_files`], and every `*.json` as well.
///
/// # Errors
///
/// When the folder cannot be read or holds no such file.
pub fn manifest_files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let files = files_below(path, &["yaml", "yml", "json"])?;
    if files.is_empty() {
        let path = path.display();
        let message = format!("the folder `{path}` holds no *.yaml, *.yml or *.json file");
        return Err(Error::new(message).with_help("name a manifest or another folder"));
    }
    Ok(files)
}

/// `path` itself, or the files below the folder that it is whose names end in one of `extensions`.
fn files_below(path: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Error> {
    if path == Path::new("-") || !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
    };
    let mut files = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(visible) {
        let entry = entry.map_err(|error| match error.io_error() {
            Some(io) => Error::io("read", error.path().unwrap_or(path), io),
            None => Error::new(format!("cannot read `{}`: {error}", path.display())),
        })?;
        let is_meant = entry
            .path()
            .extension()
            .is_some_and(|found| extensions.iter().any(|extension| found == *extension));
        if is_meant && !entry.file_type().is_dir() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}
