//! Finds charts, schemas and use cases, in the binary or on disk, and reads files into the source
//! map. What the texts say is left to the stages.

mod chart;
mod embedded;
mod error;
mod locate;
mod metadata;
pub mod text;

pub use chart::ChartFiles;
pub use error::Error;
pub use locate::{
    ChartReference, UseCase, charts, manifest_files, use_case, use_cases, values_files,
};
