//! `-D`, `-W` and `-A`: how loudly each kind of finding is said.

use super::args::Common;
use crate::diagnostic::{Level, Levels, Page, nearest};
use crate::workspace::Error;

/// The levels that the flags ask for; of two that name the same code, the stricter wins. A code
/// that is near to a known one is a slip; any other may be that of a user's own chart.
pub(super) fn levels(common: &Common) -> Result<Levels, Error> {
    let allow = given(Level::Allow, &common.allow);
    let warn = given(Level::Warn, &common.warn);
    let deny = given(Level::Deny, &common.deny);
    let given: Vec<(Level, &str)> = allow.chain(warn).chain(deny).collect();
    let pages: Vec<&str> = Page::all().map(|page| page.code).collect();
    let mut known = pages.clone();
    let strangers = given.iter().map(|(_, code)| *code);
    known.extend(strangers.filter(|code| nearest(code, pages.iter().copied()).is_none()));
    Levels::new(given, &known).map_err(|unknown| {
        let error = Error::new(format!("there is no code `{}`", unknown.code));
        match unknown.nearest {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help("`chartgen explain` lists the codes"),
        }
    })
}

fn given(level: Level, codes: &[String]) -> impl Iterator<Item = (Level, &str)> {
    let codes = codes.iter().flat_map(|codes| codes.split(','));
    codes.map(move |code| (level, code.trim()))
}
