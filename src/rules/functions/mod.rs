//! The functions that rules can call beyond CEL's own: those of Kubernetes, and a few for charts.
//! One file per subject; this one puts them together.

mod address;
mod amount;
mod block;
mod counted;
mod encoding;
mod list;
mod opaque;
mod pattern;
mod sets;
mod uri;

use std::sync::{Arc, LazyLock};

use cel::common::value::{CowVal, FromVal};
use cel::{DeclarationError, Env, ExecutionError, extensions};

pub(super) use counted::{ADD, JOIN, RANGE, REPLACE};
pub(super) use encoding::FORMAT;
pub(super) use list::{EQUALS, PAIRS, TO_MAP};

/// The one environment of all rules.
pub(super) static ENVIRONMENT: LazyLock<Arc<Env>> = LazyLock::new(|| {
    let environment = build().expect("no two functions here have the same name and arguments");
    Arc::new(environment)
});

fn build() -> Result<Env, DeclarationError> {
    let mut env = Env::stdlib();
    env.add_extension(extensions::strings)?;
    env.add_extension(extensions::lists)?;
    env.add_extension(extensions::math)?;
    amount::declare(&mut env)?;
    address::declare(&mut env)?;
    block::declare(&mut env)?;
    counted::declare(&mut env)?;
    encoding::declare(&mut env)?;
    list::declare(&mut env)?;
    pattern::declare(&mut env)?;
    sets::declare(&mut env)?;
    uri::declare(&mut env)?;
    super::pairs::declare(&mut env)?;
    Ok(env)
}

/// What a function makes of its arguments.
type Outcome<'b, 'v> = Result<CowVal<'b, 'v>, ExecutionError>;

/// The argument at `place` as a `T`.
fn argument<'b, 'v, T: FromVal<'b, 'v>>(
    function: &str,
    arguments: &'b [CowVal<'_, 'v>],
    place: usize,
) -> Result<&'b T, ExecutionError> {
    let found = arguments.get(place).and_then(|argument| argument.downcast_ref::<T>());
    found.ok_or_else(|| {
        let types = arguments.iter().map(|argument| argument.get_type().name().to_owned());
        ExecutionError::no_such_overload(function, types.collect())
    })
}
