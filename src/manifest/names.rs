//! What there is, told in a help text, however much there is.

use crate::diagnostic::nearest;

/// How many names are listed.
const LISTED: usize = 20;

/// How many names are searched for the one that was meant.
const SEARCHED: usize = 300;

/// The names in backquotes; of many the first ones, and how many more there are.
pub(super) fn listed(names: &[&str]) -> String {
    let shown = names.iter().take(LISTED).map(|name| format!("`{name}`"));
    let list = shown.collect::<Vec<String>>().join(", ");
    match names.len().checked_sub(LISTED) {
        None | Some(0) => list,
        Some(more) => format!("{list} and {more} more"),
    }
}

/// The one of the first names that is near to `wrong`.
pub(super) fn meant<'n>(wrong: &str, names: &[&'n str]) -> Option<&'n str> {
    nearest(wrong, names.iter().copied().take(SEARCHED))
}
