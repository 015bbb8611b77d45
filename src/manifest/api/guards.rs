//! Tells which rules need no evaluation because they begin with what does not hold:
//! `!has(self.rollingUpdate) || …` is true of every object without `rollingUpdate`. Compiling a
//! rule costs far more than this look.

use serde_json::Value;

use crate::yaml::Node;

/// The rules of a list that may fail for any of `nodes`.
pub(super) fn undecided(rules: &Value, nodes: &[&Node]) -> Vec<Value> {
    let rules = rules.as_array().into_iter().flatten();
    let text = |rule: &Value| rule.get("rule").and_then(Value::as_str).map(str::to_owned);
    rules.filter(|rule| text(rule).is_none_or(|text| !holds(&text, nodes))).cloned().collect()
}

/// Whether the guards at the beginning of `rule` make it true for all of `nodes`.
fn holds(rule: &str, nodes: &[&Node]) -> bool {
    let Guards(guards) = Guards::of(rule);
    guards.iter().any(|guard| nodes.iter().all(|node| guard.settles(node)))
}

/// What a rule asks at its beginning, any of which makes it true.
#[derive(Debug)]
pub(super) struct Guards(Vec<Guard>);

#[derive(Debug)]
struct Guard {
    /// The steps to the field.
    path: Box<[Box<str>]>,
    /// Whether it must be there, or must not.
    present: bool,
}

impl Guards {
    /// The guards of the rule with this text.
    pub(super) fn of(rule: &str) -> Self {
        // `a || b ? c : d` is `(a || b) ? c : d`, where the guards decide nothing.
        if rule.contains('?') && has_open_choice(rule) {
            return Self(Vec::new());
        }
        let guard = |(path, present): (&str, bool)| Guard {
            path: path.split('.').map(Into::into).collect(),
            present,
        };
        Self(guards(rule).map(guard).collect())
    }

    /// Whether they make the rule true for `node`.
    pub(super) fn settle(&self, node: &Node) -> bool {
        self.0.iter().any(|guard| guard.settles(node))
    }
}

impl Guard {
    /// Whether the field is there, or not there, as the guard asks. What stands above the field
    /// must be a mapping, since asking for a field of nothing is a fault of the rule.
    fn settles(&self, node: &Node) -> bool {
        let Some((field, parents)) = self.path.split_last() else { return false };
        let above = parents.iter().try_fold(node, |above, parent| above.get(parent));
        above.and_then(Node::as_mapping).is_some_and(|above| {
            above.get(field).is_some_and(|value| !value.is_null()) == self.present
        })
    }
}

/// Whether a `?` stands outside of all brackets.
fn has_open_choice(rule: &str) -> bool {
    let mut depth = 0_i32;
    rule.chars().any(|character| {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        character == '?' && depth == 0
    })
}

/// The fields, or paths of fields, of the leading `has(self.field) ||` (true) and
/// `!has(self.field) ||` (false).
fn guards(rule: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = rule;
    std::iter::from_fn(move || {
        let (present, after) = match rest.strip_prefix("!has(self.") {
            Some(after) => (false, after),
            None => (true, rest.strip_prefix("has(self.")?),
        };
        let (field, after) = after.split_once(')')?;
        let simple = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let simple = field.bytes().all(simple);
        rest = match after.strip_prefix(" || ") {
            Some(after) => after,
            None if after.is_empty() => after,
            None => return None,
        };
        simple.then_some((field, present))
    })
}

#[cfg(test)]
mod tests {
    use super::holds;
    use crate::diagnostic::Diagnostics;
    use crate::source::{SourceKind, SourceMap};
    use crate::yaml;

    fn decided(rule: &str, objects: &[&str]) -> bool {
        let mut sources = SourceMap::new();
        let mut found = Diagnostics::new();
        let nodes: Vec<_> = objects
            .iter()
            .filter_map(|text| {
                let file = sources.add("object", SourceKind::Manifest, (*text).to_owned());
                yaml::read_document(&sources, file, &mut found)
            })
            .collect();
        holds(rule, &nodes.iter().collect::<Vec<_>>())
    }

    #[test]
    fn only_guards_that_hold_for_every_object_decide() {
        let cases: [(&str, &[&str], bool); 13] = [
            ("!has(self.a) || self.a > 1", &["{b: 1}"], true),
            ("!has(self.a) || self.a > 1", &["{a: 1}"], false),
            ("!has(self.a) || self.a > 1", &["{a: null}"], true),
            ("!has(self.a) || self.a > 1", &["{b: 1}", "{a: 1}"], false),
            ("has(self.a) || self.b", &["{a: 1}"], true),
            ("has(self.a) || self.b", &["{b: 1}"], false),
            ("!has(self.a) || !has(self.b) || self.b > 1", &["{a: 1}"], true),
            ("!has(self.a) || !has(self.a.b) || self.a.b > 1", &["{a: {c: 1}}"], true),
            ("!has(self.a.b) || self.a.b > 1", &["{c: 1}"], false),
            ("!has(self.a) || self.b ? self.c : self.d", &["{b: 1}"], false),
            ("!has(self.a) || (self.b ? self.c : self.d)", &["{b: 1}"], true),
            ("!has(self.a) && self.b", &["{b: 1}"], false),
            ("self.b || !has(self.a)", &["{b: 1}"], false),
        ];
        for (rule, objects, expected) in cases {
            assert_eq!(decided(rule, objects), expected, "{rule} on {objects:?}");
        }
    }
}
