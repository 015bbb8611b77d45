//! What the filters of one render share: the texts of numbers, what the `yaml` filter made, the
//! limits, and the fault that stopped a template. It lives in the thread that renders, because the
//! engine gives filters no state of their own.

use std::cell::RefCell;
use std::collections::HashSet;

use super::fault::{Fault, Problem};
use super::numbers::Numbers;

/// How many rounds of loops, includes, blocks and components one template may take.
const STEP_LIMIT: u32 = 1_000_000;

/// How many bytes of text one template may make, in what it emits and on the way there.
pub(super) const TEXT_LIMIT: usize = 64 * 1024 * 1024;

/// One step of a traced render.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    /// The piece of plain text at this site begins.
    Text(usize),
    /// The expression at this site emitted this text.
    Emitted(usize, String),
}

/// The state of one render.
#[derive(Debug, Default)]
pub(super) struct Session {
    pub numbers: Numbers,
    /// Texts that the `yaml` filter made: only these go out unquoted.
    pub made_yaml: HashSet<Box<str>>,
    /// What was emitted, in order, when a trace is wanted.
    pub log: Option<Vec<Event>>,
    /// The first fault of the template that is being rendered.
    pub fault: Option<Fault>,
    steps: u32,
    made: usize,
}

impl Session {
    /// Starts the next template.
    pub fn start(&mut self) {
        self.fault = None;
        self.steps = 0;
        self.made = 0;
    }

    /// Notes an event, when a trace is wanted.
    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        if let Some(log) = &mut self.log {
            log.push(event());
        }
    }

    /// Counts one run of a body with `text` bytes of plain text.
    pub fn step(&mut self, text: usize) -> Result<(), Problem> {
        self.steps += 1;
        // The template itself is one.
        if self.steps > STEP_LIMIT + 1 {
            return Err(Problem::Limit("1,000,000 rounds of loops and calls"));
        }
        self.grow(text)
    }

    /// Counts `bytes` of text that were made, or are about to be.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        self.made = self.made.saturating_add(bytes);
        match self.made > TEXT_LIMIT {
            true => Err(Problem::Limit("more than 64 MiB of text")),
            false => Ok(()),
        }
    }
}

thread_local! {
    static CURRENT: RefCell<Session> = RefCell::default();
}

/// Runs `work` with `session` in force and gives it back.
pub(super) fn within<T>(session: &mut Session, work: impl FnOnce() -> T) -> T {
    swap(session);
    let result = work();
    swap(session);
    result
}

fn swap(session: &mut Session) {
    CURRENT.with_borrow_mut(|current| std::mem::swap(current, session));
}

/// The session in force, for filters.
pub(super) fn with<T>(work: impl FnOnce(&mut Session) -> T) -> T {
    CURRENT.with_borrow_mut(work)
}
