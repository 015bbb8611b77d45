//! Where merged values come from and what they overrode.

use chartgen::source::{SourceKind, Span};
use chartgen::yaml::{Node, Pointer};

use super::table::{Outcome, run};

fn text(outcome: &Outcome, span: Span) -> (&str, SourceKind) {
    (outcome.sources.slice(span), outcome.sources.kind(span.file))
}

fn node<'a>(outcome: &'a Outcome, at: &str) -> &'a Node {
    let values = outcome.values.as_ref().expect("the layers merge");
    values.root.at(&Pointer::parse(at)).expect("the place is there")
}

fn overridden<'a>(outcome: &'a Outcome, at: &str) -> Vec<(&'a str, SourceKind)> {
    let values = outcome.values.as_ref().expect("the layers merge");
    let nodes = values.overridden(&Pointer::parse(at));
    nodes.iter().map(|node| text(outcome, node.span)).collect()
}

#[test]
fn a_leaf_knows_its_layer_and_all_that_it_overrode_nearest_first() {
    let outcome = run(&[
        "defaults {a: {b: 1, c: 1}}",
        "values {a: {b: 22}}",
        "values {a: {b: 333}}",
        "set a.b=4444",
        "set-string a.b=55555",
    ]);
    assert_eq!(text(&outcome, node(&outcome, "/a/b").span), ("55555", SourceKind::Flag));
    assert_eq!(text(&outcome, node(&outcome, "/a/c").span), ("1", SourceKind::ChartDefaults));
    assert_eq!(
        overridden(&outcome, "/a/b"),
        [
            ("4444", SourceKind::Flag),
            ("333", SourceKind::Values),
            ("22", SourceKind::Values),
            ("1", SourceKind::ChartDefaults),
        ]
    );
    assert!(overridden(&outcome, "/a").is_empty());
    assert!(overridden(&outcome, "/a/c").is_empty());
}

#[test]
fn a_merged_mapping_has_the_place_of_the_highest_file_that_wrote_it() {
    let outcome = run(&[
        "defaults {a: {b: 1}, d: {e: 1}}",
        "values {a: {b: 2}}",
        "values {a: {c: 3}}",
        "set a.c=4,f.g=5",
    ]);
    let values = outcome.values.as_ref().expect("the layers merge");
    assert_eq!(text(&outcome, node(&outcome, "/a").span), ("{c: 3}", SourceKind::Values));
    assert_eq!(text(&outcome, node(&outcome, "/d").span), ("{e: 1}", SourceKind::ChartDefaults));
    assert_eq!(text(&outcome, node(&outcome, "/f").span), ("g=5", SourceKind::Flag));
    let entry = values.root.entry_at(&Pointer::parse("/a")).expect("a key");
    assert_eq!(text(&outcome, entry.key_span), ("a", SourceKind::Values));
    assert_eq!(text(&outcome, values.root.span).0, "{a: {c: 3}}");
}

#[test]
fn a_replaced_collection_is_remembered_as_a_whole() {
    let outcome = run(&["defaults {a: {b: 1}, l: [1]}", "values {a: 1, l: [2]}", "set l[0]=3"]);
    assert_eq!(overridden(&outcome, "/a"), [("{b: 1}", SourceKind::ChartDefaults)]);
    assert_eq!(overridden(&outcome, "/l"), [("[1]", SourceKind::ChartDefaults)]);
    assert_eq!(overridden(&outcome, "/l/0"), [("2", SourceKind::Values)]);
}

#[test]
fn a_null_removes_a_default_and_is_remembered() {
    let outcome = run(&["defaults {a: {b: 1, c: 2}}", "values {a: {b: null, d: null}}"]);
    let values = outcome.values.as_ref().expect("the layers merge");
    let [removed] = values.removed() else { panic!("one key is removed") };
    assert_eq!(removed.at.to_string(), "/a/b");
    assert_eq!(text(&outcome, removed.by.key_span), ("b", SourceKind::Values));
    assert_eq!(text(&outcome, removed.default.span), ("1", SourceKind::ChartDefaults));
    assert!(node(&outcome, "/a").get("b").is_none());
    assert!(node(&outcome, "/a/d").is_null());
}

#[test]
fn removed_keys_can_be_put_back_as_null() {
    let outcome = run(&["defaults {a: {b: 1}, c: {d: 1}}", "values {a: {b: null}, c: {d: null}}"]);
    let values = outcome.values.as_ref().expect("the layers merge");
    let tree = values.with_removed(|at| at.to_string() == "/a/b");
    assert!(tree.at(&Pointer::parse("/a/b")).is_some_and(Node::is_null));
    assert!(tree.at(&Pointer::parse("/c")).is_some_and(|c| c.get("d").is_none()));
}

#[test]
fn keys_keep_the_order_of_the_defaults_and_new_ones_follow() {
    let outcome = run(&["defaults {z: 1, a: 1}", "values {b: 2, a: 2}", "set c=3,z=3"]);
    let values = outcome.values.expect("the layers merge");
    let keys = values.root.as_mapping().expect("a mapping").iter().map(|entry| &*entry.key);
    assert_eq!(keys.collect::<Vec<_>>(), ["z", "a", "b", "c"]);
}

#[test]
fn one_item_over_a_default_list_is_a_warning() {
    let outcome = run(&["defaults {l: [1, 2, 3]}", "set l[1]=9"]);
    let [found] = outcome.found.as_slice() else { panic!("one warning") };
    assert_eq!(found.code.as_str(), "set-replaces-list");
    assert_eq!(text(&outcome, found.primary.span), ("l", SourceKind::Flag));
    let quiet = run(&["defaults {l: [1, 2, 3]}", "values {l: [4, 5]}", "set l[1]=9"]);
    assert!(quiet.found.is_empty());
}

#[test]
fn wide_layers_merge_whole() {
    let wide = |value: &str| {
        let entries: String = (0..20_000).map(|key| format!("k{key}: {value}\n")).collect();
        entries
    };
    let (defaults, user) = (format!("defaults {}", ""), wide("null"));
    let block = format!("values {user}");
    let outcome = run(&[&defaults, &block, &format!("values {}", wide("2"))]);
    let root = outcome.values.expect("the layers merge").root;
    assert_eq!(root.as_mapping().map(chartgen::yaml::Mapping::len), Some(20_000));
    let again = run(&[&format!("defaults {}", wide("1")), &block]);
    assert_eq!(again.values.map(|values| values.removed().len()), Some(20_000));
}
