//! Turns characters that would steer a terminal, hide or reorder text into escapes that can be
//! read. It does not know where the text comes from.

use std::borrow::Cow;

/// `text` with every steering character written as `\x1b` or `\u{202e}`; line breaks stay.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c != '\n' && steers(c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if c != '\n' && steers(c) { safe.push_str(&name(c)) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

/// `text` on one line: as [`escape`], and line breaks become spaces.
pub(super) fn one_line(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    escape(&lines.join(" ")).into_owned()
}

/// How a steering character is shown.
pub(super) fn name(c: char) -> String {
    match c {
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\n' => "\\n".to_owned(),
        c if (c as u32) < 0x100 => format!("\\x{:02x}", c as u32),
        c => format!("\\u{{{:x}}}", c as u32),
    }
}

/// Whether `c` is a control character, changes the direction of text, breaks lines or is invisible
/// (Unicode categories Cc and, as far as they deceive, Cf, Zl, Zp).
pub(super) fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200d}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}
