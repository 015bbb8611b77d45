//! An expression that is compiled when it is first needed, and once.

use std::sync::OnceLock;

use super::program::{Problem, Program, Subject};
use super::scope::FormatCheck;
use super::settled::Footprint;

/// The text of an expression with what it compiles to.
pub(super) struct Lazy {
    text: Box<str>,
    formats: FormatCheck,
    program: OnceLock<Result<Program, Vec<Problem>>>,
    footprint: OnceLock<Option<Footprint>>,
}

impl Lazy {
    pub(super) fn new(text: &str, formats: FormatCheck) -> Self {
        let (program, footprint) = (OnceLock::new(), OnceLock::new());
        Self { text: text.into(), formats, program, footprint }
    }

    /// The compiled expression.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text.
    pub(super) fn program(&self) -> Result<&Program, &[Problem]> {
        let compile = || Program::compile(&self.text, self.formats);
        self.program.get_or_init(compile).as_ref().map_err(Vec::as_slice)
    }

    /// What the expression can see, as far as its text tells; nothing when it does not tell.
    pub(super) fn footprint(&self) -> Option<&Footprint> {
        self.footprint.get_or_init(|| Footprint::of(&self.text)).as_ref()
    }

    /// Evaluates it as a text.
    pub(super) fn text(&self, subject: Subject<'_>) -> Option<String> {
        self.program().ok()?.text(subject).ok()
    }

    /// Evaluates it as a condition.
    ///
    /// # Errors
    ///
    /// Why it cannot be evaluated, in words that hold no value.
    pub(super) fn holds(&self, subject: Subject<'_>) -> Result<bool, String> {
        let wrong = |problems: &[Problem]| {
            problems.first().map(|problem| problem.message.clone()).unwrap_or_default()
        };
        self.program().map_err(wrong)?.holds(subject)
    }
}
