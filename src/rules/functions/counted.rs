//! The hidden forms of what can grow without bound (loops, `+`, `replace`, `join`): each takes its work
//! off the budget first.

use cel::common::types::{CelString, DYN_TYPE, Kind, LIST_TYPE, STRING_TYPE};
use cel::common::value::{CowVal, Val};
use cel::{DeclarationError, Env, ExecutionError};

use super::list::items;
use super::{Outcome, argument};
use crate::rules::scope::{BUDGET_TYPE, Budget};

/// The hidden name of: the range of a loop.
pub(in crate::rules) const RANGE: &str = "@range";
/// The hidden name of `+`.
pub(in crate::rules) const ADD: &str = "@add";
/// The hidden name of `replace` with two arguments.
pub(in crate::rules) const REPLACE: &str = "@replace";

/// The hidden name of `join` with a separator.
pub(in crate::rules) const JOIN: &str = "@join";

/// How many bytes of text count as one step.
const BYTES_PER_STEP: usize = 64;

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    let budget = || BUDGET_TYPE.to_owned();
    env.add_overload(RANGE, "range", vec![budget(), DYN_TYPE], range)?;
    env.add_overload(ADD, "add", vec![budget(), DYN_TYPE, DYN_TYPE], add)?;
    let texts = vec![budget(), STRING_TYPE, STRING_TYPE, STRING_TYPE];
    env.add_overload(REPLACE, "replace", texts, replace)?;
    env.add_overload(JOIN, "join", vec![budget(), LIST_TYPE, STRING_TYPE], join)?;
    Ok(())
}

/// The list or map itself, once its items are paid for.
fn range<'b, 'v>(mut arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let ranged = arguments.pop();
    let Some(ranged) = ranged.filter(|value| value.as_iterable().is_some()) else {
        let message = "only a list or a mapping has items to go through";
        return Err(ExecutionError::function_error(RANGE, message));
    };
    argument::<Budget>(RANGE, &arguments, 0)?.take(1 + weight(ranged.as_ref()))?;
    Ok(ranged)
}

fn add<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let [budget, left, right] = &arguments[..] else {
        return Err(ExecutionError::invalid_argument_count(3, arguments.len()));
    };
    let budget = budget.downcast_ref::<Budget>();
    budget.map_or(Ok(()), |budget| budget.take(weight(left.as_ref()) + weight(right.as_ref())))?;
    let sum = left.as_adder().map(|adder| adder.add(right.as_ref()).map(CowVal::into_owned));
    let no_overload = || {
        let types = [left, right].map(|value| value.get_type().name().to_owned());
        ExecutionError::no_such_overload("_+_", types.to_vec())
    };
    match sum {
        Some(Ok(sum)) => Ok(CowVal::Owned(sum)),
        Some(Err(error @ ExecutionError::Overflow(..))) => Err(error),
        _ => Err(no_overload()),
    }
}

fn replace<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let budget = argument::<Budget>(REPLACE, &arguments, 0)?;
    let text = argument::<CelString>(REPLACE, &arguments, 1)?.inner();
    let from = argument::<CelString>(REPLACE, &arguments, 2)?.inner();
    let to = argument::<CelString>(REPLACE, &arguments, 3)?.inner();
    let length = text.len().saturating_add(text.matches(from).count().saturating_mul(to.len()));
    budget.take(1 + length / BYTES_PER_STEP)?;
    Ok(CowVal::owned(CelString::from(text.replace(from, to))))
}

fn join<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let budget = argument::<Budget>(JOIN, &arguments, 0)?;
    let separator = argument::<CelString>(JOIN, &arguments, 2)?.inner();
    let items = items(&arguments[1]);
    let mut texts = Vec::with_capacity(items.len());
    for item in &items {
        let Some(text) = item.downcast_ref::<CelString>() else {
            let types = vec!["list".to_owned(), item.get_type().name().to_owned()];
            return Err(ExecutionError::no_such_member_overload("join", types));
        };
        budget.take(1 + (text.inner().len() + separator.len()) / BYTES_PER_STEP)?;
        texts.push(text.inner());
    }
    Ok(CowVal::owned(CelString::from(texts.join(separator))))
}

/// What looking at a whole value costs.
fn weight(value: &dyn Val) -> usize {
    if value.get_type().kind() == Kind::String {
        let length = value.downcast_ref::<CelString>().map_or(0, |text| text.inner().len());
        return length / BYTES_PER_STEP;
    }
    let size = value.as_sizer().map_or(0, |sizer| *sizer.size().inner());
    usize::try_from(size).unwrap_or(0)
}
