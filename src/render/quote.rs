//! Writes strings as text that YAML 1.1, YAML 1.2 and kubectl read back as the very same string,
//! and as text that is safe to print.

use std::fmt::Write;

/// `text` in double quotes. Every character that a YAML reader drops, folds or refuses is
/// escaped; `\/` and surrogate pairs, which kubectl refuses, never come out.
pub(super) fn yaml_string(text: &str) -> String {
    quoted(text, |character| {
        let control = matches!(character, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}');
        let separator = matches!(character, '\u{2028}' | '\u{2029}');
        control || separator || matches!(character, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    })
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
            _ if must_escape(character) => escape(&mut quoted, character),
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

/// `text` for a terminal: characters that would move the cursor, end the line or turn the
/// direction of writing come out as visible escapes.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        let turns = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(character, '\u{2028}' | '\u{2029}' | '\u{2066}'..='\u{2069}');
        if character.is_control() || turns {
            escape(&mut printable, character);
        } else {
            printable.push(character);
        }
    }
    printable
}

fn escape(out: &mut String, character: char) {
    // Every escaped character lies in the first plane, so four digits are enough. `\x` is no
    // JSON, `\u` is both.
    let _ = write!(out, "\\u{:04x}", u32::from(character));
}
