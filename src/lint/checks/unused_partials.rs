//! Every partial template is included by another one: by itself it makes nothing.

use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::lint::subject::Subject;

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    // Where a name is misspelt, the template that was meant looks unused.
    if diagnostics.iter().any(|found| found.code.as_str() == "template-include") {
        return;
    }
    let included: Vec<&String> =
        subject.templates.iter().flat_map(|facts| &facts.includes).collect();
    for facts in subject.templates.iter().filter(|facts| facts.partial) {
        // Components of a file are there for all templates; only their names tell who uses them.
        let text = subject.sources.text(facts.file);
        let has_components = text.contains("{% component") || text.contains("{%- component");
        if included.contains(&&facts.name) || has_components {
            continue;
        }
        let label = Label::whole_file(facts.file, "");
        let message = format!("no template includes `{}`, so it makes nothing", facts.name);
        let help = match facts.name.starts_with('_') {
            true => {
                format!("write `{{% include \"{}\" %}}` where it belongs, or remove it", facts.name)
            }
            false => "templates that make manifests end in `.yaml`".to_string(),
        };
        let found = Diagnostic::at(Severity::Warning, "template-never-renders", label, message);
        diagnostics.push(found.with_help(help));
    }
}
