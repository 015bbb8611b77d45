//! Builds the tree from the parser's events: typing, duplicate keys, aliases, merge keys.

use granit_parser::{Event, ScalarStyle, Span as EventSpan, StructureStyle, Tag};

use super::alias::Anchors;
use super::fault::Scene;
use super::key::{self, Key, Role};
use super::merge;
use super::read::Stream;
use super::{Entry, Mapping, Node, Style, Value, scalar};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

/// A collection whose end has not been read yet.
enum Open {
    Sequence {
        items: Vec<Node>,
        start: Span,
        anchor: usize,
        style: Style,
    },
    Mapping {
        entries: Mapping,
        merges: Vec<Node>,
        key: Option<Key>,
        start: Span,
        anchor: usize,
        style: Style,
    },
}

/// Takes events one by one and gives the documents at the end.
pub(super) struct Builder<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    open: Vec<Open>,
    documents: Vec<Node>,
    anchors: Anchors,
    /// The byte after the last scalar or bracket.
    good_until: usize,
    /// Where the last scalar starts.
    last_scalar: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(file: FileId, text: &'a str, diagnostics: &'a mut Diagnostics) -> Self {
        let (open, documents) = (Vec::new(), Vec::new());
        Self {
            file,
            text,
            diagnostics,
            open,
            documents,
            anchors: Anchors::default(),
            good_until: 0,
            last_scalar: 0,
        }
    }

    pub(super) fn report(&mut self, found: Diagnostic) {
        self.diagnostics.push(found);
    }

    pub(super) fn finish(self, complete: bool) -> Stream {
        Stream { documents: self.documents, complete }
    }

    /// How far the text has been read well.
    pub(super) fn scene(&self) -> Scene<'a> {
        let brackets = self.open.iter().filter_map(|open| {
            let (Open::Sequence { start, style, .. } | Open::Mapping { start, style, .. }) = open;
            (*style == Style::Flow).then_some(start.start as usize)
        });
        let open_brackets = brackets.collect();
        Scene {
            file: self.file,
            text: self.text,
            good_until: self.good_until,
            last_scalar: self.last_scalar,
            open_brackets,
        }
    }

    /// Takes one event; false when reading cannot go on.
    pub(super) fn take(&mut self, event: Event<'_>, at: EventSpan) -> bool {
        let span = self.span(at);
        self.good_until = self.good_until.max(good_until(&event, span, self.text));
        if matches!(event, Event::Scalar(..)) && !span.is_empty() {
            self.last_scalar = span.start as usize;
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let node = self.scalar(&text, style, tag.as_deref(), span);
                self.define(anchor, &node) && self.place(node)
            }
            Event::SequenceStart(style, anchor, _) => {
                let style = structure(style);
                self.open.push(Open::Sequence { items: Vec::new(), start: span, anchor, style });
                true
            }
            Event::MappingStart(style, anchor, _) => {
                let (entries, style) = (Mapping::new(), structure(style));
                self.open.push(Open::Mapping {
                    entries,
                    merges: Vec::new(),
                    key: None,
                    start: span,
                    anchor,
                    style,
                });
                true
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Alias(id) => self.alias(id, span),
            Event::UnresolvedAlias(_) => {
                let message = "this alias has no anchor of its name before it";
                let found = Diagnostic::error("yaml-alias", span, message).with_help(
                    "`*` starts an alias; put the value in quotes if it is meant as text",
                );
                self.report(found);
                self.place(Node::null(span))
            }
            _ => true,
        }
    }

    fn span(&self, at: EventSpan) -> Span {
        let range = at.byte_range().unwrap_or(0..0);
        Span::new(self.file, range.start.min(self.text.len()), range.end.min(self.text.len()))
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, span: Span) -> Node {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        let value = match tag.and_then(Tag::core_suffix) {
            Some(tag) => self.tagged(tag, text, span),
            None if tag.is_some_and(is_string_tag) => Value::String(text.into()),
            None if style == Style::Plain => scalar::plain(text),
            None => Value::String(text.into()),
        };
        let is_block = matches!(style, Style::Literal | Style::Folded);
        let span = if is_block { scalar::block_span(self.text, span) } else { span };
        Node { value, span, style }
    }

    fn tagged(&mut self, tag: &str, text: &str, span: Span) -> Value {
        scalar::tagged(tag, text).unwrap_or_else(|| {
            let message = format!("this text does not fit its tag `!!{tag}`");
            let help = "remove the tag, or write a value of its type";
            self.report(Diagnostic::error("yaml-tag", span, message).with_help(help));
            Value::String(text.into())
        })
    }

    fn alias(&mut self, id: usize, span: Span) -> bool {
        match self.anchors.expand(id) {
            Ok(Some(node)) => self.place(node),
            Ok(None) => {
                let message = "this alias stands inside the value that its own anchor names";
                let help = "write the value out, or name an anchor that ends before it";
                self.report(Diagnostic::error("yaml-alias", span, message).with_help(help));
                self.place(Node::null(span))
            }
            Err(()) => {
                let message = "the aliases of this text expand to more than 100000 values";
                let help = "write the values out where they are needed";
                self.report(Diagnostic::error("yaml-alias-limit", span, message).with_help(help));
                false
            }
        }
    }

    fn close(&mut self, end: Span) -> bool {
        let Some(open) = self.open.pop() else {
            return true;
        };
        let (node, anchor) = match open {
            Open::Sequence { items, start, anchor, style } => {
                let last = items.last().map(|item| item.span);
                let span = extent(start, last, end, style);
                (Node { value: Value::Sequence(items), span, style }, anchor)
            }
            Open::Mapping { entries, merges, start, anchor, style, .. } => {
                let last =
                    entries.iter().last().map(|entry| cover(entry.key_span, entry.value.span));
                let span = extent(start, last, end, style);
                let entries = merge::merged(entries, merges, self.diagnostics);
                (Node { value: Value::Mapping(entries), span, style }, anchor)
            }
        };
        self.define(anchor, &node) && self.place(node)
    }

    /// Remembers an anchored node; false when reading cannot go on.
    fn define(&mut self, anchor: usize, node: &Node) -> bool {
        let defined = self.anchors.define(anchor, node).is_ok();
        if !defined {
            let message = "the anchors of this text name more than 1000000 values";
            self.report(Diagnostic::error("yaml-alias-limit", node.span, message));
        }
        defined
    }

    /// Puts a finished node where it belongs: a key, a value, an item or a document. False when
    /// reading cannot go on.
    fn place(&mut self, node: Node) -> bool {
        match self.open.last_mut() {
            None => self.documents.push(node),
            Some(Open::Sequence { items, .. }) => items.push(node),
            Some(Open::Mapping { key: slot @ None, .. }) => match Key::of(&node, self.text) {
                Ok(key) => *slot = Some(key),
                Err(found) => {
                    *slot = Some(Key::unusable(&node));
                    let end = key::is_end(&found);
                    self.diagnostics.push(*found);
                    return !end;
                }
            },
            Some(Open::Mapping { key: slot @ Some(_), .. }) => {
                if let Some(key) = slot.take() {
                    self.add_entry(key, node);
                }
            }
        }
        true
    }

    fn add_entry(&mut self, key: Key, value: Node) {
        let Some(Open::Mapping { entries, merges, .. }) = self.open.last_mut() else {
            return;
        };
        match key.role {
            Role::Name => {}
            Role::Merge => return merges.push(value),
            Role::Unusable => return,
        }
        let value = if value.span.is_empty() && value.is_null() {
            Node { span: Span { start: key.span.end, end: key.span.end, ..key.span }, ..value }
        } else {
            value
        };
        if let Some(first) = entries.entry(&key.text) {
            let message = format!("the key `{}` stands here a second time", key.text);
            let found = Diagnostic::error("duplicate-key", key.span, message)
                .with_related(first.key_span, "first here")
                .with_help("keep one of the two");
            self.report(found);
            return;
        }
        entries.insert(Entry { key: key.text, key_span: key.span, value });
    }
}

/// The byte up to which this event proves the text good. The end of a block collection proves
/// nothing: its place is that of the token that follows.
fn good_until(event: &Event<'_>, span: Span, text: &str) -> usize {
    match event {
        Event::Scalar(..) | Event::Alias(_) | Event::UnresolvedAlias(_) => span.end as usize,
        Event::SequenceStart(StructureStyle::Flow, ..)
        | Event::MappingStart(StructureStyle::Flow, ..) => span.end as usize,
        Event::SequenceEnd | Event::MappingEnd => {
            let bracket = text.get(span.range()).is_some_and(|end| matches!(end, "]" | "}"));
            if bracket { span.end as usize } else { 0 }
        }
        _ => 0,
    }
}

/// Whether the tag is `!` alone, which makes any scalar a string (YAML 1.2.2, section 6.9.1).
fn is_string_tag(tag: &Tag) -> bool {
    format!("{}{}", tag.handle(), tag.suffix()) == "!"
}

fn structure(style: StructureStyle) -> Style {
    match style {
        StructureStyle::Block => Style::Block,
        StructureStyle::Flow => Style::Flow,
    }
}

fn cover(first: Span, second: Span) -> Span {
    if first.file != second.file || second.end < first.end {
        return first;
    }
    Span { end: second.end, ..first }
}

/// From the first to the last character of a collection. The parser ends a block collection
/// where the next token starts, which would take in comments that follow it.
fn extent(start: Span, last: Option<Span>, end: Span, style: Style) -> Span {
    match (style, last) {
        (Style::Flow, _) | (_, None) => Span { end: end.end.max(start.end), ..start },
        (_, Some(last)) => Span { end: last.end.max(start.start), ..start },
    }
}
