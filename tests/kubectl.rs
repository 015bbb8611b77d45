//! The program as a plugin of kubectl: by links with the names that kubectl looks for.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::process::Command;

/// What the program prints under another name: standard output, standard error, exit code.
fn called(name: &str, arguments: &[&str]) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join(name);
    symlink(env!("CARGO_BIN_EXE_chartgen"), &link).expect("a link can be made");
    let done = Command::new(&link)
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("the link leads to the program");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[test]
fn usage_and_examples_name_the_plugin() {
    let (help, _, _) = called("kubectl-chartgen", &["--help"]);
    assert!(help.contains("Usage: kubectl chartgen [OPTIONS] <COMMAND>"), "{help}");
    assert!(help.contains("  kubectl chartgen validate "), "{help}");
    assert!(!help.contains("kubectl kubectl"), "{help}");
    let (help, _, _) = called("kubectl-chartgen", &["render", "--help"]);
    assert!(help.contains("Usage: kubectl chartgen render [OPTIONS]"), "{help}");
    assert!(
        help.contains("kubectl chartgen render -f medical_meadow.yaml | kubectl apply"),
        "{help}"
    );
    let (_, told, exit) = called("kubectl-chartgen", &["validate"]);
    assert!(told.contains("Usage: kubectl chartgen validate <VALUES>..."), "{told}");
    assert_eq!(exit, Some(2));
}

#[test]
fn the_plugin_does_what_the_program_does() {
    let arguments = &["render", "-f", "question_answering", "--only", "PyTorchJob"];
    let (plugin, program) = (called("kubectl-chartgen", arguments), called("chartgen", arguments));
    assert!(plugin.0.contains("kind: PyTorchJob"), "{plugin:?}");
    assert_eq!(plugin, program);
}

#[test]
fn kubectl_gets_completions_in_its_own_form() {
    let (offered, _, exit) =
        called("kubectl_complete-chartgen", &["render", "--set", "image.pull"]);
    assert_eq!(
        offered,
        "image.pullPolicy=\tWhen the node pulls the image: IfNotPresent, Always or Never\n:6\n"
    );
    assert_eq!(exit, Some(0));
    let (nothing, _, _) = called("kubectl_complete-chartgen", &["nonsense", ""]);
    assert!(nothing.ends_with(":6\n"), "{nothing}");
}
