//! What CEL says, in words for people. No value is quoted: it could be a secret.

use cel::common::value::Val;
use cel::objects::ValueType;
use cel::{ExecutionError, ParseErrors};

use super::prepare::TOO_DEEP;
use super::program::Problem;

/// What is wrong with the syntax of `text`: its first fault, as the others often follow from it.
pub(super) fn of_syntax(text: &str, errors: &ParseErrors) -> Vec<Problem> {
    let first = errors.errors.first();
    let message = first.map_or("the text is no expression", |error| error.msg.as_str());
    let message = plain_syntax(message.strip_prefix("Syntax error: ").unwrap_or(message));
    let offset = first.and_then(|error| offset_of(text, error.pos));
    vec![Problem { message, offset }]
}

/// The parser's message without its grammar.
fn plain_syntax(message: &str) -> String {
    let quoted = message.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
    let found = quoted.map_or("", |(found, _)| found.split("' expecting").next().unwrap_or(found));
    if message == "invalid argument to has() macro" {
        return "`has` takes a field, as in `has(self.a.b)`".to_owned();
    }
    if message.contains("Recursion limit") {
        return TOO_DEEP.to_owned();
    }
    if let Some(missing) = message.strip_prefix("missing '") {
        let missing = missing.split('\'').next().unwrap_or_default();
        return format!("a `{missing}` is missing");
    }
    if message.contains("'<EOF>'") {
        return "the expression ends too early".to_owned();
    }
    let instead = match found.trim() {
        "=" => Some("=="),
        "and" | "&" => Some("&&"),
        "or" | "|" => Some("||"),
        "not" => Some("!"),
        _ => None,
    };
    if let Some(instead) = instead {
        return format!("`{}` is no operator here; write `{instead}`", found.trim());
    }
    if message.starts_with("token recognition error") && found.starts_with(['\'', '"']) {
        return "the quoted text is not closed, or has an unknown escape".to_owned();
    }
    let parser = ["token recognition", "mismatched", "extraneous", "no viable alternative"];
    if parser.iter().any(|start| message.starts_with(start)) {
        return format!("`{}` is not expected here", found.trim());
    }
    message.to_owned()
}

/// The byte that line and column (both from 1) stand for.
fn offset_of(text: &str, (line, column): (isize, isize)) -> Option<usize> {
    let line = usize::try_from(line).ok()?.checked_sub(1)?;
    let column = usize::try_from(column).ok()?.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let in_line = text.get(start..)?.char_indices().nth(column);
    Some(in_line.map_or(text.len(), |(offset, _)| start + offset))
}

/// Why an evaluation failed.
pub(super) fn of_error(error: &ExecutionError) -> String {
    match error {
        ExecutionError::NoSuchKey(key) => format!("`{key}` is not set"),
        ExecutionError::IndexOutOfBounds(_) => "a list is shorter than it expects".to_owned(),
        ExecutionError::NoSuchOverload(overload) => {
            let types: Vec<&str> =
                overload.argument_types().iter().map(|name| of_type(name)).collect();
            cannot_apply(overload.function(), &types)
        }
        ExecutionError::UnsupportedBinaryOperator(function, left, right) => {
            cannot_apply(function, &[of_value_type(left), of_value_type(right)])
        }
        ExecutionError::ValuesNotComparable(left, right) => {
            cannot_apply("_<_", &[of_value_type(left), of_value_type(right)])
        }
        ExecutionError::UnexpectedType { got, want } => {
            format!("it meets {} where {} is needed", of_type(got), of_type(want))
        }
        ExecutionError::DivisionByZero(_) | ExecutionError::RemainderByZero(_) => {
            "it divides by zero".to_owned()
        }
        ExecutionError::Overflow(..) => "a number becomes too large".to_owned(),
        ExecutionError::FunctionError { function, message } => of_function(function, message),
        ExecutionError::UndeclaredReference(name) => format!("nothing is named `{name}`"),
        _ => "it cannot be evaluated".to_owned(),
    }
}

/// The messages of CEL's own conversions quote what they were given, so only those of functions
/// that do not are passed on.
fn of_function(function: &str, message: &str) -> String {
    match function {
        "bool" | "bytes" | "double" | "int" | "string" | "uint" | "matches" => {
            format!("`{function}` cannot take what it is given")
        }
        name if name.starts_with('@') => message.to_owned(),
        name => format!("`{name}`: {message}"),
    }
}

fn cannot_apply(function: &str, types: &[&str]) -> String {
    let sign = match function {
        "_[_]" | "_._" | "_?._" | "_[?_]" => ".",
        "add" => "+",
        "sub" => "-",
        "mul" => "*",
        "div" => "/",
        "rem" => "%",
        "@in" => "in",
        other => other.trim_matches('_').trim_start_matches('@'),
    };
    let hidden = |name: &&str| name.starts_with("chartgen.");
    let types: Vec<&str> = types.iter().copied().filter(|name| !hidden(name)).collect();
    format!("`{sign}` cannot be applied to {}", types.join(" and "))
}

/// The kind of value that CEL calls `name`, with its article.
fn of_type(name: &str) -> &str {
    match name {
        "bool" => "a boolean",
        "int" | "uint" => "an integer",
        "double" => "a number",
        "string" => "a string",
        "list" => "a list",
        "map" => "a mapping",
        "null_type" => "nothing (null)",
        "kubernetes.Quantity" => "a quantity",
        "kubernetes.URL" => "a URL",
        "net.IP" => "an IP address",
        "net.CIDR" => "an address block",
        other => other,
    }
}

/// The kind of `value`, with its article.
pub(super) fn of_value(value: &dyn Val) -> &str {
    of_type(value.get_type().name())
}

fn of_value_type(value: &cel::Value) -> &'static str {
    match value.type_of() {
        ValueType::Bool => "a boolean",
        ValueType::Int | ValueType::UInt => "an integer",
        ValueType::Float => "a number",
        ValueType::String => "a string",
        ValueType::List => "a list",
        ValueType::Map => "a mapping",
        _ => "something else",
    }
}
