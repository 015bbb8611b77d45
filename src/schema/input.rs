//! What a schema is compiled from.

use crate::source::FileId;

/// The texts that a schema consists of.
#[derive(Debug, Clone, Copy)]
pub struct SchemaInput<'a> {
    /// The schema.
    pub root: FileId,
    /// A JSON Pointer to the subschema of `root` to use; empty for the whole.
    pub entry: &'a str,
    /// Other documents, by the name that a relative `$ref` uses.
    pub shared: &'a [(String, FileId)],
    /// Whether the schema comes with chartgen and is known to be sound. Findings then do not point
    /// into it, since users cannot read it.
    pub built_in: bool,
}
