//! The stages in order, for one set of values: load, check, render, hold against the API. It
//! knows what runs after which failure, and nothing of how results are shown.

mod chart_key;
mod document;
mod load;
mod mistaken;
mod order;
mod prepared;
mod produce;
mod rules;
mod secrets;
mod tidy;

pub use document::Document;
pub use load::{Loaded, Request, ValuesText, Wanted, load};
pub use prepared::{Prepared, Toolbox};
pub use produce::{Production, notes, produce, verify};
pub use rules::{BuiltInRules, Rules};
