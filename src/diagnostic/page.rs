//! What each code means: the pages of `docs/codes`, embedded. The one list of the codes that
//! chartgen itself and its charts can report.

/// File names of `docs/codes` with their texts, sorted by name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/docs-codes.rs"));

const INTRODUCTION: &str = "\
# Diagnostics

Every finding has a code. `chartgen explain CODE` prints what stands here, which is made from the
pages in `docs/codes`. `--deny CODE`, `--warn CODE` and `--allow CODE` change how much a finding
matters; `warnings` stands for all codes whose findings are warnings.

| code | what was found |
|---|---|
";

/// The page of one code, in Markdown: its name as the title, one line that sums it up, and the
/// sections `Cause`, `Example` and `Cure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The code.
    pub code: &'static str,
    /// The whole page.
    pub text: &'static str,
}

impl Page {
    /// All pages, sorted by code.
    pub fn all() -> impl Iterator<Item = Page> {
        FILES.iter().filter_map(|(name, text)| Some(Page { code: name.strip_suffix(".md")?, text }))
    }

    /// The page of `code`.
    #[must_use]
    pub fn of(code: &str) -> Option<Page> {
        Page::all().find(|page| page.code == code)
    }

    /// All pages as one document, `docs/diagnostics.md`: a table of the codes, then each page as a
    /// section.
    #[must_use]
    pub fn collected() -> String {
        let rows = Page::all().map(|page| {
            let summary = page.summary().replace('|', "\\|");
            format!("| [`{}`](#{}) | {summary} |\n", page.code, page.code)
        });
        let sections = Page::all().map(|page| format!("\n{}\n", page.as_section()));
        format!("{INTRODUCTION}{}{}", rows.collect::<String>(), sections.collect::<String>())
    }

    /// The page with its headings one level down, and code blocks as they are.
    fn as_section(self) -> String {
        let mut in_block = false;
        let lines = self.text.trim_end().lines().map(|line| {
            in_block ^= line.starts_with("```");
            if line.starts_with('#') && !in_block { format!("#{line}") } else { line.to_owned() }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The line below the title.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.text.lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or_default()
    }

    /// The text of the section under `## title`, without surrounding blank lines.
    #[must_use]
    pub fn section(&self, title: &str) -> Option<&'static str> {
        let heading = format!("\n## {title}\n");
        let start = self.text.find(&heading)? + heading.len();
        let rest = &self.text[start..];
        Some(rest[..rest.find("\n## ").unwrap_or(rest.len())].trim())
    }
}
