//! A chart that `chartgen new` writes is sound at once: it is linted, rendered, validated, packed
//! and rendered from its archive.

use std::path::Path;
use std::process::{Command, Output};

#[test]
fn a_new_chart_is_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_clean(&chartgen(folder, &["new", "tiny-web"]));
    for arguments in [
        &["lint", "-D", "warnings", "tiny-web"][..],
        &["render", "--chart", "./tiny-web"],
        &["docs", "tiny-web"],
        &["schema", "./tiny-web"],
        &["package", "-D", "warnings", "tiny-web"],
        &["lint", "-D", "warnings", "tiny-web-0.1.0.tgz"],
        &[
            "render",
            "--chart",
            "tiny-web-0.1.0.tgz",
            "--set",
            "env.LEVEL=1,replicas=0,metadata.namespace=a",
        ],
    ] {
        assert_clean(&chartgen(folder, arguments));
    }
    std::fs::write(folder.join("my.yaml"), "chart: ./tiny-web\nreplicas: 3\n").expect("written");
    assert_clean(&chartgen(folder, &["validate", "--render", "my.yaml"]));
}

#[test]
fn the_archive_has_each_file_once_and_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_clean(&chartgen(folder, &["new", "tiny"]));
    std::fs::write(folder.join("tiny/notes.bak"), "x").expect("written");
    assert_clean(&chartgen(folder, &["package", "tiny"]));
    let listed = Command::new("tar")
        .args(["tzf", "tiny-0.1.0.tgz"])
        .current_dir(folder)
        .output()
        .expect("tar runs");
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut names: Vec<&str> = names.lines().collect();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(names.contains(&"tiny/README.md"), "{names:?}");
    assert_eq!(names.iter().filter(|name| name.ends_with("NOTES.txt")).count(), 1, "{names:?}");
    assert!(!names.iter().any(|name| name.ends_with(".bak")), "{names:?}");
}

#[test]
fn a_faulty_chart_is_not_packed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_clean(&chartgen(folder, &["new", "tiny"]));
    let template = folder.join("tiny/templates/service.yaml");
    let text = std::fs::read_to_string(&template).expect("read");
    std::fs::write(&template, text.replace("name: {{", "name: a-{{")).expect("written");
    let output = chartgen(folder, &["package", "tiny"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("template-glued"));
    assert!(!folder.join("tiny-0.1.0.tgz").exists());
}

#[test]
fn bad_names_and_existing_folders_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::create_dir(folder.join("there")).expect("made");
    for (name, said) in [
        ("My_Chart", "`my-chart` would do"),
        ("1st", "starts with a letter"),
        ("a.b", "lower-case letters"),
        ("a-", "ends with a letter or digit"),
        ("there", "is there already"),
        ("..", "needs a name"),
        ("abcdefghijabcdefghijabcdefghijabcdefghijk", "at most 40"),
    ] {
        let output = chartgen(folder, &["new", name]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(told.contains(said), "{name}: {told}");
    }
    let left: Vec<_> = std::fs::read_dir(folder).expect("listed").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn verbs_of_helm_lead_to_the_subcommand() {
    for (arguments, said) in [
        (&["template", "x"][..], "chartgen render"),
        (&["install", "x", "./chart"], "kubectl apply"),
        (&["show", "values", "x"], "chartgen docs"),
        (&["create", "x"], "chartgen new"),
    ] {
        let output = chartgen(Path::new("."), arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(told.contains(said), "{arguments:?}: {told}");
    }
}

#[test]
fn init_writes_what_editors_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::create_dir(folder.join("jobs")).expect("made");
    for (case, chart) in [("medical_meadow", "llm-finetune"), ("single_pod", "pytorchjob")] {
        let path = format!("jobs/{case}.yaml");
        assert_clean(&chartgen(folder, &["init", case, "-o", &path]));
        let text = std::fs::read_to_string(folder.join(&path)).expect("read");
        let modeline = format!("# yaml-language-server: $schema=.chartgen/{chart}.schema.json\n");
        assert!(text.starts_with(&modeline), "{text}");
        let schema = folder.join(format!("jobs/.chartgen/{chart}.schema.json"));
        let schema = std::fs::read_to_string(schema).expect("read");
        let printed = chartgen(folder, &["schema", chart]);
        assert_eq!(schema, String::from_utf8_lossy(&printed.stdout));
        let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
        assert!(schema.get("required").is_none());
        assert_clean(&chartgen(folder, &["validate", "jobs"]));
    }
}

fn chartgen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.args(arguments).current_dir(folder).output().expect("the program runs")
}

fn assert_clean(output: &Output) {
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
