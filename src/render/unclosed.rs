//! Finds the tag or block of a template that is never closed. The engine names only the place at
//! which that became clear, which is often lines further down.

use std::ops::Range;

use super::token;

/// Blocks that end with a tag of their own. (`set` may or may not.)
const BLOCKS: [&str; 7] = ["if", "for", "block", "macro", "filter", "component", "raw"];

/// A tag or block without its end.
pub(super) struct Unclosed {
    /// The tag that opens it.
    pub tag: Range<usize>,
    /// What opens it: `{{`, `{%`, `{#`, or the word of a block.
    pub opens: String,
    /// What would close it.
    pub closes: String,
}

/// The first tag of `text` that is not closed before the next one starts, or else the innermost
/// block that is open at the end.
pub(super) fn find(text: &str) -> Option<Unclosed> {
    let mut blocks: Vec<Unclosed> = Vec::new();
    let mut at = 0;
    while let Some((start, opens, closes)) = next_tag(text, at) {
        let Some(end) = end_of(text, start + 2, closes) else {
            let line = text[start..].lines().next().unwrap_or_default().trim_end();
            let tag = start..start + line.len();
            return Some(Unclosed { tag, opens: opens.into(), closes: closes.into() });
        };
        if opens == "{%" {
            take_block(&mut blocks, &text[start + 2..end - 2], start..end);
        }
        at = end;
    }
    blocks.pop()
}

fn next_tag(text: &str, from: usize) -> Option<(usize, &'static str, &'static str)> {
    let at = token::next_tag(text, from);
    let (opens, closes) = match text.as_bytes().get(at + 1)? {
        b'{' => ("{{", "}}"),
        b'%' => ("{%", "%}"),
        _ => ("{#", "#}"),
    };
    Some((at, opens, closes))
}

/// Where the tag ends that started before `from`. Quoted text does not count; another tag that
/// starts first means that this one has no end.
fn end_of(text: &str, from: usize, closes: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text[from..].char_indices() {
        let rest = &text[from + at..];
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if rest.starts_with(closes) => return Some(from + at + closes.len()),
            None if closes == "#}" => {}
            None if rest.starts_with("{{") || rest.starts_with("{%") => return None,
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            None => {}
        }
    }
    None
}

fn take_block(blocks: &mut Vec<Unclosed>, inside: &str, tag: Range<usize>) {
    let words = inside.trim_matches(['-', ' ', '\n', '\t']);
    let word = words.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    if BLOCKS.contains(&word) {
        let closes = format!("{{% end{word} %}}");
        blocks.push(Unclosed { tag, opens: format!("{{% {word} … %}}"), closes });
    } else if let Some(ended) = word.strip_prefix("end").filter(|ended| BLOCKS.contains(ended)) {
        let open = format!("{{% {ended} … %}}");
        if blocks.last().is_some_and(|block| block.opens == open) {
            blocks.pop();
        }
    }
}
