//! Quantities in rules: `quantity(x)`, `isQuantity(x)` and what can be asked of a quantity.

use cel::common::types::{CelBool, CelDouble, CelInt, CelString, DYN_TYPE};
use cel::common::value::{CowVal, Val};
use cel::{DeclarationError, Env, ExecutionError, add_member_overload, add_overload};

use super::opaque::opaque;
use super::{Outcome, argument};
use crate::rules::quantity::{Quantity, QuantityError};

#[derive(Debug, Clone, PartialEq)]
struct Amount(Quantity);

opaque!(Amount, AMOUNT_TYPE, "kubernetes.Quantity");

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    env.add_type(AMOUNT_TYPE.to_owned())?;
    env.add_overload("isQuantity", "isQuantity(dyn)", vec![DYN_TYPE], is_quantity)?;
    env.add_overload("quantity", "quantity(dyn)", vec![DYN_TYPE], quantity)?;
    add_overload!(env, fn text: (Amount) -> CelString, name = "string")?;
    add_member_overload!(env, fn compare_to: (Amount, Amount) -> CelInt)?;
    add_member_overload!(env, fn is_less_than: (Amount, Amount) -> CelBool)?;
    add_member_overload!(env, fn is_greater_than: (Amount, Amount) -> CelBool)?;
    add_member_overload!(env, fn add: (Amount, Amount) -> Amount)?;
    add_member_overload!(env, fn add_int: (Amount, CelInt) -> Amount, name = "add")?;
    add_member_overload!(env, fn sub: (Amount, Amount) -> Amount)?;
    add_member_overload!(env, fn sub_int: (Amount, CelInt) -> Amount, name = "sub")?;
    add_member_overload!(env, fn is_integer: (Amount) -> CelBool)?;
    add_member_overload!(env, fn as_integer: (Amount) -> Result<CelInt>)?;
    add_member_overload!(env, fn as_approximate_float: (Amount) -> CelDouble)?;
    add_member_overload!(env, fn sign: (Amount) -> CelInt)?;
    Ok(())
}

/// The quantity that a string or a number stands for; nothing for other kinds of value.
fn read(value: &dyn Val) -> Option<Result<Quantity, QuantityError>> {
    if let Some(text) = value.downcast_ref::<CelString>() {
        return Some(Quantity::parse(text.inner()));
    }
    if let Some(number) = value.downcast_ref::<CelInt>() {
        return Some(Ok(Quantity::from_integer(*number.inner())));
    }
    let number = value.downcast_ref::<CelDouble>()?;
    Some(Quantity::parse(&number.inner().to_string()))
}

fn is_quantity<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let value = arguments.first().and_then(|value| read(value.as_ref()));
    Ok(CowVal::owned(CelBool::from(matches!(value, Some(Ok(_))))))
}

fn quantity<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let Some(read) = arguments.first().and_then(|value| read(value.as_ref())) else {
        // Not a string either: this states the types in the error.
        return argument::<CelString>("quantity", &arguments, 0)
            .map(|text| CowVal::owned(CelString::from(text.inner().to_owned())));
    };
    let amount = read.map_err(|_| ExecutionError::function_error("quantity", NOT_ONE))?;
    Ok(CowVal::owned(Amount(amount)))
}

const NOT_ONE: &str = "the text is not a quantity";

fn text(this: &Amount) -> CelString<'static> {
    this.0.to_string().into()
}

fn compare_to(this: &Amount, other: &Amount) -> CelInt {
    CelInt::from(this.0.cmp(&other.0) as i64)
}

fn is_less_than(this: &Amount, other: &Amount) -> CelBool {
    (this.0 < other.0).into()
}

fn is_greater_than(this: &Amount, other: &Amount) -> CelBool {
    (this.0 > other.0).into()
}

fn add(this: &Amount, other: &Amount) -> Amount {
    Amount(this.0 + other.0)
}

fn add_int(this: &Amount, other: &CelInt) -> Amount {
    Amount(this.0 + Quantity::from_integer(*other.inner()))
}

fn sub(this: &Amount, other: &Amount) -> Amount {
    Amount(this.0 - other.0)
}

fn sub_int(this: &Amount, other: &CelInt) -> Amount {
    Amount(this.0 - Quantity::from_integer(*other.inner()))
}

fn is_integer(this: &Amount) -> CelBool {
    this.0.as_integer().is_some().into()
}

fn as_integer(this: &Amount) -> Result<CelInt, ExecutionError> {
    let message = "the quantity is not a whole number of 64 bits";
    let integer = this.0.as_integer();
    integer.map(CelInt::from).ok_or_else(|| ExecutionError::function_error("asInteger", message))
}

fn as_approximate_float(this: &Amount) -> CelDouble {
    this.0.as_approximate_float().into()
}

fn sign(this: &Amount) -> CelInt {
    this.0.sign().into()
}
