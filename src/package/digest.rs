//! Bytes into their SHA-256.

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` in lower-case hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
