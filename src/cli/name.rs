//! The name by which the program was called: a link named `kubectl-chartgen` makes it a plugin of
//! kubectl, which then speaks of itself as `kubectl chartgen`.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;

/// What the first word of the command line makes of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CalledAs {
    /// Itself.
    Chartgen,
    /// The plugin: `kubectl chartgen`.
    KubectlPlugin,
    /// What kubectl asks for the plugin's completions.
    KubectlCompletions,
}

impl CalledAs {
    pub(super) fn of(program: Option<&OsString>) -> Self {
        let stem = program.and_then(|program| Path::new(program).file_stem());
        match stem.and_then(|stem| stem.to_str()) {
            Some("kubectl-chartgen") => Self::KubectlPlugin,
            Some("kubectl_complete-chartgen") => Self::KubectlCompletions,
            _ => Self::Chartgen,
        }
    }

    /// The command line under that name, in its usage lines and in its examples.
    pub(super) fn name_in(self, command: Command) -> Command {
        if self != Self::KubectlPlugin {
            return command;
        }
        renamed(command.bin_name("kubectl chartgen"))
    }
}

fn renamed(mut command: Command) -> Command {
    if let Some(help) = command.get_after_help() {
        let help = help.to_string().replace("chartgen ", "kubectl chartgen ");
        command = command.after_help(help);
    }
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().into()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, renamed))
}
