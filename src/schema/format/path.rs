//! Paths inside a container.

use super::Wrong;

const WANTED: &str = "an absolute path";

pub(super) fn absolute(text: &str) -> Result<(), Wrong> {
    if text.starts_with('/') && !text.contains(['\n', '\0']) {
        return Ok(());
    }
    let wrong = |reason: &str| Wrong::new(WANTED, reason);
    Err(match text.chars().next() {
        None => {
            wrong("it is empty").help("write the path from the root on, such as `/tmp/pvc-mount`")
        }
        Some('/') => wrong("it holds a line break"),
        Some('~') => wrong("nothing replaces `~` by a home folder in a container")
            .help("write the whole path from `/` on"),
        Some('$') => {
            wrong("no variable is replaced in it").help("write the whole path from `/` on")
        }
        Some(_) if text.contains('\\') => wrong("containers take paths with `/`")
            .help("write the path inside the container, from `/` on"),
        Some(_) => wrong("it does not start with `/`").help("write the whole path from `/` on"),
    })
}
