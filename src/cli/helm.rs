//! Helm's verbs, for whoever types them here: which subcommand does what they mean.

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
