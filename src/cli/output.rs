//! The two output streams: what was asked for on standard output, everything else on standard
//! error; and files that appear whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use super::args::{ColorChoice, Common};
use super::{helm, terminal};
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
        closed_pipe_is_fine(self.out.write_all(text.as_bytes()), "write standard output")
    }

    /// Writes bytes to standard output.
    pub(super) fn print_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        closed_pipe_is_fine(self.out.write_all(bytes), "write standard output")
    }

    /// Writes to standard error. A closed standard error is no reason to fail.
    pub(super) fn tell(&mut self, text: &str) {
        self.tell_bytes(text.as_bytes());
    }

    /// Writes bytes to standard error.
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
        let mut text = format!("{red}error{reset}{bold}:{reset} {}\n", printable(error.message()));
        if let Some(help) = error.help() {
            text.push_str(&format!("{bold}help:{reset} {}\n", printable(help)));
        }
        self.tell(&text);
    }

    /// Flushes standard output.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        closed_pipe_is_fine(self.out.flush(), "write standard output")
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

/// Text without control characters, for messages that quote file names or flags.
pub(super) fn printable(text: &str) -> String {
    let shown = text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c });
    shown.collect()
}

/// A reader that has gone (`chartgen … | head`) is not a failure.
fn closed_pipe_is_fine(result: io::Result<()>, action: &str) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error::new(format!("cannot {action}: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Shows what is wrong with the arguments, or the help that was asked for.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    match helm_verb(error) {
        Some((verb, hint)) => {
            let text =
                format!("error: `{verb}` is a command of Helm's, not of chartgen\nhelp: {hint}\n");
            let _ = io::stderr().lock().write_all(text.as_bytes());
        }
        None => {
            let _ = error.print();
        }
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The verb of Helm's that was taken for a subcommand, and what to write instead.
fn helm_verb(error: &clap::Error) -> Option<(&str, &'static str)> {
    match error.get(clap::error::ContextKind::InvalidSubcommand)? {
        clap::error::ContextValue::String(word) => Some((word, helm::hint(word)?)),
        _ => None,
    }
}

/// Writes `text` to `path` so that readers see the old file or the new one, never a part. With
/// `secret`, only the owner may read it.
pub(super) fn write_file(path: &Path, text: &[u8], secret: bool) -> Result<(), Error> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let Some(name) = name else {
        return Err(Error::new(format!("cannot write `{}`: it is no file name", path.display())));
    };
    let temporary = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_new(&temporary, text, secret).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        Error::io("write", path, &error)
    })
}

/// Writes `text` to the existing file `path` as [`write_file`] does. Its permissions stay, and where
/// it is a link, so does that.
pub(super) fn replace_file(path: &Path, text: &[u8]) -> Result<(), Error> {
    let failed = |error: io::Error| Error::io("write", path, &error);
    let target = fs::canonicalize(path).map_err(failed)?;
    let permissions = fs::metadata(&target).map_err(failed)?.permissions();
    write_file(&target, text, true)?;
    fs::set_permissions(&target, permissions).map_err(failed)
}

fn write_new(path: &Path, text: &[u8], secret: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if secret {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    file.write_all(text)?;
    file.sync_all()
}
