//! Conditions that leave a value out when it is 0 or false, though these are values too.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::render::{How, TemplateFacts};
use crate::schema::{Key, Schema};
use crate::yaml::Pointer;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let Some(schema) = subject.schema() else { return };
    for facts in &subject.templates {
        diagnostics.extend(findings(subject, schema, facts));
    }
}

fn findings(subject: &Subject<'_>, schema: &Schema, facts: &TemplateFacts) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for guard in &facts.guards {
        let (asked, emitted) = (&facts.uses[guard.asked], &facts.uses[guard.emitted]);
        let [path] = asked.paths.as_slice() else { continue };
        let lost = values_below(path).and_then(|at| lost(&schema.key(&at)));
        let (Some(lost), How::Asked, true) = (lost, asked.how, asked.certain) else { continue };
        if found.iter().any(|found| found.primary.span == asked.span) {
            continue;
        }
        let name = subject.sources.slice(asked.span);
        let message = format!("when `{name}` is {lost}, this condition leaves it out");
        let replacement = format!("{name} is not none");
        found.push(
            Diagnostic::warning("condition-drops-value", asked.span, message)
                .with_related(emitted.span, "emitted only when it is true or not 0")
                .with_help(format!("ask whether it is given: `{{% if {replacement} %}}`"))
                .with_fix(asked.span, replacement),
        );
    }
    found
}

/// The place in values of a path that starts with `values`.
fn values_below(path: &Pointer) -> Option<Pointer> {
    let mut tokens = path.tokens();
    let root = tokens.next()?;
    (root == "values").then(|| Pointer::from_tokens(tokens.map(Into::into).collect()))
}

/// The value that the schema allows and a condition takes for no.
fn lost(key: &Key<'_>) -> Option<&'static str> {
    let types = key.types();
    if types.contains(&"boolean") {
        return Some("false");
    }
    let bound = |keyword| key.says(keyword).and_then(Value::as_f64);
    let positive = bound("minimum").is_some_and(|least| least > 0.0)
        || bound("exclusiveMinimum").is_some_and(|least| least >= 0.0);
    let numeric = types.contains(&"integer") || types.contains(&"number");
    (numeric && !positive).then_some("0")
}
