//! Words for arguments of the `--set` family that cannot be applied. They never quote a value,
//! which may be a secret; the label points at it.

use super::Flavour;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::yaml::Node;

/// A finding, boxed because it is large and rare.
pub(super) type Fault = Box<Diagnostic>;

const SYNTAX: &str = "set-syntax";

pub(super) fn no_value(key: Span, flavour: Flavour) -> Fault {
    let help = format!(
        "write `KEY={}`; for a comma inside a value write `\\,`",
        match flavour {
            Flavour::SetJson => "JSON",
            Flavour::SetFile => "PATH",
            Flavour::SetEnv => "VARIABLE",
            Flavour::Set | Flavour::SetString => "VALUE",
        }
    );
    let found = Diagnostic::error(SYNTAX, key, "this key has no value");
    Box::new(found.with_label_text("`=` and a value are missing").with_help(help))
}

pub(super) fn empty_assignment(comma: Span) -> Fault {
    let found = Diagnostic::error(SYNTAX, comma, "nothing stands before this comma");
    Box::new(found.with_help("remove the comma, or write `\\,` for a comma inside a value"))
}

pub(super) fn map_without_key(key: Span, dot: Span) -> Fault {
    let span = Span { start: key.start, ..dot };
    let found = Diagnostic::error(SYNTAX, span, "a key is missing after this dot");
    Box::new(
        found.with_help("write `outer.inner=VALUE`, or `outer\\.inner` for one key with a dot"),
    )
}

pub(super) fn list_not_closed(open: Span) -> Fault {
    let found = Diagnostic::error(SYNTAX, open, "this list is never closed");
    Box::new(
        found.with_help("end it with `}`, or write `\\{` for a value that starts with a brace"),
    )
}

pub(super) fn index_not_closed(open: Span) -> Fault {
    let found = Diagnostic::error(SYNTAX, open, "this index is never closed");
    Box::new(found.with_help("write `key[0]`, or `\\[` for a bracket inside a key"))
}

pub(super) fn bad_index(index: Span) -> Fault {
    let found = Diagnostic::error(SYNTAX, index, "a list index must be a whole number");
    Box::new(found.with_help("indexes count from 0: `key[0]`"))
}

pub(super) fn negative_index(index: Span) -> Fault {
    let found = Diagnostic::error(SYNTAX, index, "a list index must not be negative");
    Box::new(found.with_help("indexes count from 0: `key[0]`"))
}

pub(super) fn index_limit(index: Span, limit: usize) -> Fault {
    let message = format!("a list index must not be greater than {limit}");
    Box::new(Diagnostic::error("set-index-limit", index, message))
}

pub(super) fn fill_limit(index: Span, limit: usize) -> Fault {
    let message = format!("the indexes of all arguments fill in more than {limit} items");
    let help =
        "indexes count from 0, and a new item follows the last one; write long lists to a file";
    Box::new(Diagnostic::error("set-fill-limit", index, message).with_help(help))
}

pub(super) fn after_index(text: Span) -> Fault {
    let found = Diagnostic::error(SYNTAX, text, "after an index only `=`, `.` or `[` may stand");
    Box::new(found.with_help("write `key[0]=VALUE`, `key[0].inner=VALUE` or `key[0][1]=VALUE`"))
}

pub(super) fn too_deep(key: Span, limit: usize) -> Fault {
    let message = format!("keys may not be nested more than {limit} levels deep");
    Box::new(Diagnostic::error("set-depth", key, message))
}

/// `below` is what stands where `step` (`.` or `[…]`) needs `wanted`.
pub(super) fn wrong_kind(key: Span, below: &Node, step: &str, wanted: &str) -> Fault {
    let found = below.type_in_words();
    let message = format!("{found} stands here already, but `{step}` needs {wanted}");
    let finding = Diagnostic::error("set-type", key, message)
        .with_related(below.span, format!("{found} was set here"))
        .with_help("set the whole value with `--set-json`, or remove the earlier one");
    Box::new(finding)
}

/// `why` says in words why there is no text under `name`.
pub(super) fn lookup(flavour: Flavour, name: Span, text: &str, why: String) -> Fault {
    if flavour != Flavour::SetEnv {
        return Box::new(Diagnostic::error("set-file", name, why));
    }
    let (message, help) = match text {
        "" => ("no variable is named here".to_string(), BY_NAME),
        _ if text.starts_with('$') => (why, "write the variable's name without `$`"),
        _ if is_rather_a_value(text) => ("this is no variable's name".to_string(), BY_NAME),
        _ => (why, "export the variable before calling chartgen"),
    };
    Box::new(Diagnostic::error("set-env", name, message).with_help(help))
}

const BY_NAME: &str = "`--set-env` takes the name of a variable that holds the value, without `$`: \
    `export HF_TOKEN=…`, then `--set-env secret.token=HF_TOKEN`";

/// Whether `text` is a value, perhaps a secret, where a variable's name should stand.
fn is_rather_a_value(text: &str) -> bool {
    let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let mixed = text.contains(|c: char| c.is_ascii_lowercase())
        && text.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    !is_name || text.starts_with("hf_") || mixed && text.len() > 15
}

pub(super) fn json(at: Span, message: &str) -> Fault {
    let found = Diagnostic::error("set-json", at, message);
    Box::new(
        found.with_help("write JSON after `=`: strings in double quotes, `[1, 2]`, `{\"a\": 1}`"),
    )
}

pub(super) fn without_effect(at: Span) -> Diagnostic {
    Diagnostic::warning("set-without-effect", at, "this sets nothing")
        .with_help("write the full path of a key, and a value after `=`")
}

/// An item set in a list that only the chart's defaults have: Helm starts a new list.
pub(super) fn replaces_default_list(key: Span, default: Span, items: usize) -> Diagnostic {
    let count = if items == 1 { "1 item".to_string() } else { format!("{items} items") };
    let message = format!("this starts a new list; the {count} of the chart's default are gone");
    Diagnostic::warning("set-replaces-list", key, message)
        .with_related(default, "the chart's default")
        .with_help("lists are replaced as a whole: set all items that you need")
}
