//! The charts, schemas and use cases that the binary carries.

/// Paths below `charts/` with their texts, sorted by path.
pub(super) static CHARTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/charts.rs"));

/// The lean form of the schema of each of these charts, by the chart's name.
pub(super) static LEAN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/lean.rs"));

/// Files of `schemas/` with their texts.
pub(super) static SCHEMAS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/schemas.rs"));

/// Files of `use-cases/` with their texts.
pub(super) static USE_CASES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/use-cases.rs"));

/// The text of `name` in one of the lists.
pub(super) fn find(list: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let place = list.binary_search_by(|(path, _)| (*path).cmp(name)).ok()?;
    Some(list[place].1)
}
