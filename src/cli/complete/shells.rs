//! The scripts that shells read. Those for Bash and Zsh are our own: a key or `key=` is no whole word,
//! so no space may follow it, and Bash breaks words at `=` and `:`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};

use super::VARIABLE;

/// A shell of the engine with a script of our own.
struct Own {
    engine: &'static dyn EnvCompleter,
    script: &'static str,
}

const BASH: Own = Own { engine: &Bash, script: include_str!("bash.sh") };
const ZSH: Own = Own { engine: &Zsh, script: include_str!("zsh.sh") };

impl EnvCompleter for Own {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn is(&self, name: &str) -> bool {
        self.engine.is(name)
    }

    fn write_registration(
        &self,
        _variable: &str,
        _name: &str,
        _bin: &str,
        _completer: &str,
        buffer: &mut dyn Write,
    ) -> Result<(), io::Error> {
        buffer.write_all(self.script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        args: Vec<OsString>,
        folder: Option<&Path>,
        buffer: &mut dyn Write,
    ) -> Result<(), io::Error> {
        self.engine.write_complete(command, args, folder, buffer)
    }
}

/// Every shell that may ask.
pub(super) fn all() -> Shells<'static> {
    Shells(&[&BASH, &ZSH, &Fish, &Elvish, &Powershell])
}

/// The script for `shell`, which asks the program `program`.
pub(in crate::cli) fn script(shell: Shell, program: &str) -> Result<String, io::Error> {
    let name = shell.to_string();
    let shells = all();
    let completer =
        shells.completer(&name).ok_or_else(|| io::Error::other(format!("no shell `{name}`")))?;
    let mut script = Vec::new();
    completer.write_registration(VARIABLE, program, program, program, &mut script)?;
    Ok(String::from_utf8_lossy(&script).into_owned())
}
