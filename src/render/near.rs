//! "Did you mean" for names in templates: the key of the values that a wrong name is near to.

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::SourceMap;
use crate::yaml::Node;

/// Adds to a finding about an undefined name the one that was probably meant, when there is one.
pub(super) fn with_suggestion(
    found: Diagnostic,
    sources: &SourceMap,
    values: &Node,
    known: Option<&Node>,
) -> Diagnostic {
    if found.code.as_str() != "template-undefined" {
        return found;
    }
    let expression = sources.slice(found.primary.span).trim();
    let trees: Vec<&Node> = known.into_iter().chain([values]).collect();
    match meant(expression, &trees) {
        Some(meant) => found.with_help(format!("did you mean `{meant}`?")),
        None => found,
    }
}

/// The path like `expression` whose first wrong step is replaced by the key that is nearest to it.
fn meant(expression: &str, trees: &[&Node]) -> Option<String> {
    let (root, path) = expression.split_once('.')?;
    if root != "values" {
        return nearest(root, ["values"]).map(|root| format!("{root}.{path}"));
    }
    let mut trees = trees.to_vec();
    let mut right = String::from(root);
    let mut steps = path.split('.');
    for step in steps.by_ref() {
        let below: Vec<&Node> = trees.iter().filter_map(|tree| tree.get(step)).collect();
        if below.is_empty() {
            let keys = trees.iter().filter_map(|tree| tree.as_mapping()).flatten();
            let near = nearest(step, keys.map(|entry| &*entry.key))?;
            let rest: String = steps.map(|step| format!(".{step}")).collect();
            return Some(format!("{right}.{near}{rest}"));
        }
        right.push('.');
        right.push_str(step);
        trees = below;
    }
    None
}
