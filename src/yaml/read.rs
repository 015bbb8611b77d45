//! The reader's entry points: a text of the source map to its documents.

use super::build::Builder;
use super::{Node, Value, fault, quick};
use crate::diagnostic::Diagnostics;
use crate::source::{FileId, SourceMap, Span};
use granit_parser::{Event, Parser};

/// The deepest nesting of collections that a text may have.
pub(super) const DEPTH_LIMIT: usize = 128;

/// The documents of a text.
#[derive(Debug, Clone)]
pub struct Stream {
    /// The roots of the documents, in order. An empty document is a null node.
    pub documents: Vec<Node>,
    /// Whether the whole text could be read; if not, `documents` holds what stood before the
    /// first fault of syntax.
    pub complete: bool,
}

/// Reads every document of `file`. Faults (syntax, duplicate keys, limits) go to `diagnostics`.
pub fn read_stream(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Stream {
    match quick::read(file, sources.text(file)) {
        Some(documents) => Stream { documents, complete: true },
        None => read_stream_by_parser(sources, file, diagnostics),
    }
}

/// As [`read_stream`], which gives the same, but always by the parser that knows all of YAML.
pub fn read_stream_by_parser(
    sources: &SourceMap,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Stream {
    let text = sources.text(file);
    let options = granit_parser::options! {
        flow_nesting_limit: DEPTH_LIMIT,
        block_nesting_limit: DEPTH_LIMIT,
        emit_unresolved_aliases: true,
    };
    let mut builder = Builder::new(file, text, diagnostics);
    let mut parser = Parser::new_from_str_with_options(text, options);
    loop {
        match parser.next_event() {
            None | Some(Ok((Event::StreamEnd, _))) => return builder.finish(true),
            Some(Ok((event, span))) => {
                if !builder.take(event, span) {
                    return builder.finish(false);
                }
            }
            Some(Err(error)) => {
                let found = fault::describe(&builder.scene(), &error);
                builder.report(found);
                return builder.finish(false);
            }
        }
    }
}

/// Reads `file` as one document. A text without a document gives a null node at its start.
/// Nothing when the text has a fault of syntax or more than one document.
pub fn read_document(
    sources: &SourceMap,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    let Stream { mut documents, complete } = read_stream(sources, file, diagnostics);
    if !complete {
        return None;
    }
    documents.retain(|document| !is_nothing(document));
    if let Some(second) = documents.get(1) {
        diagnostics.push(fault::several(sources, second.span));
        return None;
    }
    Some(documents.pop().unwrap_or_else(|| Node::null(Span::start_of(file))))
}

/// Whether nothing stands between the document's markers, as after a `---` at the end of a file.
fn is_nothing(document: &Node) -> bool {
    document.value == Value::Null && document.span.is_empty()
}
