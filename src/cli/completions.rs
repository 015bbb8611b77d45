//! `chartgen completions`: scripts that complete commands in shells, and manual pages.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::{Generator, Shell};

use super::args::{Cli, CompletionShell, CompletionsArgs};
use super::files::{self, Batch};
use super::output::Screen;
use super::{Outcome, complete};
use crate::workspace::Error;

/// The program's name in scripts and pages.
const PROGRAM: &str = "chartgen";

pub(super) fn run(args: &CompletionsArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    match (shell(args.shell), &args.output) {
        (Some(shell), None) => screen.print(&script(shell)?)?,
        (Some(shell), Some(folder)) => {
            files::create_folder(folder)?;
            let path = folder.join(shell.file_name(PROGRAM));
            files::write(&path, script(shell)?.as_bytes(), false)?;
            screen.tell(&format!("wrote {}\n", path.display()));
        }
        (None, folder) => manual(folder.as_deref().unwrap_or(Path::new(".")), screen)?,
    }
    Ok(Outcome::Clean)
}

fn script(shell: Shell) -> Result<String, Error> {
    let script = complete::script(shell, PROGRAM);
    script.map_err(|error| Error::new(format!("cannot write the script: {error}")))
}

fn shell(wanted: CompletionShell) -> Option<Shell> {
    match wanted {
        CompletionShell::Bash => Some(Shell::Bash),
        CompletionShell::Zsh => Some(Shell::Zsh),
        CompletionShell::Fish => Some(Shell::Fish),
        CompletionShell::PowerShell => Some(Shell::PowerShell),
        CompletionShell::Elvish => Some(Shell::Elvish),
        CompletionShell::Man => None,
    }
}

/// A page for the program and one for each subcommand.
fn manual(folder: &Path, screen: &mut Screen) -> Result<(), Error> {
    let _claim = files::claim(folder)?;
    let mut batch = Batch::default();
    let mut command = Cli::command();
    command.build();
    page(command.clone(), PROGRAM, folder, &mut batch)?;
    let visible = command.get_subcommands().filter(|one| !one.is_hide_set());
    let mut pages = 1;
    for one in visible {
        let name: &'static str = format!("{PROGRAM}-{}", one.get_name()).leak();
        page(one.clone().name(name), name, folder, &mut batch)?;
        pages += 1;
    }
    batch.finish()?;
    screen.tell(&format!("wrote {pages} pages to {}\n", folder.display()));
    Ok(())
}

fn page(command: Command, name: &str, folder: &Path, batch: &mut Batch) -> Result<(), Error> {
    let path = folder.join(format!("{name}.1"));
    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| Error::io("write", &path, &error))?;
    batch.add(&path, &text, false)
}
