//! Lists in rules: Kubernetes' `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`, and
//! the hidden functions that equality and the macros with two variables are made of.

use std::cmp::Ordering;
use std::collections::HashMap;

use cel::common::types::{
    CelBool, CelInt, CelList, CelMap, CelMapKey, CelString, DYN_TYPE, Kind, LIST_TYPE,
};
use cel::common::value::{CowVal, Val};
use cel::{DeclarationError, Env, ExecutionError};

use super::Outcome;
use crate::rules::tree::equal;

/// The hidden name of deep equality.
pub(in crate::rules) const EQUALS: &str = "@equals";
/// The hidden name of: a list or map as a list of pairs.
pub(in crate::rules) const PAIRS: &str = "@pairs";
/// The hidden name of: a list of pairs as a map.
pub(in crate::rules) const TO_MAP: &str = "@toMap";

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    env.add_member_overload("isSorted", "list.isSorted()", LIST_TYPE, vec![], is_sorted)?;
    env.add_member_overload("sum", "list.sum()", LIST_TYPE, vec![], sum)?;
    env.add_member_overload("min", "list.min()", LIST_TYPE, vec![], min)?;
    env.add_member_overload("max", "list.max()", LIST_TYPE, vec![], max)?;
    let one = || vec![DYN_TYPE];
    env.add_member_overload("indexOf", "list.indexOf(dyn)", LIST_TYPE, one(), index_of)?;
    let last = last_index_of;
    env.add_member_overload("lastIndexOf", "list.lastIndexOf(dyn)", LIST_TYPE, one(), last)?;
    env.add_overload(EQUALS, "equals", vec![DYN_TYPE, DYN_TYPE], equals)?;
    env.add_overload(PAIRS, "pairs", vec![DYN_TYPE], pairs)?;
    env.add_overload(TO_MAP, "toMap", vec![LIST_TYPE], to_map)?;
    Ok(())
}

/// The items of the list or the keys of the map.
pub(super) fn items<'v>(list: &CowVal<'_, 'v>) -> Vec<Box<dyn Val + 'v>> {
    let mut items = Vec::new();
    let Some(iterable) = list.as_iterable() else { return items };
    let mut iterator = iterable.iter();
    while let Some(item) = iterator.next() {
        items.push(item.clone_as_boxed());
    }
    items
}

fn first_items<'v>(arguments: &[CowVal<'_, 'v>]) -> Vec<Box<dyn Val + 'v>> {
    arguments.first().map(items).unwrap_or_default()
}

fn compare(left: &dyn Val, right: &dyn Val, function: &str) -> Result<Ordering, ExecutionError> {
    let compared = left.as_comparer().and_then(|comparer| comparer.compare(right).ok());
    compared.ok_or_else(|| {
        ExecutionError::function_error(function, "the items cannot be compared with each other")
    })
}

fn is_sorted<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    for pair in first_items(&arguments).windows(2) {
        if compare(pair[0].as_ref(), pair[1].as_ref(), "isSorted")? == Ordering::Greater {
            return Ok(CowVal::owned(CelBool::from(false)));
        }
    }
    Ok(CowVal::owned(CelBool::from(true)))
}

/// The sum of the items; 0 for an empty list.
fn sum<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let mut items = first_items(&arguments).into_iter();
    let Some(mut total) = items.next() else { return Ok(CowVal::owned(CelInt::from(0))) };
    for item in items {
        let adder = total.as_adder().ok_or_else(not_summable)?;
        total = adder.add(item.as_ref()).map(CowVal::into_owned).map_err(|_| not_summable())?;
    }
    Ok(CowVal::Owned(total))
}

fn not_summable() -> ExecutionError {
    ExecutionError::function_error("sum", "the items cannot be added to each other")
}

fn min<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    extreme(&arguments, "min", Ordering::Less)
}

fn max<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    extreme(&arguments, "max", Ordering::Greater)
}

fn extreme<'b, 'v>(
    arguments: &[CowVal<'b, 'v>],
    function: &str,
    wanted: Ordering,
) -> Outcome<'b, 'v> {
    let mut items = first_items(arguments).into_iter();
    let empty = || ExecutionError::function_error(function, "the list is empty");
    let mut best = items.next().ok_or_else(empty)?;
    for item in items {
        if compare(item.as_ref(), best.as_ref(), function)? == wanted {
            best = item;
        }
    }
    Ok(CowVal::Owned(best))
}

fn index_of<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    place(&arguments, |items, wanted| items.iter().position(|item| equal(item.as_ref(), wanted)))
}

fn last_index_of<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    place(&arguments, |items, wanted| items.iter().rposition(|item| equal(item.as_ref(), wanted)))
}

/// Where `find` finds the second argument in the first, or -1.
fn place<'b, 'v>(
    arguments: &[CowVal<'b, 'v>],
    find: impl Fn(&[Box<dyn Val + 'v>], &dyn Val) -> Option<usize>,
) -> Outcome<'b, 'v> {
    let items = first_items(arguments);
    let place = arguments.get(1).and_then(|wanted| find(&items, wanted.as_ref()));
    let place = place.and_then(|place| i64::try_from(place).ok()).unwrap_or(-1);
    Ok(CowVal::owned(CelInt::from(place)))
}

fn equals<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let same = matches!(&arguments[..], [left, right] if equal(left.as_ref(), right.as_ref()));
    Ok(CowVal::owned(CelBool::from(same)))
}

/// `[key, value]` for each entry of a map, `[index, item]` for each item of a list.
fn pairs<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let Some(ranged) = arguments.first().filter(|value| value.as_iterable().is_some()) else {
        let types = arguments.iter().map(|value| value.get_type().name().to_owned()).collect();
        return Err(ExecutionError::no_such_overload("all", types));
    };
    let is_map = ranged.get_type().kind() == Kind::Map;
    let mut pairs: Vec<Box<dyn Val + 'v>> = Vec::new();
    for (place, item) in items(ranged).into_iter().enumerate() {
        let pair = if is_map {
            let value =
                ranged.as_indexer().map(|indexer| indexer.get(item.as_ref())).transpose()?;
            let value = value.map(CowVal::into_owned);
            [Some(item), value]
        } else {
            let place = CelInt::from(i64::try_from(place).unwrap_or(i64::MAX));
            [Some(Box::new(place) as Box<dyn Val + 'v>), Some(item)]
        };
        pairs.push(Box::new(CelList::from(pair.into_iter().flatten().collect::<Vec<_>>())));
    }
    Ok(CowVal::owned(CelList::from(pairs)))
}

fn to_map<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let mut map: HashMap<CelMapKey<'v>, Box<dyn Val + 'v>> = HashMap::new();
    for pair in first_items(&arguments) {
        let pair = CowVal::Owned(pair);
        if let [key, value] = &items(&pair)[..] {
            let key = match key.downcast_ref::<CelString>() {
                Some(text) => CelMapKey::String(text.inner().to_owned().into()),
                None => CowVal::Owned(key.clone()).try_into()?,
            };
            map.insert(key, value.clone());
        }
    }
    Ok(CowVal::owned(CelMap::from(map)))
}
