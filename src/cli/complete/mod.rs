//! What a shell may put in the place of the word at the cursor. The scripts of `chartgen
//! completions` ask the program itself, with the shell's name in [`VARIABLE`].

mod keys;
mod kubectl;
mod names;
mod path;
mod shells;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, PathCompleter};

pub(super) use shells::script;

use super::args::Cli;
use super::name::CalledAs;
use super::output;
use names::{Names, chart_path, values_path};
use values::Assignments;

/// The environment variable by which a script asks for completions.
const VARIABLE: &str = "CHARTGEN_COMPLETE";

/// Answers a shell, or kubectl, if one asks; nothing for every other call.
pub(super) fn answer(args: &[OsString], called_as: &CalledAs) -> Option<ExitCode> {
    if *called_as == CalledAs::KubectlCompletions {
        return Some(kubectl::answer(args.to_vec()));
    }
    std::env::var_os(VARIABLE).filter(|shell| !shell.is_empty())?;
    let completion = CompleteEnv::with_factory(|| with_completers(args));
    let folder = std::env::current_dir().ok();
    let completion = completion.var(VARIABLE).shells(shells::all());
    let answered = completion.try_complete(args, folder.as_deref());
    Some(answered.map_or_else(|error| output::usage(&error), |_| ExitCode::SUCCESS))
}

/// The command line whose arguments know what may stand for them, given the words so far.
fn with_completers(words: &[OsString]) -> Command {
    let words = &words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let command = Cli::command();
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().into()).collect();
    let command = command.mut_args(|argument| completed("", argument, words));
    names.into_iter().fold(command, |command, name| {
        command
            .mut_subcommand(&name, |one| one.mut_args(|argument| completed(&name, argument, words)))
    })
}

/// One argument of `subcommand` with its completer.
fn completed(subcommand: &str, argument: Arg, words: &[String]) -> Arg {
    let id = argument.get_id().as_str().to_string();
    let assignments = |flag| ArgValueCompleter::new(Assignments::new(flag, words));
    let completer = match (subcommand, id.as_str()) {
        (_, "values") => ArgValueCompleter::new(Names::use_cases().or_paths(values_path())),
        ("init", "use_case") => ArgValueCompleter::new(Names::use_cases()),
        ("validate", "files") => ArgValueCompleter::new(values_path()),
        ("check", "files") | (_, "crd") => ArgValueCompleter::new(names::manifest_path()),
        ("import-values" | "generate", "file") => ArgValueCompleter::new(values_path()),
        (_, "chart") => ArgValueCompleter::new(Names::charts().or_paths(chart_path())),
        ("lint", "charts") => ArgValueCompleter::new(Names::charts().or_paths(chart_path())),
        ("explain", "code") => ArgValueCompleter::new(Names::codes()),
        (_, "deny" | "warn" | "allow") => ArgValueCompleter::new(Names::levels()),
        (_, "kube_version") => ArgValueCompleter::new(Names::kube_versions()),
        (_, "output_dir" | "destination") => ArgValueCompleter::new(PathCompleter::dir()),
        (_, "set") => assignments(values::Flag::Set),
        (_, "set_string") => assignments(values::Flag::String),
        (_, "set_json") => assignments(values::Flag::Json),
        (_, "set_file") => assignments(values::Flag::File),
        (_, "set_env") => assignments(values::Flag::Env),
        _ => return argument,
    };
    argument.add(completer)
}
