//! Hands findings to the report in the format that was asked for, with what is known of the
//! terminal, and says how the command ends.

use super::Outcome;
use super::args::{Common, MessageFormat};
use super::fix::Round;
use super::output::Screen;
use super::terminal;
use crate::diagnostic::{Diagnostic, Severity};
use crate::report::{self, Format, Options};
use crate::source::SourceMap;
use crate::workspace::Error;
use std::io::{self, IsTerminal};

/// Where a report goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    /// The report is what was asked for.
    Stdout,
    /// Standard output belongs to something else.
    Stderr,
}

/// Writes the findings of `files` files.
pub(super) fn write(
    common: &Common,
    to: To,
    files: usize,
    sources: &SourceMap,
    found: &[Diagnostic],
    screen: &mut Screen,
) -> Result<Outcome, Error> {
    let options = options(common, to, files, screen);
    let mut bytes = Vec::new();
    report::write(format(common.message_format), &options, sources, found, &mut bytes)
        .map_err(|error| Error::new(format!("cannot write the report: {error}")))?;
    match to {
        To::Stdout => screen.print_bytes(&bytes)?,
        To::Stderr => screen.tell_bytes(&bytes),
    }
    let faulty = found.iter().any(|found| found.severity == Severity::Error);
    Ok(if faulty { Outcome::Faulty } else { Outcome::Clean })
}

/// Says what `--fix` has changed: on standard output for people, else beside the report.
pub(super) fn write_changes(
    common: &Common,
    rounds: &[Round],
    screen: &mut Screen,
) -> Result<(), Error> {
    let to = match common.message_format {
        MessageFormat::Human | MessageFormat::Short => To::Stdout,
        _ => To::Stderr,
    };
    for round in rounds {
        let options = options(common, to, 1, screen);
        let mut bytes = Vec::new();
        report::write_changes(&options, &round.sources, &round.changes, &mut bytes)
            .map_err(|error| Error::new(format!("cannot write the report: {error}")))?;
        match to {
            To::Stdout => screen.print_bytes(&bytes)?,
            To::Stderr => screen.tell_bytes(&bytes),
        }
    }
    Ok(())
}

/// What the report may use of the stream that it goes to.
fn options(common: &Common, to: To, files: usize, screen: &Screen) -> Options {
    let (color, terminal, width) = match to {
        To::Stdout => {
            let stream = io::stdout();
            (screen.color_on_stdout(), stream.is_terminal(), terminal::width(stream))
        }
        To::Stderr => {
            let stream = io::stderr();
            (screen.color_on_stderr(), stream.is_terminal(), terminal::width(stream))
        }
    };
    let folder = std::env::current_dir().ok();
    Options {
        color,
        unicode: (terminal || color) && terminal::draws_unicode(),
        width,
        verbose: common.verbose,
        hyperlinks: terminal && color && terminal::makes_hyperlinks(),
        folder: folder.map(|folder| folder.to_string_lossy().into_owned()),
        checked_files: files,
        secret_keys: Vec::new(),
    }
}

fn format(format: MessageFormat) -> Format {
    match format {
        MessageFormat::Human => Format::Human,
        MessageFormat::Short => Format::Short,
        MessageFormat::Json => Format::Json,
        MessageFormat::Sarif => Format::Sarif,
        MessageFormat::Github => Format::Github,
        MessageFormat::Junit => Format::Junit,
    }
}
