//! Collections in brackets that end on the line they begin on.

use super::Reader;
use crate::source::Span;
use crate::yaml::{Entry, Mapping, Node, Style, Value, scalar};

impl<'t> Reader<'t> {
    /// The collection at `at`, and where it ends.
    pub(super) fn flow(&mut self, at: usize) -> Option<(Node, usize)> {
        let read = if self.byte(at) == Some(b'[') { Self::flow_list } else { Self::flow_map };
        let (value, end) = self.deeper(|reader| read(reader, at + 1))?;
        Some((Node { value, span: self.span(at, end), style: Style::Flow }, end))
    }

    fn flow_list(&mut self, at: usize) -> Option<(Value, usize)> {
        let mut items = Vec::new();
        let mut here = self.after_spaces(at);
        if self.byte(here) == Some(b']') {
            return Some((Value::Sequence(items), here + 1));
        }
        loop {
            let (item, end) = self.flow_value(here)?;
            items.push(item);
            match self.next_in_flow(end, b']')? {
                Next::End(end) => return Some((Value::Sequence(items), end)),
                Next::More(start) => here = start,
            }
        }
    }

    fn flow_map(&mut self, at: usize) -> Option<(Value, usize)> {
        let mut entries = Mapping::new();
        let mut here = self.after_spaces(at);
        if self.byte(here) == Some(b'}') {
            return Some((Value::Mapping(entries), here + 1));
        }
        loop {
            let (key, key_span, colon): (&str, Span, usize) = self.key(here)?;
            let (value, end) = self.flow_value(self.after_spaces(colon + 1))?;
            if entries.insert(Entry { key: key.into(), key_span, value }).is_some() {
                return None;
            }
            match self.next_in_flow(end, b'}')? {
                Next::End(end) => return Some((Value::Mapping(entries), end)),
                Next::More(start) => here = start,
            }
        }
    }

    fn flow_value(&mut self, at: usize) -> Option<(Node, usize)> {
        match self.byte(at)? {
            b'[' | b'{' => self.flow(at),
            b'"' | b'\'' => self.scalar(at),
            _ => {
                let end = self.end_of_word(at);
                let value = scalar::plain(self.slice(at, end).filter(|word| !word.is_empty())?);
                Some((Node { value, span: self.span(at, end), style: Style::Plain }, end))
            }
        }
    }

    /// What follows a value: the bracket that closes, or a comma and another value.
    fn next_in_flow(&self, at: usize, close: u8) -> Option<Next> {
        let sign = self.after_spaces(at);
        match self.byte(sign)? {
            b',' => Some(Next::More(self.after_spaces(sign + 1))),
            byte if byte == close => Some(Next::End(sign + 1)),
            _ => None,
        }
    }
}

enum Next {
    /// Another value starts here.
    More(usize),
    /// The collection ends here.
    End(usize),
}
