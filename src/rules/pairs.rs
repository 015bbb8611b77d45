//! The macros with two variables (`map.all(key, value, condition)`, `transformList`,
//! `transformMap`), written as macros with one variable over a list of pairs.

use cel::common::ast::{
    CallExpr, ComprehensionExpr, Expr, IdedExpr, ListExpr, LiteralValue, operators,
};
use cel::parser::{Macro, MacroExprHelper, ParseError};
use cel::{DeclarationError, Env};

use super::functions::{PAIRS, TO_MAP};

/// The name of the pair at hand.
const PAIR: &str = "@pair";
/// The name that the loops collect their result under, as CEL's own macros do.
const RESULT: &str = "@result";

type Expanded = Result<Option<IdedExpr>, ParseError>;

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    env.add_macro(Macro::receiver("all", 3, |helper, target, args| {
        expand(helper, target, args, &all)
    }))?;
    env.add_macro(Macro::receiver("exists", 3, |helper, target, args| {
        expand(helper, target, args, &exists)
    }))?;
    for name in ["existsOne", "exists_one"] {
        env.add_macro(Macro::receiver(name, 3, |helper, target, args| {
            expand(helper, target, args, &exists_one)
        }))?;
    }
    for count in [3, 4] {
        env.add_macro(Macro::receiver("transformList", count, |helper, target, args| {
            expand(helper, target, args, &transform_list)
        }))?;
        env.add_macro(Macro::receiver("transformMap", count, |helper, target, args| {
            expand(helper, target, args, &transform_map)
        }))?;
    }
    Ok(())
}

/// The call's parts: where the pairs come from, the two names, and what follows them.
struct Parts {
    range: IdedExpr,
    key: String,
    value: String,
    bodies: Vec<IdedExpr>,
}

type Builder<'a> = dyn Fn(&mut MacroExprHelper<'_>, Parts) -> IdedExpr + 'a;

fn expand(
    helper: &mut MacroExprHelper<'_>,
    target: &mut Option<IdedExpr>,
    args: &mut Vec<IdedExpr>,
    build: &Builder<'_>,
) -> Expanded {
    let names: Vec<String> = args.iter().take(2).filter_map(simple_name).collect();
    let Ok([key, value]) = <[String; 2]>::try_from(names) else {
        let place = args.first().map_or(0, |argument| argument.id);
        return Err(helper.new_error(place, "the first two arguments must be simple names"));
    };
    let Some(range) = target.take() else { return Ok(None) };
    let range = call(helper, PAIRS, vec![range]);
    let bodies = args.drain(..).skip(2).collect();
    Ok(Some(build(helper, Parts { range, key, value, bodies })))
}

fn simple_name(expression: &IdedExpr) -> Option<String> {
    match &expression.expr {
        Expr::Ident(name) => Some(name.clone()),
        _ => None,
    }
}

fn all(helper: &mut MacroExprHelper<'_>, mut parts: Parts) -> IdedExpr {
    let condition = bound_body(helper, &mut parts);
    let start = boolean(helper, true);
    let result = name(helper, RESULT);
    let go_on = call(helper, operators::NOT_STRICTLY_FALSE, vec![result]);
    let result = name(helper, RESULT);
    let step = call(helper, operators::LOGICAL_AND, vec![result, condition]);
    let result = name(helper, RESULT);
    fold(helper, parts.range, start, go_on, step, result)
}

fn exists(helper: &mut MacroExprHelper<'_>, mut parts: Parts) -> IdedExpr {
    let condition = bound_body(helper, &mut parts);
    let start = boolean(helper, false);
    let result = name(helper, RESULT);
    let none_yet = call(helper, operators::LOGICAL_NOT, vec![result]);
    let go_on = call(helper, operators::NOT_STRICTLY_FALSE, vec![none_yet]);
    let result = name(helper, RESULT);
    let step = call(helper, operators::LOGICAL_OR, vec![result, condition]);
    let result = name(helper, RESULT);
    fold(helper, parts.range, start, go_on, step, result)
}

fn exists_one(helper: &mut MacroExprHelper<'_>, mut parts: Parts) -> IdedExpr {
    let condition = bound_body(helper, &mut parts);
    let (start, go_on) = (integer(helper, 0), boolean(helper, true));
    let (result, one) = (name(helper, RESULT), integer(helper, 1));
    let more = call(helper, operators::ADD, vec![result, one]);
    let result = name(helper, RESULT);
    let step = call(helper, operators::CONDITIONAL, vec![condition, more, result]);
    let (result, one) = (name(helper, RESULT), integer(helper, 1));
    let is_one = call(helper, operators::EQUALS, vec![result, one]);
    fold(helper, parts.range, start, go_on, step, is_one)
}

fn transform_list(helper: &mut MacroExprHelper<'_>, parts: Parts) -> IdedExpr {
    collect(helper, parts, |_, body| body)
}

fn transform_map(helper: &mut MacroExprHelper<'_>, parts: Parts) -> IdedExpr {
    let key = parts.key.clone();
    let pairs = collect(helper, parts, |helper, body| {
        let key = name(helper, &key);
        list(helper, vec![key, body])
    });
    call(helper, TO_MAP, vec![pairs])
}

/// A list with what `item` makes of the last body, for all pairs or those that the first of two
/// bodies holds for.
fn collect(
    helper: &mut MacroExprHelper<'_>,
    mut parts: Parts,
    item: impl Fn(&mut MacroExprHelper<'_>, IdedExpr) -> IdedExpr,
) -> IdedExpr {
    let condition = (parts.bodies.len() == 2).then(|| bound_body(helper, &mut parts));
    let body = parts.bodies.pop().unwrap_or_default();
    let body = item(helper, body);
    let body = bind(helper, &parts, body);
    let (start, go_on) = (list(helper, Vec::new()), boolean(helper, true));
    let (result, one) = (name(helper, RESULT), list(helper, vec![body]));
    let mut step = call(helper, operators::ADD, vec![result, one]);
    if let Some(condition) = condition {
        let result = name(helper, RESULT);
        step = call(helper, operators::CONDITIONAL, vec![condition, step, result]);
    }
    let result = name(helper, RESULT);
    fold(helper, parts.range, start, go_on, step, result)
}

/// The first body, with the two names bound to the pair at hand.
fn bound_body(helper: &mut MacroExprHelper<'_>, parts: &mut Parts) -> IdedExpr {
    let body = parts.bodies.remove(0);
    bind(helper, parts, body)
}

fn bind(helper: &mut MacroExprHelper<'_>, parts: &Parts, body: IdedExpr) -> IdedExpr {
    let inner = bind_one(helper, &parts.value, 1, body);
    bind_one(helper, &parts.key, 0, inner)
}

/// `body` with `bound` standing for the part of the pair at `place`: a loop over nothing, whose
/// accumulator is the name.
fn bind_one(helper: &mut MacroExprHelper<'_>, bound: &str, place: i64, body: IdedExpr) -> IdedExpr {
    let (pair, index) = (name(helper, PAIR), integer(helper, place));
    let part = call(helper, operators::INDEX, vec![pair, index]);
    let comprehension = ComprehensionExpr {
        iter_range: list(helper, Vec::new()),
        iter_var: "@unused".to_owned(),
        iter_var2: None,
        accu_var: bound.to_owned(),
        accu_init: part,
        loop_cond: boolean(helper, false),
        loop_step: name(helper, bound),
        result: body,
    };
    helper.next_expr(Expr::Comprehension(Box::new(comprehension)))
}

fn fold(
    helper: &mut MacroExprHelper<'_>,
    range: IdedExpr,
    start: IdedExpr,
    go_on: IdedExpr,
    step: IdedExpr,
    result: IdedExpr,
) -> IdedExpr {
    let comprehension = ComprehensionExpr {
        iter_range: range,
        iter_var: PAIR.to_owned(),
        iter_var2: None,
        accu_var: RESULT.to_owned(),
        accu_init: start,
        loop_cond: go_on,
        loop_step: step,
        result,
    };
    helper.next_expr(Expr::Comprehension(Box::new(comprehension)))
}

fn call(helper: &mut MacroExprHelper<'_>, function: &str, args: Vec<IdedExpr>) -> IdedExpr {
    let func_name = function.to_owned();
    helper.next_expr(Expr::Call(CallExpr { func_name, target: None, args }))
}

fn name(helper: &mut MacroExprHelper<'_>, name: &str) -> IdedExpr {
    helper.next_expr(Expr::Ident(name.to_owned()))
}

fn boolean(helper: &mut MacroExprHelper<'_>, value: bool) -> IdedExpr {
    helper.next_expr(Expr::Literal(LiteralValue::Boolean(value.into())))
}

fn integer(helper: &mut MacroExprHelper<'_>, value: i64) -> IdedExpr {
    helper.next_expr(Expr::Literal(LiteralValue::Int(value.into())))
}

fn list(helper: &mut MacroExprHelper<'_>, elements: Vec<IdedExpr>) -> IdedExpr {
    helper.next_expr(Expr::List(ListExpr::new(elements)))
}
