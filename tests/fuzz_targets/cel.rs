//! A rule, or a JSON list of rules, and a value: the rule compiles or is refused with a word, says
//! the same twice, and says the same when it is compiled only as far as needed.

use chartgen::pipeline::Rules;
use chartgen::rules::{Compiler, Finding, RuleSet, Scope};
use chartgen::schema::{RuleCompiler, has_format};
use chartgen::source::{SourceKind, SourceMap};
use chartgen::yaml::{Node, Pointer};
use serde_json::{Value, json};

use super::common;

pub fn run(data: &[u8]) {
    let Some([rule, value]) = common::texts(data) else { return };
    let rules = match serde_json::from_str::<Value>(rule) {
        Ok(rules @ Value::Array(_)) => rules,
        _ => {
            json!([{ "rule": rule, "messageExpression": format!("string({rule})") }, { "rule": rule }])
        }
    };
    let compiled = match Compiler::new(has_format).compile(&rules) {
        Ok(compiled) => compiled,
        Err(faults) => {
            assert!(!faults.is_empty());
            let refused = Rules.compile(&rules).err().map(|faults| faults.len());
            assert_eq!(refused, Some(faults.len()));
            return;
        }
    };
    let mut sources = SourceMap::new();
    let Some(this) = common::document(&mut sources, SourceKind::Values, value) else { return };
    let first = evaluate(&compiled, &sources, &this);
    assert_eq!(first, evaluate(&compiled, &sources, &this), "a second time");
    let lazy = Compiler::trusting(has_format).compile(&rules).expect("it compiled");
    assert_eq!(first, evaluate(&lazy, &sources, &this), "compiled when needed");
}

fn evaluate(rules: &RuleSet, sources: &SourceMap, this: &Node) -> Vec<String> {
    let at = Pointer::root();
    let found = rules.evaluate(&Scope::new(sources, this, &at));
    found.iter().map(shown).collect()
}

fn shown(found: &Finding) -> String {
    format!("{:?} {} {:?} {:?}", found.code, found.message, found.at, found.fix)
}
