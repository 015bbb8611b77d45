//! Evaluates the rules of one place on a value and says which of them do not hold.

use super::lazy::Lazy;
use super::program::Subject;
use super::reads;
use super::settled::Ground;
use crate::diagnostic::{Code, Severity};
use crate::source::{SourceMap, Span};
use crate::yaml::{Node, Pointer};

/// The code of a rule that cannot be evaluated.
const EVALUATION: Code = Code::new("rule-evaluation");

/// The compiled rules of one place in a schema.
#[derive(Default)]
pub struct RuleSet {
    rules: Vec<Rule>,
}

/// What rules see.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The texts that the tree was read from.
    pub sources: &'a SourceMap,
    /// The value that the rules stand at: `self`.
    pub this: &'a Node,
    /// Its place in the tree.
    pub at: &'a Pointer,
    /// Places (from the root of the tree) that have a fault already: a rule that reads one is
    /// not evaluated.
    pub faults: &'a [Pointer],
    /// Places (from the root of the tree) of keys that the user took away from the defaults.
    pub removed: &'a [(Pointer, Span)],
    /// Whether the rules stand here only for some values, so that it is not known whether they
    /// hold for the defaults.
    pub conditional: bool,
}

impl<'a> Scope<'a> {
    /// What rules see of a tree without faults that has no defaults below it.
    #[must_use]
    pub fn new(sources: &'a SourceMap, this: &'a Node, at: &'a Pointer) -> Self {
        Self { sources, this, at, faults: &[], removed: &[], conditional: false }
    }
}

/// A rule that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's code.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in words.
    pub message: String,
    /// The place to edit, from the root of the tree.
    pub at: Pointer,
    /// Other places that take part, from the root of the tree.
    pub related: Vec<Pointer>,
    /// What to do about it.
    pub help: Option<String>,
    /// The text that the value at `at` should have, where that is certain.
    pub fix: Option<String>,
}

/// One compiled rule.
pub(super) struct Rule {
    /// How messages name the rule itself: its code, or its text when it has none.
    pub(super) name: String,
    pub(super) code: Code,
    pub(super) severity: Severity,
    pub(super) condition: Lazy,
    pub(super) message: Option<String>,
    pub(super) message_expression: Option<Lazy>,
    pub(super) field: Pointer,
    pub(super) field_expression: Option<Lazy>,
    pub(super) related: Vec<Pointer>,
    pub(super) help: Option<String>,
    pub(super) fix: Option<Lazy>,
    /// Whether it is known to hold for the defaults of the chart.
    pub(super) holds_for_defaults: bool,
}

impl RuleSet {
    pub(super) fn new(rules: Vec<Rule>) -> Self {
        Self { rules }
    }

    /// What does not hold for `scope`. A value that is null counts as absent: no rule applies.
    #[must_use]
    pub fn evaluate(&self, scope: &Scope<'_>) -> Vec<Finding> {
        if scope.this.is_null() {
            return Vec::new();
        }
        let Scope { sources, this, at, removed, .. } = *scope;
        let ground = Ground { sources, this, at, removed };
        let untouched = ground.is_untouched();
        let settled = |rule: &Rule| {
            rule.holds_for_defaults
                && !scope.conditional
                && (untouched || rule.sees_only_defaults(&ground))
        };
        let asked = self.rules.iter().filter(|rule| !settled(rule));
        let reliable = asked.filter(|rule| rule.is_reliable(scope));
        reliable.filter_map(|rule| rule.evaluate(scope)).collect()
    }
}

impl Rule {
    /// Whether it is known to see nothing but the chart's defaults.
    fn sees_only_defaults(&self, ground: &Ground<'_>) -> bool {
        self.condition.footprint().is_some_and(|footprint| footprint.is_untouched(ground))
    }

    /// Whether nothing that it reads has a fault already.
    fn is_reliable(&self, scope: &Scope<'_>) -> bool {
        let reads = self.condition.program().map_or(&[][..], |program| &program.reads);
        !reads::is_touched(reads, scope.at, scope.faults)
    }

    fn evaluate(&self, scope: &Scope<'_>) -> Option<Finding> {
        let subject = Subject { this: scope.this, sources: scope.sources };
        match self.condition.holds(subject) {
            Ok(true) => None,
            Ok(false) => Some(self.violated(subject, scope.at)),
            Err(reason) => Some(self.not_evaluated(&reason, scope.at)),
        }
    }

    fn violated(&self, subject: Subject<'_>, at: &Pointer) -> Finding {
        let text = |program: &Option<Lazy>| program.as_ref()?.text(subject);
        let field = text(&self.field_expression);
        let field =
            field.map_or_else(|| self.field.clone(), |path| Pointer::parse_field_path(&path));
        Finding {
            code: self.code.clone(),
            severity: self.severity,
            message: self.words(subject),
            at: at.join(&field),
            related: self.related.iter().map(|place| at.join(place)).collect(),
            help: self.help.clone(),
            fix: text(&self.fix),
        }
    }

    /// What the rule says of a value that it does not hold for. As in Kubernetes, an expression
    /// that fails or gives nothing falls back to the fixed message.
    fn words(&self, subject: Subject<'_>) -> String {
        let made = self.message_expression.as_ref().and_then(|program| program.text(subject));
        let made = made.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let said = made.or_else(|| self.message.clone());
        said.unwrap_or_else(|| format!("this breaks a rule of the chart: {}", self.name))
    }

    /// A rule that fails is the chart's fault; it still stops what a broken rule would stop.
    fn not_evaluated(&self, reason: &str, at: &Pointer) -> Finding {
        let help = "this is a fault of the chart's schema rather than of the values: a rule asks \
                    `has(…)` before it reads what may be absent";
        Finding {
            code: EVALUATION,
            severity: self.severity.max(Severity::Warning),
            message: format!("the chart's rule `{}` cannot be evaluated: {reason}", self.name),
            at: at.join(&self.field),
            related: self.related.iter().map(|place| at.join(place)).collect(),
            help: Some(help.to_owned()),
            fix: None,
        }
    }
}
