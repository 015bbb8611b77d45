//! Completions for `kubectl chartgen`: kubectl runs a program of this name with the words so far and
//! reads one candidate from each line, the last line saying what to do with them.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

/// No space behind a candidate, for keys go on; and no files, for they are among the candidates.
const NO_SPACE_NO_FILES: &str = ":6";

/// Prints what may stand for the last of `args`.
pub(super) fn answer(args: Vec<OsString>) -> ExitCode {
    let mut command = super::with_completers(&args);
    let last = args.len().saturating_sub(1);
    let folder = std::env::current_dir().ok();
    let found = clap_complete::engine::complete(&mut command, args, last, folder.as_deref());
    let mut text = String::new();
    for candidate in found.unwrap_or_default() {
        text.push_str(&candidate.get_value().to_string_lossy());
        if let Some(help) = candidate.get_help() {
            text.push_str(&format!("\t{}", help.to_string().lines().next().unwrap_or_default()));
        }
        text.push('\n');
    }
    text.push_str(NO_SPACE_NO_FILES);
    let _ = writeln!(std::io::stdout().lock(), "{text}");
    ExitCode::SUCCESS
}
