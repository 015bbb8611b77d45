//! What `--only` and `--kube-version` mean: kinds by the names that kubectl accepts, and API
//! versions.

use crate::manifest::{Api, KubeVersion, Manifest};
use crate::pipeline::BuiltInRules;
use crate::workspace::Error;

/// kubectl's short names (`kubectl api-resources`) of the kinds that charts make.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("cm", "configmap"),
    ("cj", "cronjob"),
    ("deploy", "deployment"),
    ("ds", "daemonset"),
    ("hpa", "horizontalpodautoscaler"),
    ("ing", "ingress"),
    ("netpol", "networkpolicy"),
    ("ns", "namespace"),
    ("pdb", "poddisruptionbudget"),
    ("po", "pod"),
    ("pv", "persistentvolume"),
    ("pvc", "persistentvolumeclaim"),
    ("quota", "resourcequota"),
    ("rs", "replicaset"),
    ("sa", "serviceaccount"),
    ("sc", "storageclass"),
    ("sts", "statefulset"),
    ("svc", "service"),
];

/// Whether `wanted`, `KIND` or `KIND/NAME`, means `manifest`. Kinds are taken in any case, in the
/// plural, and by kubectl's short names.
pub(super) fn matches(wanted: &str, manifest: &Manifest) -> bool {
    let (kind, name) = match wanted.split_once('/') {
        Some((kind, name)) => (kind, Some(name)),
        None => (wanted, None),
    };
    let kind = kind.to_lowercase();
    let short = SHORT_NAMES.iter().find(|(short, _)| *short == kind).map(|(_, full)| *full);
    let own = manifest.kind.to_lowercase();
    let same = short == Some(own.as_str()) || kind == own || is_plural(&kind, &own);
    same && name.is_none_or(|name| manifest.name.as_deref() == Some(name))
}

fn is_plural(kind: &str, own: &str) -> bool {
    let with_s = kind.strip_suffix('s') == Some(own);
    let with_es = kind.strip_suffix("es") == Some(own);
    let with_ies = kind.strip_suffix("ies").is_some_and(|stem| own.strip_suffix('y') == Some(stem));
    with_s || with_es || with_ies
}

/// The API of `version`, or of the newest known one.
pub(super) fn api(version: Option<&str>) -> Result<Api, Error> {
    let version = match version {
        None => KubeVersion::default(),
        Some(text) => text.parse().map_err(Error::new)?,
    };
    Ok(Api::embedded(version, Box::new(BuiltInRules)))
}
