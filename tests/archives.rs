//! Hostile and broken archives: each is refused with its own code (how quickly, and in how little
//! memory, `tests/peers/check_archives.py` measures). An honest archive comes back as it was packed.

use std::io::Write;

use chartgen::diagnostic::Diagnostics;
use chartgen::package::{self, Entry};
use chartgen::source::{SourceKind, SourceMap};
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

const MIB: usize = 1024 * 1024;
const CHART: &str = "apiVersion: v2\nname: mine\nversion: 0.1.0\n";

#[test]
fn an_honest_archive_comes_back_as_it_was_packed() {
    let entries = vec![
        Entry { path: "mine/Chart.yaml".into(), content: CHART.into() },
        Entry { path: "mine/templates/pod.yaml".into(), content: "kind: Pod\n".into() },
    ];
    let bytes = package::write(&entries, 0).expect("short paths can be packed");
    assert_eq!(bytes, package::write(&entries, 0).expect("short paths can be packed"));
    let (archive, codes) = read(&bytes);
    assert_eq!(codes, Vec::<String>::new());
    let archive = archive.expect("the archive is sound");
    assert_eq!(archive.folder, "mine");
    let paths: Vec<_> = archive.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["Chart.yaml", "templates/pod.yaml"]);
}

#[test]
fn hostile_archives_are_refused() {
    let cases = hostile();
    assert!(cases.len() >= 30, "{}", cases.len());
    for (name, bytes, code) in cases {
        let (archive, codes) = read(&bytes);
        assert!(archive.is_none(), "{name} was accepted");
        assert_eq!(codes, [code], "{name}");
    }
}

fn read(bytes: &[u8]) -> (Option<package::Archive>, Vec<String>) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("mine.tgz", SourceKind::ChartFile, "");
    let archive = package::read(bytes, file, &mut diagnostics);
    (archive, diagnostics.iter().map(|found| found.code.to_string()).collect())
}

/// Name, bytes and the code that is expected.
fn hostile() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let good = tgz(&[("mine/Chart.yaml", CHART.as_bytes())]);
    let mut wrong_sum = good.clone();
    let sum = wrong_sum.len() - 8;
    wrong_sum[sum] ^= 0xff;
    let mut trailing = good.clone();
    trailing.extend_from_slice(b"more");
    let mut second_member = good.clone();
    second_member.extend_from_slice(&good);
    vec![
        ("no bytes", Vec::new(), "archive-empty"),
        ("an archive of nothing", tgz(&[]), "archive-empty"),
        ("only a folder", raw(&[entry("mine/", EntryType::Directory, b"")]), "archive-empty"),
        ("an error page", b"<html>404</html>".to_vec(), "archive-not-gzip"),
        ("a zip file", b"PK\x03\x04rest".to_vec(), "archive-not-gzip"),
        ("a gzip header alone", good[..12].to_vec(), "archive-gzip"),
        ("cut off", good[..good.len() / 2].to_vec(), "archive-gzip"),
        ("a wrong checksum", wrong_sum, "archive-gzip"),
        ("text in gzip", gzip(b"this is no tar archive at all, only text"), "archive-tar"),
        ("a wrong tar checksum", bad_header(), "archive-tar"),
        ("a file longer than the archive", short_file(), "archive-tar"),
        ("bytes after the end", trailing, "archive-trailing-data"),
        ("a second archive behind the first", second_member, "archive-trailing-data"),
        ("a bomb of zeros", gzip(&vec![0; 50 * MIB]), "archive-bomb"),
        ("a bomb in many files", many_zeros(), "archive-bomb"),
        ("a symbolic link", link(EntryType::Symlink), "archive-symlink"),
        ("a hard link", link(EntryType::Link), "archive-hardlink"),
        ("a device", raw(&[entry("mine/null", EntryType::Char, b"")]), "archive-device"),
        ("a pipe", raw(&[entry("mine/pipe", EntryType::Fifo, b"")]), "archive-device"),
        ("a sparse file", raw(&[entry("mine/s", EntryType::GNUSparse, b"")]), "archive-tar"),
        (
            "a volume label",
            raw(&[entry("mine/v", EntryType::new(b'V'), b"")]),
            "archive-entry-type",
        ),
        (
            "an absolute path",
            raw(&[entry("/etc/x", EntryType::Regular, b"x")]),
            "archive-absolute-path",
        ),
        ("a drive", raw(&[entry("C:/x", EntryType::Regular, b"x")]), "archive-absolute-path"),
        (
            "a parent",
            raw(&[entry("mine/../../x", EntryType::Regular, b"x")]),
            "archive-parent-path",
        ),
        (
            "a parent with backslashes",
            raw(&[entry("mine\\..\\x", EntryType::Regular, b"x")]),
            "archive-parent-path",
        ),
        ("a backslash", raw(&[entry("mine\\x", EntryType::Regular, b"x")]), "archive-name"),
        (
            "a control character",
            raw(&[entry("mine/a\x1b[2J", EntryType::Regular, b"x")]),
            "archive-name",
        ),
        ("a name that is not UTF-8", raw(&[bytes_entry(b"mine/\xff", b"x")]), "archive-name"),
        ("a file twice", tgz(&[("mine/a", b"1"), ("mine/a", b"2")]), "archive-duplicate"),
        (
            "a file twice by another spelling",
            raw(&[
                entry("mine/a", EntryType::Regular, b"1"),
                entry("mine/./a", EntryType::Regular, b"2"),
            ]),
            "archive-duplicate",
        ),
        (
            "a file as a folder",
            tgz(&[("mine/a", b"1"), ("mine/a/b", b"2")]),
            "archive-file-as-folder",
        ),
        (
            "a folder as a file",
            tgz(&[("mine/a/b", b"1"), ("mine/a", b"2")]),
            "archive-file-as-folder",
        ),
        ("no folder", tgz(&[("Chart.yaml", CHART.as_bytes())]), "archive-no-folder"),
        (
            "two folders",
            tgz(&[("a/Chart.yaml", b"1"), ("b/Chart.yaml", b"2")]),
            "archive-several-folders",
        ),
        ("bytes that are no text", tgz(&[("mine/Chart.yaml", b"\xff\xfe")]), "archive-not-text"),
    ]
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory takes bytes");
    encoder.finish().expect("memory takes bytes")
}

fn tgz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let entries: Vec<_> =
        files.iter().map(|(path, content)| entry(path, EntryType::Regular, content)).collect();
    raw(&entries)
}

type RawEntry = (Header, Vec<u8>);

fn entry(path: &str, kind: EntryType, content: &[u8]) -> RawEntry {
    let (mut header, content) = bytes_entry(path.as_bytes(), content);
    header.set_entry_type(kind);
    header.set_cksum();
    (header, content)
}

/// An entry whose name is taken as it is, as an attacker would write it.
fn bytes_entry(path: &[u8], content: &[u8]) -> RawEntry {
    let mut header = Header::new_gnu();
    header.as_mut_bytes()[..path.len()].copy_from_slice(path);
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o644);
    header.set_size(content.len() as u64);
    header.set_cksum();
    (header, content.to_vec())
}

fn raw(entries: &[RawEntry]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (header, content) in entries {
        builder.append(header, content.as_slice()).expect("memory takes bytes");
    }
    gzip(&builder.into_inner().expect("memory takes bytes"))
}

fn link(kind: EntryType) -> Vec<u8> {
    let (mut header, _) = entry("mine/values.yaml", kind, b"");
    header.set_link_name_literal("/etc/passwd").expect("the name is short");
    header.set_cksum();
    raw(&[(header, Vec::new())])
}

fn bad_header() -> Vec<u8> {
    let mut bytes = vec![0; 1536];
    let (header, _) = entry("mine/Chart.yaml", EntryType::Regular, b"");
    bytes[..512].copy_from_slice(header.as_bytes());
    bytes[0] = b'X';
    gzip(&bytes)
}

fn short_file() -> Vec<u8> {
    let (mut header, _) = entry("mine/Chart.yaml", EntryType::Regular, b"");
    header.set_size(4096);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(b"short");
    gzip(&bytes)
}

fn many_zeros() -> Vec<u8> {
    let zeros = vec![0; 4 * MIB];
    let names: Vec<String> = (0..12).map(|index| format!("mine/{index}")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &*zeros)).collect();
    tgz(&files)
}

/// Asserts that `under` is read, and that `over` is refused with `code`.
fn assert_limit(under: &[u8], over: &[u8], code: &str) {
    let (archive, codes) = read(under);
    assert!(archive.is_some(), "just under the limit of {code}: {codes:?}");
    let (archive, codes) = read(over);
    assert!(archive.is_none(), "just over the limit of {code}");
    assert_eq!(codes, [code]);
}

/// A gzip file without compression.
fn stored(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(content).expect("memory takes bytes");
    encoder.finish().expect("memory takes bytes")
}

/// A tar file with `files` files of `size` bytes each, and zeros up to `length` bytes.
fn tar_of(files: usize, size: usize, length: usize) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for index in 0..files {
        let path = format!("mine/{index}");
        let (header, content) = entry(&path, EntryType::Regular, &vec![b'x'; size]);
        builder.append(&header, content.as_slice()).expect("memory takes bytes");
    }
    let mut tar = builder.into_inner().expect("memory takes bytes");
    tar.resize(length.max(tar.len()), 0);
    tar
}

#[test]
fn an_archive_has_10_000_entries_at_most() {
    let entries = |count| stored(&tar_of(count, 0, 0));
    assert_limit(&entries(10_000), &entries(10_001), "archive-too-many-files");
}

#[test]
fn a_file_of_an_archive_has_5_mebibytes_at_most() {
    let file = |size| stored(&tar_of(1, size, 0));
    assert_limit(&file(5 * MIB), &file(5 * MIB + 1), "archive-file-too-large");
}

#[test]
fn an_archive_unpacks_to_100_mebibytes_at_most() {
    let large = |length| stored(&tar_of(20, 5 * MIB - 4096, length));
    assert_limit(&large(100 * MIB), &large(100 * MIB + 1), "archive-too-large");
}

#[test]
fn an_archive_unpacks_to_150_times_its_size_at_most() {
    let length = 4 * MIB;
    let unpadded = gzip(&tar_of(1, 3 * MIB, length));
    let padded = |packed: usize| {
        let mut bytes = unpadded.clone();
        assert!(bytes.len() < packed, "{} bytes", bytes.len());
        bytes.resize(packed, 0);
        bytes
    };
    let packed = length.div_ceil(150);
    assert_limit(&padded(packed), &padded(packed - 1), "archive-bomb");
}

#[test]
fn an_archive_may_unpack_to_a_mebibyte_however_small_it_is() {
    let small = |length| gzip(&tar_of(1, 1, length));
    assert_limit(&small(MIB), &small(MIB + 1), "archive-bomb");
}

#[test]
fn helmignore_follows_helms_rules() {
    let rules =
        "# a comment\n*.md\n!README.md\n/drafts/\ntests/*.yaml\nfile?.txt\n[ab].log\n\\#odd\n";
    let mut sources = SourceMap::new();
    let file = sources.add(".helmignore", SourceKind::ChartFile, rules);
    let mut diagnostics = Diagnostics::new();
    let ignore = package::Ignore::read(&sources, file, &mut diagnostics);
    assert!(diagnostics.is_empty());
    let ignored = [
        "a.md",
        "x/b.md",
        "drafts/x.yaml",
        "tests/a.yaml",
        "file1.txt",
        "a.log",
        "templates/.x",
        "#odd",
    ];
    for path in ignored {
        assert!(ignore.ignores(path, false), "{path} should be left out");
    }
    let kept = [
        "README.md",
        "values.yaml",
        "tests/deep/a.yaml",
        "file.txt",
        "c.log",
        "drafts",
        "templates/x.yaml",
    ];
    for path in kept {
        assert!(!ignore.ignores(path, false), "{path} should be packed");
    }
    let file = sources.add(".helmignore", SourceKind::ChartFile, "a\n  **/b\n");
    package::Ignore::read(&sources, file, &mut diagnostics);
    let codes: Vec<_> = diagnostics.iter().map(|found| found.code.as_str()).collect();
    assert_eq!(codes, ["helmignore"]);
}
