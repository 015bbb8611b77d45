//! Strings that break naive templates, writers and readers: those of
//! `tests/cases/injection/strings.json`, and others made of their letters.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value as Json};

/// How many strings are made at random.
const RANDOM: usize = 48;

/// All of them, those made at random, and one that is almost longer than a key of YAML may be.
pub fn all() -> Vec<String> {
    let text = include_str!("../cases/injection/strings.json");
    let lists: Map<String, Json> = serde_json::from_str(text).expect("the strings are JSON");
    let fixed = lists.values().filter_map(Json::as_array).flatten().filter_map(Json::as_str);
    let mut strings: Vec<String> = fixed.map(ToString::to_string).collect();
    let random = random(strings.concat().chars().collect());
    strings.push("long: ".repeat(160));
    strings.extend(random);
    strings
}

fn random(special: Vec<char>) -> Vec<String> {
    let config = Config { failure_persistence: None, ..Config::default() };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, seed);
    let one = prop_oneof![select(special), any::<char>(), proptest::char::range(' ', '~')];
    let text = vec(one, 1..24).prop_map(|letters| letters.into_iter().collect::<String>());
    (0..RANDOM)
        .map(|_| text.new_tree(&mut runner).expect("the strategy gives texts").current())
        .collect()
}
