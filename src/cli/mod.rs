//! Turns arguments into calls of the stages, and their results into output and an exit code. It
//! is the only place that prints.

mod again;
mod args;
mod check;
mod choices;
mod complete;
mod completions;
mod docs;
mod explain;
mod export;
mod files;
mod fix;
mod generate;
mod import;
mod helm;
mod init;
mod inputs;
mod kinds;
mod levels;
mod lint;
mod list;
mod new;
mod origins;
mod name;
mod output;
mod package;
mod progress;
mod release;
mod render;
mod report;
mod schema;
mod terminal;
mod validate;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command};
use name::CalledAs;
use output::Screen;

/// How a command ended, as the exit code says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// 0: nothing is wrong.
    Clean,
    /// 1: the input has errors.
    Faulty,
}

/// Runs the command line `args` (the program's name first) and gives the exit code: 0 clean, 1
/// the input has errors, 2 chartgen could not run.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    let called_as = CalledAs::of(args.first());
    if let Some(code) = complete::answer(&args, &called_as) {
        return code;
    }
    let cli = match parse(args, &called_as) {
        Ok(cli) => cli,
        Err(error) => return output::usage(&error),
    };
    let mut screen = Screen::new(&cli.common);
    let outcome = dispatch(&cli, &mut screen).and_then(|outcome| {
        screen.finish()?;
        Ok(outcome)
    });
    match outcome {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Faulty) => ExitCode::from(1),
        Err(error) => {
            screen.failure(&error);
            ExitCode::from(2)
        }
    }
}

fn parse(args: Vec<OsString>, called_as: &CalledAs) -> Result<Cli, clap::Error> {
    let mut command = called_as.name_in(Cli::command());
    let matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

fn dispatch(cli: &Cli, screen: &mut Screen) -> Result<Outcome, crate::workspace::Error> {
    let common = &cli.common;
    match &cli.command {
        Command::Render(args) => render::run(common, args, screen),
        Command::Validate(args) => validate::run(common, args, screen),
        Command::Generate(args) => generate::run(common, args, screen),
        Command::Check(args) => check::run(common, args, screen),
        Command::Values(args) => values::run(common, args, screen),
        Command::List(args) => list::run(args, screen),
        Command::Init(args) => init::run(args, screen),
        Command::Schema(args) => schema::run(common, args, screen),
        Command::New(args) => new::run(args, screen),
        Command::Completions(args) => completions::run(args, screen),
        Command::Docs(args) => docs::run(common, args, screen),
        Command::Lint(args) => lint::run(common, args, screen),
        Command::Package(args) => package::run(common, args, screen),
        Command::Export(args) => export::run(common, args, screen),
        Command::ImportValues(args) => import::run(common, args, screen),
        Command::Explain(args) => explain::run(args, screen),
    }
}
