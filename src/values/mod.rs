//! Turns layers (chart defaults, values files, `--set` arguments) into one tree by Helm's rules,
//! and remembers what every place overrode. It knows neither schemas nor where files come from.

mod history;
mod layer;
mod merge;
mod put;
pub mod set;
mod trail;

pub use layer::Layer;
pub use merge::{Merge, Removed, Values};
