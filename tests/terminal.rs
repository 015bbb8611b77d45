//! Characters that steer a terminal, hide text or turn its direction never come out raw, whatever
//! the command, the format and the place that they stand at.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use chartgen::visible;

/// Each stands for a family: control characters of both sets, escape sequences that set a title or
/// clear the screen, text turned and hidden, line separators, tags.
const HOSTILE: [&str; 4] = [
    "\u{1b}]0;title\u{7}\u{9b}31m",
    "\u{1b}[2J\u{7f}\u{8}\u{85}\u{2028}",
    "\u{202e}\u{2066}",
    "\u{200b}\u{feff}\u{e0041}",
];
const FORMATS: [&str; 6] = ["human", "short", "json", "sarif", "github", "junit"];

const CHART: &str = "apiVersion: v2\nname: mine\nversion: 1.0.0\ndescription: QUOTED\n";
const VALUES: &str = "# RAW\nname: QUOTED\nmore:\n  QUOTED: QUOTED\n";
const SCHEMA: &str = r#"{
  "title": QUOTED, "description": QUOTED, "type": "object", "additionalProperties": false,
  "properties": {
    "name": {"type": "string", "description": QUOTED, "default": QUOTED},
    "count": {"type": "integer", "description": QUOTED, "enum": [1, 2, QUOTED]},
    "more": {"type": "object", "description": QUOTED, "patternProperties": {".": {"type": "string"}}},
    QUOTED: {"type": "string", "description": "RAW", "pattern": QUOTED}
  },
  "x-kubernetes-validations": [{"rule": "self.name != 'x'", "message": QUOTED}]
}"#;
const TEMPLATE: &str = "# RAW\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    \
    QUOTED: {{ values.name }}\ndata:\n  plain: xRAWx\n  key: {{ values.name }}\n  more: QUOTED\n";
const BROKEN: &str = "# RAW\napiVersion: v1\nkind: QUOTED\nmetadata:\n  nam: {{ values.name }}\n";
const NOTES: &str = "RAW {{ values.name }}\n";

#[test]
fn nothing_that_steers_a_terminal_comes_out_raw() {
    let mut runs = 0;
    for hostile in HOSTILE {
        let folder = folder(hostile);
        for arguments in commands(hostile) {
            let output = chartgen(folder.path(), &arguments);
            assert!(output.status.code().is_some(), "{arguments:?}");
            for stream in [&output.stdout, &output.stderr] {
                let text = std::str::from_utf8(stream).expect("the output is text");
                let raw = text.chars().find(|c| visible::steers(*c) && !matches!(c, '\n' | '\t'));
                assert_eq!(raw, None, "{arguments:?} prints {text:?}");
            }
            runs += 1;
        }
    }
    assert!(runs > 300, "{runs}");
}

#[test]
fn a_character_that_turns_text_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name, text: &str| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    write("one.yaml", "# safe \u{202e} comment\n");
    write("three.yaml", "a: \u{2066}b\u{2069}\u{200f}\n");
    write("none.yaml", "# \u{5e9}\u{5dc}\u{5d5}\u{5dd} \"\\u202e\"\n");
    let warned = |name| {
        let output = chartgen(folder.path(), &["values", "-f", name, "--message-format", "short"]);
        let text = String::from_utf8(output.stderr).expect("it is text");
        text.lines().find(|line| line.contains("bidi")).unwrap_or_default().to_string()
    };
    assert_eq!(
        warned("one.yaml"),
        "one.yaml:1:8: warning[bidi-character]: the character `\\u{202e}` changes the direction \
             in which text is shown"
    );
    assert_eq!(
        warned("three.yaml"),
        "three.yaml:1:4: warning[bidi-character]: 3 characters change the direction in which \
             text is shown, first `\\u{2066}`"
    );
    assert_eq!(warned("none.yaml"), "");
}

/// Every command that shows something of a chart, a values file, manifests or its arguments.
fn commands(hostile: &str) -> Vec<Vec<String>> {
    let mut commands: Vec<String> = [
        "values --chart ./mine -f v.yaml",
        "values --chart ./mine -f v.yaml --origins",
        "values --chart ./mine -f v.yaml --origins --output json",
        "values --chart ./mine -f v.yaml --output json",
        "render --chart ./mine -f v.yaml --no-check --notes",
        "render --chart ./mine -f v.yaml --no-check --output json",
        "render --chart ./mine -f v.yaml --no-check --only RAW",
        "render --chart ./mine -f v.yaml --no-check --output-dir oRAWut",
        "render --chart ./mine -f v.yaml --only ConfigMap -n RAW",
        "export --chart ./mine -f v.yaml -o eRAWx",
        "docs ./mine",
        "schema ./mine",
        "package ./broken",
        "import-values v.yaml",
        "list RAW",
        "explain RAW",
        "init RAW",
        "new RAW",
        "completions RAW",
        "RAW",
        "--RAW",
        "render --chart RAW",
        "render --values RAW",
        "values --set RAW=RAW,name=RAW",
        "values --set name=RAW --chart ./mine --origins",
        "values --set-env name=RAW --chart ./mine",
        "values --set-file name=RAW --chart ./mine",
        "values --set-json name=RAW --chart ./mine",
        "list --deny RAW",
        "list --color RAW",
        "check --kube-version RAW v.yaml",
        "check --crd RAW v.yaml",
    ]
    .map(str::to_string)
    .to_vec();
    for format in FORMATS {
        for command in [
            "validate --chart ./mine v.yaml",
            "validate --chart ./mine wrong.yaml",
            "validate wrong.yaml nRAWo.yaml",
            "validate --chart ./mine syntax.yaml",
            "render --chart ./mine -f wrong.yaml",
            "render --chart ./broken -f v.yaml",
            "lint ./mine",
            "lint ./broken",
            "check manifest.yaml",
            "check v.yaml",
        ] {
            commands.push(format!("{command} --message-format {format}"));
        }
    }
    let raw = |word: &str| word.replace("RAW", hostile);
    commands.iter().map(|line| line.split(' ').map(raw).collect()).collect()
}

/// A working folder where `hostile` stands at every place that takes a text.
fn folder(hostile: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let quoted = serde_json::to_string(&format!("a{hostile}b")).expect("a text is JSON");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        let text = text.replace("QUOTED", &quoted).replace("RAW", hostile);
        fs::write(path, text).expect("it can be written");
    };
    for (chart, template) in [("mine", TEMPLATE), ("broken", BROKEN)] {
        write(&format!("{chart}/Chart.yaml"), CHART);
        write(&format!("{chart}/values.yaml"), VALUES);
        write(&format!("{chart}/values.schema.json"), SCHEMA);
        write(&format!("{chart}/NOTES.txt"), NOTES);
        write(&format!("{chart}/templates/a.yaml"), template);
    }
    write("v.yaml", VALUES);
    write("wrong.yaml", "name: 1\ncount: QUOTED\nQUOTED: RAW\nRAWx: RAW # RAW\nnmae: QUOTED\n");
    write("syntax.yaml", "name: RAW\n  - QUOTED: [\n");
    write("manifest.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: QUOTED\n  QUOTED: RAW\n");
    folder
}

fn chartgen(folder: &Path, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.current_dir(folder).args(arguments).env_remove("CLICOLOR_FORCE");
    command.stdin(std::process::Stdio::null()).output().expect("the program starts")
}
