//! Runs every command that `README.md` shows, in the order in which it shows them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

#[test]
fn the_commands_of_the_readme_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("the README is readable");
    let folder = tempfile::tempdir().expect("a scratch folder");
    let my = text.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    fs::write(folder.path().join("my.yaml"), my.expect("the README shows a values file"))
        .expect("the scratch folder is writable");
    let cases = folder.path().join("use-cases");
    fs::create_dir(&cases).expect("the scratch folder is writable");
    for case in fs::read_dir(root.join("use-cases")).expect("the use cases are there").flatten() {
        fs::copy(case.path(), cases.join(case.file_name())).expect("a use case can be copied");
    }
    let mut run = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let mut shown = String::new();
        let mut output: Option<(String, String)> = None;
        for line in block.lines().chain(["$ "]) {
            let Some(command) = line.strip_prefix("$ ") else {
                shown.push_str(&format!("{line}\n"));
                continue;
            };
            if let Some((command, seen)) = output.take() {
                assert!(shown.is_empty() || shown == seen, "`{command}` prints:\n{seen}");
            }
            shown.clear();
            if command.is_empty() {
                continue;
            }
            let done = execute(command, folder.path());
            let seen = String::from_utf8_lossy(&done.stdout).into_owned();
            let expected = if command == "chartgen validate my.yaml" { Some(1) } else { Some(0) };
            let told = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), expected, "`{command}`:\n{seen}{told}");
            output = Some((command.to_string(), seen));
            run += 1;
        }
    }
    assert!(run >= 15, "too few commands were found: {run}");
}

/// Runs the command up to a pipe into a tool that needs a cluster.
fn execute(command: &str, folder: &Path) -> Output {
    let command = command.split(" | kubectl").next().unwrap_or(command);
    let program = env!("CARGO_BIN_EXE_chartgen");
    let place = Path::new(program).parent().expect("the program lies in a folder").display();
    let path = format!("{place}:/usr/bin:/bin");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env_clear().env("PATH", path);
    shell.output().expect("a shell is there")
}
