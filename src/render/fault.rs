//! What can go wrong while a template is rendered, as facts, and how filters raise it.

use tera::Error;

use super::session;

/// A fault at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// Index of the site where the value was used, when the filter knows it.
    pub site: Option<usize>,
    pub problem: Problem,
}

/// What is wrong with a value or a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// Null where a value is needed.
    Null,
    /// A name that does not exist.
    Undefined,
    /// A mapping or list (in words) where a scalar is needed.
    Composite(&'static str),
    /// A value of another type (in words) than the filter (its name) takes.
    Takes { filter: &'static str, wanted: &'static str, found: &'static str },
    /// Text that is not base64 of UTF-8 text.
    Base64,
    /// More of this (in words) than a template may make.
    Limit(&'static str),
}

/// Notes the fault for the render and gives the error that makes the engine stop.
pub(super) fn raise(site: Option<usize>, problem: Problem) -> Error {
    session::with(|session| {
        session.fault.get_or_insert(Fault { site, problem });
    });
    Error::message("chartgen")
}
