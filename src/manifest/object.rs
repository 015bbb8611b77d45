//! One Kubernetes object with what names it. What its kind demands is not known here.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Span};
use crate::yaml::{Node, Pointer};

/// A Kubernetes object as it stands in a manifest.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// `v1`, `kubeflow.org/v1` and the like.
    pub api_version: String,
    /// `Pod` and the like.
    pub kind: String,
    /// `metadata.name`, where it is a text.
    pub name: Option<String>,
    /// `metadata.namespace`, where it is a text.
    pub namespace: Option<String>,
    /// The text that it stands in.
    pub file: FileId,
    /// The whole object.
    pub root: Node,
}

impl Manifest {
    /// The object that `root` describes; nothing unless `apiVersion` and `kind` are texts.
    #[must_use]
    pub fn new(root: Node) -> Option<Self> {
        let text = |node: &Node, key: &str| Some(node.get(key)?.as_str()?.to_owned());
        let metadata = root.get("metadata");
        Some(Self {
            api_version: text(&root, "apiVersion")?,
            kind: text(&root, "kind")?,
            name: metadata.and_then(|metadata| text(metadata, "name")),
            namespace: metadata.and_then(|metadata| text(metadata, "namespace")),
            file: root.span.file,
            root,
        })
    }

    /// How messages name the object: `Pod/data-access`, or only the kind when it has no name.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{}/{name}", self.kind),
            None => self.kind.clone(),
        }
    }

    /// The group of `apiVersion`; empty for the core group.
    #[must_use]
    pub fn group(&self) -> &str {
        self.api_version.split_once('/').map_or("", |(group, _)| group)
    }

    /// Whether the object is of this group (empty for core) and kind, in any version.
    #[must_use]
    pub fn is(&self, group: &str, kind: &str) -> bool {
        self.group() == group && self.kind == kind
    }

    /// Where values stand that no report may show: those of a Secret.
    pub fn secrets(&self) -> impl Iterator<Item = Span> + '_ {
        let lists = ["data", "stringData"].iter().filter(|_| self.is("", "Secret"));
        let values = lists.filter_map(|list| self.root.get(list)?.as_mapping()).flatten();
        values.filter(|entry| !entry.value.is_null()).map(|entry| entry.value.span)
    }

    /// The value at a field path such as `/spec/volumes`.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Node> {
        self.root.at(&Pointer::parse(pointer)).filter(|node| !node.is_null())
    }

    /// Where a finding about the value at `at` shows itself: a scalar itself, the key of a map or
    /// list, and for what is not there the nearest thing above it.
    #[must_use]
    pub fn span_of(&self, at: &Pointer) -> Span {
        let mut at = at.clone();
        loop {
            if let Some(span) = shown(&self.root, &at) {
                return span;
            }
            match at.parent() {
                Some(above) => at = above,
                None => return start_of(&self.root),
            }
        }
    }

    /// A finding about the value at `at`, with the object named in the message and the field path
    /// beside the place.
    #[must_use]
    pub fn finding(
        &self,
        severity: Severity,
        code: &'static str,
        at: &Pointer,
        message: impl AsRef<str>,
    ) -> Diagnostic {
        let label = crate::diagnostic::Label::new(self.span_of(at), at.to_field_path());
        let message = format!("{}: {}", self.title(), message.as_ref());
        Diagnostic::at(severity, code, label, message).with_pointer(at.to_string())
    }

    /// An error about the value at `at`.
    #[must_use]
    pub fn error(&self, code: &'static str, at: &Pointer, message: impl AsRef<str>) -> Diagnostic {
        self.finding(Severity::Error, code, at, message)
    }

    /// An error about the key at `at`, and not its value.
    #[must_use]
    pub fn key_error(
        &self,
        code: &'static str,
        at: &Pointer,
        message: impl AsRef<str>,
    ) -> Diagnostic {
        let mut finding = self.error(code, at, message);
        if let Some(entry) = self.root.entry_at(at) {
            finding.primary.span = entry.key_span;
        }
        finding
    }

    /// A warning about the value at `at`.
    #[must_use]
    pub fn warning(
        &self,
        code: &'static str,
        at: &Pointer,
        message: impl AsRef<str>,
    ) -> Diagnostic {
        self.finding(Severity::Warning, code, at, message)
    }
}

/// The span that stands for the value at `at`, when there is one.
fn shown(root: &Node, at: &Pointer) -> Option<Span> {
    let node = root.at(at)?;
    let collection = node.as_mapping().is_some() || node.as_sequence().is_some();
    if !collection && !node.span.is_empty() {
        return Some(node.span);
    }
    let key = root.entry_at(at).map(|entry| entry.key_span);
    key.or_else(|| Some(start_of(node)))
}

/// The first key of a map, the first item of a list, else the value itself.
fn start_of(node: &Node) -> Span {
    if let Some(first) = node.as_mapping().and_then(|mapping| mapping.iter().next()) {
        return first.key_span;
    }
    match node.as_sequence().and_then(|items| items.first()) {
        Some(first) => start_of(first),
        None => node.span,
    }
}
