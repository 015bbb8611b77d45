//! A mapping of nodes as a CEL map with text keys.

use std::sync::OnceLock;

use cel::ExecutionError;
use cel::common::traits::{Container, Indexer, Iterable, Iterator as CelIterator, Sizer};
use cel::common::types::{CelInt, CelString, MAP_TYPE, Type};
use cel::common::value::{CowVal, Val};

use super::{Boxed, Items, equal, size_of, value_of, wrong_index};
use crate::yaml::{Mapping, Node};

/// A map of the tree.
#[derive(Debug)]
pub(super) struct Map<'t> {
    mapping: &'t Mapping,
    /// The keys that are not absent, made when something iterates.
    keys: OnceLock<Vec<Boxed<'t>>>,
}

impl<'t> Map<'t> {
    pub(super) fn new(mapping: &'t Mapping) -> Self {
        Self { mapping, keys: OnceLock::new() }
    }

    fn present(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let entries = self.mapping.iter().filter(|entry| !entry.value.is_null());
        entries.map(|entry| &*entry.key)
    }

    fn keys(&self) -> &[Boxed<'t>] {
        let boxed = |key: &'t str| Box::new(CelString::from(key)) as Boxed<'t>;
        self.keys.get_or_init(|| self.present().map(boxed).collect())
    }

    fn find(&self, key: &str) -> Option<&'t Node> {
        self.mapping.get(key).filter(|node| !node.is_null())
    }
}

impl Val for Map<'_> {
    fn get_type(&self) -> &Type {
        Self::cel_type()
    }

    fn cel_type() -> &'static Type {
        &MAP_TYPE
    }

    fn as_container(&self) -> Option<&dyn Container> {
        Some(self)
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn as_iterable<'b, 'v>(&'b self) -> Option<&'b (dyn Iterable + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn as_sizer(&self) -> Option<&dyn Sizer> {
        Some(self)
    }

    fn equals(&self, other: &dyn Val) -> bool {
        equal(self, other)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(Map::new(self.mapping))
    }
}

impl Container for Map<'_> {
    fn contains(&self, key: &dyn Val) -> Result<bool, ExecutionError> {
        Ok(key.downcast_ref::<CelString>().is_some_and(|key| self.find(key.inner()).is_some()))
    }
}

impl Indexer for Map<'_> {
    fn get<'b, 'v>(&'b self, key: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let Some(key) = key.downcast_ref::<CelString>() else {
            return Err(wrong_index(key, "string"));
        };
        let found = self.find(key.inner()).map(|node| CowVal::Owned(value_of(node)));
        found.ok_or_else(|| ExecutionError::no_such_key(key.inner()))
    }

    fn steal<'v>(self: Box<Self>, key: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(key).map(CowVal::into_owned)
    }
}

impl Iterable for Map<'_> {
    fn iter<'b, 'v>(&'b self) -> Box<dyn CelIterator<'b, 'v> + 'b>
    where
        Self: 'v,
    {
        Box::new(Items(self.keys().iter()))
    }
}

impl Sizer for Map<'_> {
    fn size(&self) -> CelInt {
        size_of(self.present().count())
    }
}
