//! Findings as data: a code, a severity, words, places and perhaps a fix, and the collector that
//! every stage adds to. How a finding is printed is not known here.

mod code;
mod collector;
mod fixes;
mod levels;
mod near;
mod page;

pub use code::Code;
pub use collector::Diagnostics;
pub use fixes::{Fixed, apply_fixes};
pub use levels::{Level, Levels, UnknownCode};
pub use near::{all_nearest, nearest};
pub use page::Page;

use crate::source::{FileId, Span};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; shown only on request.
    Note,
    /// Probably not what was meant; does not stop anything.
    Warning,
    /// Would fail; nothing is emitted.
    Error,
}

/// A place that a finding speaks of, with the words that stand beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where. An empty span at offset 0 with `whole_file` covers the text as a whole.
    pub span: Span,
    /// What to say there; may be empty.
    pub text: String,
    /// Whether the label is about the file as a whole (empty, unreadable, too large).
    pub whole_file: bool,
}

impl Label {
    /// A label on `span` saying `text`.
    #[must_use]
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into(), whole_file: false }
    }

    /// A label about `file` as a whole.
    #[must_use]
    pub fn whole_file(file: FileId, text: impl Into<String>) -> Self {
        Self { span: Span::start_of(file), text: text.into(), whole_file: true }
    }
}

/// A replacement of the text under `span` that mends the finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// What to write there, verbatim.
    pub replacement: String,
}

/// One finding. It has exactly one primary label by construction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable name of this kind of finding.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong: found value and type, and the constraint, in words.
    pub message: String,
    /// Where the user should edit.
    pub primary: Label,
    /// Other places that take part.
    pub related: Vec<Label>,
    /// The JSON Pointer (RFC 6901) of the instance location, where there is one.
    pub pointer: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Edits that mend it: one fix is certain, several are a choice and never applied unasked.
    pub fixes: Vec<Fix>,
    /// How many findings it stands for that nobody has put into words; reports count them and show
    /// it no further. 0 for a finding of its own.
    pub stands_for: usize,
}

impl Diagnostic {
    /// An error with its primary label on `span`.
    #[must_use]
    pub fn error(code: impl Into<Code>, span: Span, message: impl Into<String>) -> Self {
        Self::at(Severity::Error, code, Label::new(span, ""), message)
    }

    /// A warning with its primary label on `span`.
    #[must_use]
    pub fn warning(code: impl Into<Code>, span: Span, message: impl Into<String>) -> Self {
        Self::at(Severity::Warning, code, Label::new(span, ""), message)
    }

    /// A note with its primary label on `span`.
    #[must_use]
    pub fn note(code: impl Into<Code>, span: Span, message: impl Into<String>) -> Self {
        Self::at(Severity::Note, code, Label::new(span, ""), message)
    }

    /// A finding of any severity with any primary label.
    #[must_use]
    pub fn at(
        severity: Severity,
        code: impl Into<Code>,
        primary: Label,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code: code.into(),
            severity,
            message: message.into(),
            primary,
            related: Vec::new(),
            pointer: None,
            help: None,
            fixes: Vec::new(),
            stands_for: 0,
        }
    }

    /// Makes it stand for `count` findings.
    #[must_use]
    pub fn standing_for(mut self, count: usize) -> Self {
        self.stands_for = count;
        self
    }

    /// Sets the words beside the primary label.
    #[must_use]
    pub fn with_label_text(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a related label.
    #[must_use]
    pub fn with_related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label::new(span, text));
        self
    }

    /// Sets the instance location.
    #[must_use]
    pub fn with_pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a fix; a second one makes them a choice.
    #[must_use]
    pub fn with_fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, replacement: replacement.into() });
        self
    }

    /// The fix that may be applied unasked: the only one there is.
    #[must_use]
    pub fn certain_fix(&self) -> Option<&Fix> {
        match self.fixes.as_slice() {
            [fix] => Some(fix),
            _ => None,
        }
    }
}
