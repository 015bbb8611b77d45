//! The hook through which a schema's rules (`x-kubernetes-validations`) are compiled and
//! evaluated. What language a rule is written in is not known here.

use crate::diagnostic::{Code, Severity};
use crate::source::{SourceMap, Span};
use crate::yaml::{Node, Pointer};

/// Compiles the rules of a schema.
pub trait RuleCompiler: Sync {
    /// Compiles `rules`, the value of one `x-kubernetes-validations` (a list of rules).
    ///
    /// # Errors
    ///
    /// Every rule that does not compile, with the reason.
    fn compile(&self, rules: &serde_json::Value) -> Result<Box<dyn RuleSet>, Vec<RuleFault>>;
}

/// Why one rule of a list cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFault {
    /// The rule's index in its list, from 0.
    pub index: usize,
    /// The key of the rule that is wrong; none when the rule as a whole is.
    pub key: Option<String>,
    /// What is wrong with it, in words for the author of the schema.
    pub message: String,
}

/// The compiled rules of one place in a schema.
pub trait RuleSet: Send + Sync {
    /// Evaluates every rule on the value that `scope` points to, and says what does not hold.
    fn evaluate(&self, scope: &RuleScope<'_>) -> Vec<RuleFinding>;
}

/// What a rule sees.
#[derive(Debug, Clone, Copy)]
pub struct RuleScope<'a> {
    /// The texts that the tree was read from; tells values of the user from a chart's defaults.
    pub sources: &'a SourceMap,
    /// The whole tree.
    pub root: &'a Node,
    /// The value at the rule's place in the schema: `self`.
    pub this: &'a Node,
    /// The place of `this` in the tree.
    pub at: &'a Pointer,
    /// Places (from the root of the tree) that have a fault already. A rule that reads one of
    /// them, or something above or below it, is not evaluated.
    pub faults: &'a [Pointer],
    /// Places (from the root of the tree) of keys that the user took away from the defaults.
    pub removed: &'a [(Pointer, Span)],
    /// Whether the rules hold here only because of some value.
    pub conditional: bool,
}

/// A rule that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFinding {
    /// The rule's code.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in words.
    pub message: String,
    /// The place that the user should edit, from the root of the tree.
    pub at: Pointer,
    /// Other places that take part, from the root of the tree.
    pub related: Vec<Pointer>,
    /// What to do about it.
    pub help: Option<String>,
    /// The text that the value at `at` should have (plain, not quoted), where that is certain.
    pub fix: Option<String>,
}
