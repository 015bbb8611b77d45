//! Makes findings: words with the place to underline, further places, and fixes that are proven.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

use super::check::Check;
use super::compile::Schema;
use super::edit::{self, Edit};
use super::fault::Fault;
use super::locate::{self, Spot};
use super::message::{self, View, Words};
use super::origin::Origins;
use super::plain::{Odd, What};
use super::prove;
use super::rule::RuleFinding;
use super::trap::Other;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::{SourceKind, Span};
use crate::yaml::{Node, Number, Pointer, Value};

/// Makes the findings of one check.
pub(super) struct Maker<'m> {
    pub schema: &'m Schema,
    pub check: &'m Check<'m>,
    pub root: &'m Node,
    origins: Origins<'m>,
    /// Texts that stand for several values, by alias: changing one would change all.
    shared: OnceCell<HashSet<Span>>,
    /// How many siblings of faults may still be checked to prove fixes.
    siblings: Cell<usize>,
}

/// How many siblings of faults are checked to prove fixes. Without proof a fix is not offered.
const SIBLINGS: usize = 200_000;

impl<'m> Maker<'m> {
    pub(super) fn new(schema: &'m Schema, check: &'m Check<'m>, root: &'m Node) -> Self {
        let (origins, shared) = (Origins::new(check.sources), OnceCell::new());
        Self { schema, check, root, origins, shared, siblings: Cell::new(SIBLINGS) }
    }

    /// Whether the user wrote the value, or at least the key, at a place.
    pub(super) fn wrote(&self, at: &Pointer) -> bool {
        locate::wrote_at(self.check, self.root, at)
    }

    /// Whether the user wrote a key without a value.
    fn is_emptied(&self, at: &Pointer) -> bool {
        let null = self.root.at(at).is_some_and(Node::is_null);
        (null && self.wrote(at)) || self.check.removed.iter().any(|(place, _)| place == at)
    }

    pub(super) fn words(&self, fault: &Fault) -> Words {
        message::describe(&View {
            sources: self.check.sources,
            fault,
            root: self.root,
            node: self.root.at(&fault.at),
            name: None,
            documents: Some(&self.schema.documents),
            shapes: Some(&self.schema.shapes),
            secret: self.schema.is_secret(&fault.at),
            wrote: &|at| self.wrote(at),
            emptied: &|at| self.is_emptied(at),
        })
    }

    /// The finding for a fault.
    pub(super) fn fault(&self, fault: &Fault, words: Words) -> Diagnostic {
        let mut label = self.locate(&Spot::of(fault, self.root));
        label.text = words.label;
        let subject = fault.subject();
        let mut found = Diagnostic::at(Severity::Error, words.code, label, words.message)
            .with_pointer(subject.to_string());
        found.help = words.help;
        found.related.extend(words.related.into_iter().map(|(at, text)| self.key_label(at, text)));
        found.related.extend(self.default_label(fault, &subject));
        if !self.schema.built_in {
            found.related.extend(self.origins.label(fault, &self.schema.documents));
        }
        for edit in &words.edits {
            let proven = || self.mends(fault, edit);
            if let Some((span, text)) = self.written(&subject, edit).filter(|_| proven()) {
                found = found.with_fix(span, text);
            }
        }
        found
    }

    /// Whether the schema accepts what an edit makes of the place of a fault.
    pub(super) fn mends(&self, fault: &Fault, edit: &Edit) -> bool {
        let (validator, at) = (self.schema.validator(), fault.subject());
        self.can_prove(&at) && validator.is_ok_and(|one| prove::mends(one, self.root, &at, edit))
    }

    /// Whether the siblings of a place are few enough; then they count.
    fn can_prove(&self, at: &Pointer) -> bool {
        let holder = at.parent().and_then(|parent| self.root.at(&parent));
        let count = match holder.map(|holder| &holder.value) {
            Some(Value::Mapping(mapping)) => mapping.len(),
            Some(Value::Sequence(items)) => items.len(),
            _ => 0,
        };
        let left = self.siblings.get().checked_sub(count);
        self.siblings.set(left.unwrap_or_default());
        left.is_some()
    }

    fn locate(&self, spot: &Spot) -> Label {
        locate::locate(self.check, self.root, spot)
    }

    /// A label on the key at a place, or on the value where there is no key.
    fn key_label(&self, at: Pointer, text: String) -> Label {
        let is_key = self.root.entry_at(&at).is_some();
        let spot = if is_key { Spot::Key(at) } else { Spot::Value(at) };
        Label { text, ..self.locate(&spot) }
    }

    /// Says where a value stands that the user did not write.
    fn default_label(&self, fault: &Fault, subject: &Pointer) -> Option<Label> {
        let node = self.root.at(subject).filter(|_| !fault.is_about_absence())?;
        let wrote = locate::wrote(self.check, node.span);
        (!wrote).then(|| Label::new(node.span, "the chart's default stands here"))
    }

    /// The text of an edit and what it replaces, where the user wrote that for this place alone.
    fn written(&self, at: &Pointer, edit: &Edit) -> Option<(Span, String)> {
        let sources = self.check.sources;
        let (span, text) = match edit {
            Edit::Key(key) => {
                let span = self.root.entry_at(at)?.key_span;
                (span, edit::key_text(key, span, sources)?)
            }
            Edit::Value(value) => {
                let old = self.root.at(at).filter(|old| !old.span.is_empty())?;
                (old.span, edit::value_text(value, old, sources)?)
            }
        };
        let shared = self.shared.get_or_init(|| repeated(self.root));
        (locate::wrote(self.check, span) && !shared.contains(&span)).then_some((span, text))
    }

    /// The finding for what a rule says.
    pub(super) fn ruled(&self, finding: RuleFinding) -> Diagnostic {
        let there = self.root.at(&finding.at);
        let spot = match there {
            Some(_) => Spot::Value(finding.at.clone()),
            None => Spot::Missing(finding.at.clone()),
        };
        let mut label = self.locate(&spot);
        // A rule of a scalar does not know what the scalar is called.
        let named =
            finding.at.tokens().next_back().is_some_and(|key| finding.message.contains(key));
        if label.text.is_empty() && !named && there.is_some_and(is_scalar) {
            label.text = finding.at.to_field_path();
        }
        let mut found = Diagnostic::at(finding.severity, finding.code, label, finding.message)
            .with_pointer(finding.at.to_string());
        found.help = finding.help;
        for at in finding.related {
            found.related.extend(self.other_side(&at, found.primary.span));
        }
        if let (Some(text), Some(old)) = (finding.fix, there) {
            let edit = Edit::Value(retyped(&text, old));
            if let Some((span, text)) = self.written(&finding.at, &edit) {
                found = found.with_fix(span, text);
            }
        }
        found
    }

    /// The label of another place that takes part in a rule, also when the chart's defaults say
    /// it. Nothing when there is no such place.
    fn other_side(&self, at: &Pointer, primary: Span) -> Option<Label> {
        let node = self.root.at(at)?;
        let span = locate::value_span(node, self.root.entry_at(at));
        let wrote = locate::wrote(self.check, span);
        let text = if wrote { "" } else { "the chart's default" };
        (span != primary).then(|| Label::new(span, text))
    }

    /// The warning about a plain text that Helm and kubectl would read as something else, where
    /// the schema wants a text.
    pub(super) fn read_otherwise(&self, odd: &Odd<'_>) -> Option<Diagnostic> {
        let What::ReadOtherwise(reading) = odd.what else { return None };
        let span = odd.node.span;
        let is_file = self.check.sources.kind(span.file) != SourceKind::Flag;
        if !is_file || !locate::wrote(self.check, span) || !self.schema.wants_text(&odd.at) {
            return None;
        }
        let text = odd.node.as_str()?;
        let secret = self.schema.is_secret(&odd.at);
        let here = if secret { "text".to_string() } else { format!("the text `{text}`") };
        let there = match reading {
            Other::Boolean(value) => format!("`{value}`"),
            Other::Number => "a number".to_string(),
        };
        let place = odd.at.to_field_path();
        let message = format!(
            "`{place}` is read as {here} here, but without quotes Helm and kubectl read it as {there}"
        );
        let found = Diagnostic::warning("unquoted-text", span, message)
            .with_label_text("text without quotes")
            .with_pointer(odd.at.to_string());
        if secret {
            return Some(found.with_help("put the value in quotes"));
        }
        let found = found.with_help(format!("put it in quotes: `\"{text}\"`"));
        let quoted = self.written(&odd.at, &Edit::Value(Value::String(text.into())));
        Some(match quoted {
            Some((span, text)) => found.with_fix(span, text),
            None => found,
        })
    }
}

fn is_scalar(node: &Node) -> bool {
    !matches!(node.value, Value::Mapping(_) | Value::Sequence(_))
}

/// The spans of texts that several nodes have.
fn repeated(root: &Node) -> HashSet<Span> {
    let (mut seen, mut repeated) = (HashSet::new(), HashSet::new());
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        let mut note = |span: Span| {
            if !span.is_empty() && !seen.insert(span) {
                repeated.insert(span);
            }
        };
        note(node.span);
        node.as_mapping().into_iter().flatten().for_each(|entry| note(entry.key_span));
        waiting.extend(node.as_mapping().into_iter().flatten().map(|entry| &entry.value));
        waiting.extend(node.as_sequence().into_iter().flatten());
    }
    repeated
}

/// The text of a rule's fix as a value of the same type as `old`.
fn retyped(text: &str, old: &Node) -> Value {
    match &old.value {
        Value::Bool(_) if text == "true" || text == "false" => Value::Bool(text == "true"),
        Value::Number(_) => {
            Number::parse(text).map_or_else(|| Value::String(text.into()), Value::Number)
        }
        _ => Value::String(text.into()),
    }
}
