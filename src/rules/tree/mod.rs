//! A tree of nodes as CEL values, made when they are looked at: a rule costs what it reads, not
//! what the tree holds. Map entries whose value is null are absent.

mod list;
mod map;

use cel::ExecutionError;
use cel::common::traits::Iterator as CelIterator;
use cel::common::types::{CelBool, CelDouble, CelInt, CelNull, CelString, Kind};
use cel::common::value::Val;

use crate::yaml::{Node, Number, Value};
use list::List;
use map::Map;

type Boxed<'t> = Box<dyn Val + 't>;

/// The CEL value of `node`.
pub(super) fn value_of(node: &Node) -> Boxed<'_> {
    match &node.value {
        Value::Null => Box::new(CelNull),
        Value::Bool(value) => Box::new(CelBool::from(*value)),
        Value::Number(number) => number_value(number),
        Value::String(text) => Box::new(CelString::from(&**text)),
        Value::Sequence(items) => Box::new(List::new(items)),
        Value::Mapping(mapping) => Box::new(Map::new(mapping)),
    }
}

/// Whole numbers within 64 bits are `int`, however they are written; all others are `double`.
fn number_value(number: &Number) -> Boxed<'static> {
    match number.as_i64() {
        Some(value) => Box::new(CelInt::from(value)),
        None => Box::new(CelDouble::from(number.as_f64())),
    }
}

/// Whether two values are equal, element by element, whatever they are made of.
pub(super) fn equal(left: &dyn Val, right: &dyn Val) -> bool {
    match (left.get_type().kind(), right.get_type().kind()) {
        (Kind::List, Kind::List) => equal_lists(left, right),
        (Kind::Map, Kind::Map) => equal_maps(left, right),
        // Lists and maps ask this function themselves, so it must not ask them back.
        (Kind::List | Kind::Map, _) => false,
        _ => left.equals(right),
    }
}

fn equal_lists(left: &dyn Val, right: &dyn Val) -> bool {
    let (Some(left), Some(right)) = (left.as_iterable(), right.as_iterable()) else { return false };
    let (mut left, mut right) = (left.iter(), right.iter());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(left), Some(right)) if equal(left, right) => {}
            _ => return false,
        }
    }
}

fn equal_maps(left: &dyn Val, right: &dyn Val) -> bool {
    let (Some(keys), Some(left_at), Some(right_at)) =
        (left.as_iterable(), left.as_indexer(), right.as_indexer())
    else {
        return false;
    };
    let size = |map: &dyn Val| map.as_sizer().map(|sizer| *sizer.size().inner());
    let mut keys = keys.iter();
    let mut same = size(left) == size(right);
    while let (true, Some(key)) = (same, keys.next()) {
        same = match (left_at.get(key), right_at.get(key)) {
            (Ok(left), Ok(right)) => equal(left.as_ref(), right.as_ref()),
            _ => false,
        };
    }
    same
}

/// Walks over values that were made already.
struct Items<'b, 't>(std::slice::Iter<'b, Boxed<'t>>);

impl<'b, 'v, 't: 'v> CelIterator<'b, 'v> for Items<'b, 't> {
    fn next(&mut self) -> Option<&'b (dyn Val + 'v)> {
        self.0.next().map(|item| item.as_ref() as &(dyn Val + 'v))
    }
}

fn size_of(count: usize) -> CelInt {
    CelInt::from(i64::try_from(count).unwrap_or(i64::MAX))
}

fn wrong_index(index: &dyn Val, want: &str) -> ExecutionError {
    ExecutionError::UnexpectedType {
        got: index.get_type().name().to_owned(),
        want: want.to_owned(),
    }
}
