//! Reads the keys of one rule as it stands in a schema. What the expressions mean is not known
//! here.

use serde_json::{Map, Value};

use super::compile::Fault;
use super::program::Problem;
use crate::diagnostic::{Severity, nearest};
use crate::yaml::Pointer;

pub(super) const RULE: &str = "rule";
pub(super) const MESSAGE: &str = "message";
pub(super) const MESSAGE_EXPRESSION: &str = "messageExpression";
pub(super) const FIELD_PATH: &str = "fieldPath";
pub(super) const CODE: &str = "x-chartgen-code";
pub(super) const SEVERITY: &str = "x-chartgen-severity";
pub(super) const HELP: &str = "x-chartgen-help";
pub(super) const RELATED: &str = "x-chartgen-related";
pub(super) const FIX: &str = "x-chartgen-fix";
pub(super) const FIELD_EXPRESSION: &str = "x-chartgen-field-expression";

/// Of a chart of ours: whether the rule does not hold for the defaults of the chart, and so must be
/// evaluated even where nobody has touched them.
pub(super) const ALWAYS: &str = "x-chartgen-always";

/// Kubernetes' keys that change nothing here: why the API server refuses, and how it treats a
/// value that has no earlier state.
const IGNORED: [&str; 2] = ["reason", "optionalOldSelf"];

const KNOWN: [&str; 13] = [
    RULE,
    MESSAGE,
    MESSAGE_EXPRESSION,
    FIELD_PATH,
    CODE,
    SEVERITY,
    HELP,
    RELATED,
    FIX,
    FIELD_EXPRESSION,
    ALWAYS,
    IGNORED[0],
    IGNORED[1],
];

/// How many characters of an expression a fault shows.
const EXCERPT: usize = 24;

/// The rule at `index` of its list, and what is found wrong with it.
pub(super) struct Keys<'a> {
    index: usize,
    entries: &'a Map<String, Value>,
    pub(super) faults: Vec<Fault>,
}

impl<'a> Keys<'a> {
    /// The keys of `rule`; unknown ones are faults.
    ///
    /// # Errors
    ///
    /// When `rule` has no keys at all.
    pub(super) fn of(index: usize, rule: &'a Value) -> Result<Self, Fault> {
        let Some(entries) = rule.as_object() else {
            return Err(Fault::of_rule(index, "a rule is a mapping with the key `rule`"));
        };
        let mut keys = Self { index, entries, faults: Vec::new() };
        for key in entries.keys().filter(|key| !KNOWN.contains(&key.as_str())) {
            let hint = nearest(key, KNOWN).map(|near| format!("; did you mean `{near}`?"));
            let hint = hint.unwrap_or_default();
            keys.fault(key, format!("a rule has no key `{key}`{hint}"));
        }
        Ok(keys)
    }

    /// Notes that what stands under `key` is wrong.
    pub(super) fn fault(&mut self, key: &str, message: impl Into<String>) {
        self.add(Fault { key: Some(key.to_owned()), ..Fault::of_rule(self.index, message) });
    }

    /// Notes what is wrong with the expression `text` under `key`.
    pub(super) fn fault_in(&mut self, key: &str, text: &str, problem: Problem) {
        let excerpt = problem.offset.and_then(|offset| text.get(offset..));
        let excerpt = excerpt.map(|rest| rest.lines().next().unwrap_or_default());
        self.add(Fault {
            key: Some(key.to_owned()),
            offset: problem.offset,
            excerpt: excerpt.map(|line| line.chars().take(EXCERPT).collect()),
            ..Fault::of_rule(self.index, problem.message)
        });
    }

    /// A key that is looked at twice is faulted once.
    fn add(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// The text under `key`, if there is any.
    pub(super) fn text(&mut self, key: &str) -> Option<&'a str> {
        let value = self.entries.get(key)?;
        let text = value.as_str().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.fault(key, format!("`{key}` is a text that is not empty"));
        }
        text
    }

    /// The boolean under `key`; false when there is none.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        match self.entries.get(key) {
            None => false,
            Some(Value::Bool(value)) => *value,
            Some(_) => {
                self.fault(key, format!("`{key}` is true or false"));
                false
            }
        }
    }

    /// How much it matters when the rule does not hold.
    pub(super) fn severity(&mut self) -> Severity {
        match self.text(SEVERITY) {
            None | Some("error") => Severity::Error,
            Some("warning") => Severity::Warning,
            Some("note") => Severity::Note,
            Some(other) => {
                let message = format!("`{other}` is none of error, warning and note");
                self.fault(SEVERITY, message);
                Severity::Error
            }
        }
    }

    /// The rule's code, if it has one.
    pub(super) fn code(&mut self) -> Option<&'a str> {
        let code = self.text(CODE)?;
        let is_word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if !code.split('-').all(is_word) {
            let message = format!("`{code}` is not of the form lower-case-words-with-dashes");
            self.fault(CODE, message);
        }
        Some(code)
    }

    /// The place under `fieldPath`, relative to the rule's own.
    pub(super) fn field_path(&mut self) -> Option<Pointer> {
        let path = self.text(FIELD_PATH)?;
        Some(self.pointer(FIELD_PATH, path))
    }

    /// The places of further labels, relative to the rule's own.
    pub(super) fn related(&mut self) -> Vec<Pointer> {
        let Some(value) = self.entries.get(RELATED) else { return Vec::new() };
        let paths: Option<Vec<&str>> =
            value.as_array().and_then(|paths| paths.iter().map(Value::as_str).collect());
        let Some(paths) = paths else {
            self.fault(RELATED, format!("`{RELATED}` is a list of paths such as `.a.b`"));
            return Vec::new();
        };
        paths.into_iter().map(|path| self.pointer(RELATED, path)).collect()
    }

    fn pointer(&mut self, key: &str, path: &str) -> Pointer {
        if !path.starts_with(['.', '[']) {
            self.fault(key, format!("the path `{path}` begins with neither `.` nor `[`"));
        }
        Pointer::parse_field_path(path)
    }
}
