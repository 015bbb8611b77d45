//! The plugin of `docs/argocd.md`: its commands as processes, with the environment that Argo CD
//! gives them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_yaml::Value;

/// The document `name` of the page.
fn document(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/argocd.md");
    let page = fs::read_to_string(path).expect("the page is readable");
    let start = format!("```yaml\n# {name}\n");
    let block = page.split(&start).nth(1).and_then(|rest| rest.split("```").next());
    serde_yaml::from_str(block.expect("the page has the document")).expect("it is YAML")
}

struct Seen {
    stdout: String,
    stderr: String,
    exit: Option<i32>,
}

/// Runs `spec.<stage>` of the plugin as Argo CD does.
fn run(stage: &str, folder: &Path, environment: &[(&str, &str)]) -> Seen {
    let plugin = document("plugin.yaml");
    let words = |key: &str| -> Vec<String> {
        let words = plugin["spec"][stage][key].as_sequence().cloned().unwrap_or_default();
        words.iter().map(|word| word.as_str().expect("a word").to_string()).collect()
    };
    let place = Path::new(env!("CARGO_BIN_EXE_chartgen")).parent().expect("a folder");
    let command = words("command");
    let done = Command::new(&command[0])
        .args(&command[1..])
        .args(words("args"))
        .current_dir(folder)
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", place.display()))
        .env("ARGOCD_APP_NAME", "medical-meadow")
        .env("ARGOCD_APP_NAMESPACE", "team-a")
        .env("ARGOCD_APP_REVISION", "0123456789")
        .envs(environment.iter().copied())
        .output()
        .expect("a shell is there");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Seen { stdout: text(&done.stdout), stderr: text(&done.stderr), exit: done.status.code() }
}

/// The variables that Argo CD makes of an application's parameters.
fn parameters(application: &Value) -> BTreeMap<String, String> {
    let plugin = &application["spec"]["source"]["plugin"];
    let listed = plugin["parameters"].as_sequence().expect("parameters");
    let json = serde_json::to_string(listed).expect("they are JSON too");
    let mut variables = BTreeMap::from([("ARGOCD_APP_PARAMETERS".to_string(), json)]);
    for parameter in listed {
        let name = parameter["name"].as_str().expect("a name").to_uppercase().replace('-', "_");
        for (index, item) in parameter["array"].as_sequence().expect("a list").iter().enumerate() {
            let item = item.as_str().expect("a text").to_string();
            variables.insert(format!("PARAM_{name}_{index}"), item);
        }
    }
    for variable in plugin["env"].as_sequence().expect("variables") {
        let text = |key: &str| variable[key].as_str().expect("a text").to_string();
        variables.insert(format!("ARGOCD_ENV_{}", text("name")), text("value"));
    }
    variables
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name, text| fs::write(folder.path().join(name), text).expect("writable");
    write("chartgen.yaml", "distributed:\n  workers: 3\n  train:\n    datasetName: owner/name\n");
    write("cluster.yaml", "storage:\n  resources: 70Gi\n");
    folder
}

#[test]
fn an_application_without_parameters_renders_the_discovered_file() {
    let folder = folder();
    let found = document("plugin.yaml")["spec"]["discover"]["fileName"].clone();
    assert!(folder.path().join(found.as_str().expect("a name")).is_file());
    let seen = run("init", folder.path(), &[]);
    assert_eq!((seen.exit, seen.stdout.as_str()), (Some(0), ""), "{}", seen.stderr);
    assert!(seen.stderr.starts_with("chartgen "), "{}", seen.stderr);
    let seen = run("generate", folder.path(), &[]);
    assert_eq!(seen.exit, Some(0), "{}", seen.stderr);
    for said in ["name: \"medical-meadow-pytorchjob\"", "namespace: \"team-a\"", "replicas: 3"] {
        assert!(seen.stdout.contains(said), "no {said}:\n{}", seen.stdout);
    }
    assert!(!seen.stdout.contains("kind: Secret"), "{}", seen.stdout);
}

#[test]
fn the_application_of_the_page_renders_its_layers() {
    let folder = folder();
    let variables = parameters(&document("application.yaml"));
    let variables: Vec<(&str, &str)> =
        variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert!(variables.iter().any(|(name, _)| *name == "PARAM_VALUES_FILES_1"), "{variables:?}");
    let seen = run("generate", folder.path(), &variables);
    assert_eq!(seen.exit, Some(0), "{}", seen.stderr);
    for said in ["replicas: 2", "storage: \"70Gi\"", "name: \"medical-meadow-pvc\""] {
        assert!(seen.stdout.contains(said), "no {said}:\n{}", seen.stdout);
    }
}

#[test]
fn a_fault_fails_the_application_at_its_place_and_prints_nothing() {
    let folder = folder();
    fs::write(folder.path().join("cluster.yaml"), "storage:\n  resources: 70GB\n")
        .expect("writable");
    let layers =
        [("PARAM_VALUES_FILES_0", "chartgen.yaml"), ("PARAM_VALUES_FILES_1", "cluster.yaml")];
    let seen = run("generate", folder.path(), &layers);
    assert_eq!((seen.exit, seen.stdout.as_str()), (Some(1), ""));
    assert!(seen.stderr.contains("cluster.yaml:2:14"), "{}", seen.stderr);
}

#[test]
fn names_of_parameters_and_their_values_are_no_shell_code() {
    let folder = folder();
    let seen = run(
        "generate",
        folder.path(),
        &[("PARAM_SET_0", "metadata.name=$(touch made)`touch made`")],
    );
    assert_eq!((seen.exit, seen.stdout.as_str()), (Some(1), ""), "{}", seen.stderr);
    assert!(!folder.path().join("made").exists());
}

#[test]
fn the_token_comes_from_the_container() {
    let folder = folder();
    let token = format!("hf_{}", "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh");
    let seen = run("generate", folder.path(), &[("HF_TOKEN", &token)]);
    assert_eq!(seen.exit, Some(0), "{}", seen.stderr);
    assert!(seen.stdout.contains("kind: Secret"), "{}", seen.stdout);
    assert!(!seen.stderr.contains(&token), "{}", seen.stderr);
}
