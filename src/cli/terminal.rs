//! What a terminal can show besides colour: how wide it is, whether it draws characters beyond
//! ASCII, whether it makes hyperlinks. Told by the environment, as terminals say it there.

use std::env;
use terminal_size::{Width, terminal_size_of};

/// Columns without a terminal.
const COLUMNS: usize = 80;
/// Lines longer than this are hard to read on any terminal.
const WIDEST: usize = 120;

/// The columns of the terminal behind `stream`, or what `COLUMNS` says.
pub(super) fn width(stream: impl Stream) -> usize {
    let told = variable("COLUMNS").and_then(|columns| columns.parse().ok());
    let measured = || terminal_size_of(stream).map(|(Width(columns), _)| usize::from(columns));
    told.or_else(measured).filter(|&columns| columns >= 40).map_or(COLUMNS, |c| c.min(WIDEST))
}

/// Whether the locale's text is UTF-8.
pub(super) fn draws_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    let names_utf8 = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    names_utf8 || cfg!(windows) && variable("WT_SESSION").is_some()
}

/// Whether the terminal is one of those that make hyperlinks of OSC 8 sequences.
pub(super) fn makes_hyperlinks() -> bool {
    if let Some(forced) = variable("FORCE_HYPERLINK") {
        return forced != "0";
    }
    let vte = variable("VTE_VERSION").and_then(|version| version.parse().ok());
    let known = ["WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WEZTERM_PANE", "DOMTERM"];
    let program = variable("TERM_PROGRAM");
    vte.is_some_and(|version: u32| version >= 5000)
        || known.into_iter().any(|name| variable(name).is_some())
        || matches!(program.as_deref(), Some("iTerm.app" | "WezTerm" | "vscode" | "ghostty"))
}

/// Standard output or standard error.
#[cfg(unix)]
pub(super) trait Stream: std::os::fd::AsFd {}
#[cfg(unix)]
impl<T: std::os::fd::AsFd> Stream for T {}
/// Standard output or standard error.
#[cfg(windows)]
pub(super) trait Stream: std::os::windows::io::AsHandle {}
#[cfg(windows)]
impl<T: std::os::windows::io::AsHandle> Stream for T {}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
