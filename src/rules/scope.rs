//! What a rule can name: `self`, and the hidden values that its prepared form refers to.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};

use cel::ExecutionError;
use cel::common::traits::Indexer;
use cel::common::types::{CelBool, CelString, Type};
use cel::common::value::{CowVal, StaticVal, Val};
use cel::context::VariableResolver;

use super::tree::value_of;
use crate::pattern::Pattern;
use crate::source::SourceMap;
use crate::yaml::{Node, Pointer, Value};

/// Says whether a text has a format such as `dns1123-label`; nothing when there is no such
/// format.
pub type FormatCheck = fn(format: &str, text: &str) -> Option<bool>;

/// The name of the value that a rule stands at.
pub(super) const SELF: &str = "self";
/// The hidden name of what `isGiven` asks.
pub(super) const GIVEN: &str = "@given";
/// The hidden name of the bound on the work of a rule.
pub(super) const BUDGET: &str = "@budget";
/// The hidden name of what `isFormat` asks.
pub(super) const FORMATS: &str = "@formats";
/// The beginning of the hidden names of the patterns that stand in a rule's text.
pub(super) const PATTERN: &str = "@pattern";

/// How many steps (items of lists looked at, pieces of text built) one expression may take: far
/// more than any list of values needs, and done within a second.
const STEPS: u64 = 1_000_000;

/// The variables of one evaluation.
pub(super) struct Variables<'v> {
    this: &'v Node,
    given: Given<'v>,
    budget: Budget,
    formats: Formats,
    patterns: &'v [Pattern],
}

impl<'v> Variables<'v> {
    pub(super) fn new(
        this: &'v Node,
        sources: &'v SourceMap,
        formats: FormatCheck,
        patterns: &'v [Pattern],
    ) -> Self {
        let given = Given { this, sources };
        let budget = Budget { left: AtomicU64::new(STEPS) };
        Self { this, given, budget, formats: Formats(formats), patterns }
    }

    fn pattern(&self, name: &str) -> Option<&Pattern> {
        self.patterns.get(name.strip_prefix(PATTERN)?.parse::<usize>().ok()?)
    }
}

impl VariableResolver for Variables<'_> {
    fn resolve<'b>(&'b self, name: &str) -> Option<CowVal<'b, 'b>> {
        match name {
            SELF => Some(CowVal::Owned(value_of(self.this))),
            GIVEN => Some(CowVal::Borrowed(&self.given)),
            BUDGET => Some(CowVal::Borrowed(&self.budget)),
            FORMATS => Some(CowVal::Borrowed(&self.formats)),
            _ => self.pattern(name).map(|pattern| CowVal::Borrowed(pattern as &dyn Val)),
        }
    }
}

/// Bounds the work of one evaluation.
#[derive(Debug)]
pub(super) struct Budget {
    left: AtomicU64,
}

impl Budget {
    /// Takes `steps` off what is left.
    ///
    /// # Errors
    ///
    /// When less is left.
    pub(super) fn take(&self, steps: usize) -> Result<(), ExecutionError> {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(steps));
        let message = "the rule takes more steps than any rule may";
        taken.map(|_| ()).map_err(|_| ExecutionError::function_error(BUDGET, message))
    }
}

/// The formats that `isFormat` knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Formats(pub(super) FormatCheck);

/// Tells values that a layer above the chart's defaults set.
#[derive(Debug, Clone, Copy)]
struct Given<'v> {
    this: &'v Node,
    sources: &'v SourceMap,
}

impl Given<'_> {
    fn is_given(self, node: &Node) -> bool {
        match &node.value {
            Value::Null => false,
            Value::Mapping(mapping) if !mapping.is_empty() => {
                mapping.iter().any(|entry| self.is_given(&entry.value))
            }
            Value::Sequence(items) if items.iter().any(|item| self.is_given(item)) => true,
            _ => self.sources.kind(node.span.file).is_user_layer(),
        }
    }
}

impl Indexer for Given<'_> {
    fn get<'b, 'v>(&'b self, path: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let Some(path) = path.downcast_ref::<CelString>() else {
            return Err(ExecutionError::function_error("isGiven", "the path is not a text"));
        };
        let node = self.this.at(&Pointer::parse_field_path(path.inner()));
        Ok(CowVal::owned(CelBool::from(node.is_some_and(|node| self.is_given(node)))))
    }

    fn steal<'v>(self: Box<Self>, path: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(path).map(CowVal::into_owned)
    }
}

/// The type of [`Given`].
static GIVEN_TYPE: Type = Type::new_unspecified_type("chartgen.Given");
/// The type of [`Budget`].
pub(super) static BUDGET_TYPE: Type = Type::new_unspecified_type("chartgen.Budget");
/// The type of [`Formats`].
pub(super) static FORMATS_TYPE: Type = Type::new_unspecified_type("chartgen.Formats");

impl Val for Given<'_> {
    fn get_type(&self) -> &Type {
        &GIVEN_TYPE
    }

    fn cel_type() -> &'static Type {
        &GIVEN_TYPE
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(*self)
    }
}

impl Val for Budget {
    fn get_type(&self) -> &Type {
        &BUDGET_TYPE
    }

    fn cel_type() -> &'static Type {
        &BUDGET_TYPE
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v> {
        Box::new(Self { left: AtomicU64::new(self.left.load(Ordering::Relaxed)) })
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl StaticVal for Budget {}

impl Val for Formats {
    fn get_type(&self) -> &Type {
        &FORMATS_TYPE
    }

    fn cel_type() -> &'static Type {
        &FORMATS_TYPE
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v> {
        Box::new(*self)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl StaticVal for Formats {}
