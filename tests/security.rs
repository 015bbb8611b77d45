//! `SECURITY.md` names the test of every promise: what it names is there.

use std::path::Path;

#[test]
fn every_test_that_a_promise_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for document in [include_str!("../SECURITY.md"), include_str!("../docs/threat-model.md")] {
        for path in document.split('`').skip(1).step_by(2).filter(|path| path.contains('/')) {
            if path.starts_with("tests/") || path.starts_with(".ci/") || path.starts_with("docs/") {
                assert!(root.join(path).exists(), "{path}");
                named += 1;
            }
        }
    }
    let promises = include_str!("../SECURITY.md").lines().filter(|line| line.starts_with("| "));
    assert!(named >= promises.count(), "a promise without a test");
}
