//! `-D`, `-W` and `-A`: how loudly each kind of finding is said.

use super::args::Common;
use crate::diagnostic::{Level, Levels, Page, UnknownCode, nearest};
use crate::pipeline::Toolbox;
use crate::workspace::Error;

/// The levels that the flags ask for; of two that name the same code, the stricter wins. A code
/// that is near to a known one is a slip; any other may be that of a user's own chart, which
/// [`refuse_unknown`] tells once the charts are read.
pub(super) fn levels(common: &Common) -> Result<Levels, Error> {
    let mut known: Vec<&str> = pages();
    known.extend(strangers(common));
    made(common, &known)
}

/// The levels that the flags ask for where no chart has a say.
pub(super) fn of_known_codes(common: &Common) -> Result<Levels, Error> {
    made(common, &pages())
}

/// Refuses a code that neither chartgen nor a chart in `toolbox` knows.
pub(super) fn refuse_unknown(common: &Common, toolbox: &Toolbox) -> Result<(), Error> {
    match strangers(common).into_iter().find(|code| !toolbox.may_report(code)) {
        Some(code) => Err(unknown(common, &UnknownCode { code: code.to_string(), nearest: None })),
        None => Ok(()),
    }
}

fn made(common: &Common, known: &[&str]) -> Result<Levels, Error> {
    Levels::new(given(common), known).map_err(|code| unknown(common, &code))
}

fn unknown(common: &Common, unknown: &UnknownCode) -> Error {
    let code = &unknown.code;
    let level = given(common).into_iter().find(|(_, given)| given == code).map(|(level, _)| level);
    let flag = match level {
        Some(Level::Deny) | None => "--deny",
        Some(Level::Warn) => "--warn",
        Some(Level::Allow) => "--allow",
    };
    let error = Error::new(format!("`{flag} {code}`: no finding has this code"));
    match &unknown.nearest {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help("`chartgen explain` lists the codes"),
    }
}

fn pages() -> Vec<&'static str> {
    Page::all().map(|page| page.code).collect()
}

/// The codes that no page tells of and that are near to none.
fn strangers(common: &Common) -> Vec<&str> {
    let pages = pages();
    let named = given(common).into_iter().map(|(_, code)| code);
    let is_stranger = |code: &&str| {
        *code != Levels::WARNINGS
            && !pages.contains(code)
            && nearest(code, pages.iter().copied()).is_none()
    };
    named.filter(is_stranger).collect()
}

fn given(common: &Common) -> Vec<(Level, &str)> {
    let flags =
        [(Level::Allow, &common.allow), (Level::Warn, &common.warn), (Level::Deny, &common.deny)];
    let codes = flags.into_iter().flat_map(|(level, codes)| {
        let codes = codes.iter().flat_map(|codes| codes.split(','));
        codes.map(move |code| (level, code.trim()))
    });
    codes.collect()
}
