//! Turns rendered or given text into Kubernetes objects and holds them against the API, the rules
//! of server and operator, and each other. It does not know which template or value a text comes
//! from.

mod api;
mod check;
mod checks;
mod names;
mod object;
mod pod;
mod quantity;
mod read;
mod references;

pub use api::{Api, Kind, KubeVersion};
pub use check::ObjectFindings;
pub use object::Manifest;
pub use read::read;
