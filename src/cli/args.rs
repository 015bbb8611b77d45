//! The command line as types: every subcommand and flag, with the help that users read.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::choices::EXAMPLES;
pub use super::choices::{
    ColorChoice, CompletionShell, ListFormat, ManifestFormat, MergedFormat, MessageFormat,
};

/// Turns one short values file into a complete, checked set of Kubernetes manifests for a
/// distributed PyTorch job.
#[derive(Debug, Parser)]
#[command(
    name = "chartgen",
    version,
    max_term_width = 100,
    propagate_version = true,
    disable_help_subcommand = true,
    after_help = EXAMPLES
)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every subcommand takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Reports")]
pub struct Common {
    /// How findings are written: human, short, json, sarif, github or junit
    #[arg(
        long,
        global = true,
        value_name = "HOW",
        default_value = "human",
        hide_possible_values = true
    )]
    pub message_format: MessageFormat,
    /// Treat findings with this code as errors
    #[arg(short = 'D', long, global = true, value_name = "CODE")]
    pub deny: Vec<String>,
    /// Treat findings with this code as warnings
    #[arg(short = 'W', long, global = true, value_name = "CODE")]
    pub warn: Vec<String>,
    /// Leave out findings with this code
    #[arg(short = 'A', long, global = true, value_name = "CODE")]
    pub allow: Vec<String>,
    /// When to use colour: auto, always or never; auto means on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColorChoice,
    /// Show notes as well: what is worth knowing but needs no change
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the built-in charts and use cases
    List(ListArgs),
    /// Write a commented values file to start from
    Init(InitArgs),
    /// Check values files: what is wrong, where, and how to mend it
    Validate(ValidateArgs),
    /// Print the manifests that a values file describes, checked
    Render(RenderArgs),
    /// Print the merged values, or where each of them comes from
    Values(MergedArgs),
    /// Tell what a code of a finding means: cause, example, cure
    Explain(ExplainArgs),
    /// Hold manifests from any tool against the Kubernetes API
    Check(CheckArgs),
    /// Write the release as a chart for Helm, or as a kustomization
    Export(ExportArgs),
    /// Make manifests as a generator of Kustomize
    Generate(GenerateArgs),
    /// Turn values of the original Llama 2 chart into chartgen's
    ImportValues(ImportArgs),
    /// Write a small chart that is sound from the start
    New(NewArgs),
    /// Check a chart, as far as that goes without a user's values
    Lint(LintArgs),
    /// Print a chart's values reference, as Markdown
    Docs(DocsArgs),
    /// Print a chart's values schema, for editors
    Schema(SchemaArgs),
    /// Pack a chart for Helm, the same bytes on every machine
    Package(PackageArgs),
    /// Print a shell's completion script, or the manual pages
    Completions(CompletionsArgs),
}

/// Where values come from.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Values")]
pub struct ValuesArgs {
    /// A values file, `-` for standard input, or a built-in use case; later files win
    #[arg(short = 'f', long = "values", value_name = "VALUES")]
    pub values: Vec<PathBuf>,
    /// The chart: a built-in name, a chart folder or a .tgz; overrides the key `chart:`
    #[arg(long, value_name = "CHART")]
    pub chart: Option<String>,
    /// Set a value: a.b=1,c={x,y},d[0].e=z
    #[arg(long, value_name = "K=V")]
    pub set: Vec<String>,
    /// Set a value that stays a string
    #[arg(long, value_name = "K=V")]
    pub set_string: Vec<String>,
    /// Set a value written as JSON
    #[arg(long, value_name = "K=JSON")]
    pub set_json: Vec<String>,
    /// Set a value to the text of a file
    #[arg(long, value_name = "K=PATH")]
    pub set_file: Vec<String>,
    /// Set a value to the text of an environment variable
    #[arg(long, value_name = "K=VAR")]
    pub set_env: Vec<String>,
    /// The namespace of all objects; overrides metadata.namespace
    #[arg(short, long, value_name = "NAMESPACE")]
    pub namespace: Option<String>,
}

/// `chartgen render`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen render -f medical_meadow.yaml | kubectl apply -f -\n  \
    chartgen render -f job.yaml -f cluster.yaml --set distributed.workers=8\n  \
    chartgen render -f job.yaml --only Secret --only PersistentVolumeClaim/my-pvc\n  \
    chartgen render -f job.yaml --output-dir manifests")]
pub struct RenderArgs {
    #[command(flatten)]
    pub input: ValuesArgs,
    /// Print only objects of this kind, or the one with this name
    #[arg(long, value_name = "KIND[/NAME]")]
    pub only: Vec<String>,
    /// Write each template's manifests to a file below this folder instead
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// The format of the manifests: yaml, or json for one List
    #[arg(long, value_name = "FORMAT", default_value = "yaml", hide_possible_values = true)]
    pub output: ManifestFormat,
    /// Print the next steps on standard error, also when it is no terminal
    #[arg(long)]
    pub notes: bool,
    /// Do not hold the manifests against the Kubernetes API
    #[arg(long)]
    pub no_check: bool,
    /// The Kubernetes version whose API the manifests are held against
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
}

/// `chartgen validate`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen validate use-cases/*.yaml\n  \
    chartgen validate jobs/                      every *.yaml and *.yml below\n  \
    chartgen validate --partial cluster.yaml     a layer that is not whole\n  \
    chartgen validate --fix my.yaml              apply the certain fixes")]
pub struct ValidateArgs {
    /// Values files, folders, or `-` for standard input
    #[arg(value_name = "VALUES", required = true)]
    pub files: Vec<PathBuf>,
    /// The chart, for files that name none
    #[arg(long, value_name = "CHART")]
    pub chart: Option<String>,
    /// The files are layers: report nothing that is only missing
    #[arg(long)]
    pub partial: bool,
    /// Render each file and check its manifests as well
    #[arg(long)]
    pub render: bool,
    /// Apply the certain fixes, keeping comments and layout
    #[arg(long)]
    pub fix: bool,
    /// The Kubernetes version whose API the manifests are held against
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
}

/// `chartgen check`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen check manifests/\n  \
    helm template my-chart | chartgen check -\n  \
    chartgen check --kube-version 1.34 deployment.yaml\n  \
    chartgen check --crd queues.crd.yaml queue.yaml")]
pub struct CheckArgs {
    /// Manifests as YAML or JSON, folders of them, or `-` for standard input
    #[arg(value_name = "MANIFESTS", required = true)]
    pub files: Vec<PathBuf>,
    /// The Kubernetes version whose API the manifests are held against
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
    /// A file with CustomResourceDefinitions, whose kinds are then known
    #[arg(long, value_name = "FILE")]
    pub crd: Vec<PathBuf>,
    /// Pass over objects of kinds that there is no schema for
    #[arg(long)]
    pub ignore_missing_schemas: bool,
}

/// `chartgen values`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen values -f job.yaml -f cluster.yaml --set distributed.workers=8\n  \
    chartgen values -f job.yaml --origins        what each value overrode\n  \
    chartgen values -f job.yaml --output json")]
pub struct MergedArgs {
    #[command(flatten)]
    pub input: ValuesArgs,
    /// Say for each value where it comes from and what it overrode
    #[arg(long)]
    pub origins: bool,
    /// The format: yaml, or json for programs; secrets are `***` in each
    #[arg(long, value_name = "FORMAT", default_value = "yaml", hide_possible_values = true)]
    pub output: MergedFormat,
}

/// `chartgen list`.
#[derive(Debug, Clone, Args)]
pub struct ListArgs {
    /// The format: text, or json for programs
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    pub output: ListFormat,
}

/// `chartgen init`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen init medical_meadow -o my.yaml\n  \
    chartgen init custom > my.yaml")]
pub struct InitArgs {
    /// A built-in use case; `chartgen list` shows them
    #[arg(value_name = "USE_CASE")]
    pub use_case: String,
    /// The file to write; standard output without it. The schema for editors goes beside it, into
    /// the folder .chartgen
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long)]
    pub force: bool,
}

/// `chartgen explain`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen explain unknown-key\n  \
    chartgen explain              all codes, one line each")]
pub struct ExplainArgs {
    /// The code, as it stands in brackets behind `error` or `warning`
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `chartgen schema`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "No key is required that the chart's defaults may give. In the first line of \
    a values file,\n`# yaml-language-server: $schema=llm-finetune.schema.json` makes editors use it; \
    `chartgen init -o`\nwrites both.\n\nExamples:\n  \
    chartgen schema llm-finetune > llm-finetune.schema.json"
)]
pub struct SchemaArgs {
    /// A built-in name, a chart folder or a .tgz
    #[arg(value_name = "CHART")]
    pub chart: String,
}

/// `chartgen new`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen new my-chart && chartgen lint my-chart && chartgen render --chart ./my-chart")]
pub struct NewArgs {
    /// The chart's name, or the path of its folder, which must not exist yet
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// `chartgen completions`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen completions bash > ~/.local/share/bash-completion/completions/chartgen\n  \
    chartgen completions zsh > ~/.zfunc/_chartgen\n  \
    chartgen completions fish > ~/.config/fish/completions/chartgen.fish\n  \
    chartgen completions man -o ~/.local/share/man/man1")]
pub struct CompletionsArgs {
    /// bash, zsh, fish, powershell or elvish; or man for the manual pages
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    pub shell: CompletionShell,
    /// The folder to write to, under the names that the shell looks for; standard output without it
    #[arg(short, long, value_name = "DIR", required_if_eq("shell", "man"))]
    pub output: Option<PathBuf>,
}

/// `chartgen docs`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen docs llm-finetune | less\n  \
    chartgen docs ./my-chart > my-chart/README.md")]
pub struct DocsArgs {
    /// A built-in name, a chart folder or a .tgz
    #[arg(value_name = "CHART")]
    pub chart: String,
}

/// `chartgen lint`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen lint ./my-chart\n  \
    chartgen lint -D warnings charts/*           warnings count as errors\n  \
    chartgen lint my-chart/values.yaml           the chart that the file belongs to")]
pub struct LintArgs {
    /// Chart folders, archives, built-in names, or files of charts
    #[arg(value_name = "CHART", required = true)]
    pub charts: Vec<String>,
    /// The Kubernetes version whose API the manifests are held against
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
}

/// `chartgen package`.
#[derive(Debug, Clone, Args)]
#[command(disable_version_flag = true)]
#[command(after_help = "Examples:\n  \
    chartgen package llm-finetune\n  \
    chartgen package ./my-chart -d dist --version 1.2.0")]
pub struct PackageArgs {
    /// A built-in name or a chart folder
    #[arg(value_name = "CHART")]
    pub chart: String,
    /// The folder to write the archive to
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub destination: PathBuf,
    /// The chart's version, instead of the one in Chart.yaml
    #[arg(long = "version", value_name = "VERSION")]
    pub chart_version: Option<String>,
    /// The version of what the chart runs, instead of the one in Chart.yaml
    #[arg(long, value_name = "VERSION")]
    pub app_version: Option<String>,
}

/// `chartgen export`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "The output holds the rendered manifests, the Secret with the token among \
    them: keep it as you keep the token.\n\nExamples:\n  \
    chartgen export -f medical_meadow.yaml -o release.tgz && helm install my-job release.tgz\n  \
    chartgen export -f medical_meadow.yaml -o release/ && helm template release/\n  \
    chartgen export -f medical_meadow.yaml --kustomize -o base/ && kubectl kustomize base/")]
pub struct ExportArgs {
    #[command(flatten)]
    pub input: ValuesArgs,
    /// A folder, or an archive when the name ends in .tgz
    #[arg(short, long, value_name = "DIR|FILE.tgz")]
    pub output: Option<PathBuf>,
    /// Write a kustomization instead of a chart
    #[arg(long)]
    pub kustomize: bool,
    /// The Kubernetes version whose API the manifests are held against
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
}

/// `chartgen generate`.
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "A ResourceList comes back with the objects added; for a generator by itself, only they are\n\
    printed. Paths count from the working folder.\n\nExamples:\n  \
    chartgen generate generator.yaml\n  \
    chartgen generate < resource-list.yaml"
)]
pub struct GenerateArgs {
    /// A generator of kind Chartgen, or a ResourceList that holds one as its functionConfig; `-`
    /// for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    /// The Kubernetes version whose API the manifests are held against
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
}

/// `chartgen import-values`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  \
    chartgen import-values medical_meadow_values.yaml -o my.yaml\n  \
    helm get values llama2-distributed -n kubeflow | chartgen import-values -")]
pub struct ImportArgs {
    /// The values file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file to write; standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
