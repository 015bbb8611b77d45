//! Turns bytes into base64 text and back. It knows nothing of where the text stands.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// `bytes` in standard base64 with padding (RFC 4648, section 4).
#[must_use]
pub fn base64_encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// The bytes that `text` encodes. Nothing when it is not standard base64 with padding.
#[must_use]
pub fn base64_decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}
