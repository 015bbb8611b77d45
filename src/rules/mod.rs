//! Compiles the rules of a schema (`x-kubernetes-validations`, written in CEL) and evaluates them
//! on a tree; the only module that names the CEL crate. It knows neither JSON Schema nor how a
//! finding is placed in a text.

mod compile;
mod declared;
mod evaluate;
mod functions;
mod keys;
mod lazy;
mod pairs;
mod plain;
mod prepare;
mod program;
pub mod quantity;
mod reads;
mod scope;
mod settled;
mod tree;
mod words;

pub use compile::{Compiler, Fault};
pub use declared::function_names;
pub use evaluate::{Finding, RuleSet, Scope};
pub use scope::FormatCheck;
