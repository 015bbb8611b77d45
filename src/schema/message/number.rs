//! Words for numbers beyond their limits.

use serde_json::Value as SerdeValue;

use super::{View, Words, words};

pub(super) fn bound(view: &View<'_>, limit: &SerdeValue, upper: bool, exclusive: bool) -> Words {
    let here = one_limit(limit, upper, exclusive);
    let there = other_limit(view, !upper);
    let demand = match there {
        Some((other, false)) if !exclusive && upper => format!("between {other} and {limit}"),
        Some((other, false)) if !exclusive => format!("between {limit} and {other}"),
        Some((other, excluded)) => {
            let other = one_limit(other, !upper, excluded);
            if upper { format!("{other} and {here}") } else { format!("{here} and {other}") }
        }
        None => here,
    };
    let label = if upper { "too large" } else { "too small" };
    let message = format!("{} must be {demand}{}", view.place(), view.but_is_value());
    Words::new("range", message).label(label).help_if(view.description())
}

fn one_limit(limit: &SerdeValue, upper: bool, exclusive: bool) -> String {
    match (upper, exclusive) {
        (false, false) => format!("at least {limit}"),
        (false, true) => format!("more than {limit}"),
        (true, false) => format!("at most {limit}"),
        (true, true) => format!("less than {limit}"),
    }
}

/// The limit on the other side that stands beside the broken one, and whether it excludes itself.
fn other_limit<'v>(view: &View<'v>, upper: bool) -> Option<(&'v SerdeValue, bool)> {
    let (inclusive, exclusive) = match upper {
        true => ("maximum", "exclusiveMaximum"),
        false => ("minimum", "exclusiveMinimum"),
    };
    let schema = view.subschema()?;
    let found = schema.get(exclusive).filter(|limit| limit.is_number()).map(|limit| (limit, true));
    found.or_else(|| Some((schema.get(inclusive)?, false)))
}

pub(super) fn multiple(view: &View<'_>, of: f64) -> Words {
    let message = format!("{} must be a multiple of {of}{}", view.place(), view.but_is_value());
    let words = Words::new("range", message).label(format!("not a multiple of {of}"));
    let found = view.node.and_then(|node| node.as_number()).filter(|_| !view.secret);
    let near = found.map(|number| {
        let below = (number.as_f64() / of).floor() * of;
        let sides = [below, below + of].map(|side| format!("`{side}`"));
        format!("the nearest ones are {}", words::all(&sides))
    });
    words.help_if(near)
}
