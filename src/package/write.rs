//! Files into a gzipped tar whose bytes depend on the files' names and content only.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};
use tar::{EntryType, Header};

/// One file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path in the archive, with `/`.
    pub path: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// The gzip header's code for "unknown operating system" (RFC 1952, section 2.3.1).
const OS_UNKNOWN: u8 = 255;

/// The archive of `entries`: sorted by path, owned by nobody in particular (0/0, no names), mode
/// 0644, modified at `time` (seconds since 1970), with a gzip header that names no time, no file
/// and no operating system.
///
/// # Errors
///
/// When a path is too long for a tar header.
pub fn write(entries: &[Entry], time: u64) -> io::Result<Vec<u8>> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|left, right| left.path.cmp(&right.path));
    let gzip = GzBuilder::new().mtime(0).operating_system(OS_UNKNOWN);
    let mut tar = tar::Builder::new(gzip.write(Vec::new(), Compression::best()));
    for entry in sorted {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(entry.content.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, &entry.path, entry.content.as_slice())?;
    }
    let mut gzip = tar.into_inner()?;
    gzip.flush()?;
    gzip.finish()
}
