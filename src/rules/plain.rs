//! Conditions that only ask whether a text matches a pattern. They stand at every text of a chart,
//! so they are answered without the engine.

use cel::common::ast::{Expr, IdedExpr, operators};

use super::functions::EQUALS;
use super::scope::{PATTERN, SELF};

/// What a match says of the condition where `self` is a text, if `expression`, which has been
/// prepared, then asks nothing but whether `self` matches its one pattern:
/// `string(self).matches('…')`, the contrary, or either behind `type(self) != string ||`.
pub(super) fn match_decides(expression: &IdedExpr) -> Option<bool> {
    let Expr::Call(call) = &expression.expr else { return None };
    match call.func_name.as_str() {
        operators::LOGICAL_NOT => match_decides(call.args.first()?).map(|holds| !holds),
        operators::LOGICAL_OR => match &call.args[..] {
            [first, second] if is_no_text(first) => match_decides(second),
            _ => None,
        },
        "matches" => {
            let pattern = format!("{PATTERN}0");
            let by_pattern = matches!(&call.args[..], [one] if is_name(one, &pattern));
            (by_pattern && is_self(call.target.as_deref()?)).then_some(true)
        }
        _ => None,
    }
}

/// Whether it is `type(self) != string`.
fn is_no_text(expression: &IdedExpr) -> bool {
    let Some([equal]) = arguments(expression, operators::LOGICAL_NOT) else { return false };
    let Some([kind, text]) = arguments(equal, EQUALS) else { return false };
    let of_self = matches!(arguments(kind, "type"), Some([one]) if is_name(one, SELF));
    of_self && is_name(text, "string")
}

/// The arguments of a call of `function`.
fn arguments<'e>(expression: &'e IdedExpr, function: &str) -> Option<&'e [IdedExpr]> {
    match &expression.expr {
        Expr::Call(call) if call.func_name == function && call.target.is_none() => Some(&call.args),
        _ => None,
    }
}

/// Whether it is `self` or `string(self)`.
fn is_self(expression: &IdedExpr) -> bool {
    let inner = match arguments(expression, "string") {
        Some([one]) => one,
        _ => expression,
    };
    is_name(inner, SELF)
}

fn is_name(expression: &IdedExpr, wanted: &str) -> bool {
    matches!(&expression.expr, Expr::Ident(name) if name == wanted)
}
