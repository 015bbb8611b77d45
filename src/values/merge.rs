//! Merges layers by Helm's rules: maps deeply, everything else by replacement, and a `null` of the
//! user removes what the chart's defaults have.

use std::borrow::Cow;
use std::collections::HashMap;

use super::history::History;
use super::put::put;
use super::set::{Argument, Lookup};
use super::trail::Trail;
use super::{Layer, set};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::SourceMap;
use crate::yaml::{Entry, Mapping, Node, Pointer, Value};

/// The merged values and what each place overrode.
#[derive(Debug, Clone)]
pub struct Values {
    /// The merged tree. Every node keeps the span of the layer that wrote it; a mapping that
    /// several layers wrote has the span of the highest user layer among them.
    pub root: Node,
    overridden: HashMap<Pointer, Vec<Node>>,
    removed: Vec<Removed>,
}

/// A key of the chart's defaults that a user's `null` took away.
#[derive(Debug, Clone)]
pub struct Removed {
    /// Where the key stood.
    pub at: Pointer,
    /// The user's entry whose value is null.
    pub by: Entry,
    /// The default that went.
    pub default: Node,
}

impl Values {
    /// Merges `above`, lowest first, and puts the result over the chart's `defaults`.
    #[must_use]
    pub fn merge(defaults: Layer, above: Vec<Layer>) -> Self {
        let mut merge = Merge::new();
        above.into_iter().for_each(|layer| merge.add(layer));
        merge.over(defaults, &mut Diagnostics::new())
    }

    /// The values of lower layers that the value at `at` took the place of, nearest first. Where
    /// maps were merged, their keys have what they overrode, not the maps.
    #[must_use]
    pub fn overridden(&self, at: &Pointer) -> &[Node] {
        self.overridden.get(at).map_or(&[], Vec::as_slice)
    }

    /// All places with what their values took the place of, nearest first, in no order.
    pub fn all_overridden(&self) -> impl Iterator<Item = (&Pointer, &[Node])> {
        self.overridden.iter().map(|(at, nodes)| (at, nodes.as_slice()))
    }

    /// The keys of the chart's defaults that a user's `null` removed.
    #[must_use]
    pub fn removed(&self) -> &[Removed] {
        &self.removed
    }

    /// The tree with those removed keys back in place, as null, for which `is_known` holds. So a
    /// mapping whose keys were all removed can be told from one that the user wrote as empty.
    pub fn with_removed(&self, is_known: impl Fn(&Pointer) -> bool) -> Cow<'_, Node> {
        let mut root = Cow::Borrowed(&self.root);
        for removed in self.removed.iter().filter(|removed| is_known(&removed.at)) {
            if let Some(mapping) = mapping_above(root.to_mut(), &removed.at) {
                mapping.insert(removed.by.clone());
            }
        }
        root
    }
}

/// The mapping that the key at `at` belongs to, if it is there.
fn mapping_above<'n>(root: &'n mut Node, at: &Pointer) -> Option<&'n mut Mapping> {
    let mut node = root;
    for key in at.parent()?.tokens() {
        let Value::Mapping(mapping) = &mut node.value else { return None };
        node = mapping.get_mut(key)?;
    }
    match &mut node.value {
        Value::Mapping(mapping) => Some(mapping),
        _ => None,
    }
}

/// The user's layers so far. As in Helm, they are merged with each other first, and only their
/// result goes over the chart's defaults: so `--set list[1]=x` reaches into a list of a values
/// file, but replaces one of the defaults.
#[derive(Debug, Clone, Default)]
pub struct Merge {
    root: Option<Node>,
    history: History,
}

impl Merge {
    /// No layers yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a values file on top.
    pub fn add(&mut self, layer: Layer) {
        match &mut self.root {
            Some(root) => put(root, layer.root, &Trail::ROOT, &mut self.history),
            None => self.root = Some(layer.root),
        }
    }

    /// Applies one argument of the `--set` family on top. False when it has an error, which is
    /// then in `diagnostics`; what it set before the error stays set.
    pub fn set(
        &mut self,
        argument: Argument,
        sources: &SourceMap,
        lookup: &mut Lookup<'_>,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let empty = || Node::new(Value::Mapping(Mapping::new()), argument.span(sources));
        let root = self.root.get_or_insert_with(empty);
        match &mut root.value {
            Value::Mapping(root) => {
                set::apply(argument, root, sources, lookup, &mut self.history, diagnostics)
            }
            _ => false,
        }
    }

    /// Puts the user's layers over the chart's defaults and gives the result. Warns where one item
    /// set by an argument replaces a whole list of the defaults.
    #[must_use]
    pub fn over(mut self, defaults: Layer, diagnostics: &mut Diagnostics) -> Values {
        diagnostics.extend(self.replaced_lists(&defaults.root));
        let mut removed = Vec::new();
        let mut root = defaults.root;
        if let Some(user) = self.root {
            (root.span, root.style) = (user.span, user.style);
            if let (Value::Mapping(below), Value::Mapping(above)) = (&mut root.value, user.value) {
                let mut over = OverDefaults { history: &mut self.history, removed: &mut removed };
                over.put_mapping(below, above, &Trail::ROOT);
            }
        }
        Values { root, overridden: self.history.finish(), removed }
    }

    fn replaced_lists(&self, defaults: &Node) -> Vec<Diagnostic> {
        let warning = |at: &Pointer| {
            let key = self.root.as_ref()?.entry_at(at)?.key_span;
            set::replaces_list(key, through_maps(defaults, at)?)
        };
        self.history.started_lists().iter().filter_map(warning).collect()
    }
}

/// The node at `at` when only mappings stand above it: inside a list nothing is merged.
fn through_maps<'a>(root: &'a Node, at: &Pointer) -> Option<&'a Node> {
    at.tokens().try_fold(root, |node, token| node.get(token))
}

/// The last step, in which a `null` removes.
struct OverDefaults<'a> {
    history: &'a mut History,
    removed: &'a mut Vec<Removed>,
}

impl OverDefaults<'_> {
    fn put_mapping(&mut self, defaults: &mut Mapping, user: Mapping, at: &Trail<'_>) {
        let mut gone = HashMap::new();
        for entry in user {
            match defaults.parts_mut(&entry.key) {
                None => {
                    defaults.insert(entry);
                }
                Some(_) if entry.value.is_null() => {
                    gone.insert(entry.key.clone(), entry);
                }
                Some((key_span, default)) => {
                    *key_span = entry.key_span;
                    self.put(default, entry.value, &at.child(&entry.key));
                }
            }
        }
        self.remove(defaults, gone, at);
    }

    fn put(&mut self, default: &mut Node, user: Node, at: &Trail<'_>) {
        match (&mut default.value, user.value) {
            (Value::Mapping(below), Value::Mapping(above)) => {
                (default.span, default.style) = (user.span, user.style);
                self.put_mapping(below, above, at);
            }
            (_, value) => {
                let old = std::mem::replace(default, Node { value, ..user });
                self.history.replaced_lowest(at, old);
            }
        }
    }

    /// Takes all keys of `gone` out at once: one by one would be quadratic.
    fn remove(
        &mut self,
        defaults: &mut Mapping,
        mut gone: HashMap<Box<str>, Entry>,
        at: &Trail<'_>,
    ) {
        if gone.is_empty() {
            return;
        }
        for entry in std::mem::take(defaults) {
            match gone.remove(&entry.key) {
                Some(by) => {
                    let at = at.child(&entry.key).pointer();
                    self.removed.push(Removed { at, by, default: entry.value });
                }
                None => {
                    defaults.insert(entry);
                }
            }
        }
    }
}
