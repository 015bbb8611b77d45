//! One text of values as a tree whose root is a mapping.

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::source::{FileId, SourceMap, Span};
use crate::visible;
use crate::yaml::{Mapping, Node, Style, Value, read_document};

/// A values file or the chart's defaults.
#[derive(Debug, Clone)]
pub struct Layer {
    /// The text.
    pub file: FileId,
    /// Its tree; the root is a mapping.
    pub root: Node,
}

impl Layer {
    /// A layer without values, which messages place at the start of `file`: for a chart that has
    /// no `values.yaml`.
    #[must_use]
    pub fn empty(file: FileId) -> Self {
        let value = Value::Mapping(Mapping::new());
        Self { file, root: Node { value, span: Span::start_of(file), style: Style::Block } }
    }

    /// Reads `file` as values. An empty text counts as an empty mapping, with a warning unless it
    /// is the chart's own. Nothing when the text cannot be read or is no mapping, with the reason
    /// in `diagnostics`.
    #[must_use]
    pub fn read(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Option<Self> {
        diagnostics.extend(turned(sources, file));
        let root = read_document(sources, file, diagnostics)?;
        match root.value {
            Value::Mapping(_) => Some(Self { file, root }),
            Value::Null => {
                if sources.kind(file).is_user_layer() {
                    diagnostics.push(empty(file));
                }
                Some(Self::empty(file))
            }
            _ => {
                diagnostics.push(not_a_mapping(sources, &root));
                None
            }
        }
    }
}

/// A warning at the first character of a user's text that makes it read otherwise than it is written.
fn turned(sources: &SourceMap, file: FileId) -> Option<Diagnostic> {
    let text = sources.text(file);
    if text.is_ascii() || !sources.kind(file).is_user_layer() {
        return None;
    }
    let (at, first) = text.char_indices().find(|(_, c)| visible::turns(*c))?;
    let span = Span::new(file, at, at + first.len_utf8());
    let shown = visible::name(first);
    let message = match text.chars().filter(|c| visible::turns(*c)).count() {
        1 => format!("the character `{shown}` changes the direction in which text is shown"),
        count => {
            format!(
                "{count} characters change the direction in which text is shown, first `{shown}`"
            )
        }
    };
    let help = "editors show such text in another order than it is read; take the character out, or \
        write it as an escape in double quotes";
    Some(Diagnostic::warning("bidi-character", span, message).with_help(help))
}

fn empty(file: FileId) -> Diagnostic {
    let label = Label::whole_file(file, "no values here");
    Diagnostic::at(Severity::Warning, "empty-values", label, "this values file is empty")
        .with_help("write keys such as `metadata:` with their values, or leave the file out")
}

fn not_a_mapping(sources: &SourceMap, root: &Node) -> Diagnostic {
    let Span { file, start, end } = root.span;
    let line = sources.line_span(file, sources.location(file, start as usize).line);
    let first_line = Span { file, start, end: end.min(line.end) };
    let found = root.type_in_words();
    let message = format!("a values file holds keys with values, but this one is {found}");
    let help = match root.value {
        Value::Sequence(_) => "remove the leading `- ` and write `key: value` lines",
        _ => "write `key: value` lines, with a space after each colon",
    };
    Diagnostic::error("values-not-a-mapping", first_line, message)
        .with_label_text(format!("{found} where keys should stand"))
        .with_pointer("")
        .with_help(help)
}
