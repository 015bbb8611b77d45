//! Turns the facts of a fault into words: what stands there, what should, and what to write. Where
//! in a text it stands is not known here.

mod choice;
mod elsewhere;
mod keys;
mod list;
mod misread;
mod number;
mod other;
mod text;
mod types;
mod view;
mod wanted;
mod words;

pub(super) use elsewhere::Home;
pub(super) use view::View;

use super::edit::Edit;
use super::fault::Kind;
use crate::yaml::Pointer;

/// What to say about a fault.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub code: &'static str,
    pub message: String,
    /// What stands beside the place.
    pub label: String,
    pub help: Option<String>,
    /// Changes that may mend it: one is certain, several are a choice.
    pub edits: Vec<Edit>,
    /// Other places in the tree that take part.
    pub related: Vec<(Pointer, String)>,
    /// The places that a wrong key is likely meant for, or whose lack of a value it explains.
    pub meant: Vec<Pointer>,
}

impl Words {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), ..Self::default() }
    }

    fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn help_if(mut self, help: Option<String>) -> Self {
        self.help = self.help.or(help);
        self
    }

    fn edit(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }
}

/// The words for a fault.
pub(super) fn describe(view: &View<'_>) -> Words {
    let mut words = match &view.fault.kind {
        Kind::Type { wanted, or } => types::words(view, wanted, or),
        Kind::Choice { options } => choice::words(view, options),
        Kind::Bound { limit, upper, exclusive } => number::bound(view, limit, *upper, *exclusive),
        Kind::Multiple { of } => number::multiple(view, *of),
        Kind::Length { limit, upper } => text::length(view, *limit, *upper),
        Kind::Pattern { pattern } => text::pattern(view, pattern),
        Kind::Format { format } => text::format(view, format),
        Kind::UnknownKey { key, .. } => keys::unknown(view, key),
        Kind::BadKey { key, why } => keys::bad(view, key, why),
        Kind::Missing { key } => keys::missing(view, key),
        Kind::MissingOneOf { keys } => keys::missing_one_of(view, keys),
        Kind::Count { limit, upper } => list::count(view, *limit, *upper),
        Kind::Duplicate => list::duplicate(view),
        Kind::Contains => list::contains(view),
        Kind::Excluded => other::excluded(view),
        Kind::Never => other::never(view),
        Kind::Alternatives { several } => other::alternatives(view, *several),
        Kind::Other { reason } => other::in_other_words(view, reason),
    };
    words.message.push_str(&view.conditions());
    if view.secret {
        words.edits.clear();
    }
    words
}
