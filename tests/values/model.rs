//! A second, deliberately plain implementation of Helm's rules (whole copies, no places), which
//! must agree with chartgen on random trees and random arguments.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::table::run;
use chartgen::yaml::{Node, Value};

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Tree>),
    Map(BTreeMap<String, Tree>),
}

type Map = BTreeMap<String, Tree>;

/// One step of the way that an argument names.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Index(usize),
}

#[derive(Debug, Clone)]
struct Assignment {
    path: Vec<Step>,
    value: Tree,
}

// The rules, as simply as they can be said.

fn merge(below: &Map, above: &Map) -> Map {
    let mut merged = below.clone();
    for (key, value) in above {
        let value = match (below.get(key), value) {
            (Some(Tree::Map(below)), Tree::Map(above)) => Tree::Map(merge(below, above)),
            _ => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    merged
}

fn over_defaults(defaults: &Map, user: &Map) -> Map {
    let mut result = Map::new();
    for key in defaults.keys().chain(user.keys()) {
        let value = match (defaults.get(key), user.get(key)) {
            (Some(default), None) => default.clone(),
            (Some(_), Some(Tree::Null)) => continue,
            (Some(Tree::Map(default)), Some(Tree::Map(user))) => {
                Tree::Map(over_defaults(default, user))
            }
            (_, Some(user)) => user.clone(),
            (None, None) => continue,
        };
        result.insert(key.clone(), value);
    }
    result
}

/// The tree with `value` at `path`; nothing where Helm refuses.
fn set(tree: Option<&Tree>, path: &[Step], value: &Tree, in_list: bool) -> Option<Tree> {
    let Some((step, rest)) = path.split_first() else {
        return Some(value.clone());
    };
    match step {
        Step::Key(key) => {
            let mut map = match tree {
                Some(Tree::Map(map)) => map.clone(),
                None => Map::new(),
                Some(_) if in_list => Map::new(),
                Some(_) => return None,
            };
            let inner = set(map.get(key), rest, value, false)?;
            map.insert(key.clone(), inner);
            Some(Tree::Map(map))
        }
        Step::Index(index) => {
            let mut list = match tree {
                Some(Tree::List(list)) => list.clone(),
                None => Vec::new(),
                Some(Tree::Null) if in_list => Vec::new(),
                Some(_) => return None,
            };
            let inner = set(list.get(*index), rest, value, true)?;
            while list.len() <= *index {
                list.push(Tree::Null);
            }
            list[*index] = inner;
            Some(Tree::List(list))
        }
    }
}

fn expected(defaults: &Map, files: &[Map], assignments: &[Assignment]) -> Option<Map> {
    let user = files.iter().fold(Map::new(), |below, above| merge(&below, above));
    let mut tree = Tree::Map(user);
    for assignment in assignments {
        tree = set(Some(&tree), &assignment.path, &assignment.value, false)?;
    }
    match tree {
        Tree::Map(user) => Some(over_defaults(defaults, &user)),
        _ => None,
    }
}

// Texts of trees and arguments.

fn json(tree: &Tree) -> String {
    match tree {
        Tree::Null => "null".into(),
        Tree::Bool(value) => value.to_string(),
        Tree::Int(value) => value.to_string(),
        Tree::Text(text) => format!("{text:?}"),
        Tree::List(items) => {
            format!("[{}]", items.iter().map(json).collect::<Vec<_>>().join(", "))
        }
        Tree::Map(map) => json_map(map),
    }
}

fn json_map(map: &Map) -> String {
    let entries = map.iter().map(|(key, value)| format!("{key:?}: {}", json(value)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

fn escape(text: &str, special: &[char]) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if special.contains(&letter) || letter == '\\' {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn argument(assignment: &Assignment) -> String {
    let mut text = String::new();
    for step in &assignment.path {
        match step {
            Step::Key(key) => {
                text += if text.is_empty() { "" } else { "." };
                text += &escape(key, &['=', '[', ',', '.']);
            }
            Step::Index(index) => text += &format!("[{index}]"),
        }
    }
    text + "=" + &value_text(&assignment.value)
}

fn value_text(value: &Tree) -> String {
    match value {
        Tree::List(items) => {
            let items = items.iter().map(|item| match item {
                Tree::Text(text) => escape(text, &[',', '}']),
                other => json(other),
            });
            format!("{{{}}}", items.collect::<Vec<_>>().join(","))
        }
        Tree::Text(text) => escape(text, &[',', '{']),
        other => json(other),
    }
}

fn tree(node: &Node) -> Tree {
    match &node.value {
        Value::Null => Tree::Null,
        Value::Bool(value) => Tree::Bool(*value),
        Value::Number(number) => Tree::Int(number.as_i64().expect("only integers are made")),
        Value::String(text) => Tree::Text(text.to_string()),
        Value::Sequence(items) => Tree::List(items.iter().map(tree).collect()),
        Value::Mapping(mapping) => {
            let entries = mapping.iter().map(|entry| (entry.key.to_string(), tree(&entry.value)));
            Tree::Map(entries.collect())
        }
    }
}

// Random trees. Few keys, so that layers meet.

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(vec!["a", "b", "c", "d"]).prop_map(String::from),
        1 => prop::sample::select(vec!["x.y", "x=y", "x,y", "x[0]", "ü", "x\\y", "{x}"])
            .prop_map(String::from),
    ]
}

/// Texts that `--set` takes as text: no integers, no words with a type, not empty, since an empty
/// text at the end of an argument has rules of its own, which the table holds.
fn word() -> impl Strategy<Value = String> {
    let words =
        ["x", "1.5", "007", "a,b", "{x", "x}", "k=v", "a.b", "[0]", " x ", "\\", "ü", "yes"];
    prop::sample::select(words.to_vec()).prop_map(String::from)
}

fn scalar() -> impl Strategy<Value = Tree> {
    prop_oneof![
        2 => Just(Tree::Null),
        1 => any::<bool>().prop_map(Tree::Bool),
        2 => any::<i64>().prop_map(Tree::Int),
        2 => (0..9i64).prop_map(Tree::Int),
        3 => word().prop_map(Tree::Text),
    ]
}

fn any_tree() -> impl Strategy<Value = Tree> {
    scalar().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Tree::List),
            4 => prop::collection::btree_map(key(), inner, 0..4).prop_map(Tree::Map),
        ]
    })
}

fn any_map() -> impl Strategy<Value = Map> {
    prop::collection::btree_map(key(), any_tree(), 0..4)
}

fn assignment() -> impl Strategy<Value = Assignment> {
    let step = prop_oneof![
        3 => key().prop_map(Step::Key),
        1 => (0..4usize).prop_map(Step::Index),
    ];
    let path = (key(), prop::collection::vec(step, 0..4)).prop_map(|(first, mut rest)| {
        rest.insert(0, Step::Key(first));
        rest
    });
    let value = prop_oneof![
        4 => scalar(),
        1 => prop::collection::vec(scalar(), 1..4).prop_map(Tree::List),
    ];
    (path, value).prop_map(|(path, value)| Assignment { path, value })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chartgen_and_the_model_agree(
        defaults in any_map(),
        files in prop::collection::vec(any_map(), 0..4),
        assignments in prop::collection::vec(assignment(), 0..4),
        together in any::<bool>(),
    ) {
        let mut lines = vec![format!("defaults {}", json_map(&defaults))];
        lines.extend(files.iter().map(|file| format!("values {}", json_map(file))));
        let arguments: Vec<String> = assignments.iter().map(argument).collect();
        if together && !arguments.is_empty() {
            lines.push(format!("set {}", arguments.join(",")));
        } else {
            lines.extend(arguments.iter().map(|argument| format!("set {argument}")));
        }
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let outcome = run(&lines);
        let ours = outcome.values.map(|values| tree(&values.root));
        let theirs = expected(&defaults, &files, &assignments).map(Tree::Map);
        prop_assert_eq!(ours, theirs, "{}", lines.join("\n"));
    }

    #[test]
    fn json_assignments_agree_too(
        files in prop::collection::vec(any_map(), 0..3),
        path in prop::collection::vec(key(), 1..4),
        value in any_tree(),
    ) {
        let path: Vec<Step> = path.into_iter().map(Step::Key).collect();
        let assignment = Assignment { path, value };
        let text = argument(&Assignment { value: Tree::Null, ..assignment.clone() });
        let text = text.strip_suffix("null").expect("the value was null").to_string();
        let mut lines: Vec<String> =
            files.iter().map(|file| format!("values {}", json_map(file))).collect();
        lines.push(format!("set-json {text}{}", json(&assignment.value)));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let ours = run(&lines).values.map(|values| tree(&values.root));
        let theirs = expected(&Map::new(), &files, &[assignment]).map(Tree::Map);
        prop_assert_eq!(ours, theirs, "{}", lines.join("\n"));
    }

    #[test]
    fn no_argument_makes_chartgen_panic(text in "[a-c=,.\\[\\]{}0-9 \\\\\"é-]{0,24}") {
        run(&[&format!("set {text}"), &format!("set-json {text}")]);
    }
}
