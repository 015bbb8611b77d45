//! The scripts of `chartgen completions`, and what Bash makes of its own. What each shell is told is
//! pinned below `tests/cases/completions`; `tests/peers/check_shells.py` presses the Tab key.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn chartgen(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartgen"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

#[test]
fn each_shell_gets_a_script_that_asks_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (shell, file) in [
        ("bash", "chartgen.bash"),
        ("zsh", "_chartgen"),
        ("fish", "chartgen.fish"),
        ("powershell", "_chartgen.ps1"),
        ("elvish", "chartgen.elv"),
    ] {
        let printed = chartgen(folder, &["completions", shell]);
        assert!(printed.status.success(), "{shell}: {printed:?}");
        let script = String::from_utf8_lossy(&printed.stdout).into_owned();
        assert!(script.contains("CHARTGEN_COMPLETE"), "{shell}: {script}");
        let written = chartgen(folder, &["completions", shell, "-o", "scripts"]);
        assert!(written.status.success(), "{shell}: {written:?}");
        let text = fs::read_to_string(folder.join("scripts").join(file)).expect("a script");
        assert_eq!(text, script, "{shell}");
    }
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(chartgen(folder, &["completions", "man", "-o", "man1"]).status.success());
    let page = fs::read_to_string(folder.join("man1/chartgen-render.1")).expect("a page");
    assert!(page.contains("output\\-dir") && page.contains("Examples:"), "{page}");
    let pages = fs::read_dir(folder.join("man1")).expect("pages").count();
    let help = chartgen(folder, &["--help"]);
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let subcommands = help.lines().filter(|line| is_subcommand(line)).count();
    assert_eq!(pages, subcommands + 1, "{help}");
}

/// Whether a line of the help names a subcommand: `  render         Print …`.
fn is_subcommand(line: &str) -> bool {
    let name = line.strip_prefix("  ").unwrap_or_default();
    let word: String = name.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
    !word.is_empty() && !word.starts_with('-') && name[word.len()..].starts_with("  ")
}

/// The words that the script for Bash offers for `line`, which Bash has broken into `words`.
fn bash(folder: &Path, line: &str, words: &[&str]) -> String {
    let script = chartgen(folder, &["completions", "bash"]);
    fs::write(folder.join("script"), script.stdout).expect("the folder is writable");
    let place = Path::new(env!("CARGO_BIN_EXE_chartgen")).parent().expect("a folder");
    let asked = Command::new("bash")
        .args(["--norc", "-c"])
        .arg(
            "source ./script; COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=(\"${@:2}\") \
             COMP_CWORD=$(($# - 2)); _chartgen 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"",
        )
        .arg("bash")
        .arg(line)
        .args(words)
        .current_dir(folder)
        .env("PATH", format!("{}:/usr/bin:/bin", place.display()))
        .output()
        .expect("bash is there");
    String::from_utf8_lossy(&asked.stdout).into_owned()
}

#[test]
fn bash_gets_what_follows_its_own_break() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("my job.yaml"), "").expect("the folder is writable");
    for (line, words, offered) in [
        ("chartgen rend", &["chartgen", "rend"][..], "render\n"),
        (
            "chartgen render --set image.pull",
            &["chartgen", "render", "--set", "image.pull"],
            "image.pullPolicy=\n",
        ),
        (
            "chartgen render --set image.pullPolicy=N",
            &["chartgen", "render", "--set", "image.pullPolicy", "=", "N"],
            "Never\n",
        ),
        (
            "chartgen render --set=distributed.workers=3,image.pull",
            &["chartgen", "render", "--set", "=", "distributed.workers", "=", "3,image.pull"],
            "3,image.pullPolicy=\n",
        ),
        ("chartgen validate my", &["chartgen", "validate", "my"], "my\\ job.yaml\n"),
        ("chartgen validate 'my", &["chartgen", "validate", "'my"], "my job.yaml\n"),
        ("chartgen validate yo", &["chartgen", "validate", "yo"], "\n"),
    ] {
        assert_eq!(bash(folder, line, words), offered, "{line}");
    }
}
