//! A mapping that keeps the order of its keys, finds a key in constant time, and is copied when a
//! copy is changed.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Node;
use crate::source::Span;

/// From this many entries on, keys are found through an index instead of one by one.
const INDEX_FROM: usize = 24;

/// One key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key as text. Keys that YAML reads as numbers or booleans keep their written text.
    pub key: Box<str>,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

/// Entries in the order written, each key once. A clone shares them until one of both is changed.
#[derive(Debug, Clone, Default)]
pub struct Mapping(Arc<Entries>);

#[derive(Debug, Clone, Default)]
struct Entries {
    list: Vec<Entry>,
    /// From [`INDEX_FROM`] entries on.
    index: Option<Index>,
}

/// The places of entries by their keys.
#[derive(Debug, Clone)]
struct Index {
    hasher: DefaultHashBuilder,
    places: HashTable<usize>,
}

impl Mapping {
    /// An empty mapping.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.list.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.list.is_empty()
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The value under `key`, for changes.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.parts_mut(key).map(|(_, node)| node)
    }

    /// The place of `key` and the value under it, for changes.
    pub fn parts_mut(&mut self, key: &str) -> Option<(&mut Span, &mut Node)> {
        let place = self.0.position(key)?;
        let entry = Arc::make_mut(&mut self.0).list.get_mut(place);
        entry.map(|entry| (&mut entry.key_span, &mut entry.value))
    }

    /// Key and value under `key`.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.0.list.get(self.0.position(key)?)
    }

    /// Whether `key` is there.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.0.position(key).is_some()
    }

    /// Adds an entry at the end, or puts it in the place of the one with the same key, which is
    /// given back.
    pub fn insert(&mut self, entry: Entry) -> Option<Entry> {
        Arc::make_mut(&mut self.0).insert(entry)
    }

    /// Takes the entry with `key` out; the order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let place = self.0.position(key)?;
        let entries = Arc::make_mut(&mut self.0);
        let removed = entries.list.remove(place);
        entries.rebuild_index();
        Some(removed)
    }

    /// Keeps only the entries that `keep` accepts.
    pub fn retain(&mut self, keep: impl FnMut(&Entry) -> bool) {
        let entries = Arc::make_mut(&mut self.0);
        entries.list.retain(keep);
        entries.rebuild_index();
    }

    /// The entries in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.0.list.iter()
    }

    /// The values in order, for changes; keys stay as they are.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        Arc::make_mut(&mut self.0).list.iter_mut().map(|entry| &mut entry.value)
    }
}

impl Entries {
    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.place(&self.list, key),
            None => self.list.iter().position(|entry| &*entry.key == key),
        }
    }

    fn insert(&mut self, entry: Entry) -> Option<Entry> {
        if let Some(place) = self.position(&entry.key) {
            return Some(std::mem::replace(&mut self.list[place], entry));
        }
        self.list.push(entry);
        match &mut self.index {
            Some(index) => index.add(&self.list, self.list.len() - 1),
            None if self.list.len() >= INDEX_FROM => self.index = Some(Index::of(&self.list)),
            None => {}
        }
        None
    }

    fn rebuild_index(&mut self) {
        if self.index.is_some() {
            self.index = Some(Index::of(&self.list));
        }
    }
}

impl Index {
    fn of(entries: &[Entry]) -> Self {
        let hasher = DefaultHashBuilder::default();
        let mut index = Self { hasher, places: HashTable::with_capacity(entries.len()) };
        for place in 0..entries.len() {
            index.add(entries, place);
        }
        index
    }

    /// Adds the entry at `place`, whose key is not there yet.
    fn add(&mut self, entries: &[Entry], place: usize) {
        let hash = |place: &usize| self.hasher.hash_one(&*entries[*place].key);
        self.places.insert_unique(hash(&place), place, hash);
    }

    fn place(&self, entries: &[Entry], key: &str) -> Option<usize> {
        let is_it = |place: &usize| *entries[*place].key == *key;
        self.places.find(self.hasher.hash_one(key), is_it).copied()
    }
}

impl PartialEq for Mapping {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.list == other.0.list
    }
}

impl<'a> IntoIterator for &'a Mapping {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Mapping {
    type Item = Entry;
    type IntoIter = std::vec::IntoIter<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::unwrap_or_clone(self.0).list.into_iter()
    }
}

impl FromIterator<Entry> for Mapping {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut all = Entries::default();
        for entry in entries {
            all.insert(entry);
        }
        Self(Arc::new(all))
    }
}
