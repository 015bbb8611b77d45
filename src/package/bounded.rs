//! A reader that refuses to unpack more than an honest archive holds.

use std::io::{self, Read};

/// The most that an archive may unpack to, in bytes.
pub(super) const UNPACKED_LIMIT: u64 = 100 * 1024 * 1024;

/// How many times larger than the packed bytes the unpacked ones may be. Text packs to a fifth or
/// a tenth; deflate's own limit is about a thousand.
const RATIO_LIMIT: u64 = 150;

/// Unpacked bytes that are let through whatever the ratio, for small files of equal lines.
const FREE: u64 = 1024 * 1024;

/// Why a bounded reader stopped, wrapped into an [`io::Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// More than [`UNPACKED_LIMIT`] bytes.
    TooLarge,
    /// Unpacks to suspiciously much.
    Bomb,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("too large")
    }
}

impl std::error::Error for Stop {}

/// Counts what `inner` gives and stops at the limits for `packed` bytes of input.
pub(super) struct Bounded<R> {
    inner: R,
    packed: u64,
    given: u64,
}

impl<R: Read> Bounded<R> {
    pub(super) fn new(inner: R, packed: u64) -> Self {
        Self { inner, packed, given: 0 }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.given += read as u64;
        if self.given > UNPACKED_LIMIT {
            return Err(io::Error::other(Stop::TooLarge));
        }
        if self.given > FREE.max(self.packed.saturating_mul(RATIO_LIMIT)) {
            return Err(io::Error::other(Stop::Bomb));
        }
        Ok(read)
    }
}
