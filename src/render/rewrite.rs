//! Rewrites a template so that everything it emits passes through chartgen's own filters, and
//! keeps a map back to the original text. Only insertions are made, so original text keeps its
//! order and its white space control.

use std::cmp::Reverse;
use std::ops::Range;

use super::concat;
use super::token::{Piece, Tag, Token};
use crate::source::{FileId, Span};

/// A place in a template that a filter of ours can name when something is wrong there.
pub(super) type Site = Span;

/// A template's text with our filters in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Rewritten {
    pub text: String,
    /// For each insertion: where it starts in the new text, its length, where it went in the
    /// original.
    inserted: Vec<(usize, usize, usize)>,
}

impl Rewritten {
    /// A text that stays as it is.
    pub fn unchanged(text: &str) -> Self {
        Self { text: text.to_string(), inserted: Vec::new() }
    }

    /// The original offset of an offset in the new text. An offset inside an insertion leads to
    /// where the insertion was made.
    pub fn original(&self, offset: usize) -> usize {
        let before = self.inserted.partition_point(|&(start, ..)| start < offset);
        match before.checked_sub(1).map(|index| self.inserted[index]) {
            None => offset,
            Some((start, length, at)) => at + offset.saturating_sub(start + length),
        }
    }
}

/// What a block does with the outputs inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    /// `{% set x %}` or `{% filter f %}`: the text becomes a string value.
    Captured,
    /// `{% component x() %}`, where `{{ body }}` stands for finished YAML.
    Component,
}

/// Collects the insertions for one template.
pub(super) struct Rewriter<'a> {
    text: &'a str,
    file: FileId,
    sites: &'a mut Vec<Site>,
    insertions: Vec<Insertion>,
    blocks: Vec<Block>,
    /// The bodies that are open, the outermost first.
    bodies: Vec<Body>,
    traced: bool,
}

/// What runs again and again: a loop's body, a component, a block, or the whole template.
#[derive(Debug)]
struct Body {
    /// Where it begins.
    at: usize,
    /// Whether the tag before it takes the white space away that follows.
    trims: bool,
    /// How many bytes of plain text it has, without those of bodies in it.
    text: usize,
}

/// Text to put in. The order of the fields is the order of insertions: by place; where they meet,
/// what closes (the shortest range first) stands before what opens (the longest range first).
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Insertion {
    at: usize,
    class: Class,
    nesting: Reverse<usize>,
    sequence: isize,
    text: String,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Close,
    Open,
    Point,
}

/// Rewrites `text`, whose pieces are `pieces`. Places that filters may name are added to `sites`.
/// With `traced`, pieces of plain text are sites as well, and note where they begin.
pub(super) fn rewrite<'a>(
    text: &'a str,
    file: FileId,
    pieces: &[Piece],
    sites: &'a mut Vec<Site>,
    traced: bool,
) -> Rewritten {
    let (insertions, blocks, bodies) = (Vec::new(), Vec::new(), Vec::new());
    let mut rewriter = Rewriter { text, file, sites, insertions, blocks, bodies, traced };
    // What extends another template begins with that, and runs the other's body.
    let extends = |piece: &Piece| match piece {
        Piece::Statement(tag) => {
            tag.tokens.first().is_some_and(|word| rewriter.word(word) == "extends")
        }
        _ => false,
    };
    if !pieces.iter().any(extends) {
        rewriter.bodies.push(Body { at: 0, trims: false, text: 0 });
    }
    for piece in pieces {
        rewriter.piece(piece);
    }
    rewriter.finish()
}

impl Rewriter<'_> {
    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Text(range) => self.plain(range),
            Piece::Raw { body } => self.plain(body),
            Piece::Comment => {}
            Piece::Output(tag) => self.output(tag),
            Piece::Statement(tag) => self.statement(tag),
        }
    }

    /// Marks where plain text begins. The marker stands before the first character that white
    /// space control cannot take away, so it changes nothing else.
    fn plain(&mut self, range: &Range<usize>) {
        if let Some(body) = self.bodies.last_mut() {
            body.text += range.len();
        }
        if !self.traced || self.blocks.contains(&Block::Captured) {
            return;
        }
        let text = &self.text[range.clone()];
        let start = range.end - text.trim_start().len();
        if start < range.end {
            let site = self.site(start..range.end);
            self.insert(start, format!("{{{{ chartgen_mark(at={site}) }}}}"));
        }
    }

    fn output(&mut self, tag: &Tag) {
        let Some(inside) = tag.inside() else { return };
        if self.is_finished(&tag.tokens) {
            if self.is_body(&tag.tokens) {
                self.wrap(inside, "(", ") | chartgen_body");
            }
            return self.concats(&tag.tokens);
        }
        let site = self.site(inside.clone());
        let captured = self.blocks.contains(&Block::Captured);
        let filter = if captured { "chartgen_inline" } else { "chartgen_emit" };
        self.wrap(inside, "(", format!(") | {filter}(at={site})"));
        self.concats(&tag.tokens);
    }

    /// Whether an output consists of what other templates or blocks emitted.
    fn is_finished(&self, tokens: &[Token]) -> bool {
        match tokens {
            [first, ..] if self.word(first) == "<" => true,
            [first, second, _] => self.word(first) == "super" && self.word(second) == "(",
            _ => self.is_body(tokens),
        }
    }

    /// Whether it is what a component was called with.
    fn is_body(&self, tokens: &[Token]) -> bool {
        let in_component = self.blocks.contains(&Block::Component);
        matches!(tokens, [only] if in_component && self.word(only) == "body")
    }

    fn statement(&mut self, tag: &Tag) {
        let word = tag.tokens.first().map_or("", |first| self.word(first));
        match word {
            "set" | "set_global" => self.set(tag),
            "endset" | "endfilter" => drop(self.blocks.pop()),
            "component" => {
                self.blocks.push(Block::Component);
                self.open(tag);
            }
            "endcomponent" => {
                self.blocks.pop();
                self.close();
            }
            "filter" => self.filter(tag),
            "for" => {
                self.concats(&tag.tokens);
                self.open(tag);
            }
            "block" => self.open(tag),
            "endfor" | "endblock" => self.close(),
            _ => self.concats(&tag.tokens),
        }
    }

    fn open(&mut self, tag: &Tag) {
        self.bodies.push(Body { at: tag.range.end, trims: tag.trims_after, text: 0 });
    }

    /// Puts at the beginning of the innermost body what counts each time that it runs.
    fn close(&mut self) {
        let Some(Body { at, trims, text }) = self.bodies.pop() else { return };
        let end = if trims { "-%}" } else { "%}" };
        self.insert(at, format!("{{% if chartgen_step(text={text}) %}}{{% endif {end}"));
    }

    fn set(&mut self, tag: &Tag) {
        match tag.tokens.as_slice() {
            [_, _, equals, value @ ..] if self.word(equals) == "=" && !value.is_empty() => {
                let whole = value[0].range.start..value[value.len() - 1].range.end;
                self.wrap(whole, "(", ") | chartgen_keep");
                self.concats(value);
            }
            [_, name, ..] => {
                self.insert(name.range.end, " | chartgen_string");
                self.blocks.push(Block::Captured);
            }
            _ => {}
        }
    }

    fn filter(&mut self, tag: &Tag) {
        if let ([first, .., last], Some(inside)) = (tag.tokens.as_slice(), tag.inside()) {
            let captured = self.blocks.contains(&Block::Captured);
            let site = self.site(inside);
            let filter = if captured { "chartgen_inline" } else { "chartgen_emit" };
            self.insert(first.range.end, " chartgen_string |");
            self.insert(last.range.end, format!(" | {filter}(at={site})"));
        }
        self.blocks.push(Block::Captured);
    }

    /// Passes the operands of `~` and the elements of comprehensions through our filters.
    fn concats(&mut self, tokens: &[Token]) {
        for operand in concat::operands(self.text, tokens) {
            let call = match operand.role {
                concat::Role::Part => {
                    let site = self.site(operand.range.clone());
                    format!(") | chartgen_part(at={site}))")
                }
                concat::Role::Element => ") | chartgen_element)".to_string(),
            };
            self.wrap(operand.range, "((", call);
        }
    }

    fn word(&self, token: &Token) -> &str {
        &self.text[token.range.clone()]
    }

    fn site(&mut self, range: Range<usize>) -> usize {
        self.sites.push(Span::new(self.file, range.start, range.end));
        self.sites.len() - 1
    }

    fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.push(at, Class::Point, 0, 1, text.into());
    }

    fn wrap(&mut self, range: Range<usize>, open: &str, close: impl Into<String>) {
        self.push(range.start, Class::Open, range.end, 1, open.to_string());
        self.push(range.end, Class::Close, range.start, -1, close.into());
    }

    fn push(&mut self, at: usize, class: Class, nesting: usize, direction: isize, text: String) {
        let sequence = direction * self.insertions.len().cast_signed();
        self.insertions.push(Insertion { at, class, nesting: Reverse(nesting), sequence, text });
    }

    fn finish(mut self) -> Rewritten {
        while !self.bodies.is_empty() {
            self.close();
        }
        self.insertions.sort();
        let mut rewritten = Rewritten::default();
        let mut done = 0;
        for Insertion { at, text, .. } in &self.insertions {
            rewritten.text.push_str(&self.text[done..*at]);
            rewritten.inserted.push((rewritten.text.len(), text.len(), *at));
            rewritten.text.push_str(text);
            done = *at;
        }
        rewritten.text.push_str(&self.text[done..]);
        rewritten
    }
}
