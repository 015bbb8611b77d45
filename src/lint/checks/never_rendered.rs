//! Every template makes something for some values: those that it asks for are tried as everything
//! that the schema allows.

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::lint::subject::Subject;
use crate::lint::variation;
use crate::render::{Release, TemplateFacts};
use crate::yaml::Pointer;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    if !subject.is_sound(diagnostics) {
        return;
    }
    let templates = subject.templates.iter().filter(|facts| !facts.partial);
    let templates: Vec<_> = templates
        .filter(|facts| facts.name != "NOTES.txt")
        .map(|facts| (facts.name.clone(), facts.file, paths(facts)))
        .collect();
    for (name, file, paths) in templates {
        if variation::any(subject, &paths, |subject, values| makes(subject, &name, values)) {
            continue;
        }
        let label = Label::whole_file(file, "");
        let message = format!("`templates/{name}` makes nothing, whatever the values are");
        diagnostics.push(
            Diagnostic::at(Severity::Warning, "template-never-renders", label, message).with_help(
                "mend its conditions, remove it, or start its name with `_` if others include it",
            ),
        );
    }
}

/// The values that a template reads, those in conditions first.
fn paths(facts: &TemplateFacts) -> Vec<Pointer> {
    let mut uses: Vec<_> = facts.uses.iter().collect();
    uses.sort_by_key(|used| !used.in_condition);
    let mut found = Vec::new();
    for path in uses.into_iter().flat_map(|used| &used.paths) {
        let mut tokens = path.tokens();
        if tokens.next() != Some("values") || path.tokens().any(|token| token == "*") {
            continue;
        }
        let at = Pointer::from_tokens(tokens.map(Into::into).collect());
        if !at.is_root() && !found.contains(&at) {
            found.push(at);
        }
    }
    found
}

/// Whether the template makes more than white space and comments. One that fails has something
/// to make.
fn makes(subject: &Subject<'_>, name: &str, values: &crate::yaml::Node) -> bool {
    let mut ignored = Diagnostics::new();
    let Some(renderer) = subject.prepared.renderer(&mut ignored) else {
        return true;
    };
    let known = subject.prepared.known_keys();
    let path = format!("templates/{name}");
    let output = renderer.output(&path, values, known, &Release::default());
    let is_content = |line: &str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#') && line != "---"
    };
    output.is_none_or(|text| text.lines().any(is_content))
}
