//! A values file of the original chart, imported, renders to what the original file renders to,
//! but for what the notes name.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn chartgen(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chartgen"));
    command.args(arguments).current_dir(folder).output().expect("the program starts")
}

#[test]
fn imported_values_mean_what_the_original_meant() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/render");
    for form in ["original-values-older-form", "original-values-newer-form"] {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let original: PathBuf = cases.join(form).join("values.yaml");
        let original = original.to_str().expect("the path is text");
        let done = chartgen(&["import-values", original, "-o", "short.yaml"], folder.path());
        assert!(done.status.success(), "{form}: {}", String::from_utf8_lossy(&done.stderr));
        let notes = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(notes.contains("v_proj"), "{form}: {notes}");
        let checked = chartgen(&["validate", "short.yaml"], folder.path());
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
        let short = chartgen(&["render", "-f", "short.yaml"], folder.path());
        let whole = chartgen(&["render", "-f", original], folder.path());
        assert!(short.status.success() && whole.status.success(), "{form}");
        let whole = String::from_utf8_lossy(&whole.stdout).replace("q_proj vproj", "q_proj v_proj");
        assert_eq!(String::from_utf8_lossy(&short.stdout), whole, "{form}");
    }
}
