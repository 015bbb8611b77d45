//! Regular expressions in rules: `find`, `findAll`, and `matches` with a pattern that stands in
//! the rule's text and is therefore compiled once.

use super::opaque::opaque;
use crate::pattern::Pattern;
use cel::common::types::{CelBool, CelInt, CelList, CelString};
use cel::common::value::Val;
use cel::{DeclarationError, Env, ExecutionError, add_member_overload, add_overload};

opaque!(Pattern, PATTERN_TYPE, "chartgen.Pattern");

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    add_overload!(env, fn matches: (CelString, Pattern) -> CelBool)?;
    add_member_overload!(env, fn matches: (CelString, Pattern) -> CelBool)?;
    add_member_overload!(env, fn find: (CelString, Pattern) -> CelString)?;
    add_member_overload!(env, fn find_text: (CelString, CelString) -> Result<CelString>,
        name = "find")?;
    add_member_overload!(env, fn find_all: (CelString, Pattern) -> CelList)?;
    add_member_overload!(env, fn find_all_text: (CelString, CelString) -> Result<CelList>,
        name = "findAll")?;
    add_member_overload!(env, fn find_some: (CelString, Pattern, CelInt) -> CelList,
        name = "findAll")?;
    add_member_overload!(env, fn find_some_text: (CelString, CelString, CelInt) -> Result<CelList>,
        name = "findAll")?;
    Ok(())
}

fn compiled(pattern: &CelString<'_>, function: &str) -> Result<Pattern, ExecutionError> {
    Pattern::compile(pattern.inner()).map_err(|_| {
        ExecutionError::function_error(function, "the pattern is not a regular expression")
    })
}

fn matches(this: &CelString<'_>, pattern: &Pattern) -> CelBool {
    pattern.matches(this.inner()).into()
}

fn find(this: &CelString<'_>, pattern: &Pattern) -> CelString<'static> {
    let found = pattern.find(this.inner()).unwrap_or_default();
    found.to_owned().into()
}

fn find_text(
    this: &CelString<'_>,
    pattern: &CelString<'_>,
) -> Result<CelString<'static>, ExecutionError> {
    Ok(find(this, &compiled(pattern, "find")?))
}

fn find_all(this: &CelString<'_>, pattern: &Pattern) -> CelList<'static> {
    find_some(this, pattern, &CelInt::from(-1))
}

fn find_all_text(
    this: &CelString<'_>,
    pattern: &CelString<'_>,
) -> Result<CelList<'static>, ExecutionError> {
    Ok(find_all(this, &compiled(pattern, "findAll")?))
}

/// At most `limit` matches; all of them when it is negative.
fn find_some(this: &CelString<'_>, pattern: &Pattern, limit: &CelInt) -> CelList<'static> {
    let limit = usize::try_from(*limit.inner()).unwrap_or(usize::MAX);
    let found = pattern.find_all(this.inner()).take(limit);
    let boxed = found.map(|found| Box::new(CelString::from(found.to_owned())) as Box<dyn Val>);
    CelList::from(boxed.collect::<Vec<_>>())
}

fn find_some_text(
    this: &CelString<'_>,
    pattern: &CelString<'_>,
    limit: &CelInt,
) -> Result<CelList<'static>, ExecutionError> {
    Ok(find_some(this, &compiled(pattern, "findAll")?, limit))
}
