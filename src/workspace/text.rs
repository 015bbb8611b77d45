//! Files into texts of the source map, within the limits on size and encoding.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use super::Error;
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::source::{FileId, SourceKind, SourceMap, Span};

/// The largest values file or manifest stream in bytes; larger ones are refused unread.
pub const VALUES_LIMIT: u64 = 16 * 1024 * 1024;

/// The largest manifest stream in bytes.
pub const MANIFEST_LIMIT: u64 = 1024 * 1024 * 1024;

/// The largest file of a chart in bytes.
pub const CHART_FILE_LIMIT: u64 = 5 * 1024 * 1024;

/// Reads the file at `path` under the name `path` as written. `-` is standard input, named
/// `<stdin>`. A file that is too large or not UTF-8 is a finding, and gives nothing.
///
/// # Errors
///
/// When the file cannot be read.
pub fn read(
    path: &Path,
    kind: SourceKind,
    limit: u64,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Option<FileId>, Error> {
    if path == Path::new("-") {
        let bytes = take(&mut std::io::stdin().lock(), limit, path)?;
        return Ok(accept("<stdin>".into(), kind, bytes, limit, sources, diagnostics));
    }
    let mut file = File::open(path).map_err(|error| Error::io("read", path, &error))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Error::new(format!("cannot read `{}`: it is a folder", path.display())));
    }
    let bytes = take(&mut file, limit, path)?;
    Ok(accept(plain(path).display().to_string(), kind, bytes, limit, sources, diagnostics))
}

/// `path` without the folders that a `..` in it leaves again, unless a link among them leads
/// elsewhere.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        let leaves_folder = part == Component::ParentDir
            && matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match leaves_folder {
            true => {
                plain.pop();
            }
            false => plain.push(part),
        }
    }
    let shorter = plain.components().count() < path.components().count();
    let same = shorter
        && matches!((fs::canonicalize(path), fs::canonicalize(&plain)), (Ok(a), Ok(b)) if a == b);
    if same { plain } else { path.to_path_buf() }
}

/// The text of the file at `path`, of at most [`VALUES_LIMIT`] bytes.
///
/// # Errors
///
/// When the file cannot be read, is too large or is not UTF-8.
pub fn read_small(path: &Path) -> Result<String, Error> {
    let mut file = File::open(path).map_err(|error| Error::io("read", path, &error))?;
    let bytes = take(&mut file, VALUES_LIMIT, path)?;
    let path = path.display();
    if bytes.len() as u64 > VALUES_LIMIT {
        return Err(Error::new(format!(
            "`{path}` is larger than {} MiB",
            VALUES_LIMIT / 1024 / 1024
        )));
    }
    String::from_utf8(bytes).map_err(|_| Error::new(format!("`{path}` is not UTF-8 text")))
}

/// At most one byte more than `limit`.
fn take(from: &mut dyn Read, limit: u64, path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = from.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::io("read", path, &error))?;
    Ok(bytes)
}

/// Puts `bytes` into the source map if they are UTF-8 and not more than `limit` bytes, else
/// reports a finding.
pub fn accept(
    name: String,
    kind: SourceKind,
    bytes: Vec<u8>,
    limit: u64,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<FileId> {
    if bytes.len() as u64 > limit {
        let file = sources.add(name, kind, "");
        let message = format!("the file is larger than {} MiB", limit / (1024 * 1024));
        let label = Label::whole_file(file, "");
        diagnostics.push(Diagnostic::at(Severity::Error, "file-too-large", label, message));
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(sources.add(name, kind, text)),
        Err(error) => {
            diagnostics.push(not_utf8(name, kind, error, sources));
            None
        }
    }
}

fn not_utf8(
    name: String,
    kind: SourceKind,
    error: std::string::FromUtf8Error,
    sources: &mut SourceMap,
) -> Diagnostic {
    let good = error.utf8_error().valid_up_to();
    let bytes = error.into_bytes();
    let bad = bytes.get(good).copied().unwrap_or_default();
    let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let file = sources.add(name, kind, String::from_utf8_lossy(&bytes).into_owned());
    let span = Span::new(file, good, good + '\u{fffd}'.len_utf8());
    let message = format!("the file is not UTF-8 text: byte 0x{bad:02X} cannot stand here");
    let help = if utf16 {
        "the file looks like UTF-16; save it as UTF-8"
    } else {
        "save the file as UTF-8"
    };
    Diagnostic::error("not-utf8", span, message).with_help(help)
}
