//! The reserved key `chart:` of a values file: which chart the values are for.

use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::source::Span;
use crate::workspace::ChartReference;
use crate::yaml::{Entry, Node, Value};

/// The reserved key.
const KEY: &str = "chart";

/// A chart that a values file names, and where.
pub(super) struct Named {
    pub(super) reference: ChartReference,
    pub(super) span: Span,
    pub(super) text: String,
}

/// Takes the key `chart` out of `root`. A value that is no chart name and a near miss of the key
/// are findings; after a near miss nothing else can be said of the file, and `Err` says so.
pub(super) fn take(
    root: &mut Node,
    folder: &Path,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Named>, ()> {
    let Value::Mapping(mapping) = &mut root.value else {
        return Ok(None);
    };
    let Some(entry) = mapping.remove(KEY) else {
        return match mapping.iter().find(|entry| is_near_miss(entry)) {
            Some(miss) => {
                diagnostics.push(near_miss(miss));
                Err(())
            }
            None => Ok(None),
        };
    };
    let Some(text) = entry.value.as_str() else {
        let found = entry.value.type_in_words();
        let message = format!("`chart` names the chart, but it is {found}");
        let diagnostic = Diagnostic::error("type", entry.value.span, message)
            .with_pointer("/chart")
            .with_help("write a built-in chart, such as `chart: llm-finetune`, or a path");
        diagnostics.push(diagnostic);
        return Err(());
    };
    let reference = ChartReference::parse(text, folder);
    Ok(Some(Named { reference, span: entry.value.span, text: text.to_string() }))
}

/// Whether the key is no key that charts use but nearly `chart`, with a value that names one.
fn is_near_miss(entry: &Entry) -> bool {
    let names_chart = entry.value.as_str().is_some();
    names_chart && nearest(&entry.key, [KEY]).is_some() && entry.key.len() <= KEY.len() + 1
}

fn near_miss(entry: &Entry) -> Diagnostic {
    let message = format!("there is no key `{}`", entry.key);
    Diagnostic::error("unknown-key", entry.key_span, message)
        .with_label_text("not a key of any chart")
        .with_pointer(format!("/{}", entry.key))
        .with_help("did you mean `chart`, which names the chart?")
        .with_fix(entry.key_span, KEY)
}

/// The one chart of all layers; two that differ are a finding at the later place.
pub(super) fn agree(named: &[Named], diagnostics: &mut Diagnostics) -> Option<ChartReference> {
    let (first, others) = named.split_first()?;
    if let Some(other) = others.iter().find(|other| other.reference != first.reference) {
        let message = format!(
            "two values files name different charts: `{}` and `{}`",
            first.text, other.text
        );
        let found = Diagnostic::error("chart-conflict", other.span, message)
            .with_label_text("this layer names another chart")
            .with_related(first.span, "the first one named")
            .with_pointer("/chart")
            .with_help("keep `chart:` in one file only, or pass `--chart`");
        diagnostics.push(found);
        return None;
    }
    Some(first.reference.clone())
}
