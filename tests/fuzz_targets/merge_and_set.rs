//! Defaults, a values file and lines of arguments (`set a=b`): layers merge as a plain model of
//! Helm's rules says, and every argument leaves a tree that can be written and read again.

use chartgen::diagnostic::Diagnostics;
use chartgen::source::{SourceKind, SourceMap};
use chartgen::values::set::{Argument, Flavour};
use chartgen::values::{Layer, Merge, Values};
use chartgen::yaml::{self, Node, Pointer};

use super::common::{self, Tree};

pub fn run(data: &[u8]) {
    let Some([defaults, values, arguments]) = common::texts(data) else { return };
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let mut layer = |kind, text| {
        let file = common::add(&mut sources, "values.yaml", kind, text);
        Layer::read(&sources, file, &mut diagnostics)
    };
    let defaults = layer(SourceKind::ChartDefaults, defaults);
    let upper = layer(SourceKind::Values, values);
    if let (Some(defaults), Some(upper)) = (&defaults, &upper) {
        let merged = Values::merge(defaults.clone(), vec![upper.clone()]);
        let model = over_defaults(&Tree::of(&defaults.root), &Tree::of(&upper.root));
        assert_eq!(Some(Tree::of(&merged.root)), model);
        check_values(&sources, &merged);
    }
    let file = common::add(&mut sources, "values.yaml", SourceKind::ChartDefaults, "");
    let defaults = defaults.unwrap_or_else(|| Layer::empty(file));
    let mut merge = Merge::new();
    upper.into_iter().for_each(|layer| merge.add(layer));
    for line in arguments.lines() {
        if let Some(argument) = argument(&mut sources, line) {
            set(&mut merge, argument, &defaults, &sources, &mut diagnostics);
        }
    }
    let values = merge.over(defaults, &mut diagnostics);
    check_values(&sources, &values);
    common::check_findings(&sources, diagnostics);
}

/// Applies one argument. What is set once and again is as it was after the first time.
fn set(
    merge: &mut Merge,
    argument: Argument,
    defaults: &Layer,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) {
    let before = merge.clone();
    if !merge.set(argument, sources, &mut lookup, diagnostics) {
        assert!(diagnostics.has_errors(), "refused without a word");
        *merge = before;
        return;
    }
    let mut again = merge.clone();
    if again.set(argument, sources, &mut lookup, &mut Diagnostics::new()) {
        let tree =
            |merge: Merge| Tree::of(&merge.over(defaults.clone(), &mut Diagnostics::new()).root);
        assert_eq!(tree(merge.clone()), tree(again));
    }
}

fn lookup(_: Flavour, name: &str) -> Result<String, String> {
    if name.len() < 8 { Ok(name.repeat(2)) } else { Err(format!("no `{name}` here")) }
}

fn argument(sources: &mut SourceMap, line: &str) -> Option<Argument> {
    let (word, text) = line.split_once(' ')?;
    let flavour = match word {
        "set" => Flavour::Set,
        "set-string" => Flavour::SetString,
        "set-json" => Flavour::SetJson,
        "set-file" => Flavour::SetFile,
        "set-env" => Flavour::SetEnv,
        _ => return None,
    };
    let file = common::add(sources, "--set", SourceKind::Flag, text);
    Some(Argument { flavour, file })
}

fn check_values(sources: &SourceMap, values: &Values) {
    common::check_places(sources, &values.root);
    for removed in values.removed() {
        assert!(values.root.at(&removed.at).is_none(), "{} is still there", removed.at);
        common::check_span(sources, removed.by.key_span);
    }
    let places: Vec<&Pointer> = values.all_overridden().map(|(at, _)| at).collect();
    for at in places {
        assert_eq!(&Pointer::parse(&at.to_string()), at);
        values.overridden(at).iter().for_each(|node| common::check_places(sources, node));
    }
    read_again(&values.root, &yaml::to_yaml(&values.root));
    if !Tree::of(&values.root).has_long_key() {
        read_again(&values.root, &yaml::to_json(&values.root));
    }
}

fn read_again(root: &Node, text: &str) {
    let read = common::document(&mut SourceMap::new(), SourceKind::Values, text);
    let read = read.unwrap_or_else(|| panic!("cannot be read again: {text}"));
    assert!(same(root, &read), "{text}\n{root:?}\n{read:?}");
}

/// Whether two trees are the same but for the way in which numbers are written.
fn same(left: &Node, right: &Node) -> bool {
    use yaml::Value::{Mapping, Number, Sequence, String};
    match (&left.value, &right.value) {
        (Number(left), Number(right)) => left.as_f64().to_bits() == right.as_f64().to_bits(),
        (Number(left), String(right)) => !left.is_finite() && left.text() == &**right,
        (Sequence(left), Sequence(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Mapping(left), Mapping(right)) => {
            let pair =
                |(l, r): (&yaml::Entry, &yaml::Entry)| l.key == r.key && same(&l.value, &r.value);
            left.len() == right.len() && left.iter().zip(right).all(pair)
        }
        (left, right) => left == right,
    }
}

/// Helm's last step as simply as it can be said; nothing when one of the two is no mapping.
fn over_defaults(defaults: &Tree, user: &Tree) -> Option<Tree> {
    let (Tree::Map(below), Tree::Map(above)) = (defaults, user) else { return None };
    let mut merged = Vec::new();
    for (key, default) in below {
        match user.get(key) {
            None => merged.push((key.clone(), default.clone())),
            Some(Tree::Null) => {}
            Some(value) => {
                let value = over_defaults(default, value).unwrap_or_else(|| value.clone());
                merged.push((key.clone(), value));
            }
        }
    }
    let new = above.iter().filter(|(key, _)| defaults.get(key).is_none());
    merged.extend(new.cloned());
    Some(Tree::Map(merged))
}
