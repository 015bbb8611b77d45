//! The generated schema files as they are embedded in the binary.

/// The kinds of the core API: `apiVersion/kind` to definition and scope.
pub(super) const KINDS: &str = include_str!("../../../schemas/kubernetes/kinds.json");

/// The definitions, latest version first; each older one holds what it has otherwise.
pub(super) const DEFINITIONS: [&str; 5] = [
    include_str!("../../../schemas/kubernetes/1.37.json"),
    include_str!("../../../schemas/kubernetes/1.36.json"),
    include_str!("../../../schemas/kubernetes/1.35.json"),
    include_str!("../../../schemas/kubernetes/1.34.json"),
    include_str!("../../../schemas/kubernetes/1.33.json"),
];

/// A kind with a schema file of its own.
pub(super) struct OwnFile {
    pub(super) api_version: &'static str,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
}

/// Namespaced kinds of custom resources.
pub(super) const CUSTOM: [OwnFile; 1] = [OwnFile {
    api_version: "kubeflow.org/v1",
    kind: "PyTorchJob",
    text: include_str!("../../../schemas/kubeflow.org/pytorchjob.v1.schema.json"),
}];
