//! The values references in `docs/charts` against the schemas that they are made from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_values_references_are_current() {
    for chart in ["deepspeed", "llm-finetune", "nfs-storage", "pytorchjob"] {
        let made = reference(chart);
        let path = root().join(format!("docs/charts/{chart}.md"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &made).expect("to write the reference");
        }
        let current = fs::read_to_string(&path).unwrap_or_default();
        assert!(current == made, "UPDATE=1 cargo test --test docs writes {} anew", path.display());
    }
}

#[test]
fn every_row_of_a_table_has_its_cells() {
    for chart in ["deepspeed", "llm-finetune", "nfs-storage", "pytorchjob"] {
        for line in reference(chart).lines().filter(|line| line.starts_with('|')) {
            let cells = line.replace("\\|", "").matches('|').count() - 1;
            assert_eq!(cells, 6, "{chart}: {line}");
        }
    }
}

/// The keys of the chart that the fine-tuning guide was written for, each with what its row must
/// say of the allowed values or of the unit.
#[test]
fn the_reference_says_what_each_amount_is() {
    let reference = reference("llm-finetune");
    for (key, said) in [
        ("resources.cpuRequest", "cores"),
        ("resources.memoryLimit", "bytes"),
        ("resources.hugePages2Mi", "bytes"),
        ("storage.resources", "bytes"),
        ("distributed.workers", "pods"),
        ("distributed.train.epochs", "passes over the data"),
        ("distributed.train.saveStrategy", "`no`, `steps`, `epoch` or `best`"),
        ("distributed.train.loraDropout", "at least 0, below 1"),
        ("distributed.quantize.woqBits", "bits"),
        ("distributed.eval.validationSplitPercentage", "share"),
        ("image.pullPolicy", "`IfNotPresent`, `Always` or `Never`"),
        ("envVars.cclWorkerCount", "threads"),
    ] {
        let start = format!("| `{key}` |");
        let row = reference.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("no row for {key}"));
        assert!(row.contains(said), "{row} does not say {said}");
    }
}

fn reference(chart: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chartgen"))
        .args(["docs", chart])
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the reference is UTF-8")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

#[test]
fn every_key_of_the_job_says_what_it_may_be_or_in_which_unit() {
    let sections =
        ["metadata.name", "image.", "elasticPolicy.", "distributed.", "envVars.", "storage."];
    let reference = reference("llm-finetune");
    let rows = reference.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: Vec<&str> =
        rows.filter(|row| sections.iter().any(|section| row.starts_with(section))).collect();
    assert!(rows.len() > 60, "too few rows: {}", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        let told = cells[1].contains("boolean") || cells[1].contains("list");
        assert!(told || !cells[3].is_empty() || !cells[4].is_empty(), "{row}");
    }
}
