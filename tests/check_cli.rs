//! `chartgen check` as users run it: what stands on which stream, and the exit code. Folders of
//! `tests/cases/check` with a `human.txt` pin the whole report for people; `UPDATE=1` writes it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/check").join(name)
}

fn check(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chartgen"))
        .arg("check")
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is built");
    let mut stdin = child.stdin.take().expect("piped");
    // The program may end before it has read everything; that is no fault of this test.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("reports are UTF-8")
}

#[test]
fn the_reports_for_people_are_pinned() {
    let mut pinned = 0;
    for folder in fs::read_dir(case("")).expect("readable") {
        let folder = folder.expect("readable").path();
        let file = folder.join("human.txt");
        if !file.exists() {
            continue;
        }
        pinned += 1;
        let output = check(&folder, &["manifest.yaml"], "");
        let actual = text(&output.stdout);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &actual).expect("writable");
        }
        let expected = fs::read_to_string(&file).expect("readable");
        assert_eq!(actual, expected, "{}", folder.display());
        let faulty = expected.lines().any(|line| line.starts_with("error["));
        assert_eq!(output.status.code(), Some(i32::from(faulty)), "{}", folder.display());
        assert_eq!(text(&output.stderr), "", "{}", folder.display());
    }
    assert!(pinned >= 7, "only {pinned} reports");
}

#[test]
fn a_good_manifest_is_answered_with_silence() {
    for arguments in [["manifest.yaml"], ["."]] {
        let output = check(&case("pod-good-full"), &arguments, "");
        assert_eq!(text(&output.stdout), "");
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn what_is_taken_to_be_in_the_cluster_is_told_on_request() {
    let output = check(&case("pod-good-full"), &["--verbose", "manifest.yaml"], "");
    assert!(text(&output.stdout).contains("assumed-in-cluster"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn standard_input_takes_what_another_tool_writes() {
    let manifest = fs::read_to_string(case("env-twice").join("manifest.yaml")).expect("readable");
    let output = check(&case(""), &["--message-format", "short", "-"], &manifest);
    let report = text(&output.stdout);
    assert!(report.starts_with("<stdin>:12:18: error[duplicate-item]: Pod/web: "), "{report}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn objects_of_several_files_are_one_set() {
    let folder = case("set-secret-misspelt");
    let text_of = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
    let whole = text_of("manifest.yaml");
    let (secret, pod) = whole.split_once("---\n").expect("two documents");
    let directory = tempfile::tempdir().expect("a folder");
    fs::write(directory.path().join("a.yaml"), secret).expect("writable");
    fs::write(directory.path().join("b.yaml"), pod).expect("writable");
    let output = check(directory.path(), &["--message-format", "short", "a.yaml", "b.yaml"], "");
    let report = text(&output.stdout);
    assert!(report.contains("b.yaml:12:34: error[unknown-reference]"), "{report}");
    let alone = check(directory.path(), &["b.yaml"], "");
    assert_eq!(alone.status.code(), Some(0));
}

#[test]
fn a_definition_adds_its_kind() {
    let folder = case("crd-rule");
    let arguments = ["--message-format", "short", "manifest.yaml"];
    let unknown = check(&folder, &arguments, "");
    assert!(text(&unknown.stdout).contains("error[unknown-kind]"));
    let passed_over = check(&folder, &["--ignore-missing-schemas", "manifest.yaml"], "");
    assert_eq!(passed_over.status.code(), Some(0));
    let arguments = [&["--crd", "queue.crd.yaml"][..], &arguments[..]].concat();
    let known = check(&folder, &arguments, "");
    assert!(text(&known.stdout).contains("weight must not exceed capacity"));
    let empty = check(&folder, &["--crd", "manifest.yaml", "queue.crd.yaml"], "");
    assert!(text(&empty.stdout).contains("error[no-definition]"));
}

#[test]
fn older_versions_lack_newer_fields() {
    let folder = case("kube-version-latest-new-field-good");
    let latest = check(&folder, &["manifest.yaml"], "");
    assert_eq!(latest.status.code(), Some(0));
    let older = check(&folder, &["--kube-version", "1.33", "manifest.yaml"], "");
    assert!(text(&older.stdout).contains("hostnameOverride"));
    let unknown = check(&folder, &["--kube-version", "1.12", "manifest.yaml"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("1.33 to 1.37"), "{}", text(&unknown.stderr));
}

#[test]
fn a_file_that_is_not_there_is_no_finding() {
    let output = check(&case(""), &["nowhere.yaml"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert!(text(&output.stderr).contains("nowhere.yaml"));
}

#[test]
fn a_secret_is_never_shown() {
    let manifest =
        "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n  token: hf_VerySecretText\n";
    for format in ["human", "short", "json", "sarif", "github", "junit"] {
        let output = check(&case(""), &["--message-format", format, "-"], manifest);
        let report = text(&output.stdout) + &text(&output.stderr);
        assert!(report.contains("base64"), "{format}: {report}");
        assert!(!report.contains("hf_VerySecretText"), "{format}: {report}");
    }
}
