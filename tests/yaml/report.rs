//! Each `tests/cases/yaml-report/*.yaml` beside what people are told about it. `UPDATE=1` writes
//! the expectations anew.

use std::fs;
use std::path::Path;

use chartgen::report::{self, Format, Options};

use super::cases::read;

#[test]
fn faults_of_syntax_are_told_in_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/yaml-report");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|found| found != "yaml") {
            continue;
        }
        let told = told(&path);
        let pinned = path.with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&pinned, &told).expect("to write the expectation");
        }
        let expected = fs::read_to_string(&pinned).unwrap_or_default();
        if expected != told {
            wrong.push(format!("{}:\n{told}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn told(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a case");
    let (found, sources, ..) = read(&text);
    let mut out = Vec::new();
    report::write(Format::Human, &Options::default(), &sources, &found, &mut out)
        .expect("to write");
    String::from_utf8(out).expect("reports are UTF-8")
}
