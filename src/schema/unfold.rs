//! How much work a schema makes of one value: references and alternatives inside each other can
//! unfold a small text into more steps than anybody can wait for. Nothing is evaluated here.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::documents::Documents;

/// The most subschemas that may be applied on the way to one value.
pub(super) const LIMIT: u64 = 20_000;

/// The most keys that a schema may know, those below several places counted for each of them.
pub(super) const KEYS: usize = 200_000;

/// How deep values may be nested.
const DEPTH: usize = 128;

/// Keywords whose subschemas hold for the value itself, for items, and for what stands under keys.
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];
const SAME: [&str; 4] = ["not", "if", "then", "else"];
const SAME_LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const SAME_MAPS: [&str; 2] = ["dependentSchemas", "dependencies"];
const ITEMS: [&str; 5] =
    ["items", "prefixItems", "additionalItems", "contains", "unevaluatedItems"];
const ENTRIES: [&str; 3] = ["additionalProperties", "unevaluatedProperties", "propertyNames"];
const ENTRY_MAPS: [&str; 2] = ["properties", "patternProperties"];

/// A subschema with those that it applies, by their places in the list of all.
#[derive(Default)]
struct Applied {
    same: Vec<usize>,
    items: Vec<usize>,
    entries: Vec<usize>,
}

/// The most subschemas of `documents` that a value, with those above it, is held against. Nothing
/// when a subschema applies itself to the same value, which would never end.
pub(super) fn steps(documents: &Documents) -> Option<u64> {
    let all = collect(documents);
    let order = inner_first(&all)?;
    let mut steps = vec![0_u64; all.len()];
    for _ in 0..DEPTH {
        let next = deeper(&all, &order, &steps);
        let settled = next == steps;
        steps = next;
        if settled || steps.first().is_none_or(|first| *first > LIMIT) {
            break;
        }
    }
    Some(steps.first().copied().unwrap_or_default())
}

/// The steps with one more level of values than in `steps`.
fn deeper(all: &[Applied], order: &[usize], steps: &[u64]) -> Vec<u64> {
    let mut here = vec![(0_u64, 0_u64, 0_u64); all.len()];
    let most = |places: &[usize]| places.iter().map(|place| steps[*place]).max().unwrap_or(0);
    for &place in order {
        let applied = &all[place];
        let own = (1, most(&applied.items), most(&applied.entries));
        here[place] = applied.same.iter().fold(own, |sum, same| {
            let (count, items, entries) = here[*same];
            let add = u64::saturating_add;
            (add(sum.0, count), add(sum.1, items), add(sum.2, entries))
        });
    }
    here.iter().map(|(count, items, entries)| count.saturating_add(*items.max(entries))).collect()
}

/// Every subschema that the entry leads to; the entry comes first.
fn collect<'d>(documents: &'d Documents) -> Vec<Applied> {
    let Some(root) = documents.value(&documents.entry) else { return Vec::new() };
    let mut known: HashMap<*const Value, usize> = HashMap::from([(std::ptr::from_ref(root), 0)]);
    let mut waiting = vec![(documents.entry.document, root)];
    let mut all: Vec<Applied> = Vec::new();
    while let Some(&(document, schema)) = waiting.get(all.len()) {
        let mut place = |(document, schema): (usize, &'d Value)| {
            *known.entry(std::ptr::from_ref(schema)).or_insert_with(|| {
                waiting.push((document, schema));
                waiting.len() - 1
            })
        };
        let mut applied = Applied::default();
        if let Value::Object(map) = schema {
            let own = |schema| (document, schema);
            let targets = REFERENCES.iter().filter_map(|keyword| map.get(*keyword)?.as_str());
            let targets = targets.filter_map(|target| documents.target(document, target));
            let same = same(map).map(own).chain(targets);
            applied.same = same.map(&mut place).collect();
            applied.items = listed(map, &ITEMS).map(own).map(&mut place).collect();
            applied.entries = entries(map).map(own).map(&mut place).collect();
        }
        all.push(applied);
    }
    all
}

fn same(map: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let single = SAME.iter().filter_map(|keyword| map.get(*keyword));
    single.chain(listed(map, &SAME_LISTS)).chain(mapped(map, &SAME_MAPS))
}

fn entries(map: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    listed(map, &ENTRIES).chain(mapped(map, &ENTRY_MAPS))
}

/// The subschemas under these keywords, each one or a list of them.
fn listed<'v>(
    map: &'v Map<String, Value>,
    keywords: &'static [&'static str],
) -> impl Iterator<Item = &'v Value> {
    keywords.iter().filter_map(|keyword| map.get(*keyword)).flat_map(|value| match value {
        Value::Array(items) => items.iter().collect(),
        one => vec![one],
    })
}

/// The subschemas under each key of these keywords.
fn mapped<'v>(
    map: &'v Map<String, Value>,
    keywords: &'static [&'static str],
) -> impl Iterator<Item = &'v Value> {
    let maps = keywords.iter().filter_map(|keyword| map.get(*keyword)?.as_object());
    maps.flat_map(Map::values)
}

/// The subschemas in an order in which those that one applies to the same value come before it.
fn inner_first(all: &[Applied]) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(all.len());
    // Not seen, on the way, done.
    let mut state = vec![0_u8; all.len()];
    for start in 0..all.len() {
        let mut way = vec![(start, 0)];
        while let Some((place, next)) = way.pop() {
            if next == 0 && state[place] == 2 {
                continue;
            }
            state[place] = 1;
            match all[place].same.get(next) {
                None => {
                    state[place] = 2;
                    order.push(place);
                }
                Some(&inner) => {
                    way.push((place, next + 1));
                    match state[inner] {
                        0 => way.push((inner, 0)),
                        1 => return None,
                        _ => {}
                    }
                }
            }
        }
    }
    Some(order)
}
