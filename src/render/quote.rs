//! Writes strings as text that YAML 1.1, YAML 1.2 and kubectl read back as the very same string.

use crate::visible;

/// `text` in double quotes. Every character that a YAML reader drops, folds or refuses is
/// escaped; `\/` and surrogate pairs, which kubectl refuses, never come out.
pub(super) fn yaml_string(text: &str) -> String {
    quoted(text, visible::steers)
}

/// `text` as a JSON string (RFC 8259, section 7).
pub(super) fn json_string(text: &str) -> String {
    quoted(text, |character| matches!(character, '\u{0}'..='\u{1f}'))
}

fn quoted(text: &str, must_escape: impl Fn(char) -> bool) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            _ if must_escape(character) => quoted.push_str(&visible::yaml_escape(character)),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// `text` as one word of a POSIX shell, in quotes where it needs them.
#[must_use]
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
