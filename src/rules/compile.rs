//! Turns a list of rules, as it stands in a schema, into a [`RuleSet`].

use std::fmt;

use serde_json::Value;

use super::evaluate::{Rule, RuleSet};
use super::keys::{ALWAYS, FIELD_EXPRESSION, FIX, HELP, Keys, MESSAGE, MESSAGE_EXPRESSION, RULE};
use super::lazy::Lazy;
use super::scope::FormatCheck;
use crate::diagnostic::Code;

/// The code of a rule that gives itself none.
const DEFAULT_CODE: Code = Code::new("rule-violated");

/// Compiles rules.
#[derive(Debug, Clone, Copy)]
pub struct Compiler {
    formats: FormatCheck,
    /// Whether the rules are known to compile.
    trusting: bool,
    /// Whether they are known to hold for the defaults of their chart.
    tested: bool,
}

/// Why a rule cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The rule's index in its list, from 0.
    pub index: usize,
    /// The key of the rule that is wrong; none when the rule as a whole is.
    pub key: Option<String>,
    /// Where in the text under that key, in bytes from its start.
    pub offset: Option<usize>,
    /// The beginning of what stands there.
    pub excerpt: Option<String>,
    /// What is wrong, in words for the author of the schema.
    pub message: String,
}

impl Fault {
    pub(super) fn of_rule(index: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { index, key: None, offset: None, excerpt: None, message }
    }
}

impl fmt::Display for Fault {
    /// The message, with what stands at the place.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.excerpt {
            Some(excerpt) if excerpt.is_empty() => formatter.write_str(", at its end"),
            Some(excerpt) => write!(formatter, ", at `{excerpt}`"),
            None => Ok(()),
        }
    }
}

impl Compiler {
    /// A compiler for rules that may use the formats that `formats` knows.
    #[must_use]
    pub fn new(formats: FormatCheck) -> Self {
        Self { formats, trusting: false, tested: false }
    }

    /// A compiler for rules that are known to be sound, such as those that come with chartgen:
    /// what only a broken rule needs is compiled when it is needed.
    #[must_use]
    pub fn trusting(formats: FormatCheck) -> Self {
        Self { trusting: true, ..Self::new(formats) }
    }

    /// As [`Compiler::trusting`], for rules that are also known to hold for the defaults of their
    /// chart, unless `x-chartgen-always` says otherwise: a rule is compiled when it is first asked,
    /// and is not asked about defaults that nobody has touched.
    #[must_use]
    pub fn tested(formats: FormatCheck) -> Self {
        Self { tested: true, ..Self::trusting(formats) }
    }

    /// Compiles `rules`, the value of one `x-kubernetes-validations`.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with any of them.
    pub fn compile(&self, rules: &Value) -> Result<RuleSet, Vec<Fault>> {
        let Some(list) = rules.as_array() else {
            return Err(vec![Fault::of_rule(0, "rules stand in a list")]);
        };
        let (mut compiled, mut faults) = (Vec::with_capacity(list.len()), Vec::new());
        for (index, rule) in list.iter().enumerate() {
            match self.rule(index, rule) {
                Ok(rule) => compiled.push(rule),
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() { Ok(RuleSet::new(compiled)) } else { Err(faults) }
    }

    fn rule(&self, index: usize, rule: &Value) -> Result<Rule, Vec<Fault>> {
        let mut keys = Keys::of(index, rule).map_err(|fault| vec![fault])?;
        let text = keys.text(RULE);
        if text.is_none() && rule.get(RULE).is_none() {
            keys.faults.push(Fault::of_rule(index, "a rule needs the key `rule`"));
        }
        let condition = text.and_then(|text| self.checked(!self.tested, &mut keys, RULE, text));
        Ok(Rule {
            name: keys.code().or(text).unwrap_or_default().to_owned(),
            code: keys.code().map_or(DEFAULT_CODE, |code| Code::from(code.to_owned())),
            severity: keys.severity(),
            message: keys.text(MESSAGE).map(str::to_owned),
            message_expression: self.expression(&mut keys, MESSAGE_EXPRESSION),
            field: keys.field_path().unwrap_or_default(),
            field_expression: self.expression(&mut keys, FIELD_EXPRESSION),
            related: keys.related(),
            help: keys.text(HELP).map(str::to_owned),
            fix: self.expression(&mut keys, FIX),
            holds_for_defaults: self.tested && !keys.flag(ALWAYS),
            condition: match condition {
                Some(condition) if keys.faults.is_empty() => condition,
                _ => return Err(keys.faults),
            },
        })
    }

    fn expression(&self, keys: &mut Keys<'_>, key: &str) -> Option<Lazy> {
        let text = keys.text(key)?;
        self.checked(!self.trusting, keys, key, text)
    }

    /// The expression `text` under `key`, compiled if that is to be done `now`; then what is wrong
    /// with it is noted.
    fn checked(&self, now: bool, keys: &mut Keys<'_>, key: &str, text: &str) -> Option<Lazy> {
        let lazy = Lazy::new(text, self.formats);
        if now && let Err(problems) = lazy.program() {
            for problem in problems {
                keys.fault_in(key, text, problem.clone());
            }
            return None;
        }
        Some(lazy)
    }
}
