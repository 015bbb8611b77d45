//! `chartgen completions`: scripts that complete commands in shells, with the names of built-in
//! charts and use cases, and manual pages.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::{Generator, Shell};

use super::Outcome;
use super::args::{Cli, CompletionShell, CompletionsArgs};
use super::output::{self, Screen};
use crate::diagnostic::Page;
use crate::workspace::{self, Error};

/// The program's name in scripts and pages.
const PROGRAM: &str = "chartgen";

pub(super) fn run(args: &CompletionsArgs, screen: &mut Screen) -> Result<Outcome, Error> {
    match (shell(args.shell), &args.output) {
        (Some(shell), None) => screen.print(&script(shell))?,
        (Some(shell), Some(folder)) => {
            create(folder)?;
            let path = folder.join(shell.file_name(PROGRAM));
            output::write_file(&path, script(shell).as_bytes(), false)?;
            screen.tell(&format!("wrote {}\n", path.display()));
        }
        (None, folder) => manual(folder.as_deref().unwrap_or(Path::new(".")), screen)?,
    }
    Ok(Outcome::Clean)
}

/// The script for `shell`. It offers files beside the built-in names, which clap's generators do
/// not; Bash falls back to files by itself.
fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut completed(), PROGRAM, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let (cases, charts) = (case_names(), workspace::charts());
    match shell {
        Shell::Zsh => {
            let functions = format!(
                "{}{}",
                zsh_function("_chartgen_use_cases", "use case", &cases),
                zsh_function("_chartgen_charts", "chart", &charts)
            );
            let script = script
                .replace(&format!(":({})'", cases.join(" ")), ":_chartgen_use_cases'")
                .replace(&format!(":({})'", charts.join(" ")), ":_chartgen_charts'");
            script.replacen('\n', &format!("\n\n{functions}"), 1)
        }
        Shell::Fish => [cases, charts].iter().filter_map(|names| names.first()).fold(
            script,
            |script, first| {
                let strict = format!("-r -f -a \"{first}\\t");
                script.replace(&strict, &format!("-r -F -a \"{first}\\t"))
            },
        ),
        _ => script,
    }
}

fn zsh_function(name: &str, what: &str, names: &[&str]) -> String {
    let names = names.join(" ");
    format!("{name}() {{\n    _alternative 'names:{what}:({names})' 'files:file:_files'\n}}\n\n")
}

fn case_names() -> Vec<&'static str> {
    workspace::use_cases().into_iter().map(|case| case.name).collect()
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

fn create(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, &error))
}

/// A page for the program and one for each subcommand.
fn manual(folder: &Path, screen: &mut Screen) -> Result<(), Error> {
    create(folder)?;
    let mut command = Cli::command();
    command.build();
    page(command.clone(), PROGRAM, folder)?;
    let visible = command.get_subcommands().filter(|one| !one.is_hide_set());
    let mut pages = 1;
    for one in visible {
        let name: &'static str = format!("{PROGRAM}-{}", one.get_name()).leak();
        page(one.clone().name(name), name, folder)?;
        pages += 1;
    }
    screen.tell(&format!("wrote {pages} pages to {}\n", folder.display()));
    Ok(())
}

fn page(command: Command, name: &str, folder: &Path) -> Result<(), Error> {
    let path = folder.join(format!("{name}.1"));
    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| Error::io("write", &path, &error))?;
    output::write_file(&path, &text, false)
}

/// The command line with what may be completed. Scripts are static: they offer the built-in names
/// beside files, and what a flag accepts is decided when it is read.
fn completed() -> Command {
    let cases = case_names();
    let charts = workspace::charts();
    let codes: Vec<&'static str> = Page::all().map(|page| page.code).collect();
    let chart_argument = ["lint", "docs", "schema", "package"];
    let mut command = Cli::command();
    let names: Vec<String> =
        command.get_subcommands().map(|one| one.get_name().to_string()).collect();
    for name in names {
        let (cases, charts, codes) = (cases.clone(), charts.clone(), codes.clone());
        let takes_chart = chart_argument.contains(&name.as_str());
        command = command.mut_subcommand(name, move |one| {
            one.mut_args(|argument| {
                let offered = match argument.get_id().as_str() {
                    "values" | "use_case" => &cases,
                    "chart" => &charts,
                    "charts" if takes_chart => &charts,
                    "code" => &codes,
                    _ => return argument,
                };
                argument.value_parser(PossibleValuesParser::new(offered.clone()))
            })
        });
    }
    command
}
