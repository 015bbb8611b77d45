//! Turns paths into the path part of a URI (RFC 3986).

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

/// `path` with every byte that a path may not hold plainly as `%XX`, and `/` between the parts.
pub(super) fn path(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in with_slashes(path).bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// The URI of a file by its name: relative to `folder`, an absolute path, where it lies below that
/// or has a relative name.
pub(super) fn relative(name: &str, folder: Option<&str>) -> String {
    let (name, folder) = (with_slashes(name), folder.map(with_slashes));
    let below = folder.and_then(|folder| name.strip_prefix(&*folder)?.strip_prefix('/'));
    let name = below.unwrap_or(&name);
    let name = name.strip_prefix("./").unwrap_or(name);
    if is_absolute(name) { absolute(name) } else { path(name) }
}

/// The URI of the file `name`; a relative name counts from `folder`.
pub(super) fn of_file(name: &str, folder: &str) -> String {
    let name = with_slashes(name);
    if is_absolute(&name) { absolute(&name) } else { absolute(&format!("{folder}/{name}")) }
}

/// `/C:/x` for a path with a drive (RFC 8089, appendix E.2).
fn absolute(name: &str) -> String {
    let root = if name.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", path(name))
}

/// The path with `/` between its parts. Elsewhere than on Windows `\` is a letter of a name.
fn with_slashes(path: &str) -> Cow<'_, str> {
    if cfg!(windows) { path.replace('\\', "/").into() } else { path.into() }
}

fn is_absolute(name: &str) -> bool {
    name.starts_with('/') || cfg!(windows) && Path::new(name).is_absolute()
}
