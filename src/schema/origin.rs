//! Finds the line of a schema that makes a demand, for charts whose schema the user can read.

use std::cell::RefCell;
use std::collections::HashMap;

use super::documents::Documents;
use super::fault::{Fault, Kind};
use crate::diagnostic::{Diagnostics, Label};
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{self, Node, Pointer};

/// The texts of schemas as trees with places, each read when it is first asked for.
pub(super) struct Origins<'o> {
    sources: &'o SourceMap,
    trees: RefCell<HashMap<FileId, Option<Node>>>,
}

impl<'o> Origins<'o> {
    pub(super) fn new(sources: &'o SourceMap) -> Self {
        Self { sources, trees: RefCell::default() }
    }

    /// A label on the keyword that `fault` breaks. Nothing for unknown keys, which no line speaks
    /// of.
    pub(super) fn label(&self, fault: &Fault, documents: &Documents) -> Option<Label> {
        if matches!(fault.kind, Kind::UnknownKey { .. }) {
            return None;
        }
        let keyword = fault.keyword.as_ref()?;
        let file = documents.document(keyword).file;
        let mut trees = self.trees.borrow_mut();
        let tree = trees.entry(file).or_insert_with(|| read(file, self.sources)).as_ref()?;
        let span = key_span(tree, &Pointer::parse(&keyword.pointer))?;
        Some(Label::new(span, "demanded here"))
    }
}

/// The key of the entry at a place, or the value where there is no key.
pub(super) fn key_span(tree: &Node, at: &Pointer) -> Option<Span> {
    match tree.entry_at(at) {
        Some(entry) => Some(entry.key_span),
        None => tree.at(at).map(|node| node.span),
    }
}

/// A schema's text as a tree with places. JSON is YAML; what is not is reported elsewhere.
pub(super) fn read(file: FileId, sources: &SourceMap) -> Option<Node> {
    yaml::read_document(sources, file, &mut Diagnostics::new())
}
