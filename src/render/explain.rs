//! The engine's errors and our filters' faults into findings at their place in the template as its
//! author wrote it.

use std::ops::Range;

use tera::{Error, ErrorKind, ReportError};

use super::compile::{Compiled, Renderer};
use super::fault::{Fault, Problem};
use super::{unclosed, words};
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::{FileId, SourceMap, Span};

/// What is wrong with templates that do not compile.
pub(super) fn syntax(error: &Error, texts: &[Compiled], sources: &SourceMap) -> Vec<Diagnostic> {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let span = place(report, texts, sources);
            vec![syntax_error(report.message(), span, sources)]
        }
        ErrorKind::CircularInclude { tpl, .. } | ErrorKind::CircularExtend { tpl, .. } => {
            vec![circle(tpl, texts)]
        }
        kind => reports_in(&kind.to_string(), texts, sources),
    }
}

fn circle(name: &str, texts: &[Compiled]) -> Diagnostic {
    let file = texts.iter().find(|text| text.name == name).or(texts.first()).map(|text| text.file);
    let message = format!("the template `{name}` includes itself, directly or through others");
    match file {
        Some(file) => {
            let label = Label::whole_file(file, "");
            Diagnostic::at(Severity::Error, "template-include", label, message)
        }
        None => unreachable_template(message),
    }
}

/// A finding without a template cannot arise: the engine only speaks of templates it was given.
fn unreachable_template(message: String) -> Diagnostic {
    let mut sources = SourceMap::new();
    let file = sources.add("templates", crate::source::SourceKind::Template, "");
    Diagnostic::at(Severity::Error, "template-syntax", Label::whole_file(file, ""), message)
}

fn syntax_error(message: &str, span: Span, sources: &SourceMap) -> Diagnostic {
    let words = words::reworded(message);
    let unclosed = unclosed::find(sources.text(span.file));
    if let Some(unclosed) = unclosed.filter(|unclosed| unclosed.tag.start <= span.range().start) {
        let tag = Span::new(span.file, unclosed.tag.start, unclosed.tag.end);
        let message = format!("this `{}` is never closed", unclosed.opens);
        return Diagnostic::error("template-syntax", tag, message)
            .with_help(format!("write `{}` where it ends", unclosed.closes));
    }
    let found =
        Diagnostic::error("template-syntax", span, format!("the template cannot be read: {words}"));
    if sources.slice(span).starts_with('.') {
        return found.with_help(
            "templates are written for Tera, not for Go: read values as `values.a.b`, \
             without a point in front",
        );
    }
    found
}

/// The engine reports several faults at once as text; each names its place as `--> name:line:col`.
fn reports_in(text: &str, texts: &[Compiled], sources: &SourceMap) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for report in text.split("error: ").skip(1) {
        let message = report.lines().next().unwrap_or_default();
        let arrow = report.lines().find_map(|line| line.trim_start().strip_prefix("--> "));
        let span = arrow.and_then(|arrow| arrow_place(arrow, texts, sources));
        if let Some(span) = span {
            found.push(syntax_error(message, span, sources));
        }
    }
    if found.is_empty()
        && let Some(first) = texts.first()
    {
        let label = Label::whole_file(first.file, "");
        let message = format!("the templates cannot be read: {}", words::reworded(text));
        found.push(Diagnostic::at(Severity::Error, "template-syntax", label, message));
    }
    found
}

fn arrow_place(arrow: &str, texts: &[Compiled], sources: &SourceMap) -> Option<Span> {
    let mut parts = arrow.trim().rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let text = texts.iter().find(|text| text.name == name)?;
    let start = text.rewritten.text.split_inclusive('\n').take(line.saturating_sub(1));
    let start = start.map(str::len).sum::<usize>();
    let offset = text.rewritten.text[start..].char_indices().nth(column.saturating_sub(1));
    let offset = start + offset.map_or(0, |(at, _)| at);
    Some(word_at(text.file, text.rewritten.original(offset), sources))
}

/// The word that starts at `offset`, or the one character there.
fn word_at(file: FileId, offset: usize, sources: &SourceMap) -> Span {
    let rest = sources.text(file).get(offset..).unwrap_or_default();
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let one = rest.chars().next().map_or(0, char::len_utf8);
    Span::new(file, offset, offset + word.max(one))
}

fn place(report: &ReportError, texts: &[Compiled], sources: &SourceMap) -> Span {
    let named = texts.iter().find(|text| text.name == report.filename()).or(texts.first());
    let Some(text) = named else {
        return unreachable_template(String::new()).primary.span;
    };
    let range: &Range<usize> = &report.span().range;
    let start = text.rewritten.original(range.start);
    let end = text.rewritten.original(range.end);
    let length = sources.text(text.file).len();
    Span::new(text.file, start.min(length), end.min(length))
}

/// What is wrong with a template that stopped while it was rendered.
pub(super) fn failure(
    error: &Error,
    fault: Option<Fault>,
    renderer: &Renderer,
    file: FileId,
    sources: &SourceMap,
) -> Diagnostic {
    let at = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            Some(place(report, &renderer.texts, sources))
        }
        _ => None,
    };
    let site =
        fault.as_ref().and_then(|fault| fault.site).and_then(|site| renderer.sites.get(site));
    let span = site.copied().or(at).unwrap_or_else(|| Span::start_of(file));
    match fault {
        Some(fault) => problem(&fault.problem, span, sources),
        None => engine_failure(error, span, sources),
    }
}

fn problem(problem: &Problem, span: Span, sources: &SourceMap) -> Diagnostic {
    let expression = sources.slice(span).trim();
    match problem {
        Problem::Null => {
            let message = format!("`{expression}` is null here, and null cannot be emitted");
            Diagnostic::error("template-null", span, message).with_help(format!(
                "give it a value, or leave the line out: `{{% if {expression} is not none %}}…{{% endif %}}`"
            ))
        }
        Problem::Undefined => undefined(expression, span),
        Problem::Composite(found) => {
            let message = format!("`{expression}` is {found}, where a single value is needed");
            Diagnostic::error("template-type", span, message)
                .with_help(format!("write `{{{{ {expression} | yaml }}}}` to emit it whole"))
        }
        Problem::Takes { filter, wanted, found } => {
            let message = format!("the filter `{filter}` takes {wanted}, but this is {found}");
            Diagnostic::error("template-type", span, message)
        }
        Problem::Base64 => {
            let message = "this is not the base64 encoding of text";
            Diagnostic::error("template-type", span, message)
        }
        Problem::Limit(what) => {
            let message = format!("the template makes {what}, which is more than any chart needs");
            Diagnostic::error("template-limit", span, message)
        }
    }
}

fn undefined(expression: &str, span: Span) -> Diagnostic {
    let message = format!("`{expression}` is not defined");
    Diagnostic::error("template-undefined", span, message).with_help(
        "templates know `values` with every key of the values schema, `chart` and `release`",
    )
}

fn engine_failure(error: &Error, span: Span, sources: &SourceMap) -> Diagnostic {
    let message = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => report.message(),
        _ => "",
    };
    let expression = sources.slice(span).trim();
    if message.contains("not defined")
        || message.contains("undefined")
        || message.contains("not found")
    {
        let found = undefined(expression, span);
        return found;
    }
    let words = if message.is_empty() { error.to_string() } else { message.to_string() };
    Diagnostic::error("template-type", span, words::reworded(&words))
}
