//! What other tools get: a chart's schema as one document, a chart as an archive, a rendered
//! release as a chart or a kustomization. It builds on the stages and touches no files.

mod bundle;
mod import;
mod meaning;
mod layer_schema;
mod packed;
mod release;

pub use bundle::self_contained_schema;
pub use import::{Imported, import};
pub use layer_schema::layer_schema;
pub use packed::{Package, package};
pub use release::{Released, kustomization, release_chart};
