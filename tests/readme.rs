//! Runs every command that `README.md` and the pages of `docs` show, in the order in which they show
//! them, with the files that they show. What needs a cluster or another tool (`kubectl`, `make`) is
//! left to `tests/peers/check_documents.py`, which runs the same pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The pages and how many commands each shows at least.
const PAGES: &[(&str, usize)] = &[
    ("README.md", 15),
    ("docs/ci.md", 0),
    ("docs/editors.md", 1),
    ("docs/kustomize.md", 4),
    ("docs/make.md", 2),
    ("docs/shell.md", 7),
];

#[test]
fn the_commands_of_the_pages_work() {
    for (page, least) in PAGES {
        let text = fs::read_to_string(root().join(page)).expect("the page is readable");
        let folder = tempfile::tempdir().expect("a scratch folder");
        prepare(folder.path());
        let mut run = 0;
        for (language, block) in blocks(&text) {
            match language {
                "console" => run += run_block(page, block, folder.path()),
                _ => write_file(block, folder.path()),
            }
        }
        assert!(run >= *least, "{page}: too few commands were found: {run}");
    }
}

#[test]
fn the_readme_leads_to_every_page() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README is readable");
    for entry in fs::read_dir(root().join("docs")).expect("the pages are there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(readme.contains(&format!("docs/{name}")), "README.md does not name docs/{name}");
    }
}

/// What a reader has: the use cases, and a chart of their own.
fn prepare(folder: &Path) {
    let cases = folder.join("use-cases");
    fs::create_dir(&cases).expect("the scratch folder is writable");
    for case in fs::read_dir(root().join("use-cases")).expect("the use cases are there").flatten() {
        fs::copy(case.path(), cases.join(case.file_name())).expect("a use case can be copied");
    }
    assert!(execute("chartgen new my-chart", folder).status.success());
}

/// The fenced blocks of a page, each with its language.
fn blocks(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'))
}

/// Writes a block that opens with its name: `# jobs/my.yaml`.
fn write_file(block: &str, folder: &Path) {
    let (first, rest) = block.split_once('\n').unwrap_or((block, ""));
    let Some(name) = first.strip_prefix("# ").filter(|name| !name.contains(' ')) else {
        return;
    };
    // A script's first line says what runs it.
    let text = if rest.starts_with("#!") { rest } else { block };
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("writable");
    fs::write(path, format!("{text}\n")).expect("the scratch folder is writable");
}

/// Runs the commands of a block, compares what they print with what is shown, and counts them.
fn run_block(page: &str, block: &str, folder: &Path) -> usize {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, shown))) => shown.push_str(&format!("{line}\n")),
            (None, None) => panic!("{page}: `{line}` stands before a command"),
        }
    }
    let ours = commands.iter().filter(|(command, _)| !needs_a_tool(command));
    ours.map(|(command, shown)| check(page, command, shown, folder)).count()
}

fn check(page: &str, command: &str, shown: &str, folder: &Path) {
    let done = execute(command, folder);
    let seen = String::from_utf8_lossy(&done.stdout).into_owned();
    let told = String::from_utf8_lossy(&done.stderr);
    let expected = if shown.contains("error[") { 1 } else { 0 };
    assert_eq!(done.status.code(), Some(expected), "{page}: `{command}`:\n{seen}{told}");
    assert!(shown.is_empty() || shown == seen, "{page}: `{command}` prints:\n{seen}");
}

/// Whether another tool does the work.
fn needs_a_tool(command: &str) -> bool {
    command
        .split(' ')
        .find(|word| !word.contains('='))
        .is_some_and(|word| matches!(word, "kubectl" | "make"))
}

/// Runs the command up to a pipe into a tool that needs a cluster.
fn execute(command: &str, folder: &Path) -> Output {
    let command = command.split(" | kubectl").next().unwrap_or(command);
    let program = env!("CARGO_BIN_EXE_chartgen");
    let place = Path::new(program).parent().expect("the program lies in a folder").display();
    let path = format!("{place}:/usr/bin:/bin");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env_clear().env("PATH", path);
    shell.env("HOME", folder).output().expect("a shell is there")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
