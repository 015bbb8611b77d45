//! Turns the files of a chart into an archive that is the same on every machine, and an archive
//! from anywhere into the files of a chart, safely. What the files say is not known here.

mod bounded;
mod digest;
mod fault;
mod ignore;
mod read;
mod write;

pub use digest::sha256;
pub use ignore::Ignore;
pub use read::{Archive, read};
pub use write::{Entry, write};
