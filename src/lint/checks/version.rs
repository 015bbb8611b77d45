//! The chart's version is one of Semantic Versioning 2.0.0, which archives are named and compared
//! by.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::source::Span;
use crate::yaml;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let chart = subject.chart;
    if is_semantic(&chart.version) {
        return;
    }
    let tree = yaml::read_document(&subject.sources, chart.metadata, &mut Diagnostics::new());
    let place = tree.as_ref().and_then(|tree| tree.get("version")).map(|node| node.span);
    let span = place.unwrap_or(Span::start_of(chart.metadata));
    let message = format!("`{}` is not a version", chart.version);
    diagnostics
        .push(Diagnostic::error("chart-version", span, message).with_help(
            "write three numbers, such as 1.2.0, perhaps with more: 1.2.0-rc.1+build.5",
        ));
}

/// Whether `text` is a version (semver.org, 2.0.0).
fn is_semantic(text: &str) -> bool {
    let (text, build) = match text.split_once('+') {
        Some((text, build)) => (text, Some(build)),
        None => (text, None),
    };
    let (core, before) = match text.split_once('-') {
        Some((core, before)) => (core, Some(before)),
        None => (text, None),
    };
    let number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let name = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    core.split('.').count() == 3
        && core.split('.').all(number)
        && before
            .is_none_or(|part| part.split('.').all(|p| name(p) && (!is_digits(p) || number(p))))
        && build.is_none_or(|part| part.split('.').all(name))
}
