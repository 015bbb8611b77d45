//! Charts whose names, versions and kinds try to leave their place: none reaches the name of a file
//! or another field than its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CHART: &str = "apiVersion: v2\nname: mine\nversion: 1.0.0\n";
const ALLOWED: [&str; 6] =
    ["-A", "chart-without-schema", "-A", "unknown-kind", "-A", "name-syntax"];
const OBJECT: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

#[test]
fn an_exported_chart_holds_the_metadata_as_data() {
    let hostile = "one\"\nname: other\u{7}\u{202e}\u{1d173} two";
    let quoted = serde_json::to_string(hostile).expect("a text is JSON");
    let metadata = format!("{CHART}appVersion: {quoted}\ndescription: {quoted}\n");
    let chart = chart(&metadata, &[("templates/a.yaml", OBJECT)]);
    let output = chartgen(chart.path(), &["export", "--chart", "./mine", "-o", "out"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(chart.path().join("out/Chart.yaml")).expect("it was written");
    assert!(text.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{text}");
    let read: serde_yaml::Value = serde_yaml::from_str(&text).expect("it is YAML");
    assert_eq!(read["name"], "mine");
    assert_eq!(read["version"], "1.0.0");
    assert_eq!(read["appVersion"], hostile);
    assert_eq!(read["description"], hostile);
}

#[test]
fn the_files_of_an_export_stay_in_their_folder() {
    let kind = "kind: \"../../../Evil\\n\\u202e\"";
    let object = OBJECT.replace("kind: ConfigMap", kind).replace("name: a", "name: ../../b");
    let long = OBJECT.replace("name: a", &format!("name: {}", "n".repeat(300)));
    let chart = chart(CHART, &[("templates/a.yaml", &object), ("templates/b.yaml", &long)]);
    for (flags, folder) in [(&[][..], "out"), (&["--kustomize"], "more")] {
        let arguments = [&["export", "--chart", "./mine", "-o", folder], flags].concat();
        let output = chartgen(chart.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        for file in files(&chart.path().join(folder)) {
            let name = file.file_name().expect("it is a file").to_string_lossy().into_owned();
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
            assert!(name.chars().all(plain) && name.len() < 255, "{name}");
        }
    }
    let mut here: Vec<_> = fs::read_dir(chart.path())
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name())
        .collect();
    here.sort();
    assert_eq!(here, ["mine", "more", "out"]);
}

#[cfg(unix)]
#[test]
fn a_file_of_a_chart_has_a_name_that_can_be_seen() {
    for bad in ["a\nb", "a\u{1b}[2J", "a\u{202e}b", "a\\..\\b", "a\u{fffd}b", "a\u{200b}"] {
        let chart = chart(CHART, &[(&format!("templates/{bad}.yaml"), OBJECT)]);
        for command in [&["render", "--chart", "./mine"][..], &["lint", "./mine"]] {
            let output = chartgen(chart.path(), command);
            assert_eq!(output.status.code(), Some(1), "{bad:?}: {}", stderr(&output));
            let shown = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
            assert!(shown.contains("error[chart-file-name]"), "{bad:?}: {shown}");
            assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{200b}']), "{shown:?}");
        }
    }
    let chart = chart(CHART, &[("templates/größe 漢字.yaml", OBJECT)]);
    let output = chartgen(chart.path(), &["render", "--chart", "./mine"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn a_version_that_is_a_path_is_refused() {
    let metadata = CHART.replace("1.0.0", "1.0.0/../../../x");
    let chart = chart(&metadata, &[("templates/a.yaml", OBJECT)]);
    for command in [&["package", "./mine"][..], &["render", "--chart", "./mine"]] {
        let output = chartgen(chart.path(), command);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let message = "error[chart-version]: `1.0.0/../../../x` is not a version";
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

/// A folder with the chart `mine`.
fn chart(metadata: &str, files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (path, text) in [("Chart.yaml", metadata), ("values.yaml", "a: 1\n")].iter().chain(files) {
        let path = folder.path().join("mine").join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(&path, text).expect("it can be written");
    }
    folder
}

fn chartgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.current_dir(folder).args(arguments).args(ALLOWED);
    command.output().expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
