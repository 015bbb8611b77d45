//! Replays the corpus of the fuzz targets and all that they ever found, `tests/cases/fuzz`, on the
//! ordinary compiler.

use std::fs;
use std::panic;
use std::path::Path;

#[path = "fuzz_targets/mod.rs"]
pub mod targets;

#[test]
fn the_corpus_and_all_earlier_findings_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/fuzz");
    targets::libyaml::forgive();
    let mut broken = Vec::new();
    for (name, run) in targets::TARGETS {
        let folder = root.join(name);
        let mut inputs = 0;
        for entry in fs::read_dir(&folder).expect("every target has a corpus") {
            let path = entry.expect("the folder can be read").path();
            let data = fs::read(&path).expect("the input can be read");
            inputs += 1;
            if panic::catch_unwind(|| run(&data)).is_err() {
                broken.push(path.display().to_string());
            }
        }
        assert!(inputs > 10, "{name} has only {inputs} inputs");
    }
    assert!(broken.is_empty(), "{} inputs fail:\n{}", broken.len(), broken.join("\n"));
}
