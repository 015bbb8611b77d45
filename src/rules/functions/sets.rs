//! Lists as sets in rules: `sets.contains`, `sets.equivalent`, `sets.intersects`.

use cel::common::types::{CelBool, LIST_TYPE};
use cel::common::value::{CowVal, Val};
use cel::{DeclarationError, Env};

use super::Outcome;
use super::list::items;
use crate::rules::tree::equal;

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    let lists = || vec![LIST_TYPE, LIST_TYPE];
    env.add_overload("sets.contains", "sets.contains(list,list)", lists(), contains)?;
    env.add_overload("sets.equivalent", "sets.equivalent(list,list)", lists(), equivalent)?;
    env.add_overload("sets.intersects", "sets.intersects(list,list)", lists(), intersects)?;
    Ok(())
}

type Items<'v> = Vec<Box<dyn Val + 'v>>;

fn has(items: &Items<'_>, wanted: &dyn Val) -> bool {
    items.iter().any(|item| equal(item.as_ref(), wanted))
}

fn has_all(items: &Items<'_>, wanted: &Items<'_>) -> bool {
    wanted.iter().all(|wanted| has(items, wanted.as_ref()))
}

fn judge<'b, 'v>(
    arguments: &[CowVal<'b, 'v>],
    judge: impl Fn(&Items<'v>, &Items<'v>) -> bool,
) -> Outcome<'b, 'v> {
    let holds = matches!(arguments, [left, right] if judge(&items(left), &items(right)));
    Ok(CowVal::owned(CelBool::from(holds)))
}

fn contains<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    judge(&arguments, has_all)
}

fn equivalent<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    judge(&arguments, |left, right| has_all(left, right) && has_all(right, left))
}

fn intersects<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    judge(&arguments, |left, right| right.iter().any(|item| has(left, item.as_ref())))
}
