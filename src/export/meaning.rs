//! What keys of the original Llama 2 chart mean now, where that is not what they meant.

/// What is said of a token that stood in the file.
pub(super) const SECRET: &str = "the token is left out, since it does not belong in a file: pass \
    it with `--set-env secret.token=HF_TOKEN`, or name a Secret of the cluster with \
    `secret.existingSecret`";

/// Keys with what changed.
const CHANGED: &[(&str, &str)] = &[
    (
        "/metadata/namespace",
        "is on every object now; the original's Secret and data-access Pod had none",
    ),
    ("/secret/name", "names the Secret now; no template of the original read it"),
    ("/securityContext/allowPrivilegeEscalation", "is emitted now, also when it is false"),
    ("/envVars/hfHome", "stays writable now; the original mounted the token over it, read-only"),
    ("/envVars/ldPreload", "goes to the training pods only now, not to the data-access Pod"),
    ("/elasticPolicy/maxRestarts", "is bounded by `runPolicy.backoffLimit` now"),
    (
        "/useHabana",
        "must be false: chartgen makes no Gaudi job; `resources.hpu` asks for the devices",
    ),
    ("/resources/hpu", "asks for `habana.ai/gaudi` in the PyTorchJob now"),
];

/// What changed for the key at `path`.
pub(super) fn of(path: &str) -> Option<&'static str> {
    CHANGED.iter().find(|(key, _)| *key == path).map(|(_, words)| *words)
}

/// The value that the text at `path` should have been, and why.
pub(super) fn correct(path: &str, text: &str) -> Option<(String, &'static str)> {
    let wrong = path == "/distributed/train/loraTargetModules"
        && text.split_whitespace().any(|module| module == "vproj");
    wrong.then(|| {
        let modules =
            text.split(' ').map(|module| if module == "vproj" { "v_proj" } else { module });
        let words =
            "`vproj` is no module of the model, so it was never adapted; written as `v_proj`";
        (modules.collect::<Vec<_>>().join(" "), words)
    })
}
