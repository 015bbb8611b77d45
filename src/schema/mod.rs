//! Compiles a JSON Schema and turns everything in a tree that it does not allow into findings in
//! words, each at its place. It does not know what the tree is for, nor how rules are evaluated.

mod apply;
mod broken;
mod cascade;
mod check;
mod compile;
mod documents;
mod edit;
mod engine;
mod fault;
mod finding;
mod fit;
mod format;
mod input;
mod json;
mod keys;
mod locate;
mod message;
mod nearest;
mod origin;
mod outline;
mod plain;
mod prove;
mod rename;
mod rule;
mod run;
mod secret;
mod shape;
mod thin;
mod skeleton;
mod translate;
mod unfold;
mod trap;

pub use check::Check;
pub use compile::Schema;
pub use format::{Format, format_named, format_names, has_format};
pub use input::SchemaInput;
pub use keys::{EACH, Key};
pub use plain::reads_alike;
pub use rule::{RuleCompiler, RuleFault, RuleFinding, RuleScope, RuleSet};
pub use trap::retype_as_yaml_1_1;
