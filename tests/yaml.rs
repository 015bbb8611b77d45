//! The YAML reader through the front door: words for texts that are no YAML, as pairs of files in
//! `tests/cases/yaml` and as whole reports in `tests/cases/yaml-report`, slips made on purpose in
//! real values files, and texts broken at random.

#[path = "yaml/broken.rs"]
mod broken;
#[path = "yaml/cases.rs"]
mod cases;
#[path = "yaml/quick.rs"]
mod quick;
#[path = "yaml/report.rs"]
mod report;
#[path = "yaml/slips.rs"]
mod slips;
#[path = "yaml/suite.rs"]
mod suite;
