//! Turns characters that would steer a terminal, hide or reorder text into escapes that can be
//! read. It does not know where the text comes from.

use std::borrow::Cow;

/// `text` with every steering character written as `\x1b` or `\u{202e}`; line breaks stay.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_but(text, |c| c == '\n', name)
}

/// As [`escape`]; tabs stay too.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    escape_but(text, |c| matches!(c, '\n' | '\t'), name)
}

/// `text` with every steering character that does not stay as `shown`.
fn escape_but(
    text: &str,
    stays: impl Fn(char) -> bool,
    shown: impl Fn(char) -> String,
) -> Cow<'_, str> {
    if !text.chars().any(|c| steers(c) && !stays(c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if steers(c) && !stays(c) { safe.push_str(&shown(c)) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

/// `text` on one line: as [`escape`], and line breaks become spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    escape(&lines.join(" ")).into_owned()
}

/// How a steering character is shown.
#[must_use]
pub fn name(c: char) -> String {
    match c {
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\n' => "\\n".to_owned(),
        c if (c as u32) < 0x100 => format!("\\x{:02x}", c as u32),
        c => format!("\\u{{{:x}}}", c as u32),
    }
}

/// JSON text whose strings have their steering characters as escapes; it means the same.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    escape_but(text, |c| c.is_ascii() && c != '\u{7f}', json_escape)
}

/// The escape of a character in a JSON string (RFC 8259, section 7).
#[must_use]
pub fn json_escape(c: char) -> String {
    let mut units = [0; 2];
    c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

/// The escape of a character in a double-quoted YAML string (YAML 1.2.2, section 5.7).
#[must_use]
pub fn yaml_escape(c: char) -> String {
    let code = u32::from(c);
    if code > 0xffff { format!("\\U{code:08x}") } else { format!("\\u{code:04x}") }
}

/// Whether `c` is a control character, changes the direction of text, breaks lines, is invisible or
/// no character at all (Unicode: category Cc, separators of lines, non-characters of the first
/// plane, and `Default_Ignorable_Code_Point` but for the selectors of emoji).
#[must_use]
pub fn steers(c: char) -> bool {
    // Nearly all of every text.
    if matches!(c, ' '..='~') {
        return false;
    }
    c.is_control()
        || turns(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether `c` changes the direction in which text is shown (Unicode's `Bidi_Control`), so that what
/// is read is not what is written.
#[must_use]
pub fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
