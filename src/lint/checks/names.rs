//! Templates use only names that there are: keys of the schema, and what `chart` and `release` have.

use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::lint::subject::Subject;
use crate::render::Use;
use crate::schema::Schema;
use crate::source::Span;
use crate::yaml::{Node, Pointer};

const CHART: [&str; 4] = ["name", "version", "app_version", "description"];
const RELEASE: [&str; 3] = ["command", "name", "namespace"];

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    for facts in &subject.templates {
        for span in &facts.strangers {
            let name = subject.sources.slice(*span);
            let message = format!("`{name}` is not defined");
            let known = ["values", "chart", "release"];
            let found = Diagnostic::error("template-undefined", *span, message);
            diagnostics.push(match nearest(name, known) {
                Some(near) => found.with_help(format!("did you mean `{near}`?")),
                None => found
                    .with_help(format!("no template sets it; values are read as `values.{name}`")),
            });
        }
        let uses = facts.uses.iter().filter(|used| used.certain);
        diagnostics.extend(uses.filter_map(|used| finding(subject, used)));
    }
}

/// The finding for a use none of whose meanings exists.
fn finding(subject: &Subject<'_>, used: &Use) -> Option<Diagnostic> {
    let mut unknown = used.paths.iter().map(|path| Some((path, unknown_step(subject, path)?)));
    let (path, step) = unknown.next()??;
    if unknown.any(|other| other.is_none()) {
        return None;
    }
    let written = subject.sources.slice(used.span);
    let name = path.tokens().nth(step).unwrap_or_default();
    let message = match name {
        crate::schema::EACH => format!("`{written}` is neither a list nor a mapping"),
        _ => format!("`{written}` is not defined: {}", reason(path, step)),
    };
    let found = Diagnostic::error("template-undefined", used.span, message);
    let known = known_names(subject, path, step);
    let near = nearest(name, known.iter().map(String::as_str));
    Some(match (near, written.rfind(name)) {
        (Some(near), Some(at)) => {
            let start = used.span.range().start + at;
            let span = Span::new(used.span.file, start, start + name.len());
            found.with_help(format!("did you mean `{near}`?")).with_fix(span, near)
        }
        _ => found.with_help("add the key to the values schema and to values.yaml"),
    })
}

fn reason(path: &Pointer, step: usize) -> String {
    let tokens: Vec<&str> = path.tokens().collect();
    let name = tokens.get(step).copied().unwrap_or_default();
    let above = Pointer::from_tokens(tokens[1..step].iter().map(|token| (*token).into()).collect());
    match (tokens[0], above.is_root()) {
        ("values", true) => format!("the values schema has no key `{name}`"),
        ("values", false) => {
            format!("the values schema has no key `{name}` below `{}`", above.to_field_path())
        }
        (root, _) => format!("`{root}` has no field `{name}`"),
    }
}

/// The index in `path` of the first step that leads nowhere.
fn unknown_step(subject: &Subject<'_>, path: &Pointer) -> Option<usize> {
    let below = Pointer::from_tokens(path.tokens().skip(1).map(Into::into).collect());
    match path.tokens().next()? {
        "values" => subject.schema()?.unknown_step(&below).map(|step| step + 1),
        "chart" => below.tokens().next().filter(|name| !CHART.contains(name)).map(|_| 1),
        _ => below.tokens().next().filter(|name| !RELEASE.contains(name)).map(|_| 1),
    }
}

/// The names that there are where step number `step` of `path` leads nowhere.
fn known_names(subject: &Subject<'_>, path: &Pointer, step: usize) -> Vec<String> {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    match path.tokens().next() {
        Some("chart") => names(&CHART),
        Some("release") => names(&RELEASE),
        _ => {
            let tokens = path.tokens().take(step).skip(1).map(Into::into).collect();
            let known = subject.schema().map(Schema::known_keys);
            let parent = known.as_ref().and_then(|root| root.at(&Pointer::from_tokens(tokens)));
            let entries = parent.and_then(Node::as_mapping);
            entries.into_iter().flat_map(|map| map.iter()).map(|e| e.key.to_string()).collect()
        }
    }
}
