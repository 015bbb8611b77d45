//! Helm's verbs and kubectl's `-f`, for whoever types them here: what does what they mean.

/// Helm's verbs and what to write instead.
const VERBS: [(&str, &str); 13] = [
    ("template", "`chartgen render -f VALUES` prints the manifests"),
    (
        "install",
        "`chartgen render -f VALUES | kubectl apply -f -` installs; `chartgen export` makes a chart for `helm install`",
    ),
    ("upgrade", "`chartgen render -f VALUES | kubectl apply -f -` brings the objects up to date"),
    ("uninstall", "`chartgen render -f VALUES | kubectl delete -f -` removes the objects"),
    ("delete", "`chartgen render -f VALUES | kubectl delete -f -` removes the objects"),
    (
        "show",
        "`chartgen docs CHART` prints all keys with their defaults, `chartgen list` the charts",
    ),
    ("inspect", "`chartgen docs CHART` prints all keys with their defaults"),
    ("create", "`chartgen new NAME` writes a chart"),
    ("get", "`chartgen values -f VALUES` prints the merged values"),
    ("search", "`chartgen list` shows the built-in charts and use cases"),
    ("completion", "`chartgen completions SHELL` prints the script"),
    ("test", "`chartgen lint CHART` checks a chart, `chartgen validate VALUES` values"),
    ("repo", "charts come with chartgen, or as a folder or archive: `--chart PATH`"),
];

/// What to write instead of the unknown subcommand `word`.
pub(super) fn hint(word: &str) -> Option<&'static str> {
    VERBS.iter().find(|(verb, _)| *verb == word).map(|(_, hint)| *hint)
}

/// Subcommands that take files without `-f`, and how to write what was meant.
const WITHOUT_FLAG: [(&str, &str); 2] = [
    (
        "validate",
        "`chartgen validate my.yaml` checks each file by itself; `chartgen render -f job.yaml -f cluster.yaml` checks layers that belong together",
    ),
    ("check", "write `chartgen check manifests.yaml`, or `chartgen check -` for standard input"),
];

/// The subcommand of `usage` that takes files without the `flag` before them, and what to write.
pub(super) fn flag_hint(flag: &str, usage: &str) -> Option<(&'static str, &'static str)> {
    if !matches!(flag, "-f" | "--values" | "--file" | "--filename") {
        return None;
    }
    WITHOUT_FLAG.into_iter().find(|(verb, _)| usage.contains(&format!("chartgen {verb} ")))
}
