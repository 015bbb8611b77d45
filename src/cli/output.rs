//! The two output streams: what was asked for on standard output, everything else on standard
//! error.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

use super::args::{ColorChoice, Common};
use super::{helm, terminal};
use crate::visible;
use crate::workspace::Error;

/// Standard output and standard error, with what is known of the terminal.
pub(super) struct Screen {
    out: BufWriter<io::Stdout>,
    color: ColorChoice,
}

impl Screen {
    pub(super) fn new(common: &Common) -> Self {
        Self { out: BufWriter::with_capacity(64 * 1024, io::stdout()), color: common.color }
    }

    /// Writes to standard output.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Error> {
        closed_pipe_is_fine(self.out.write_all(text.as_bytes()))
    }

    /// Writes bytes to standard output.
    pub(super) fn print_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        closed_pipe_is_fine(self.out.write_all(bytes))
    }

    /// Writes lines to standard error, safe for terminals whatever they quote.
    pub(super) fn tell(&mut self, text: &str) {
        self.tell_bytes(visible::lines(text).as_bytes());
    }

    /// Writes bytes to standard error as they are. A closed standard error is no reason to fail.
    pub(super) fn tell_bytes(&mut self, bytes: &[u8]) {
        let _ = self.out.flush();
        let _ = io::stderr().lock().write_all(bytes);
    }

    /// Says why chartgen could not run.
    pub(super) fn failure(&mut self, error: &Error) {
        let (red, bold, reset) = if self.color_on_stderr() {
            ("\u{1b}[1;31m", "\u{1b}[1m", "\u{1b}[0m")
        } else {
            ("", "", "")
        };
        let mut text =
            format!("{red}error{reset}{bold}:{reset} {}\n", visible::escape(error.message()));
        if let Some(help) = error.help() {
            text.push_str(&format!("{bold}help:{reset} {}\n", visible::escape(help)));
        }
        self.tell_bytes(text.as_bytes());
    }

    /// Flushes standard output.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        closed_pipe_is_fine(self.out.flush())
    }

    /// Whether standard error shows colour.
    pub(super) fn color_on_stderr(&self) -> bool {
        self.color_on(io::stderr().is_terminal())
    }

    /// Whether standard output shows colour.
    pub(super) fn color_on_stdout(&self) -> bool {
        self.color_on(io::stdout().is_terminal())
    }

    /// The columns of standard output, when it is a terminal.
    pub(super) fn width_of_stdout(&self) -> Option<usize> {
        let stream = io::stdout();
        stream.is_terminal().then(|| terminal::width(stream))
    }

    fn color_on(&self, terminal: bool) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if set("NO_COLOR") => false,
            ColorChoice::Auto
                if std::env::var_os("CLICOLOR_FORCE")
                    .is_some_and(|force| force != "0" && !force.is_empty()) =>
            {
                true
            }
            ColorChoice::Auto => {
                terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// A reader that has gone (`chartgen … | head`) is not a failure.
fn closed_pipe_is_fine(result: io::Result<()>) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error::io_stream("write standard output", &error)),
        Ok(()) => Ok(()),
    }
}

/// Shows what is wrong with the arguments, or the help that was asked for.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    match habit(error) {
        Some(text) => drop(io::stderr().lock().write_all(text.as_bytes())),
        None => show(error),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Prints what clap has to say. Where the arguments hold what would steer the terminal, without
/// colours.
fn show(error: &clap::Error) {
    let shown = error.render().to_string();
    let safe = visible::lines(&shown);
    let _ =
        if safe == shown { error.print() } else { io::stderr().lock().write_all(safe.as_bytes()) };
}

/// What to say of a verb of Helm's in place of a subcommand, or of `-f` where files stand alone.
fn habit(error: &clap::Error) -> Option<String> {
    if let Some(verb) = text_of(error, ContextKind::InvalidSubcommand) {
        let hint = helm::hint(&verb)?;
        return Some(format!(
            "error: `{verb}` is a command of Helm's, not of chartgen\nhelp: {hint}\n"
        ));
    }
    let flag = text_of(error, ContextKind::InvalidArg)?;
    let (verb, hint) = helm::flag_hint(&flag, &text_of(error, ContextKind::Usage)?)?;
    Some(format!("error: `{verb}` takes its files without `{flag}`\nhelp: {hint}\n"))
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    }
}
