//! More documents than one where a single one is read.

use crate::diagnostic::Diagnostic;
use crate::source::{SourceMap, Span};

/// The finding for a second document, whose content is at `second`; its label is on the `---`
/// that starts it.
pub(in crate::yaml) fn several(sources: &SourceMap, second: Span) -> Diagnostic {
    let text = sources.text(second.file);
    let start = second.start as usize;
    let marker = text[..start].rfind("---").filter(|at| text[..*at].ends_with(['\n', '\r']));
    let marker = marker.filter(|at| text[at + 3..start].lines().skip(1).all(is_blank));
    let span = match marker {
        Some(at) => Span::new(second.file, at, at + 3),
        None => first_line(text, second),
    };
    Diagnostic::error("several-documents", span, "a second YAML document starts here")
        .with_help("keep one document per file; the `---` between two starts a new one")
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

fn first_line(text: &str, span: Span) -> Span {
    let length = text[span.range()].find(['\n', '\r']).unwrap_or(span.len());
    Span::new(span.file, span.start as usize, span.start as usize + length)
}
