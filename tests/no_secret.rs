//! Greps everything that every command prints, in every format, for the fake tokens of all cases
//! that hold one. Only manifests may carry a token, encoded in their Secret.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chartgen::encoding::{base64_decode, base64_encode};

const FORMATS: [&str; 6] = ["human", "short", "json", "sarif", "github", "junit"];

#[test]
fn no_command_prints_a_token() {
    let files = yaml_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"));
    let pages: String = chartgen::diagnostic::Page::all().map(|page| page.text).collect();
    let mut checked = 0;
    let mut leaks = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        // SARIF carries the pages of the codes, and their examples hold the best known fake token.
        let mut tokens = tokens(&text);
        tokens.retain(|token| !pages.contains(token.as_str()));
        if tokens.is_empty() {
            continue;
        }
        checked += 1;
        for arguments in commands(&file) {
            let run = Command::new(env!("CARGO_BIN_EXE_chartgen")).args(&arguments).output();
            let run = run.expect("the program starts");
            let is_render = arguments[0] == "render";
            let stdout = if is_render { Vec::new() } else { run.stdout };
            let seen = String::from_utf8_lossy(&[stdout, run.stderr].concat()).into_owned();
            for token in &tokens {
                if seen.contains(token.as_str()) {
                    leaks.push(format!("{} in {}", arguments.join(" "), file.display()));
                }
            }
        }
    }
    assert!(checked >= 5, "too few cases with a token: {checked}");
    leaks.dedup();
    assert!(leaks.is_empty(), "a token is printed by:\n{}", leaks.join("\n"));
}

fn commands(file: &Path) -> Vec<Vec<String>> {
    let file = file.display().to_string();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_string()).collect::<Vec<_>>();
    let mut commands = vec![
        words(&["values", "-f", &file]),
        words(&["values", "-f", &file, "--origins"]),
        words(&["values", "-f", &file, "--output", "json"]),
        words(&["import-values", &file]),
    ];
    for format in FORMATS {
        commands.push(words(&["validate", &file, "--verbose", "--message-format", format]));
        commands.push(words(&[
            "validate",
            &file,
            "--partial",
            "--render",
            "--message-format",
            format,
        ]));
        commands.push(words(&["render", "-f", &file, "--notes", "--message-format", format]));
    }
    commands
}

/// The tokens of a values file, plain, encoded and decoded.
fn tokens(text: &str) -> BTreeSet<String> {
    let mut tokens = BTreeSet::new();
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches("- ");
        let value = ["token:", "encodedToken:"].iter().find_map(|key| line.strip_prefix(key));
        let Some(value) = value else { continue };
        let value = value.split(" #").next().unwrap_or(value).trim().trim_matches(['"', '\'']);
        if value.len() < 8 || value.contains(['{', '[', '<', '$']) || value == "CHANGE_ME" {
            continue;
        }
        tokens.insert(value.to_string());
        tokens.insert(base64_encode(value.as_bytes()));
        let decoded = base64_decode(value).and_then(|bytes| String::from_utf8(bytes).ok());
        tokens.extend(decoded.map(|text| text.trim().to_string()).filter(|text| text.len() >= 8));
    }
    tokens
}

fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(yaml_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    files.sort();
    files
}
