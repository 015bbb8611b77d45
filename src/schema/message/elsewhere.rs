//! Finds where in a schema a key belongs that stands in the wrong place.

use std::collections::{HashSet, VecDeque};

use super::super::shape::{ShapeId, Shapes};
use super::{View, words};
use crate::diagnostic::nearest;
use crate::yaml::Pointer;

/// How many places of a schema are looked at.
const LIMIT: usize = 4000;
/// A key that has more places than this is too common to tell what was meant.
const TELLING: usize = 3;
/// A shorter key is not near enough to anything in another place.
const SHORTEST: usize = 5;
/// The longest key in bytes that is looked for elsewhere.
const LONGEST: usize = 1000;

/// A place that knows the key: the way to it, and the key as it is spelt there.
pub(in crate::schema) struct Home {
    pub(super) way: String,
    pub(super) key: String,
    plain: String,
}

impl Home {
    /// The mapping that the key belongs to, unless that is one of many items.
    pub(super) fn parent(&self) -> Option<Pointer> {
        (!self.way.contains('[')).then(|| Pointer::parse_field_path(&self.way))
    }
}

/// The places whose keys are `key`, perhaps in another case or with other separators, or else a
/// key near it.
pub(super) fn places<'v>(view: &View<'v>, key: &str) -> Vec<&'v Home> {
    if key.len() > LONGEST {
        return Vec::new();
    }
    let Some(shapes) = view.shapes else { return Vec::new() };
    let all = shapes.homes.get_or_init(|| all(shapes));
    let here = view.fault.at.to_field_path();
    let mut homes: Vec<&Home> = all.iter().filter(|home| home.way != here).collect();
    let wanted = plain(key);
    let meant = match homes.iter().any(|home| home.plain == wanted) {
        true => wanted,
        false if key.len() < SHORTEST => return Vec::new(),
        false => match nearest(key, names(&homes)) {
            Some(near) => plain(near),
            None => return Vec::new(),
        },
    };
    homes.retain(|home| home.plain == meant);
    if homes.len() > TELLING { Vec::new() } else { homes }
}

/// Each name once.
fn names<'h>(homes: &[&'h Home]) -> impl Iterator<Item = &'h str> + use<'h> {
    let names: HashSet<&str> = homes.iter().map(|home| home.key.as_str()).collect();
    names.into_iter()
}

/// Every key of the schema, those higher up first.
fn all(shapes: &Shapes) -> Vec<Home> {
    let mut homes = Vec::new();
    let mut seen: HashSet<ShapeId> = HashSet::new();
    let mut waiting = VecDeque::from([(shapes.root, String::new())]);
    while let Some((id, way)) = waiting.pop_front() {
        if !seen.insert(id) || seen.len() > LIMIT {
            continue;
        }
        let meeting = shapes.meeting(id);
        for (key, below) in shapes.keys(&meeting) {
            homes.push(Home { way: way.clone(), key: key.to_string(), plain: plain(key) });
            waiting.push_back((below, step(&way, key)));
        }
        let items = meeting.iter().filter_map(|id| shapes.get(*id).items);
        waiting.extend(items.map(|below| (below, format!("{way}[]"))));
    }
    homes
}

fn step(way: &str, key: &str) -> String {
    let below = Pointer::root().child(key).to_field_path();
    let glue = if way.is_empty() || below.starts_with('[') { "" } else { "." };
    format!("{way}{glue}{below}")
}

/// Lower case without separators.
fn plain(key: &str) -> String {
    key.chars().filter(|one| !matches!(one, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// A way in words: `` `a.b` ``, `` an item of `a.b` ``.
fn named(way: &str) -> String {
    match way.strip_suffix("[]") {
        Some(list) => format!("an item of `{list}`"),
        None => format!("`{way}`"),
    }
}

/// "`workers` belongs under `distributed`".
pub(super) fn help(key: &str, places: &[&Home]) -> String {
    if let [home] = places {
        return match (home.key == key, home.way.is_empty()) {
            (true, true) => format!("`{key}` belongs at the top level"),
            (true, false) => format!("`{key}` belongs under {}", named(&home.way)),
            (false, _) => format!("did you mean `{}`?", step(&home.way, &home.key)),
        };
    }
    let exact = places.iter().all(|home| home.key == key);
    let shown = |home: &&Home| match (exact, home.way.is_empty()) {
        (true, true) => "the top level".to_string(),
        (true, false) => named(&home.way),
        (false, _) => format!("`{}`", step(&home.way, &home.key)),
    };
    let ways: Vec<String> = places.iter().map(shown).collect();
    match exact {
        true => format!("`{key}` is a key of {}", words::all(&ways)),
        false => format!("did you mean {}?", words::either(&ways)),
    }
}
