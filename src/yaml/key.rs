//! Turns a node in the place of a key into the key's text.

use super::{Node, Style, Value, fault};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The longest key that needs no `? ` before it (YAML 1.2.2, section 7.4.3), in characters as
/// written.
pub(super) const KEY_LIMIT: usize = 1024;

/// Whether a key, as written, needs `? ` before it.
#[must_use]
pub fn is_long_key(written: &str) -> bool {
    written.len() > KEY_LIMIT && written.chars().count() > KEY_LIMIT
}

/// A key whose value has not been read yet.
pub(super) struct Key {
    pub(super) text: Box<str>,
    pub(super) span: Span,
    pub(super) role: Role,
}

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Names its value.
    Name,
    /// `<<`: brings in the keys of its value.
    Merge,
    /// Cannot be a key; its value is passed over.
    Unusable,
}

impl Key {
    /// The key that `node` stands for in `text`, or why it is none.
    pub(super) fn of(node: &Node, text: &str) -> Result<Self, Box<Diagnostic>> {
        let span = node.span;
        let Some(key) = key_text(node, text) else {
            return Err(Box::new(no_key(node, text)));
        };
        if let Some(found) = fault::odd_space_in_key(text, span) {
            return Err(Box::new(found));
        }
        let merge = &*key == "<<" && node.style == Style::Plain;
        let role = if merge { Role::Merge } else { Role::Name };
        Ok(Self { text: key, span, role })
    }

    /// Stands in for a key that is none.
    pub(super) fn unusable(node: &Node) -> Self {
        Self { text: "".into(), span: node.span, role: Role::Unusable }
    }
}

/// Whether what follows the fault could only be misread.
pub(super) fn is_end(found: &Diagnostic) -> bool {
    found.code.as_str() != NO_KEY
}

const NO_KEY: &str = "yaml-key";

fn no_key(node: &Node, text: &str) -> Diagnostic {
    fault::template_in_key(text, node.span).unwrap_or_else(|| {
        let message = format!("{} cannot be a key here", node.type_in_words());
        Diagnostic::error(NO_KEY, node.span, message)
            .with_help("write a plain name as the key, in quotes if it has special characters")
    })
}

/// Numbers, booleans and nulls are keys by their written text.
fn key_text(node: &Node, text: &str) -> Option<Box<str>> {
    match &node.value {
        Value::String(key) => Some(key.clone()),
        Value::Sequence(_) | Value::Mapping(_) => None,
        _ => Some(text.get(node.span.range()).unwrap_or_default().into()),
    }
}
