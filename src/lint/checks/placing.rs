//! Every expression fills a scalar of its own: only then is what it emits sure to be one value.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::subject::Subject;
use crate::render::{Misplaced, Why};

pub(in crate::lint) fn check(subject: &mut Subject<'_>, diagnostics: &mut Diagnostics) {
    let misplaced = subject.templates.iter().flat_map(|facts| &facts.misplaced);
    diagnostics.extend(misplaced.map(|found| finding(subject, found)));
}

fn finding(subject: &Subject<'_>, misplaced: &Misplaced) -> Diagnostic {
    let span = misplaced.span;
    let tag = subject.sources.slice(span);
    let inside = tag.trim_matches(['{', '}', '-']).trim();
    match misplaced.why {
        Why::Glued => {
            let message = format!("`{tag}` is glued to other text; it must fill its whole value");
            Diagnostic::error("template-glued", span, message)
                .with_help(format!("join text inside the expression: `{{{{ {inside} ~ \"…\" }}}}`"))
        }
        Why::Quoted => {
            let message =
                format!("`{tag}` stands inside quotes; text is quoted where it is emitted");
            Diagnostic::error("template-quoted", span, message).with_help(format!(
                "leave the quotes out: `{{{{ {inside} }}}}`; join text with `~`; \
                 turn a number into a string with `| text`"
            ))
        }
        Why::BlockText => {
            let message =
                format!("`{tag}` stands inside a block text, where its quotes would show");
            Diagnostic::error("template-quoted", span, message).with_help(
                "emit the whole text by one expression: join lines with `~ \"\\n\" ~`, \
                 or fill it by `{% set text %}…{% endset %}`",
            )
        }
        Why::Column { wanted, found } => {
            let message =
                format!("`indent={wanted}` does not fit: the expression starts at column {found}");
            Diagnostic::error("template-indent", span, message)
                .with_help("`yaml(indent=N)` stands alone on its line, behind N spaces")
        }
    }
}
