//! What can be wrong with an archive, each with its code, its words and its help.

use std::io;

use super::bounded::Stop;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::FileId;
use crate::visible;

/// One reason to refuse an archive. Names are those of entries, printable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    Empty,
    NotGzip,
    BrokenGzip,
    BrokenTar(String),
    TrailingData,
    Bomb,
    TooLarge,
    TooManyFiles(usize),
    FileTooLarge(String, u64),
    SymbolicLink(String),
    HardLink(String),
    Device(String),
    Special(String),
    AbsolutePath(String),
    ParentPath(String),
    BadName(String),
    Duplicate(String),
    FileAsFolder(String),
    NoFolder(String),
    SeveralFolders(String, String),
    NotText(String),
}

impl Fault {
    /// The fault behind a failure of reading, which `place` names.
    pub(super) fn of(error: &io::Error, place: &str) -> Self {
        let stop = error.get_ref().and_then(|inner| inner.downcast_ref::<Stop>());
        match stop {
            Some(Stop::TooLarge) => Fault::TooLarge,
            Some(Stop::Bomb) => Fault::Bomb,
            None if error.kind() == io::ErrorKind::InvalidInput => Fault::BrokenGzip,
            None if error.to_string().contains("deflate") => Fault::BrokenGzip,
            None if error.to_string().contains("gzip") => Fault::BrokenGzip,
            None => Fault::BrokenTar(place.to_string()),
        }
    }

    /// The finding about the archive `file`.
    pub(super) fn into_diagnostic(self, file: FileId) -> Diagnostic {
        let (code, message, help) = self.words();
        Diagnostic::at(Severity::Error, code, Label::whole_file(file, ""), message).with_help(help)
    }

    fn words(&self) -> (&'static str, String, &'static str) {
        const REPACK: &str = "pack the chart again, for example with `chartgen package`";
        const UNSAFE: &str = "do not use this archive unless you know who made it, and why";
        match self {
            Fault::Empty => ("archive-empty", "the archive is empty".into(), REPACK),
            Fault::NotGzip => {
                ("archive-not-gzip", "this is no gzip file, as a packed chart is".into(), REPACK)
            }
            Fault::BrokenGzip => (
                "archive-gzip",
                "the gzip data is damaged or cut off".into(),
                "fetch the archive again; its sha256 tells whether it arrived whole",
            ),
            Fault::BrokenTar(place) => (
                "archive-tar",
                format!("the archive is damaged or cut off {place}"),
                "fetch the archive again; its sha256 tells whether it arrived whole",
            ),
            Fault::TrailingData => {
                ("archive-trailing-data", "something follows the end of the archive".into(), REPACK)
            }
            Fault::Bomb => (
                "archive-bomb",
                "the archive unpacks to more than 150 times its size, as a chart never does".into(),
                UNSAFE,
            ),
            Fault::TooLarge => (
                "archive-too-large",
                "the archive unpacks to more than 100 MiB".into(),
                "a chart holds templates and values only; list other files in .helmignore",
            ),
            Fault::TooManyFiles(limit) => (
                "archive-too-many-files",
                format!("the archive has more than {limit} entries"),
                "a chart holds templates and values only; list other files in .helmignore",
            ),
            Fault::FileTooLarge(name, size) => (
                "archive-file-too-large",
                format!("`{name}` has {size} bytes; a file of a chart may have 5 MiB"),
                "list large files in .helmignore",
            ),
            Fault::SymbolicLink(name) => (
                "archive-symlink",
                format!("`{name}` is a symbolic link, which a chart may not hold"),
                "pack the file that it leads to instead",
            ),
            Fault::HardLink(name) => (
                "archive-hardlink",
                format!("`{name}` is a hard link, which a chart may not hold"),
                "pack the file that it leads to instead",
            ),
            Fault::Device(name) => {
                ("archive-device", format!("`{name}` is a device or a pipe, not a file"), UNSAFE)
            }
            Fault::Special(name) => {
                ("archive-entry-type", format!("`{name}` is neither a file nor a folder"), REPACK)
            }
            Fault::AbsolutePath(name) => (
                "archive-absolute-path",
                format!("`{name}` is an absolute path; a chart's files lie in one folder"),
                UNSAFE,
            ),
            Fault::ParentPath(name) => {
                ("archive-parent-path", format!("`{name}` leads out of the chart's folder"), UNSAFE)
            }
            Fault::BadName(name) => (
                "archive-name",
                format!("`{name}` is not a usable file name"),
                "use names of visible UTF-8 characters without backslashes",
            ),
            Fault::Duplicate(name) => {
                ("archive-duplicate", format!("`{name}` is in the archive twice"), REPACK)
            }
            Fault::FileAsFolder(name) => {
                ("archive-file-as-folder", format!("`{name}` is both a file and a folder"), REPACK)
            }
            Fault::NoFolder(name) => (
                "archive-no-folder",
                format!("`{name}` lies at the top; a chart's files lie in one folder of its name"),
                REPACK,
            ),
            Fault::SeveralFolders(first, second) => (
                "archive-several-folders",
                format!("the archive holds two folders, `{first}` and `{second}`; a chart is one"),
                "pack each chart by itself",
            ),
            Fault::NotText(name) => (
                "archive-not-text",
                format!("`{name}` is not UTF-8 text"),
                "save the file as UTF-8",
            ),
        }
    }
}

/// An entry's name as messages may show it: on one line and not too long.
pub(super) fn printable(name: &[u8]) -> String {
    let text = visible::escape(&String::from_utf8_lossy(name)).replace('\n', "\\n");
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
