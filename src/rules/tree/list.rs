//! A list of nodes as a CEL list.

use std::sync::OnceLock;

use cel::ExecutionError;
use cel::common::traits::{Adder, Container, Indexer, Iterable, Iterator as CelIterator, Sizer};
use cel::common::types::{CelInt, CelList, LIST_TYPE, Type};
use cel::common::value::{CowVal, Val};

use super::{Boxed, Items, equal, size_of, value_of, wrong_index};
use crate::yaml::Node;

/// A list of the tree.
#[derive(Debug)]
pub(super) struct List<'t> {
    nodes: &'t [Node],
    /// Made when something iterates.
    items: OnceLock<Vec<Boxed<'t>>>,
}

impl<'t> List<'t> {
    pub(super) fn new(nodes: &'t [Node]) -> Self {
        Self { nodes, items: OnceLock::new() }
    }

    fn items(&self) -> &[Boxed<'t>] {
        self.items.get_or_init(|| self.nodes.iter().map(value_of).collect())
    }
}

impl Val for List<'_> {
    fn get_type(&self) -> &Type {
        Self::cel_type()
    }

    fn cel_type() -> &'static Type {
        &LIST_TYPE
    }

    fn as_adder<'b, 'v>(&'b self) -> Option<&'b (dyn Adder + 'v)>
    where
        Self: 'v,
    {
        Some(self)
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
        Box::new(List::new(self.nodes))
    }
}

impl Adder for List<'_> {
    fn add<'b, 'v>(&'b self, other: &(dyn Val + 'v)) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let Some(other_items) = other.as_iterable().filter(|_| other.get_type() == &LIST_TYPE)
        else {
            let types = vec!["list".to_owned(), other.get_type().name().to_owned()];
            return Err(ExecutionError::no_such_overload("_+_", types));
        };
        let mut sum: Vec<Boxed<'v>> = self.nodes.iter().map(|node| value_of(node) as _).collect();
        let mut other_items = other_items.iter();
        while let Some(item) = other_items.next() {
            sum.push(item.clone_as_boxed());
        }
        Ok(CowVal::owned(CelList::from(sum)))
    }
}

impl Container for List<'_> {
    fn contains(&self, value: &dyn Val) -> Result<bool, ExecutionError> {
        Ok(self.nodes.iter().any(|node| equal(value_of(node).as_ref(), value)))
    }
}

impl Indexer for List<'_> {
    fn get<'b, 'v>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let Some(place) = index.downcast_ref::<CelInt>().map(|index| *index.inner()) else {
            return Err(wrong_index(index, "int"));
        };
        let node = usize::try_from(place).ok().and_then(|place| self.nodes.get(place));
        node.map(|node| CowVal::Owned(value_of(node)))
            .ok_or_else(|| ExecutionError::IndexOutOfBounds(place.into()))
    }

    fn steal<'v>(self: Box<Self>, index: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(index).map(CowVal::into_owned)
    }
}

impl Iterable for List<'_> {
    fn iter<'b, 'v>(&'b self) -> Box<dyn CelIterator<'b, 'v> + 'b>
    where
        Self: 'v,
    {
        Box::new(Items(self.items().iter()))
    }
}

impl Sizer for List<'_> {
    fn size(&self) -> CelInt {
        size_of(self.nodes.len())
    }
}
