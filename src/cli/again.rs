//! The command that renders the same manifests again, as a shell takes it and without secrets.

use super::args::ValuesArgs;
use crate::render::shell_word;
use crate::report;
use crate::source::{FileId, SourceKind, SourceMap};

/// `chartgen render` with the values of `args`, whose `--set` arguments are texts of `sources`.
pub(super) fn render(args: &ValuesArgs, sources: &SourceMap) -> String {
    let mut words = vec!["chartgen".to_string(), "render".to_string()];
    let mut add = |flag: &str, value: &str| words.extend([flag.to_string(), shell_word(value)]);
    args.values.iter().for_each(|path| add("-f", &path.to_string_lossy()));
    args.chart.iter().for_each(|chart| add("--chart", chart));
    for file in sources.files().filter(|file| is_set(sources, *file)) {
        let (flag, value) = without_secrets(sources, file);
        add(flag, &value);
    }
    args.namespace.iter().for_each(|namespace| add("-n", namespace));
    words.join(" ")
}

fn is_set(sources: &SourceMap, file: FileId) -> bool {
    sources.kind(file) == SourceKind::Flag && sources.name(file).starts_with("--set")
}

/// The flag and its argument. A value that is all of a secret is to come from the environment, any
/// other secret is stars; files and variables are named, not shown, by their flags.
fn without_secrets(sources: &SourceMap, file: FileId) -> (&str, String) {
    let (flag, text) = (sources.name(file), sources.text(file));
    let hidden = match flag {
        "--set-file" | "--set-env" => Vec::new(),
        _ => report::hidden_in(sources, file),
    };
    let [.., last] = hidden.as_slice() else {
        return (flag, text.to_string());
    };
    let key = text[..hidden[0].start].strip_suffix('=');
    if let Some(key) = key.filter(|key| last.end == text.len() && !key.contains([',', '='])) {
        return ("--set-env", format!("{key}=VARIABLE"));
    }
    let mut shown = text.to_string();
    hidden.iter().rev().for_each(|range| shown.replace_range(range.clone(), "***"));
    (flag, shown)
}
