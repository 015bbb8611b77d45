//! `--set-json` against RFC 8259: `tests/cases/json/table.json` holds texts that a reader of JSON must
//! accept (`y_`, with the data), must refuse (`n_`), and may treat as it likes (`i_`, with what
//! chartgen does). Each stands once behind a key and once in a whole object.

use chartgen::diagnostic::Diagnostics;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::values::set::{Argument, Flavour};
use chartgen::values::{Layer, Merge};
use chartgen::yaml::{Node, Value};
use serde::Deserialize;
use serde_json::Value as Json;

use super::conformance::{hold_section, rate};

/// A text and what it stands for; nothing where it must be refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    #[serde(default)]
    value: Option<Json>,
    /// What stands before the text, and how often.
    times: Option<(String, usize)>,
    /// What closes it as often.
    closing: Option<String>,
}

/// Texts that come out otherwise behind a key, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("n_array_comma_after_close", "a comma ends the assignment, as in Helm"),
    ("n_nothing", "nothing behind the `=` is null, as in Helm"),
    ("n_single_space", "nothing behind the `=` is null, as in Helm"),
];

impl Case {
    fn whole_text(&self) -> String {
        let (opening, times) = self.times.clone().unwrap_or_default();
        let closing = self.closing.as_deref().unwrap_or_default();
        opening.repeat(times) + &self.text + &closing.repeat(times)
    }

    /// Whether `found`, nothing for a refusal, is as the case says.
    fn fits(&self, found: Option<&Node>) -> bool {
        let accepted = self.name.starts_with("y_") || self.value.is_some();
        match (found, &self.value) {
            (None, _) => !accepted,
            (Some(node), _) if self.times.is_some() => accepted && node.as_mapping().is_none(),
            (Some(node), value) => accepted && same(node, value.as_ref().unwrap_or(&Json::Null)),
        }
    }
}

/// What `--set-json` makes of `argument`: the value of `a`.
fn set(argument: String) -> Option<Node> {
    let mut sources = SourceMap::new();
    let file = sources.add("--set-json", SourceKind::Flag, argument);
    let defaults = Layer::empty(sources.add("values.yaml", SourceKind::ChartDefaults, ""));
    let (mut merge, mut diagnostics) = (Merge::new(), Diagnostics::new());
    let argument = Argument { flavour: Flavour::SetJson, file };
    let mut lookup = |_, _: &str| Err("no lookups".to_string());
    if !merge.set(argument, &sources, &mut lookup, &mut diagnostics) {
        assert!(diagnostics.has_errors(), "refused without a word");
        return None;
    }
    let values = merge.over(defaults, &mut diagnostics);
    Some(values.root.get("a").cloned().unwrap_or_else(|| panic!("nothing was set")))
}

fn same(node: &Node, json: &Json) -> bool {
    match (&node.value, json) {
        (Value::Null, Json::Null) => true,
        (Value::Bool(left), Json::Bool(right)) => left == right,
        (Value::Number(left), Json::Number(right)) => {
            let whole = right.as_i64().is_none_or(|right| left.as_i64() == Some(right));
            whole && right.as_f64().is_some_and(|right| left.as_f64() == right)
        }
        (Value::String(left), Json::String(right)) => **left == **right,
        (Value::Sequence(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Mapping(left), Json::Object(right)) => {
            left.len() == right.len()
                && right.iter().all(|(key, value)| left.get(key).is_some_and(|l| same(l, value)))
        }
        _ => false,
    }
}

#[test]
fn json_is_read_as_the_rfc_says() {
    let table: Vec<Case> =
        serde_json::from_str(include_str!("cases/json/table.json")).expect("the table is JSON");
    let mut wrong = Vec::new();
    for case in &table {
        let text = case.whole_text();
        let listed = DIFFERENT.iter().any(|(name, _)| *name == case.name);
        let behind_key = set(format!("a={text}"));
        if case.fits(behind_key.as_ref()) == listed {
            wrong.push(format!("{} behind a key: {behind_key:?}", case.name));
        }
        let in_object = set(format!("{{\"a\":{text}}}"));
        if !case.fits(in_object.as_ref()) {
            wrong.push(format!("{} in an object: {in_object:?}", case.name));
        }
    }
    assert!(table.len() > 300, "only {} cases", table.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
    let count = |letter| table.iter().filter(|case| case.name.starts_with(letter)).count();
    let mut section = format!(
        "| | texts | behind a key | in an object |\n|---|---|---|---|\n\
         | must be accepted, with their data | {0} | {1} | {1} |\n\
         | must be refused | {2} | {3} | {4} |\n",
        count('y'),
        rate(count('y'), count('y')),
        count('n'),
        rate(count('n') - DIFFERENT.len(), count('n')),
        rate(count('n'), count('n')),
    );
    section += "\n| exception behind a key | reason |\n|---|---|\n";
    for (name, reason) in DIFFERENT {
        section += &format!("| `{name}` | {reason} |\n");
    }
    section += "\n| left open by the RFC | chartgen |\n|---|---|\n";
    for case in table.iter().filter(|case| case.name.starts_with("i_")) {
        let does = case.value.as_ref().map_or("refuses it".to_string(), |value| match case.times {
            Some(_) => "reads it".to_string(),
            None => format!("reads `{}`", value.to_string().escape_default()),
        });
        section += &format!("| `{}` | {does} |\n", case.name);
    }
    hold_section("rfc-8259", &section.replace("\\\"", "\""));
}
