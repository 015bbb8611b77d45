//! Turns paths into the path part of a URI (RFC 3986).

use std::fmt::Write as _;

/// `path` with every byte that a path may not hold plainly as `%XX`, and `/` between the parts.
pub(super) fn path(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
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
    let below = folder.and_then(|folder| name.strip_prefix(folder)?.strip_prefix('/'));
    let name = below.unwrap_or(name);
    let name = name.strip_prefix("./").unwrap_or(name);
    if name.starts_with('/') { format!("file://{}", path(name)) } else { path(name) }
}
