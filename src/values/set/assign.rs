//! Applies `key=value,…` to a tree: the grammar of keys. An assignment to an empty key sets
//! nothing, as in Helm; here it gets a warning.

use super::fault::{self, Fault};
use super::reader::{Given, Reader};
use super::scan::Piece;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::values::history::History;
use crate::values::trail::Trail;
use crate::yaml::{Entry, Mapping, Node, Value};

/// How many dots may follow keys (Helm's `MaxNestedNameLevel`).
const DOT_LIMIT: usize = 30;
/// How many keys and indexes may follow each other; Helm's recursion has no bound.
const DEPTH_LIMIT: usize = 128;

/// Why an assignment stops short.
pub(super) enum Stop {
    /// The argument has ended; not a fault.
    End,
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

pub(super) type Step = Result<(), Stop>;

/// An argument on its way into the tree.
pub(super) struct Assignments<'a, 'l> {
    pub(super) reader: Reader<'a, 'l>,
    pub(super) history: &'a mut History,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Assignments<'_, '_> {
    /// Applies all assignments to `root`, up to the first fault, and gives the warnings.
    pub(super) fn apply(mut self, root: &mut Mapping) -> Result<Vec<Diagnostic>, Fault> {
        loop {
            match self.key(root, &Trail::ROOT, 0) {
                Ok(()) => {}
                Err(Stop::End) => return Ok(self.warnings),
                Err(Stop::Fault(fault)) => return Err(fault),
            }
        }
    }

    /// One key with all that follows it; `dots` is how many dots stood before it.
    pub(super) fn key(&mut self, map: &mut Mapping, at: &Trail<'_>, dots: usize) -> Step {
        let name = self.reader.scanner.until(&['=', '[', ',', '.']);
        let span = self.reader.piece_span(&name);
        Self::within_depth(at, span)?;
        match name.stop {
            None if name.text.is_empty() => Err(Stop::End),
            Some(',') if span.is_empty() => {
                Err(fault::empty_assignment(self.reader.stop_span(&name)).into())
            }
            None | Some(',') => Err(fault::no_value(span, self.reader.argument.flavour).into()),
            Some('[') => self.list(map, &name, at, dots),
            Some('.') if dots >= DOT_LIMIT => Err(fault::too_deep(span, DOT_LIMIT).into()),
            Some('.') => self.map(map, &name, at, dots + 1),
            Some(_) => self.assign(map, &name, at),
        }
    }

    /// `name=` and its value.
    fn assign(&mut self, map: &mut Mapping, name: &Piece, at: &Trail<'_>) -> Step {
        let (node, step) = match self.reader.value()? {
            Given::Value(node) => (node, Ok(())),
            Given::Nothing(node) => (node, Err(Stop::End)),
        };
        self.set(map, name, node, at);
        step
    }

    /// `name.` and what follows.
    fn map(&mut self, map: &mut Mapping, name: &Piece, at: &Trail<'_>, dots: usize) -> Step {
        let start = self.reader.scanner.at;
        let below = at.child(&name.text);
        if let Some(node) = map.get_mut(&name.text) {
            let Value::Mapping(inner) = &mut node.value else {
                let span = self.reader.piece_span(name);
                return Err(fault::wrong_kind(span, node, ".", "a mapping").into());
            };
            let step = self.key(inner, &below, dots);
            return self.some_key(step, inner, name);
        }
        let mut inner = Mapping::new();
        let step = self.key(&mut inner, &below, dots);
        let step = self.some_key(step, &inner, name);
        if !inner.is_empty() {
            let node = self.reader.collection(Value::Mapping(inner), start);
            self.set(map, name, node, at);
        }
        step
    }

    fn some_key(&self, step: Step, inner: &Mapping, name: &Piece) -> Step {
        if step.is_ok() && inner.is_empty() {
            let name_span = self.reader.piece_span(name);
            let dot = self.reader.stop_span(name);
            return Err(fault::map_without_key(name_span, dot).into());
        }
        step
    }

    /// Sets `name`; an empty name sets nothing.
    pub(super) fn set(&mut self, map: &mut Mapping, name: &Piece, value: Node, at: &Trail<'_>) {
        let mut key_span = self.reader.piece_span(name);
        if name.text.is_empty() {
            key_span.end = value.span.end;
            self.warnings.push(fault::without_effect(key_span));
            return;
        }
        let entry = Entry { key: name.text.as_str().into(), key_span, value };
        if let Some(old) = map.insert(entry) {
            self.history.replaced(&at.child(&name.text), old.value);
        }
    }

    /// Refuses more levels than the stack should bear.
    pub(super) fn within_depth(at: &Trail<'_>, span: Span) -> Result<(), Fault> {
        if at.depth >= DEPTH_LIMIT {
            return Err(fault::too_deep(span, DEPTH_LIMIT));
        }
        Ok(())
    }
}
