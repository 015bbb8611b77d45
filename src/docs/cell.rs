//! Text as the cell of a Markdown table.

/// Text in which nothing ends the cell.
pub(super) fn text(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Text as code. Fences are as long as the text needs.
pub(super) fn code(code: &str) -> String {
    let fence = if code.contains('`') { "``" } else { "`" };
    let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", code.replace('|', "\\|"))
}
