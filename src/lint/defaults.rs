//! The defaults that a schema states, put together into one tree whose places lie in the schema's
//! text; and a compiler that leaves a schema's rules out.

use crate::schema::{EACH, RuleCompiler, RuleFault, RuleFinding, RuleScope, RuleSet};
use crate::source::Span;
use crate::yaml::{Entry, Mapping, Node, Pointer, Value};

use super::subject::Subject;

/// All stated defaults, each key below the one that holds it.
pub(super) fn stated(subject: &Subject<'_>) -> Option<Node> {
    let root = subject.chart.schema.as_ref()?.root;
    let mut tree = Node::new(Value::Mapping(Mapping::new()), Span::start_of(root));
    for key in subject.schema()?.keys() {
        if key.at.is_root() || key.at.tokens().any(|token| token == EACH) {
            continue;
        }
        if let Some(default) = subject.stated_default(&key) {
            put(&mut tree, &key.at, default);
        }
    }
    Some(tree)
}

/// Puts `value` to the place `at`, where its parent is a mapping that does not have the key yet.
fn put(tree: &mut Node, at: &Pointer, value: &Node) {
    let Some(name) = at.last() else { return };
    let Some(parent) = at.parent().and_then(|parent| node_mut(tree, &parent)) else { return };
    if let Value::Mapping(mapping) = &mut parent.value
        && !mapping.contains_key(name)
    {
        let entry = Entry { key: name.into(), key_span: value.span, value: value.clone() };
        mapping.insert(entry);
    }
}

/// The node at `at`, through mappings only.
pub(super) fn node_mut<'t>(tree: &'t mut Node, at: &Pointer) -> Option<&'t mut Node> {
    at.tokens().try_fold(tree, |node, token| match &mut node.value {
        Value::Mapping(mapping) => mapping.get_mut(token),
        _ => None,
    })
}

/// Compiles no rules: a rule may need what only the user can give.
pub(super) struct WithoutRules;

impl RuleCompiler for WithoutRules {
    fn compile(&self, _: &serde_json::Value) -> Result<Box<dyn RuleSet>, Vec<RuleFault>> {
        Ok(Box::new(NoRules))
    }
}

struct NoRules;

impl RuleSet for NoRules {
    fn evaluate(&self, _: &RuleScope<'_>) -> Vec<RuleFinding> {
        Vec::new()
    }
}
