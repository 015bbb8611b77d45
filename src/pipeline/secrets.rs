//! Tells the source map which values are secrets, by the schema's `writeOnly` or because they look
//! like tokens, and warns of those that stand in a file.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::schema::Schema;
use crate::source::SourceMap;
use crate::yaml::{Node, Pointer, Value};

/// Marks every value from `node` down, which stands at `at`, that `schema` calls a secret.
pub(super) fn mark(schema: &Schema, node: &Node, at: &Pointer, sources: &mut SourceMap) {
    for (_, secret) in schema.secrets(node, at, is_token) {
        sources.mark_secret(secret.span);
        secret.as_str().into_iter().for_each(|value| sources.add_secret_value(value));
    }
}

/// Warns of every secret in the values file that was read into `root`: files end up in version
/// control.
pub(super) fn warn(schema: &Schema, root: &Node, diagnostics: &mut Diagnostics) {
    let secrets = schema.secrets(root, &Pointer::root(), is_token);
    let written = |node: &Node| node.as_str().is_some_and(|text| !text.is_empty());
    for (at, secret) in secrets.iter().filter(|(_, node)| written(node)) {
        let path = at.to_field_path();
        let help = format!(
            "remove it, and give it when you render: `--set-env {path}=VARIABLE` takes it from \
             the environment{}",
            existing(schema, at)
        );
        let message = format!("the secret `{path}` is written in a values file");
        let found = Diagnostic::warning("token-in-values-file", secret.span, message)
            .with_pointer(at.to_string())
            .with_help(help);
        diagnostics.push(found);
    }
}

/// The other way to give the secret at `at`, where the schema has one.
fn existing(schema: &Schema, at: &Pointer) -> String {
    let parent = at.parent().unwrap_or_else(Pointer::root);
    let sibling = parent.child("existingSecret");
    match schema.known_keys().at(&sibling) {
        Some(_) => format!("; or name a Secret in the cluster: `{}`", sibling.to_field_path()),
        None => String::new(),
    }
}

/// Whether `text` is a token of Hugging Face: `hf_` and at least 20 letters and digits.
fn is_token(text: &str) -> bool {
    let rest = text.trim().strip_prefix("hf_");
    rest.is_some_and(|rest| rest.len() >= 20 && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Takes every entry that `schema` calls a secret out of the tree at `at`.
pub(super) fn remove(schema: &Schema, node: &mut Node, at: &Pointer) {
    match &mut node.value {
        Value::Mapping(mapping) => {
            mapping.retain(|entry| !schema.is_secret(&at.child(entry.key.clone())));
            let keys: Vec<Box<str>> = mapping.iter().map(|entry| entry.key.clone()).collect();
            for (key, value) in keys.into_iter().zip(mapping.values_mut()) {
                remove(schema, value, &at.child(key));
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                remove(schema, item, &at.child(index.to_string()));
            }
        }
        _ => {}
    }
}
