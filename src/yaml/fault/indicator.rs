//! Signs that mean something to YAML where their author meant text: `&`, `*`, `!`, `|`, `#`, `%`.

use super::scene::Scene;
use crate::diagnostic::Diagnostic;
use granit_parser::ErrorKind;

const CODE: &str = "yaml-syntax";

/// The finding for a sign at `offset`; nothing for other kinds of faults.
pub(super) fn describe(scene: &Scene<'_>, offset: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    use ErrorKind as Kind;
    let here = |message: &str, help: &str| {
        Some(Diagnostic::error(CODE, scene.character(offset), message).with_help(help))
    };
    match kind {
        Kind::MissingAnchorOrAliasName => {
            let sign = scene.text[offset..].chars().next().unwrap_or('&');
            let what = if sign == '*' { "an alias" } else { "an anchor" };
            here(&format!("`{sign}` starts {what}, but no name follows"), "put the value in quotes")
        }
        Kind::UndeclaredTagHandle
        | Kind::ExpectedTagBang
        | Kind::InvalidTagTerminator
        | Kind::MissingTagUri
        | Kind::UnclosedVerbatimTag
        | Kind::InvalidTagEscape
        | Kind::InvalidGlobalTagCharacter => {
            here("`!` starts a tag, and this one is unknown", "put the value in quotes")
        }
        Kind::InvalidBlockScalarHeader => {
            let sign = if scene.text[offset..].starts_with('>') { '>' } else { '|' };
            here(
                &format!("no text may follow `{sign}` on its line"),
                "put the text on the next lines, deeper than the key; or put it in quotes",
            )
        }
        Kind::InvalidBlockScalarIndent => here(
            "this line is not as deep as the blank line at the start of its text",
            "indent all lines of the text alike, and remove spaces from blank lines",
        ),
        Kind::ZeroBlockScalarIndent => {
            here("the indentation after `|` or `>` must be 1 to 9", "remove the digit")
        }
        Kind::CommentNotSeparated => Some(glued_comment(scene, offset)),
        Kind::CommentInterceptedScalar => here(
            "a comment stands inside this text",
            "move the comment above the key, or put the text in quotes",
        ),
        Kind::InvalidDocumentEnd => here("nothing may follow `...` on its line", "remove the line"),
        _ => None,
    }
}

fn glued_comment(scene: &Scene<'_>, offset: usize) -> Diagnostic {
    let found =
        Diagnostic::error(CODE, scene.character(offset), "a comment needs a space before its `#`");
    found
        .with_help("write ` #`, or put the whole value in quotes")
        .with_fix(scene.span(offset, offset), " ")
}
