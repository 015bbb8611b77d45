//! `docs/conformance.md` says what the tests measured: each suite's test holds its own section, so
//! that a rate that falls, or an exception that nobody gave a reason for, fails.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

static FILE: Mutex<()> = Mutex::new(());

/// Holds that the section `name` of the document is `text`; `UPDATE=1` writes it.
pub fn hold_section(name: &str, text: &str) {
    let _one_at_a_time = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/conformance.md");
    let document = fs::read_to_string(&path).expect("the document is there");
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = document.split_once(&begin).expect("the section is marked");
    let (section, after) = rest.split_once(&end).expect("the section is marked");
    if section != text && std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{before}{begin}{text}{end}{after}")).expect("it can be written");
    }
    assert_eq!(section, text, "docs/conformance.md, {name}; `UPDATE=1` writes it");
}

/// `passed of total (percent)`.
pub fn rate(passed: usize, total: usize) -> String {
    format!("{passed} of {total} ({:.1} %)", 100.0 * passed as f64 / total as f64)
}
