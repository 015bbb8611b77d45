//! The training operator appends variables of its own to every container of a PyTorchJob, so a
//! variable of the same name in the manifest has no effect. The names are those of
//! `pkg/controller.v1/pytorch/envvar.go` and `elastic.go`, release 1.9.

use super::super::pod::{indexed, text};
use super::Subject;
use crate::diagnostic::Diagnostic;

/// Set for every job.
const ALWAYS: [&str; 2] = ["PET_NPROC_PER_NODE", "PET_NNODES"];
/// Set for a job with an `elasticPolicy`.
const ELASTIC: [&str; 6] = [
    "PET_RDZV_ENDPOINT",
    "PET_RDZV_BACKEND",
    "PET_RDZV_ID",
    "PET_RDZV_CONF",
    "PET_MAX_RESTARTS",
    "PET_STANDALONE",
];
/// Set for a job with a Master.
const MASTER: [&str; 7] = [
    "MASTER_ADDR",
    "MASTER_PORT",
    "PET_MASTER_ADDR",
    "PET_MASTER_PORT",
    "WORLD_SIZE",
    "RANK",
    "PET_NODE_RANK",
];

pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    if !subject.manifest.is("kubeflow.org", "PyTorchJob") {
        return;
    }
    for pod in &subject.pods {
        for (at, container) in pod.main_containers() {
            for (index, variable) in indexed(container, "env") {
                let name = text(variable, "name").unwrap_or_default();
                if let Some(source) = source(subject, name, text(variable, "value")) {
                    let message = format!(
                        "the operator sets `{name}` itself{source}, so this value would never be used"
                    );
                    let place = at.child("env").child(index.to_string()).child("name");
                    let finding = subject.manifest.error("reserved-env-name", &place, message);
                    found.push(finding.with_help("remove the variable"));
                }
            }
        }
    }
}

/// From what the operator makes the variable's value; nothing when it leaves the variable alone.
fn source(subject: &Subject<'_>, name: &str, value: Option<&str>) -> Option<&'static str> {
    let given = |path: &str| subject.manifest.at(path).is_some();
    if ALWAYS.contains(&name) {
        return Some(" (from `nprocPerNode` and the number of replicas)");
    }
    if ELASTIC.contains(&name) && given("/spec/elasticPolicy") {
        return Some(" (from `elasticPolicy`)");
    }
    if MASTER.contains(&name) && given("/spec/pytorchReplicaSpecs/Master") {
        return Some(" (for a job with a Master)");
    }
    // It is always set to 1, so the same value does no harm.
    (name == "PYTHONUNBUFFERED" && value != Some("1")).then_some(" (to 1)")
}
