//! Turns a finding in a rendered manifest into one where the user should edit: the value that
//! shaped the place, or the template. It runs only when there is something to report.

mod candidates;
mod change;
mod place;
mod rehome;

pub use rehome::{Scene, rehome};
