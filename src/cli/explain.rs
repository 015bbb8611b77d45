//! `chartgen explain`: what a code means, from the pages that the binary embeds.

use super::Outcome;
use super::args::ExplainArgs;
use super::output::Screen;
use crate::diagnostic::{Page, nearest};
use crate::workspace::Error;

pub(super) fn run(args: &ExplainArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    let Some(code) = &args.code else {
        screen.print(&all())?;
        return Ok(Outcome::Clean);
    };
    let page = Page::of(code).ok_or_else(|| unknown(code))?;
    let text = if screen.color_on_stdout() { colored(page.text) } else { page.text.to_owned() };
    screen.print(&text)?;
    Ok(Outcome::Clean)
}

/// One line for each code.
fn all() -> String {
    let width = Page::all().map(|page| page.code.len()).max().unwrap_or_default();
    Page::all().map(|page| format!("{:width$}  {}\n", page.code, page.summary())).collect()
}

fn unknown(code: &str) -> Error {
    let error = Error::new(format!("there is no code `{code}`"));
    match nearest(code, Page::all().map(|page| page.code)) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help("`chartgen explain` without a code lists all of them"),
    }
}

/// The page with its headings in bold and its examples in colour.
fn colored(text: &str) -> String {
    let mut in_block = false;
    let lines = text.lines().filter_map(|line| {
        if line.starts_with("```") {
            in_block = !in_block;
            return None;
        }
        Some(match line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")) {
            _ if in_block => format!("    \u{1b}[36m{line}\u{1b}[0m\n"),
            Some(heading) => format!("\u{1b}[1m{heading}\u{1b}[0m\n"),
            None => format!("{line}\n"),
        })
    });
    lines.collect()
}
