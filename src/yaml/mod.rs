//! Turns YAML or JSON text into a tree in which every key and value has its place and its quoting.
//! It does not know what the tree means; it is the only module that names the YAML parser.

mod alias;
mod block;
mod build;
mod fault;
mod json;
mod key;
mod mapping;
mod merge;
mod node;
mod number;
mod pointer;
mod quick;
mod read;
mod scalar;

pub use block::{to_quoted, to_yaml};
pub use json::{to_json, to_pretty_json};
pub use key::is_long_key;
pub use mapping::{Entry, Mapping};
pub use node::{Node, Style, Value};
pub use number::Number;
pub use pointer::{Pointer, Step};
pub use read::{Stream, read_document, read_stream, read_stream_by_parser};
