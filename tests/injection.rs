//! Puts hostile strings into every place for a text that the schemas of the charts let through, by
//! values files like anyone's. What comes out, read by an independent reader, must be what comes
//! out for harmless words, with the strings in their stead: at the same places, unchanged, and
//! without an object, key or item more.
//!
//! `tests/cases/injection` holds values that fill every such place, which is checked as well.

mod expected;
mod places;
mod schema;
mod strings;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chartgen::pipeline::Toolbox;
use chartgen::workspace;
use serde_json::Value as Json;

use self::places::Place;
use self::trial::Trial;
use super::conformance::hold_section;

/// A set of values that is to be filled with strings.
struct Scenario {
    name: String,
    chart: String,
    values: Json,
    places: Vec<Place>,
}

/// What was seen of a chart.
#[derive(Default)]
struct Seen {
    /// Places, as the schema names them, that a harmless word went through.
    reached: BTreeSet<Vec<String>>,
    /// Places of values, and of keys, that a hostile string went through.
    places: BTreeSet<(Vec<String>, bool)>,
    /// How many strings went through.
    strings: usize,
}

#[test]
fn hostile_strings_arrive_unchanged_and_change_nothing_else() {
    let strings = strings::all();
    let toolbox = Toolbox::new();
    let mut seen = BTreeMap::<String, Seen>::new();
    for scenario in scenarios() {
        let chart = seen.entry(scenario.chart.clone()).or_default();
        Trial::new(&scenario, &toolbox).run(&strings, chart);
    }
    let charts: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(charts, workspace::charts(), "every chart has values here");
    let mut section =
        String::from("| chart | places | strings that went through |\n|---|---|---|\n");
    for (chart, seen) in &seen {
        let all = schema::text_places(chart);
        let unfilled: Vec<String> =
            all.difference(&seen.reached).map(|place| place.join(".")).collect();
        assert!(unfilled.is_empty(), "{chart}: nothing in tests/cases fills {unfilled:?}");
        writeln!(section, "| {chart} | {} | {} |", seen.places.len(), seen.strings)
            .expect("a text takes it");
    }
    hold_section("injection", &section);
}

fn scenarios() -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/injection");
    let mut names: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    names.sort();
    names.iter().filter_map(|path| scenario(path)).collect()
}

/// The scenario in a file; nothing when the file is a layer of others.
fn scenario(path: &Path) -> Option<Scenario> {
    let mut top = read(path);
    let chart = top["chart"].as_str()?.to_string();
    let layers = top.as_object_mut().expect("values are a mapping").remove("layers");
    let mut values = Json::Object(serde_json::Map::new());
    for layer in layers.iter().filter_map(Json::as_array).flatten() {
        let name = layer.as_str().expect("a layer is a name");
        merge(&mut values, read(&path.with_file_name(name)));
    }
    merge(&mut values, top);
    let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let places = places::places(&values);
    Some(Scenario { name, chart, values, places })
}

fn read(path: &Path) -> Json {
    let text = fs::read_to_string(path).expect("the case is readable");
    serde_yaml::from_str(&text).expect("the case is YAML")
}

fn merge(values: &mut Json, layer: Json) {
    match (values, layer) {
        (Json::Object(values), Json::Object(layer)) => {
            for (key, value) in layer {
                merge(values.entry(key).or_insert(Json::Null), value);
            }
        }
        (values, layer) => *values = layer,
    }
}
