//! Holds the directions between modules, and what each module may do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Module and the modules that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("encoding", &[]),
    ("pattern", &[]),
    ("visible", &[]),
    ("diagnostic", &["source"]),
    ("yaml", &["source", "visible", "diagnostic"]),
    ("chart", &["source", "diagnostic", "yaml"]),
    ("values", &["source", "encoding", "visible", "diagnostic", "yaml"]),
    ("schema", &["source", "encoding", "pattern", "diagnostic", "yaml"]),
    ("rules", &["source", "encoding", "pattern", "diagnostic", "yaml"]),
    ("render", &["source", "encoding", "visible", "diagnostic", "yaml", "chart", "values"]),
    ("manifest", &["source", "encoding", "diagnostic", "yaml", "schema", "rules"]),
    ("blame", &["source", "diagnostic", "yaml", "chart", "values", "render", "manifest"]),
    ("package", &["source", "visible", "diagnostic", "yaml", "chart"]),
    ("workspace", &["source", "visible", "diagnostic", "yaml", "chart", "schema", "package"]),
    ("report", &["source", "encoding", "visible", "diagnostic"]),
];

/// Modules that may use every stage, but not `report` and not `cli`.
const ABOVE_STAGES: &[&str] = &["pipeline", "lint", "docs", "export"];

/// Third-party crates and the one module that names each. Data formats (`serde`, `serde_json`)
/// are the exception: several modules read or write JSON.
const ONE_MODULE: &[(&str, &str)] = &[
    ("base64", "encoding"),
    ("granit_parser", "yaml"),
    ("memchr", "yaml"),
    ("jsonschema", "schema"),
    ("cel", "rules"),
    ("regex", "pattern"),
    ("tera", "render"),
    ("aho_corasick", "report"),
    ("miette", "report"),
    ("clap", "cli"),
    ("clap_complete", "cli"),
    ("clap_mangen", "cli"),
    ("tar", "package"),
    ("flate2", "package"),
    ("strsim", "diagnostic"),
    ("walkdir", "workspace"),
    ("rayon", "cli"),
    ("terminal_size", "cli"),
    ("indicatif", "cli"),
    ("tempfile", "cli"),
    ("rustix", "cli"),
    ("unicode_width", "report"),
];

#[test]
fn modules_use_only_what_they_may() {
    let allowed: BTreeMap<_, BTreeSet<_>> =
        MAY_USE.iter().map(|(module, uses)| (*module, uses.iter().copied().collect())).collect();
    let mut wrong = Vec::new();
    for (module, file, line, text) in code_lines() {
        for used in used_modules(&text) {
            let refused = match module.as_str() {
                "cli" | "main" | "lib" => false,
                above if ABOVE_STAGES.contains(&above) => matches!(&*used, "report" | "cli"),
                stage => {
                    used != stage && !allowed.get(stage).is_some_and(|set| set.contains(&*used))
                }
            };
            if refused && used != module {
                wrong.push(format!("{}:{line}: `{module}` uses `{used}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "directions that are not allowed:\n{}", wrong.join("\n"));
}

#[test]
fn each_crate_is_named_in_one_module() {
    let mut wrong = Vec::new();
    for (module, file, line, text) in code_lines() {
        let named = ONE_MODULE.iter().filter(|(name, home)| {
            module != *home
                && (text.contains(&format!("{name}::")) || text.contains(&format!("use {name};")))
                && !preceded_by_path(&text, name)
        });
        for (name, home) in named {
            let whole = fs::read_to_string(&file).expect("a source file is readable");
            let own_module =
                whole.contains(&format!("mod {name};")) || text.contains(&format!("super::{name}"));
            if !own_module {
                wrong.push(format!("{}:{line}: `{name}` belongs in `{home}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "crates outside their module:\n{}", wrong.join("\n"));
}

#[test]
fn only_the_outer_modules_touch_files_or_print() {
    let mut wrong = Vec::new();
    for (module, file, line, text) in code_lines() {
        let touches = ["std::fs", "File::open", "File::create", "fs::read", "fs::write"];
        let may_touch = matches!(module.as_str(), "workspace" | "package" | "cli");
        if !may_touch && touches.iter().any(|word| text.contains(word)) {
            wrong.push(format!("{}:{line}: file access in `{module}`", file.display()));
        }
        let prints = ["io::stdout", "io::stderr", "println!", "print!("];
        let may_print = matches!(module.as_str(), "cli" | "main");
        if !may_print && prints.iter().any(|word| text.contains(word)) {
            wrong.push(format!("{}:{line}: printing in `{module}`", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_is_in_the_table() {
    let known: BTreeSet<_> = MAY_USE
        .iter()
        .map(|(module, _)| *module)
        .chain(ABOVE_STAGES.iter().copied())
        .chain(["cli", "main", "lib"])
        .collect();
    let found: BTreeSet<_> = code_lines().into_iter().map(|(module, ..)| module).collect();
    let strangers: Vec<_> =
        found.iter().filter(|module| !known.contains(module.as_str())).collect();
    assert!(strangers.is_empty(), "modules without a place in the table: {strangers:?}");
    assert!(found.len() > 5, "the sources were not found");
}

#[test]
fn every_file_says_what_it_is_for_and_stays_small() {
    let mut wrong = Vec::new();
    for file in rust_files(&root()) {
        let text = fs::read_to_string(&file).expect("a source file is readable");
        if !text.starts_with("//! ") {
            wrong.push(format!("{}: does not open with `//!`", file.display()));
        }
        let own = text.split("#[cfg(test)]").next().unwrap_or_default();
        if own.lines().count() > 500 {
            wrong.push(format!("{}: longer than 500 lines", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn preceded_by_path(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}::")).all(|(at, _)| {
        text[..at].ends_with("::")
            || text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

/// The modules that a line names by a path from the crate's root.
fn used_modules(text: &str) -> Vec<String> {
    let paths = text.match_indices("crate::").filter(|(at, _)| {
        !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
    });
    let mut used = Vec::new();
    for (at, matched) in paths {
        let rest = &text[at + matched.len()..];
        match rest.strip_prefix('{') {
            Some(group) => {
                let names = group.split('}').next().unwrap_or_default().split(',');
                used.extend(names.map(|name| first_word(name.trim())));
            }
            None => used.push(first_word(rest)),
        }
    }
    used.retain(|name| !name.is_empty());
    used
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Every line of code with its top-level module, file and line number; comments are left out.
fn code_lines() -> Vec<(String, PathBuf, usize, String)> {
    let root = root();
    let mut lines = Vec::new();
    for file in rust_files(&root) {
        let below = file.strip_prefix(&root).expect("files come from below the root");
        let first = below.components().next().expect("a file has a name");
        let module = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string();
        let text = fs::read_to_string(&file).expect("a source file is readable");
        for (index, line) in text.lines().enumerate() {
            if !line.trim_start().starts_with("//") {
                lines.push((module.clone(), file.clone(), index + 1, line.to_string()));
            }
        }
    }
    lines
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the source folder is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
