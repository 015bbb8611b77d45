//! Every key of the schema does something: a template reads it, or a rule.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::render::How;
use crate::schema::EACH;
use crate::yaml::Pointer;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let Some(text) = &subject.chart.schema else { return };
    let uses = uses(subject);
    let rules = serde_json::from_str(subject.sources.text(text.root)).unwrap_or(Value::Null);
    let rules = rule_texts(&rules);
    for key in subject.keys() {
        let leaf = !key.has_named_keys() && !key.at.is_root();
        let one_place = key.at.tokens().all(|token| token != EACH);
        let ruled = key.says("x-kubernetes-validations").is_some() || is_named(&key.at, &rules);
        if !leaf || !one_place || ruled || is_used(&key.at, &uses) {
            continue;
        }
        let Some((span, _)) = subject.place(&key) else { continue };
        let path = key.at.to_field_path();
        let message = format!("no template and no rule reads `{path}`");
        diagnostics.push(
            Diagnostic::warning("unused-key", span, message)
                .with_pointer(key.at.to_string())
                .with_help(format!("use `values.{path}` in a template, or take the key out")),
        );
    }
}

/// What templates and notes do with places of the values.
fn uses(subject: &Subject<'_>) -> Vec<(How, Pointer)> {
    let uses = subject.templates.iter().flat_map(|facts| &facts.uses);
    let below = |path: &Pointer| {
        let mut tokens = path.tokens();
        let is_value = tokens.next() == Some("values");
        is_value.then(|| Pointer::from_tokens(tokens.map(Into::into).collect()))
    };
    uses.flat_map(|used| used.paths.iter().filter_map(move |path| Some((used.how, below(path)?))))
        .collect()
}

fn is_used(at: &Pointer, uses: &[(How, Pointer)]) -> bool {
    uses.iter().any(|(how, used)| match how {
        How::Taken => used.is_at_or_above(at) || at.is_at_or_above(used),
        How::Asked => at.is_at_or_above(used),
        How::Named => false,
    })
}

/// The texts of everything that rules compute.
fn rule_texts(schema: &Value) -> Vec<&str> {
    const KEYS: [&str; 4] =
        ["rule", "messageExpression", "x-chartgen-fix", "x-chartgen-field-expression"];
    match schema {
        Value::Object(map) => {
            let own = KEYS.iter().filter_map(|key| map.get(*key)?.as_str());
            own.chain(map.values().flat_map(rule_texts)).collect()
        }
        Value::Array(items) => items.iter().flat_map(rule_texts).collect(),
        _ => Vec::new(),
    }
}

/// Whether a rule reads a field of the key's name.
fn is_named(at: &Pointer, rules: &[&str]) -> bool {
    let Some(name) = at.last() else { return false };
    let field = format!(".{name}");
    rules.iter().any(|rule| {
        rule.match_indices(&field).any(|(found, _)| {
            let after = rule[found + field.len()..].chars().next();
            after.is_none_or(|next| !next.is_alphanumeric() && next != '_')
        })
    })
}
