//! A mapping that keeps the order of its keys and finds a key in constant time.

use std::collections::HashMap;

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

/// Entries in the order written, each key once.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    entries: Vec<Entry>,
    #[expect(clippy::box_collection, reason = "most mappings have no index, so nodes stay small")]
    index: Option<Box<HashMap<Box<str>, usize>>>,
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
        self.entries.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The value under `key`, for changes.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let place = self.position(key)?;
        self.entries.get_mut(place).map(|entry| &mut entry.value)
    }

    /// The place of `key` and the value under it, for changes.
    pub fn parts_mut(&mut self, key: &str) -> Option<(&mut Span, &mut Node)> {
        let place = self.position(key)?;
        self.entries.get_mut(place).map(|entry| (&mut entry.key_span, &mut entry.value))
    }

    /// Key and value under `key`.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.get(self.position(key)?)
    }

    /// Whether `key` is there.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Adds an entry at the end, or puts it in the place of the one with the same key, which is
    /// given back.
    pub fn insert(&mut self, entry: Entry) -> Option<Entry> {
        if let Some(place) = self.position(&entry.key) {
            return Some(std::mem::replace(&mut self.entries[place], entry));
        }
        if let Some(index) = &mut self.index {
            index.insert(entry.key.clone(), self.entries.len());
        }
        self.entries.push(entry);
        if self.index.is_none() && self.entries.len() >= INDEX_FROM {
            self.rebuild_index();
        }
        None
    }

    /// Takes the entry with `key` out; the order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let place = self.position(key)?;
        let removed = self.entries.remove(place);
        if self.index.is_some() {
            self.rebuild_index();
        }
        Some(removed)
    }

    /// Keeps only the entries that `keep` accepts.
    pub fn retain(&mut self, keep: impl FnMut(&Entry) -> bool) {
        self.entries.retain(keep);
        if self.index.is_some() {
            self.rebuild_index();
        }
    }

    /// The entries in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// The values in order, for changes; keys stay as they are.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.entries.iter_mut().map(|entry| &mut entry.value)
    }

    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            None => self.entries.iter().position(|entry| &*entry.key == key),
        }
    }

    fn rebuild_index(&mut self) {
        let places = self.entries.iter().enumerate();
        let index = places.map(|(place, entry)| (entry.key.clone(), place)).collect();
        self.index = Some(Box::new(index));
    }
}

impl PartialEq for Mapping {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl<'a> IntoIterator for &'a Mapping {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl IntoIterator for Mapping {
    type Item = Entry;
    type IntoIter = std::vec::IntoIter<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl FromIterator<Entry> for Mapping {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut mapping = Self::new();
        for entry in entries {
            mapping.insert(entry);
        }
        mapping
    }
}
