//! Runs every case below `tests/cases` that holds a file `command`, through the real program, and
//! compares what it prints, to the letter.
//!
//! A case is a folder with `command` (the arguments, quoted as in a shell; `NAME=value` words in
//! front set the environment; `{root}` stands for the repository), the input files, perhaps
//! `stdin`, and what is expected: `stdout`, `stderr` (missing means empty) and `exit` (missing
//! means 0). With a folder `after`, the command runs in a copy of the case, and the files in
//! `after` must be there afterwards with the same text. `CHARTGEN_BLESS=1 cargo test cli::`
//! writes what is expected; read it against the input before you keep it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

struct Seen {
    stdout: String,
    stderr: String,
    exit: i32,
}

const COVERAGE: &str = "LLVM_PROFILE_FILE";

#[test]
fn every_case_prints_what_is_expected() {
    let cases = cases(&root().join("tests/cases"));
    assert!(!cases.is_empty(), "no cases were found");
    let bless = std::env::var_os("CHARTGEN_BLESS").is_some();
    let only = std::env::var("CHARTGEN_CASE").ok();
    let failures = Mutex::new(Vec::new());
    let next = Mutex::new(cases.iter());
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(case) = next.lock().expect("no worker panics with the lock").next()
                    else {
                        return;
                    };
                    let name = case.strip_prefix(root()).unwrap_or(case).display().to_string();
                    if only.as_ref().is_some_and(|only| !name.contains(only)) {
                        continue;
                    }
                    let wrong = if bless { bless_case(case) } else { check_case(case) };
                    if let Some(wrong) = wrong {
                        failures
                            .lock()
                            .expect("no worker panics with the lock")
                            .push(format!("== {name}\n{wrong}"));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} cases differ\n{}", failures.len(), failures.join("\n"));
}

fn check_case(case: &Path) -> Option<String> {
    let (seen, place) = run(case);
    let expected = |name: &str| fs::read_to_string(case.join(name)).unwrap_or_default();
    let mut wrong = String::new();
    for (name, text) in [("stdout", &seen.stdout), ("stderr", &seen.stderr)] {
        if *text != expected(name) {
            wrong.push_str(&format!(
                "-- {name}, expected:\n{}-- {name}, seen:\n{text}",
                expected(name)
            ));
        }
    }
    let exit = expected("exit").trim().parse().unwrap_or(0);
    if seen.exit != exit {
        wrong.push_str(&format!("-- exit code {} where {exit} is expected\n", seen.exit));
    }
    for file in files(&case.join("after")) {
        let below = file.strip_prefix(case.join("after")).expect("it lies below");
        let found =
            fs::read_to_string(place.join(below)).unwrap_or_else(|error| format!("<{error}>"));
        if found != fs::read_to_string(&file).unwrap_or_default() {
            wrong.push_str(&format!("-- file {}, seen:\n{found}", below.display()));
        }
    }
    (!wrong.is_empty()).then_some(wrong)
}

fn bless_case(case: &Path) -> Option<String> {
    let (seen, place) = run(case);
    let exit = if seen.exit == 0 { String::new() } else { format!("{}\n", seen.exit) };
    for (name, text) in [("stdout", &seen.stdout), ("stderr", &seen.stderr), ("exit", &exit)] {
        let path = case.join(name);
        if text.is_empty() {
            let _ = fs::remove_file(path);
        } else if let Err(error) = fs::write(path, text) {
            return Some(error.to_string());
        }
    }
    for file in files(&case.join("after")) {
        let below = file.strip_prefix(case.join("after")).expect("it lies below");
        let text = fs::read_to_string(place.join(below)).unwrap_or_default();
        if let Err(error) = fs::write(&file, text) {
            return Some(error.to_string());
        }
    }
    None
}

/// What the command of `case` prints, and the folder that it ran in.
fn run(case: &Path) -> (Seen, PathBuf) {
    let line = fs::read_to_string(case.join("command")).expect("the case has a command");
    let line = line.replace("{root}", &root().display().to_string());
    let mut words = split(line.trim());
    let mut place = case.to_path_buf();
    if case.join("after").is_dir() {
        place = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(case.strip_prefix(root()).unwrap_or(case));
        let _ = fs::remove_dir_all(&place);
        copy(case, &place);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.current_dir(&place).env_clear().env("PATH", "/usr/bin:/bin");
    // Where a program compiled for coverage writes what ran.
    command.envs(std::env::var_os(COVERAGE).map(|path| (COVERAGE, path)));
    while words.first().is_some_and(|word| is_assignment(word)) {
        let word = words.remove(0);
        let (name, value) = word.split_once('=').expect("an assignment has a sign");
        command.env(name, value);
    }
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let input = fs::read(case.join("stdin")).unwrap_or_default();
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let _ = stdin.write_all(&input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes).replace(&root().display().to_string(), "{root}")
    };
    let exit = output.status.code().unwrap_or(-1);
    (Seen { stdout: text(&output.stdout), stderr: text(&output.stderr), exit }, place)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit())
    })
}

/// Words as a shell splits them: spaces between, quotes around.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn cases(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.join("command").is_file() {
            found.push(path);
        } else if path.is_dir() {
            found.extend(cases(&path));
        }
    }
    found.sort();
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the target folder can be made");
    for entry in fs::read_dir(from).expect("the case is readable").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name() == "after" {
            continue;
        }
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file of the case can be copied");
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
