//! Reads the values, indexes and places of one argument, without knowing what they are set on.

use super::fault::{self, Fault};
use super::scan::{Piece, Scanner};
use super::{Argument, Flavour, Lookup, json, scalar};
use crate::source::Span;
use crate::yaml::{Node, Style, Value};

/// The greatest list index (Helm's `MaxIndex`).
const INDEX_LIMIT: usize = 65_536;

/// What stands after `=`.
pub(super) enum Given {
    Value(Node),
    /// Nothing at all: the argument ended. The node is an empty string.
    Nothing(Node),
}

/// The number in `[…]` and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Index {
    pub(super) number: usize,
    pub(super) span: Span,
}

impl Index {
    /// Refuses what Helm refuses, which it does only when an item is set.
    pub(super) fn within_limit(self) -> Result<(), Fault> {
        if self.number > INDEX_LIMIT {
            return Err(fault::index_limit(self.span, INDEX_LIMIT));
        }
        Ok(())
    }
}

/// One argument, read from left to right.
pub(super) struct Reader<'a, 'l> {
    pub(super) argument: Argument,
    pub(super) scanner: Scanner<'a>,
    lookup: &'a mut Lookup<'l>,
    /// Where the value read last ends, in bytes.
    value_end: usize,
}

impl<'a, 'l> Reader<'a, 'l> {
    pub(super) fn new(argument: Argument, text: &'a str, lookup: &'a mut Lookup<'l>) -> Self {
        Self { argument, scanner: Scanner { text, at: 0 }, lookup, value_end: 0 }
    }

    /// The index after `[`, which stands at byte `open`.
    pub(super) fn index(&mut self, open: usize) -> Result<Index, Fault> {
        let digits = self.scanner.until(&[']']);
        if digits.stop.is_none() {
            return Err(fault::index_not_closed(self.span(open, open + 1)));
        }
        let span = self.piece_span(&digits);
        match digits.text.parse::<i64>() {
            Ok(index) => usize::try_from(index)
                .map(|number| Index { number, span })
                .map_err(|_| fault::negative_index(span)),
            Err(_) if span.is_empty() => Err(fault::bad_index(self.span(open, digits.end + 1))),
            Err(error) if *error.kind() == std::num::IntErrorKind::PosOverflow => {
                Err(fault::index_limit(span, INDEX_LIMIT))
            }
            Err(_) => Err(fault::bad_index(span)),
        }
    }

    /// The value after `=`, with the comma that ends it.
    pub(super) fn value(&mut self) -> Result<Given, Fault> {
        let start = self.scanner.at;
        self.value_end = start;
        if self.argument.flavour == Flavour::SetJson {
            return self.json_value(start).map(Given::Value);
        }
        match self.scanner.peek() {
            None if self.argument.flavour == Flavour::SetEnv => {
                let nothing = self.span(start.saturating_sub(1), start);
                Err(fault::lookup(Flavour::SetEnv, nothing, "", String::new()))
            }
            None => Ok(Given::Nothing(self.text_node(Value::String("".into()), start, start))),
            Some('{') => self.braces(start).map(Given::Value),
            Some(_) => {
                let piece = self.scanner.until(&[',']);
                self.scalar(&piece).map(Given::Value)
            }
        }
    }

    fn json_value(&mut self, start: usize) -> Result<Node, Fault> {
        if self.scanner.skip_blank() {
            return Ok(self.text_node(Value::Null, start, start));
        }
        let (node, end) = json::read_at(self.argument.file, self.scanner.text, self.scanner.at)?;
        (self.scanner.at, self.value_end) = (end, end);
        self.scanner.skip_blank();
        Ok(node)
    }

    /// `{a,b}`. What follows the brace starts a new key, with or without a comma.
    fn braces(&mut self, start: usize) -> Result<Node, Fault> {
        self.scanner.next();
        let mut items = Vec::new();
        loop {
            let piece = self.scanner.until(&[',', '}']);
            if piece.stop.is_none() {
                return Err(fault::list_not_closed(self.span(start, start + 1)));
            }
            items.push(self.scalar(&piece)?);
            if piece.stop == Some('}') {
                break;
            }
        }
        self.value_end = self.scanner.at;
        let span = self.span(start, self.value_end);
        self.scanner.take(',');
        Ok(Node { value: Value::Sequence(items), span, style: Style::Flow })
    }

    fn scalar(&mut self, piece: &Piece) -> Result<Node, Fault> {
        self.value_end = piece.end;
        let flavour = self.argument.flavour;
        let value = match flavour {
            Flavour::Set => scalar::typed(&piece.text),
            Flavour::SetString | Flavour::SetJson => Value::String(piece.text.as_str().into()),
            Flavour::SetFile | Flavour::SetEnv => {
                let text = (self.lookup)(flavour, &piece.text).map_err(|why| {
                    fault::lookup(flavour, self.piece_span(piece), &piece.text, why)
                })?;
                Value::String(text.into())
            }
        };
        Ok(self.text_node(value, piece.start, piece.end))
    }

    /// A scalar; only `--set` leaves its type open, as a plain scalar does in YAML.
    fn text_node(&self, value: Value, start: usize, end: usize) -> Node {
        let open = self.argument.flavour == Flavour::Set || value == Value::Null;
        let style = if open { Style::Plain } else { Style::DoubleQuoted };
        Node { value, span: self.span(start, end), style }
    }

    /// A collection written from byte `start` to the end of the last value.
    pub(super) fn collection(&self, value: Value, start: usize) -> Node {
        Node { value, span: self.span(start, self.value_end), style: Style::Flow }
    }

    pub(super) fn piece_span(&self, piece: &Piece) -> Span {
        self.span(piece.start, piece.end)
    }

    /// The separator that ended `piece`.
    pub(super) fn stop_span(&self, piece: &Piece) -> Span {
        self.span(piece.end, piece.end + 1)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.argument.file, start, end)
    }
}
