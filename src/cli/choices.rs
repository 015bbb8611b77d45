//! What arguments that name one of a few things may say, and the examples of the help.

use clap::ValueEnum;

/// What people do with the program, in the order in which they come to it.
pub(super) const EXAMPLES: &str = "\
A first job:
  chartgen list                                  what there is to start from
  chartgen init medical_meadow -o my.yaml        a commented values file
  chartgen validate my.yaml                      what is wrong, and where
  chartgen render -f my.yaml | kubectl apply -f -

Several layers:
  chartgen render -f job.yaml -f cluster.yaml --set distributed.workers=8
  chartgen values -f job.yaml -f cluster.yaml --origins

When something is wrong:
  chartgen explain unknown-key                   what a code means
  chartgen validate --fix my.yaml                apply the certain fixes

Before a commit, and in CI:
  chartgen validate --render jobs/               every values file below
  chartgen validate --message-format github jobs/  annotations for GitHub

With other tools:
  helm template my-chart | chartgen check -      any manifests, offline
  chartgen export -f my.yaml -o release.tgz      a chart that Helm installs

A chart of your own:
  chartgen new my-chart && chartgen lint my-chart
  chartgen package ./my-chart";

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// For people, with excerpts
    Human,
    /// One line per finding: file:line:column: error[code]: message
    Short,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// `JUnit` XML
    Junit,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The formats of manifests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ManifestFormat {
    /// A stream of YAML documents
    Yaml,
    /// One JSON object of kind List
    Json,
}

/// The formats of `values`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MergedFormat {
    /// A values file, or with --origins a table for people
    Yaml,
    /// For programs
    Json,
}

/// The formats of `list`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What completions are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompletionShell {
    /// Bash
    Bash,
    /// Zsh
    Zsh,
    /// Fish
    Fish,
    /// `PowerShell`
    #[value(name = "powershell")]
    PowerShell,
    /// Elvish
    Elvish,
    /// Manual pages instead of completions
    Man,
}
