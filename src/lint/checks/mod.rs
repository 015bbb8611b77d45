//! The checks, one file each.

pub(super) mod chart_defaults;
pub(super) mod conditions;
pub(super) mod descriptions;
pub(super) mod differing_defaults;
pub(super) mod ignored_files;
pub(super) mod manifests;
pub(super) mod metadata;
pub(super) mod names;
pub(super) mod never_rendered;
pub(super) mod notes;
pub(super) mod placing;
pub(super) mod schema_defaults;
pub(super) mod strictness;
pub(super) mod unused_keys;
pub(super) mod unused_partials;
pub(super) mod version;
