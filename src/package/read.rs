//! An archive's bytes into the files of one chart, in memory. Nothing is ever written, and whatever
//! could harm or surprise is refused.

use std::collections::HashSet;
use std::io::{self, Read};

use flate2::bufread::GzDecoder;
use tar::EntryType;

use super::bounded::Bounded;
use super::fault::{Fault, printable};
use super::write::Entry;
use crate::diagnostic::Diagnostics;
use crate::source::FileId;
use crate::visible;

/// The largest file of a chart in bytes.
const FILE_LIMIT: u64 = 5 * 1024 * 1024;

/// The most entries of an archive.
const ENTRY_LIMIT: usize = 10_000;

/// The files of one chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    /// The one folder at the top.
    pub folder: String,
    /// The files below it, in the archive's order; paths do not name the folder.
    pub files: Vec<Entry>,
}

/// Unpacks `bytes` in memory. A fault goes to `diagnostics`, as one about the archive `file`.
pub fn read(bytes: &[u8], file: FileId, diagnostics: &mut Diagnostics) -> Option<Archive> {
    match unpack(bytes) {
        Ok(archive) => Some(archive),
        Err(fault) => {
            diagnostics.push(fault.into_diagnostic(file));
            None
        }
    }
}

fn unpack(bytes: &[u8]) -> Result<Archive, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(Fault::NotGzip);
    }
    let mut left = bytes;
    let mut unpacked = Bounded::new(GzDecoder::new(&mut left), bytes.len() as u64);
    let mut collected = Collected::default();
    let mut archive = tar::Archive::new(&mut unpacked);
    let entries = archive.entries().map_err(|error| Fault::of(&error, "at its start"))?;
    for entry in entries {
        let place = collected.place();
        let mut entry = entry.map_err(|error| Fault::of(&error, &place))?;
        collected.take(&mut entry)?;
    }
    // The rest after the end marker is padding; reading it also checks the gzip checksum.
    io::copy(&mut unpacked, &mut io::sink()).map_err(|error| Fault::of(&error, "at its end"))?;
    drop(unpacked);
    if left.iter().any(|byte| *byte != 0) {
        return Err(Fault::TrailingData);
    }
    collected.finish()
}

/// What has been unpacked so far.
#[derive(Default)]
struct Collected {
    folder: Option<String>,
    files: Vec<Entry>,
    names: HashSet<String>,
    folders: HashSet<String>,
    entries: usize,
}

impl Collected {
    /// Where in the archive reading is, for messages.
    fn place(&self) -> String {
        match self.files.last() {
            Some(last) => format!("after `{}`", printable(last.path.as_bytes())),
            None => "at its start".to_string(),
        }
    }

    fn take<R: Read>(&mut self, entry: &mut tar::Entry<'_, R>) -> Result<(), Fault> {
        self.entries += 1;
        if self.entries > ENTRY_LIMIT {
            return Err(Fault::TooManyFiles(ENTRY_LIMIT));
        }
        let kind = entry.header().entry_type();
        if matches!(kind, EntryType::XGlobalHeader | EntryType::XHeader) {
            return Ok(());
        }
        let name = printable(&entry.path_bytes());
        refuse_type(kind, &name)?;
        let path = safe_path(&entry.path_bytes(), &name)?;
        let Some((folder, below)) = path.split_once('/') else {
            let in_folder = kind == EntryType::Directory;
            return if in_folder { self.enter(&path) } else { Err(Fault::NoFolder(name)) };
        };
        self.enter(folder)?;
        if kind == EntryType::Directory {
            return self.folder(below, name);
        }
        self.file(below.to_string(), name, entry)
    }

    /// The top folder must always be the same.
    fn enter(&mut self, folder: &str) -> Result<(), Fault> {
        match &self.folder {
            None => self.folder = Some(folder.to_string()),
            Some(first) if first == folder => {}
            Some(first) => {
                return Err(Fault::SeveralFolders(
                    printable(first.as_bytes()),
                    printable(folder.as_bytes()),
                ));
            }
        }
        Ok(())
    }

    fn folder(&mut self, below: &str, name: String) -> Result<(), Fault> {
        let below = below.trim_end_matches('/').to_string();
        if self.names.contains(&below) {
            return Err(Fault::FileAsFolder(name));
        }
        self.folders.insert(below);
        Ok(())
    }

    fn file<R: Read>(
        &mut self,
        below: String,
        name: String,
        entry: &mut tar::Entry<'_, R>,
    ) -> Result<(), Fault> {
        if entry.size() > FILE_LIMIT {
            return Err(Fault::FileTooLarge(name, entry.size()));
        }
        let parents = below.match_indices('/').map(|(at, _)| &below[..at]);
        for parent in parents {
            if self.names.contains(parent) {
                return Err(Fault::FileAsFolder(name));
            }
            self.folders.insert(parent.to_string());
        }
        if self.folders.contains(&below) {
            return Err(Fault::FileAsFolder(name));
        }
        if !self.names.insert(below.clone()) {
            return Err(Fault::Duplicate(name));
        }
        let mut content = Vec::new();
        let inside = format!("inside `{name}`");
        entry.read_to_end(&mut content).map_err(|error| Fault::of(&error, &inside))?;
        if (content.len() as u64) < entry.size() {
            return Err(Fault::BrokenTar(inside));
        }
        if std::str::from_utf8(&content).is_err() {
            return Err(Fault::NotText(name));
        }
        self.files.push(Entry { path: below, content });
        Ok(())
    }

    fn finish(self) -> Result<Archive, Fault> {
        match self.folder {
            Some(folder) if !self.files.is_empty() => Ok(Archive { folder, files: self.files }),
            _ => Err(Fault::Empty),
        }
    }
}

fn refuse_type(kind: EntryType, name: &str) -> Result<(), Fault> {
    let name = name.to_string();
    match kind {
        EntryType::Regular | EntryType::Continuous | EntryType::Directory => Ok(()),
        EntryType::Symlink => Err(Fault::SymbolicLink(name)),
        EntryType::Link => Err(Fault::HardLink(name)),
        EntryType::Char | EntryType::Block | EntryType::Fifo => Err(Fault::Device(name)),
        _ => Err(Fault::Special(name)),
    }
}

/// The path of an entry with `/` between plain names, without `.` steps.
fn safe_path(raw: &[u8], name: &str) -> Result<String, Fault> {
    let bad = || Fault::BadName(name.to_string());
    let text = std::str::from_utf8(raw).map_err(|_| bad())?;
    let drive = text.as_bytes().get(1) == Some(&b':');
    if text.starts_with(['/', '\\']) || drive {
        return Err(Fault::AbsolutePath(name.to_string()));
    }
    if text.split(['/', '\\']).any(|step| step == "..") {
        return Err(Fault::ParentPath(name.to_string()));
    }
    if text.contains('\\') || text.chars().any(visible::steers) {
        return Err(bad());
    }
    let steps: Vec<&str> = text.split('/').filter(|step| !matches!(*step, "" | ".")).collect();
    if steps.is_empty() {
        return Err(bad());
    }
    Ok(steps.join("/"))
}
