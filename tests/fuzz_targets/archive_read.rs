//! Bytes as an archive: as they are, as the gzip of a tar, or as a list of files. What is read holds
//! only plain relative paths and is the same when it is written and read again.

use std::collections::HashSet;
use std::io::Write;

use chartgen::diagnostic::Diagnostics;
use chartgen::package::{self, Archive, Entry, Ignore};
use chartgen::source::{SourceKind, SourceMap};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::common;

/// Longer inputs only cost time.
const LONGEST: usize = 64 * 1024;

pub fn run(data: &[u8]) {
    let Some((how, rest)) = data.split_first() else { return };
    if data.len() > LONGEST {
        return;
    }
    match how {
        b'r' => drop(read(rest)),
        b't' => drop(read(&gzip(rest))),
        b'h' => drop(read(&gzip(&with_checksum(rest)))),
        b'i' => ignore(rest),
        _ => drop(read(data)),
    }
}

fn read(bytes: &[u8]) -> Option<Archive> {
    let mut sources = SourceMap::new();
    let file = common::add(&mut sources, "chart.tgz", SourceKind::Other, "");
    let mut diagnostics = Diagnostics::new();
    let archive = package::read(bytes, file, &mut diagnostics);
    assert_eq!(archive.is_none(), diagnostics.has_errors());
    common::check_findings(&sources, diagnostics);
    let archive = archive?;
    let mut names = HashSet::new();
    check_path(&archive.folder);
    assert!(!archive.folder.contains('/'), "{:?}", archive.folder);
    for entry in &archive.files {
        check_path(&entry.path);
        assert!(names.insert(&entry.path), "{:?} twice", entry.path);
        assert!(std::str::from_utf8(&entry.content).is_ok());
    }
    write_again(&archive);
    Some(archive)
}

fn check_path(path: &str) {
    let steps = path.split('/').all(|step| !matches!(step, "" | "." | ".."));
    let plain = !path.contains('\\') && !path.chars().any(char::is_control);
    assert!(steps && plain, "{path:?}");
}

fn write_again(archive: &Archive) {
    let whole = |entry: &Entry| Entry {
        path: format!("{}/{}", archive.folder, entry.path),
        content: entry.content.clone(),
    };
    let entries: Vec<Entry> = archive.files.iter().map(whole).collect();
    let Ok(bytes) = package::write(&entries, 0) else { return };
    let file = common::add(&mut SourceMap::new(), "again.tgz", SourceKind::Other, "");
    let again = package::read(&bytes, file, &mut Diagnostics::new());
    let mut files = archive.files.clone();
    files.sort_by(|left, right| left.path.cmp(&right.path));
    let expected = Archive { folder: archive.folder.clone(), files };
    assert_eq!(again, Some(expected));
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes bytes");
    encoder.finish().expect("memory takes bytes")
}

/// The tar with right checksums, which no fuzzer guesses.
fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for block in bytes.chunks_exact_mut(512) {
        if &block[257..262] == b"ustar" {
            block[148..156].fill(b' ');
            let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
            block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        }
    }
    bytes
}

/// A `.helmignore` and a path.
fn ignore(data: &[u8]) {
    let Some([rules, path]) = common::texts(data) else { return };
    let mut sources = SourceMap::new();
    let file = common::add(&mut sources, ".helmignore", SourceKind::ChartFile, rules);
    let mut diagnostics = Diagnostics::new();
    let ignore = Ignore::read(&sources, file, &mut diagnostics);
    let _ = (ignore.ignores(path, false), ignore.ignores(path, true));
    common::check_findings(&sources, diagnostics);
}
