//! Tells from the text of a rule which values it can see, and whether a user has touched any of
//! them: a rule that holds for a chart's defaults still holds where it sees nothing else.

use super::scope::SELF;
use crate::source::{SourceKind, SourceMap, Span};
use crate::yaml::{Node, Pointer};

/// The places, relative to `self`, at and below which lies all that an expression can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Footprint(Vec<Pointer>);

/// Where the values are that a rule is asked about.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) sources: &'a SourceMap,
    /// The value of `self`.
    pub(super) this: &'a Node,
    /// Its place in the tree.
    pub(super) at: &'a Pointer,
    /// Places of the tree that the user emptied.
    pub(super) removed: &'a [(Pointer, Span)],
}

impl Footprint {
    /// What the expression `text` can see: every path that follows the word `self`, up to the
    /// first step that is no plain name, and every path that `isGiven` is asked about. A word
    /// inside a quoted text counts as well, which only makes the footprint larger. Nothing when
    /// `isGiven` is asked about a path that the text does not spell out.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut paths: Vec<Pointer> = after_word(text, SELF).map(path).collect();
        for after in after_word(text, "isGiven") {
            paths.push(quoted_path(after)?);
        }
        Some(Self(paths))
    }

    /// Whether everything in it stands on `ground` as the chart's defaults have it.
    pub(super) fn is_untouched(&self, ground: &Ground<'_>) -> bool {
        self.0.iter().all(|path| is_default(path, ground))
    }
}

impl Ground<'_> {
    /// Whether it is a part of the chart's defaults that nobody changed or emptied.
    pub(super) fn is_untouched(&self) -> bool {
        self.removed.is_empty() && is_of_defaults(self.this, self.sources)
    }
}

/// Whether `node` stands in the chart's defaults. A mapping into which a user's layer was merged
/// has the span of that layer, so nothing below such a node was touched.
fn is_of_defaults(node: &Node, sources: &SourceMap) -> bool {
    sources.kind(node.span.file) == SourceKind::ChartDefaults
}

/// What follows each place of `text` where `word` stands as a word of its own.
fn after_word<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    // Bytes beyond ASCII never split a character, since all of them count as parts of words.
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    text.match_indices(word).filter_map(move |(start, _)| {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        let inside = before.as_bytes().last().is_some_and(in_word)
            || after.as_bytes().first().is_some_and(in_word);
        (!inside).then_some(after)
    })
}

/// The path in `('.a.b')`.
fn quoted_path(text: &str) -> Option<Pointer> {
    let quoted = text.trim_start().strip_prefix('(')?.trim_start();
    let quote = quoted.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let (path, rest) = quoted[1..].split_once(quote)?;
    let plain = !path.contains('\\') && rest.trim_start().starts_with(')');
    plain.then(|| Pointer::parse_field_path(path))
}

/// The names that follow in `.a.b.c`; the last one is left out when it is called.
fn path(mut text: &str) -> Pointer {
    let mut path = Pointer::root();
    while let Some(rest) = text.strip_prefix('.') {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        if name.is_empty() || name.contains("__") || after.trim_start().starts_with('(') {
            break;
        }
        path = path.child(name);
        text = after;
    }
    path
}

fn is_default(path: &Pointer, ground: &Ground<'_>) -> bool {
    let is_emptied = || {
        let place = ground.at.join(path);
        let gone = ground.removed.iter().map(|(gone, _)| gone);
        gone.into_iter().any(|gone| gone.is_at_or_above(&place) || place.is_at_or_above(gone))
    };
    if !ground.removed.is_empty() && is_emptied() {
        return false;
    }
    match ground.this.at(path) {
        Some(node) => is_of_defaults(node, ground.sources),
        // What the user wrote above may have taken the place of what the defaults have here,
        // except where every layer has a mapping.
        None => path.len() == 1 && ground.at.is_root(),
    }
}
