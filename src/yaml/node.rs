//! The tree: one node per YAML value, with the span of its text and how it was written.

use super::{Mapping, Number, Pointer};
use crate::source::Span;

/// How a value was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// A scalar without quotes, or a value that no text stands for.
    Plain,
    /// `'text'`.
    SingleQuoted,
    /// `"text"`.
    DoubleQuoted,
    /// A block scalar after `|`.
    Literal,
    /// A block scalar after `>`.
    Folded,
    /// A mapping or sequence by indentation.
    Block,
    /// A mapping or sequence in braces or brackets.
    Flow,
}

/// A YAML value after core-schema typing (YAML 1.2.2, section 10.3).
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`, `~` or nothing.
    Null,
    /// `true`, `True`, `TRUE` and their opposites.
    Bool(bool),
    /// A number, with its text as written.
    Number(Number),
    /// Any other scalar.
    String(Box<str>),
    /// A list.
    Sequence(Vec<Node>),
    /// A map, in the order written.
    Mapping(Mapping),
}

/// A value and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where the value's text stands, quotes and brackets included.
    pub span: Span,
    /// How it was written.
    pub style: Style,
}

impl Node {
    /// A node written plainly.
    #[must_use]
    pub fn new(value: Value, span: Span) -> Self {
        Self { value, span, style: Style::Plain }
    }

    /// A node without a value, at `span`.
    #[must_use]
    pub fn null(span: Span) -> Self {
        Self::new(Value::Null, span)
    }

    /// The text of a string, else nothing.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The entries of a mapping, else nothing.
    #[must_use]
    pub fn as_mapping(&self) -> Option<&Mapping> {
        match &self.value {
            Value::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// The items of a sequence, else nothing.
    #[must_use]
    pub fn as_sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// The truth value of a boolean, else nothing.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match &self.value {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, else nothing.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match &self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number as a 64-bit integer when it is one, else nothing.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_i64)
    }

    /// Whether the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// Whether the scalar stood in quotes or was a block scalar.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        !matches!(self.style, Style::Plain | Style::Block | Style::Flow)
    }

    /// The value under `key` of a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_mapping().and_then(|mapping| mapping.get(key))
    }

    /// The value that `pointer` leads to.
    #[must_use]
    pub fn at(&self, pointer: &Pointer) -> Option<&Node> {
        pointer.tokens().try_fold(self, |node, token| node.child(token))
    }

    /// The entry (key and value) that `pointer` leads to, when its last step goes into a mapping.
    #[must_use]
    pub fn entry_at(&self, pointer: &Pointer) -> Option<&super::Entry> {
        let parent = self.at(&pointer.parent()?)?;
        parent.as_mapping()?.entry(pointer.last()?)
    }

    /// The child that one unescaped pointer token names: a key, or a list index from 0.
    #[must_use]
    pub fn child(&self, token: &str) -> Option<&Node> {
        match &self.value {
            Value::Mapping(mapping) => mapping.get(token),
            Value::Sequence(items) => items.get(token.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// The kind of value in words with its article: "a string", "a list", "nothing (null)".
    #[must_use]
    pub fn type_in_words(&self) -> &'static str {
        match &self.value {
            Value::Null => "nothing (null)",
            Value::Bool(_) => "a boolean",
            Value::Number(number) if number.is_integer() => "an integer",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
        }
    }
}
