//! What the filters of one render share: the texts of numbers, what the `yaml` filter made, the
//! limits, and the fault that stopped a template. It lives in the thread that renders, because the
//! engine gives filters no state of their own.

use std::cell::RefCell;
use std::collections::HashSet;

use super::fault::Fault;
use super::numbers::Numbers;

/// How many loop iterations one template may take.
const STEP_LIMIT: u32 = 1_000_000;

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
}

impl Session {
    /// Starts the next template.
    pub fn start(&mut self) {
        self.fault = None;
        self.steps = 0;
    }

    /// Notes an event, when a trace is wanted.
    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        if let Some(log) = &mut self.log {
            log.push(event());
        }
    }

    /// Counts one loop iteration; false when there were too many.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        self.steps <= STEP_LIMIT
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
