//! Joins schemas and rules: the rules of a schema are those of the CEL engine, and the formats
//! that rules ask for are those of the schemas. Neither of the two knows the other.

use crate::rules::{Compiler, Fault, Finding, RuleSet, Scope};
use crate::schema::{self, RuleCompiler, RuleFault, RuleFinding, RuleScope};

/// Compiles a schema's rules as CEL.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules;

impl RuleCompiler for Rules {
    fn compile(
        &self,
        rules: &serde_json::Value,
    ) -> Result<Box<dyn schema::RuleSet>, Vec<RuleFault>> {
        compile(Compiler::new(schema::has_format), rules)
    }
}

/// Compiles the rules of schemas that come with chartgen, which its tests have compiled whole:
/// only what is needed is compiled.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltInRules;

impl RuleCompiler for BuiltInRules {
    fn compile(
        &self,
        rules: &serde_json::Value,
    ) -> Result<Box<dyn schema::RuleSet>, Vec<RuleFault>> {
        compile(Compiler::trusting(schema::has_format), rules)
    }
}

/// Compiles the rules of built-in charts: besides, they are known to hold for the chart's defaults.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChartRules;

impl RuleCompiler for ChartRules {
    fn compile(
        &self,
        rules: &serde_json::Value,
    ) -> Result<Box<dyn schema::RuleSet>, Vec<RuleFault>> {
        compile(Compiler::tested(schema::has_format), rules)
    }
}

fn compile(
    compiler: Compiler,
    rules: &serde_json::Value,
) -> Result<Box<dyn schema::RuleSet>, Vec<RuleFault>> {
    let faults = |faults: Vec<Fault>| faults.into_iter().map(fault).collect();
    let compiled = compiler.compile(rules);
    compiled.map(|rules| Box::new(Compiled(rules)) as Box<dyn schema::RuleSet>).map_err(faults)
}

fn fault(fault: Fault) -> RuleFault {
    let message = fault.to_string();
    RuleFault { index: fault.index, key: fault.key, message }
}

struct Compiled(RuleSet);

impl schema::RuleSet for Compiled {
    fn evaluate(&self, scope: &RuleScope<'_>) -> Vec<RuleFinding> {
        let RuleScope { sources, this, at, faults, removed, conditional, .. } = *scope;
        let scope = Scope { sources, this, at, faults, removed, conditional };
        let found = self.0.evaluate(&scope);
        found.into_iter().map(finding).collect()
    }
}

fn finding(found: Finding) -> RuleFinding {
    let Finding { code, severity, message, at, related, help, fix } = found;
    RuleFinding { code, severity, message, at, related, help, fix }
}
