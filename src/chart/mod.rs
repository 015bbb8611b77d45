//! A chart that has been found and read: pure data. Where it came from and how its templates are
//! rendered is not known here.

use crate::source::FileId;

/// A chart: its metadata and the texts it consists of.
#[derive(Debug, Clone)]
pub struct Chart {
    /// `name` of `Chart.yaml`.
    pub name: String,
    /// `version` of `Chart.yaml`.
    pub version: String,
    /// `appVersion` of `Chart.yaml`.
    pub app_version: Option<String>,
    /// `description` of `Chart.yaml`.
    pub description: Option<String>,
    /// `Chart.yaml` itself.
    pub metadata: FileId,
    /// `values.yaml`, the chart's defaults.
    pub defaults: Option<FileId>,
    /// The values schema, with the texts of what it refers to.
    pub schema: Option<SchemaText>,
    /// The templates, sorted by path.
    pub templates: Vec<Template>,
    /// `NOTES.txt`.
    pub notes: Option<FileId>,
}

/// A values schema and the shared definitions that it may refer to by relative `$ref`.
#[derive(Debug, Clone)]
pub struct SchemaText {
    /// The schema.
    pub root: FileId,
    /// Other documents, by the name that a `$ref` uses, such as `definitions.schema.json`.
    pub shared: Vec<(String, FileId)>,
    /// Of a chart that comes with chartgen: the lean form, which decides the same as the schema but
    /// has no words for what it finds, and no rules that only make notes.
    pub lean: Option<&'static str>,
}

/// One file of `templates/`.
#[derive(Debug, Clone)]
pub struct Template {
    /// The path below the chart, with `/`, such as `templates/pvc.yaml`.
    pub path: String,
    /// Its text.
    pub file: FileId,
}

impl Template {
    /// Whether the file only serves other templates (`_*` or not YAML) and makes no manifests.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.starts_with('_') || !(name.ends_with(".yaml") || name.ends_with(".yml"))
    }
}
