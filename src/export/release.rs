//! A rendered release as files for other tools: a chart of static templates that Helm installs,
//! or a kustomization.

use crate::chart::Chart;
use crate::package::Entry;
use crate::pipeline::Document;
use crate::source::SourceMap;
use crate::yaml::{self, Node};

/// What goes into an exported release.
pub struct Released<'a> {
    /// The chart that was rendered.
    pub chart: &'a Chart,
    /// Its manifests, in Helm's install order.
    pub documents: &'a [Document],
    /// The merged values without secrets.
    pub values: &'a Node,
    /// The values schema, self-contained.
    pub schema: Option<&'a str>,
    /// The next steps.
    pub notes: Option<&'a str>,
}

/// The files of a chart whose templates are the manifests as they were rendered. Paths name no
/// folder. Helm shows `{{` in them as it stands.
#[must_use]
pub fn release_chart(released: &Released<'_>, sources: &SourceMap) -> Vec<Entry> {
    let mut files = vec![
        entry("Chart.yaml", metadata(released.chart, sources)),
        entry("values.yaml", values(released)),
    ];
    files.extend(released.schema.map(|schema| entry("values.schema.json", schema_text(schema))));
    for (index, document) in released.documents.iter().enumerate() {
        let text =
            format!("# Source: {}/{}\n{}", released.chart.name, document.template, document.text);
        files.push(entry(&format!("templates/{}", file_name(index, document)), escaped(&text)));
    }
    let notes = released.notes.map(|notes| entry("templates/NOTES.txt", escaped(notes)));
    files.extend(notes);
    files
}

/// The files of a kustomization that builds the manifests.
#[must_use]
pub fn kustomization(released: &Released<'_>) -> Vec<Entry> {
    let mut list = String::from(
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n",
    );
    let mut files = Vec::new();
    for (index, document) in released.documents.iter().enumerate() {
        let name = file_name(index, document);
        list.push_str(&format!("  - {name}\n"));
        files.push(entry(&name, document.text.clone()));
    }
    files.insert(0, entry("kustomization.yaml", list));
    files
}

fn entry(path: &str, text: String) -> Entry {
    Entry { path: path.to_string(), content: text.into_bytes() }
}

/// The manifest's place in the order, its kind and its name: `02-secret-my-job-secret.yaml`.
fn file_name(index: usize, document: &Document) -> String {
    let name = document.manifest.name.as_deref().unwrap_or("unnamed");
    let name = format!("{}-{name}", document.manifest.kind.to_lowercase());
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    // Most file systems take 255 bytes.
    let name: String = name.chars().map(plain).take(200).collect();
    format!("{:02}-{name}.yaml", index + 1)
}

/// The chart's metadata, as an application chart of this version.
fn metadata(chart: &Chart, sources: &SourceMap) -> String {
    let _ = sources;
    let mut text = format!(
        "apiVersion: v2\nname: {}\nversion: {}\ntype: application\n",
        yaml::to_quoted(&chart.name),
        yaml::to_quoted(&chart.version)
    );
    if let Some(version) = &chart.app_version {
        text.push_str(&format!("appVersion: {}\n", yaml::to_quoted(version)));
    }
    let description = chart.description.as_deref().unwrap_or("A rendered release.");
    text.push_str(&format!("description: {}\n", yaml::to_quoted(description)));
    text
}

fn values(released: &Released<'_>) -> String {
    format!(
        "# The values that the templates were rendered with, for the record: the templates are\n\
         # static, and changing a value here changes nothing.\n{}",
        yaml::to_yaml(released.values)
    )
}

/// The schema for the record. What it demands stays out: secrets are not among the values.
fn schema_text(schema: &str) -> String {
    let Ok(mut root) = serde_json::from_str::<serde_json::Value>(schema) else {
        return schema.to_string();
    };
    drop_keys(&mut root, &["required", "x-kubernetes-validations"]);
    serde_json::to_string_pretty(&root).map_or_else(|_| schema.to_string(), |text| text + "\n")
}

fn drop_keys(value: &mut serde_json::Value, keys: &[&str]) {
    match value {
        serde_json::Value::Object(object) => {
            let is_properties = object.values().all(serde_json::Value::is_object);
            if !is_properties {
                keys.iter().for_each(|key| drop(object.shift_remove(*key)));
            }
            object.values_mut().for_each(|child| drop_keys(child, keys));
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| drop_keys(item, keys)),
        _ => {}
    }
}

/// The text with every `{{` as a Go template that prints it.
fn escaped(text: &str) -> String {
    text.replace("{{", "{{ \"{{\" }}")
}
