//! The bodies of the fuzz targets: each takes any bytes and panics when chartgen breaks a promise.
//! `fuzz/` runs them under libFuzzer, `tests/fuzz.rs` replays the committed corpus with them.

pub mod archive_read;
pub mod cel;
pub mod common;
pub mod libyaml;
pub mod manifest_check_and_blame;
pub mod merge_and_set;
pub mod schema_compile_and_check;
pub mod template_render;
pub mod yaml_to_tree;

/// A target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("archive_read", archive_read::run),
    ("cel", cel::run),
    ("manifest_check_and_blame", manifest_check_and_blame::run),
    ("merge_and_set", merge_and_set::run),
    ("schema_compile_and_check", schema_compile_and_check::run),
    ("template_render", template_render::run),
    ("yaml_to_tree", yaml_to_tree::run),
];
