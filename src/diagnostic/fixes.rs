//! Applies fixes to a text: everything that no fix names stays as it was, comments and layout
//! included. It does not know whether the result is right; the caller checks it again.

use super::{Diagnostic, Fix};
use crate::source::FileId;

/// A text after its fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed<'a> {
    /// The new text.
    pub text: String,
    /// What was changed, from the start of the text on: the finding and its fix.
    pub changes: Vec<(&'a Diagnostic, &'a Fix)>,
}

/// Applies the certain fixes of `found` that lie in `file`, whose text is `text`. Of fixes that
/// overlap the first is applied; the other findings are found again in the new text. Nothing when
/// there is nothing to apply.
#[must_use]
pub fn apply_fixes<'a>(file: FileId, text: &str, found: &'a [Diagnostic]) -> Option<Fixed<'a>> {
    let certain = found.iter().filter_map(|finding| Some((finding, finding.certain_fix()?)));
    let mut changes: Vec<_> = certain.filter(|(_, fix)| is_for(file, text, fix)).collect();
    changes.sort_by_key(|(_, fix)| (fix.span.start, fix.span.end));
    changes
        .dedup_by(|later, earlier| later.1.span.start < earlier.1.span.end || later.1 == earlier.1);
    if changes.is_empty() {
        return None;
    }
    let mut fixed = String::with_capacity(text.len());
    let mut copied = 0;
    for (_, fix) in &changes {
        fixed.push_str(&text[copied..fix.span.range().start]);
        fixed.push_str(&fix.replacement);
        copied = fix.span.range().end;
    }
    fixed.push_str(&text[copied..]);
    Some(Fixed { text: fixed, changes })
}

/// Whether the fix changes `text`, which is that of `file`.
fn is_for(file: FileId, text: &str, fix: &Fix) -> bool {
    let replaced = text.get(fix.span.range());
    fix.span.file == file && replaced.is_some_and(|replaced| replaced != fix.replacement)
}
