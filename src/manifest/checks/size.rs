//! A ConfigMap or Secret holds at most 1 MiB (`MaxSecretSize` of the core API), and the annotations
//! of an object 256 KiB (`TotalAnnotationSizeLimitB` of apimachinery).

use super::Subject;
use crate::diagnostic::Diagnostic;
use crate::yaml::{Node, Pointer};

const CODE: &str = "object-too-large";
const MOST: usize = 1024 * 1024;
const MOST_ANNOTATIONS: usize = 256 * 1024;

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let manifest = subject.manifest;
    let annotations = size(manifest.at("/metadata/annotations"));
    if annotations > MOST_ANNOTATIONS {
        let message = format!(
            "the annotations of one object hold at most {MOST_ANNOTATIONS} bytes (256 KiB), and these have {annotations}"
        );
        let finding = manifest.error(CODE, &Pointer::parse("/metadata/annotations"), message);
        found.push(finding.with_help("keep large text in a ConfigMap"));
    }
    let (plain, encoded) = match (manifest.group(), manifest.kind.as_str()) {
        ("", "ConfigMap") => ("data", "binaryData"),
        ("", "Secret") => ("stringData", "data"),
        _ => return,
    };
    // Four characters of base64 stand for three bytes.
    let size = size(manifest.root.get(plain)) + size(manifest.root.get(encoded)) / 4 * 3;
    if size > MOST {
        let list = if manifest.root.get(plain).is_some() { plain } else { encoded };
        let message = format!(
            "a {} holds at most {MOST} bytes (1 MiB), and this one has about {size}",
            manifest.kind
        );
        let finding = manifest.error(CODE, &Pointer::root().child(list), message);
        found.push(finding.with_help("put large files on a volume"));
    }
}

fn size(data: Option<&Node>) -> usize {
    let entries = data.and_then(Node::as_mapping).into_iter().flatten();
    entries.map(|entry| entry.key.len() + entry.value.as_str().map_or(0, str::len)).sum()
}
