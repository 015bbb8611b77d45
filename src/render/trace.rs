//! A second render that tells where each character of a template's output comes from: from a piece
//! of plain text, which is copied as it stands, or from an expression.

use std::ops::Range;

use super::compile::Renderer;
use super::release::Release;
use super::run::Rendered;
use super::scope;
use super::session::{self, Event, Session};
use crate::chart::Chart;
use crate::source::{SourceMap, Span};
use crate::yaml::Node;

/// Where the output of one template comes from, in the order of the output.
#[derive(Debug, Clone)]
pub struct Trace {
    segments: Vec<Segment>,
}

/// A stretch of output with one origin. White space at the ends belongs to no segment.
#[derive(Debug, Clone)]
pub struct Segment {
    /// Bytes of the output.
    pub output: Range<usize>,
    /// What made them.
    pub origin: Origin,
}

/// What made a stretch of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Plain text of a template, copied.
    Text(Span),
    /// An expression of a template.
    Expression(Span),
}

/// Compiles templates so that they note what they emit. Used only when there is an error to trace.
pub struct Tracer<'a> {
    chart: &'a Chart,
}

impl<'a> Tracer<'a> {
    /// For the templates of `chart`.
    #[must_use]
    pub fn new(chart: &'a Chart) -> Self {
        Self { chart }
    }

    /// Renders the template of `rendered` again and aligns what it noted with the output. Nothing
    /// when the two do not fit, as where a component is given a body.
    #[must_use]
    pub fn trace(
        &self,
        rendered: &Rendered,
        values: &Node,
        known: Option<&Node>,
        release: &Release,
        sources: &SourceMap,
    ) -> Option<Trace> {
        let mut session = Session::default();
        session.log = Some(Vec::new());
        let name = super::run::engine_name(&rendered.path);
        let renderer = Renderer::compile_traced(self.chart, &name, sources)?;
        let numbers = &mut session.numbers;
        let context = scope::context(self.chart, values, known, release, numbers, None);
        session.start();
        let result = session::within(&mut session, || renderer.tera.render(&name, &context));
        let output = sources.text(rendered.file);
        if result.ok()? != output {
            return None;
        }
        let events = session.log.take().unwrap_or_default();
        let pieces = events.into_iter().filter_map(|event| match event {
            Event::Text(site) => {
                let span = *renderer.sites.get(site)?;
                Some((Origin::Text(span), sources.slice(span).to_string()))
            }
            Event::Emitted(site, text) => {
                Some((Origin::Expression(*renderer.sites.get(site)?), text))
            }
        });
        align(output, pieces)
    }
}

/// Walks the pieces and the output together by the characters that are not white space.
fn align(output: &str, pieces: impl Iterator<Item = (Origin, String)>) -> Option<Trace> {
    let mut left = output.char_indices().filter(|(_, c)| !c.is_whitespace()).peekable();
    let mut segments = Vec::new();
    for (origin, text) in pieces {
        let start = left.peek().map_or(output.len(), |(at, _)| *at);
        let mut end = start;
        for wanted in text.chars().filter(|c| !c.is_whitespace()) {
            let (at, found) = left.next()?;
            if found != wanted {
                return None;
            }
            end = at + found.len_utf8();
        }
        if end > start {
            segments.push(Segment { output: start..end, origin });
        }
    }
    left.next().is_none().then_some(Trace { segments })
}

impl Trace {
    /// The segment that holds the byte `offset` of the output, or the last one before it.
    #[must_use]
    pub fn segment_at(&self, offset: usize) -> Option<&Segment> {
        let after = self.segments.partition_point(|segment| segment.output.start <= offset);
        self.segments.get(after.saturating_sub(1))
    }

    /// The place in a template of the bytes `range` of the output, as exactly as can be told:
    /// inside plain text to the character, else the whole expression.
    #[must_use]
    pub fn place(&self, range: &Range<usize>, output: &str, sources: &SourceMap) -> Option<Span> {
        let segment = self.segment_at(range.start)?;
        let text = match segment.origin {
            Origin::Expression(span) => return Some(span),
            Origin::Text(span) => span,
        };
        let skipped = solid(output.get(segment.output.start..range.start).unwrap_or_default());
        let end = range.end.min(segment.output.end).max(range.start);
        let length = solid(output.get(range.start..end).unwrap_or_default());
        Some(nth_solid(text, skipped, length, sources))
    }
}

/// How many characters of `text` are not white space.
fn solid(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// The span in `text` from its solid character number `skipped` on, `length` of them long.
fn nth_solid(text: Span, skipped: usize, length: usize, sources: &SourceMap) -> Span {
    let slice = sources.slice(text);
    let mut solids = slice.char_indices().filter(|(_, c)| !c.is_whitespace()).skip(skipped);
    let start = solids.next().map_or((slice.len(), 0), |(at, c)| (at, c.len_utf8()));
    let end = match length {
        0 | 1 => start.0 + start.1,
        _ => solids.nth(length - 2).map_or(slice.len(), |(at, c)| at + c.len_utf8()),
    };
    let base = text.start as usize;
    Span::new(text.file, base + start.0, base + end)
}
