//! Lists the files that the binary embeds (`charts`, `schemas`, `use-cases`, `docs/codes`), so
//! that adding one needs no change in code, and makes the lean form of each chart's schema.

#[path = "build/lean.rs"]
mod lean;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Schemas that are not those of a chart's values.
const OTHER: [&str; 2] = ["definitions", "report"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    embed(&root, &out, "charts", &[""], true)?;
    embed(&root, &out, "schemas", &["json"], false)?;
    embed(&root, &out, "use-cases", &["yaml"], false)?;
    embed(&root, &out, "docs/codes", &["md"], false)?;
    println!("cargo::rerun-if-changed=build");
    lean_schemas(&root.join("schemas"), &out)
}

/// Writes `lean.rs`, a slice of pairs (name of a chart, lean form of its schema), sorted by name.
fn lean_schemas(schemas: &Path, out: &Path) -> io::Result<()> {
    const ENDING: &str = ".schema.json";
    let shared = fs::read_to_string(schemas.join("definitions.schema.json"))?;
    let mut files = Vec::new();
    collect(schemas, false, &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let Some(name) = name.strip_suffix(ENDING).filter(|name| !OTHER.contains(name)) else {
            continue;
        };
        let text = lean::of(&fs::read_to_string(file)?, &shared)?;
        writeln!(code, "    ({name:?}, {text:?}),").map_err(io::Error::other)?;
    }
    code.push_str("]\n");
    fs::write(out.join("lean.rs"), code)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// Writes `<folder>.rs`, a slice of pairs (path below `folder` with `/`, text), sorted by path.
/// An empty extension in `extensions` takes every file.
fn embed(root: &Path, out: &Path, folder: &str, extensions: &[&str], deep: bool) -> io::Result<()> {
    let base = root.join(folder);
    println!("cargo::rerun-if-changed={folder}");
    let mut files = Vec::new();
    if base.is_dir() {
        collect(&base, deep, &mut files)?;
    }
    files.retain(|file| extensions.iter().any(|wanted| has_extension(file, wanted)));
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let below = file.strip_prefix(&base).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let path = file.to_string_lossy();
        writeln!(code, "    ({below:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code.push_str("]\n");
    fs::write(out.join(format!("{}.rs", folder.replace('/', "-"))), code)
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    wanted.is_empty() || file.extension().is_some_and(|found| found == wanted)
}

fn collect(folder: &Path, deep: bool, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        } else if deep && path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, deep, files)?;
        }
    }
    Ok(())
}
