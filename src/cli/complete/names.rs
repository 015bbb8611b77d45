//! Names that chartgen knows, with a line on each, and files beside them.

use std::ffi::OsStr;
use std::path::Path;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use crate::diagnostic::{Levels, Page};
use crate::manifest::KubeVersion;
use crate::workspace;

/// Names that may stand for an argument, and perhaps paths.
pub(super) struct Names {
    /// Each with what is said of it.
    known: Vec<(String, Option<String>)>,
    paths: Option<PathCompleter>,
}

impl Names {
    fn new<'n>(known: impl Iterator<Item = (&'n str, &'n str)>) -> Self {
        let known = known.map(|(name, about)| (name.to_string(), Some(about.to_string())));
        Self { known: known.collect(), paths: None }
    }

    /// The built-in use cases.
    pub(super) fn use_cases() -> Self {
        let cases = workspace::use_cases();
        Self::new(cases.iter().map(|case| (case.name, case.title())))
    }

    /// The built-in charts.
    pub(super) fn charts() -> Self {
        let known = workspace::charts().into_iter();
        let known = known.map(|name| (name.to_string(), super::super::list::description(name)));
        Self { known: known.collect(), paths: None }
    }

    /// The codes of findings.
    pub(super) fn codes() -> Self {
        let pages: Vec<Page> = Page::all().collect();
        Self::new(pages.iter().map(|page| (page.code, page.summary())))
    }

    /// What `-D`, `-W` and `-A` take.
    pub(super) fn levels() -> Self {
        let mut names = Self::codes();
        names.known.push((Levels::WARNINGS.to_string(), Some("Every warning".to_string())));
        names
    }

    /// The versions of Kubernetes whose API is known.
    pub(super) fn kube_versions() -> Self {
        let known = KubeVersion::all().map(|version| (version.to_string(), None));
        Self { known: known.collect(), paths: None }
    }

    /// These names, and paths beside them.
    pub(super) fn or_paths(self, paths: PathCompleter) -> Self {
        Self { paths: Some(paths), ..self }
    }
}

impl ValueCompleter for Names {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let typed = current.to_string_lossy();
        let known = self.known.iter().filter(|(name, _)| name.starts_with(&*typed));
        let named = known.map(|(name, about)| {
            CompletionCandidate::new(name)
                .help(about.as_deref().map(|about| about.to_string().into()))
        });
        let paths = self.paths.iter().flat_map(|paths| paths.complete(current));
        named.chain(paths).collect()
    }
}

/// Values files and folders of them, and standard input.
pub(super) fn values_path() -> PathCompleter {
    PathCompleter::any().filter(|path| has_extension(path, &["yaml", "yml"])).stdio()
}

/// Manifests and folders of them, and standard input.
pub(super) fn manifest_path() -> PathCompleter {
    PathCompleter::any().filter(|path| has_extension(path, &["yaml", "yml", "json"])).stdio()
}

/// Folders that hold a chart, and archives.
pub(super) fn chart_path() -> PathCompleter {
    PathCompleter::any()
        .filter(|path| path.join("Chart.yaml").is_file() || has_extension(path, &["tgz"]))
}

fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| wanted.contains(&extension)) && path.is_file()
}
