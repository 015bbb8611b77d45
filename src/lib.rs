//! chartgen as a library. The modules stand in the order in which a values file passes through
//! them, which is also the order to read them in.

pub mod source;
pub mod diagnostic;
pub mod encoding;
pub mod pattern;
pub mod visible;
pub mod yaml;
pub mod chart;
pub mod package;
pub mod workspace;
pub mod values;
pub mod schema;
pub mod rules;
pub mod render;
pub mod manifest;
pub mod blame;
pub mod pipeline;
pub mod export;
pub mod lint;
pub mod docs;
pub mod report;
pub mod cli;
