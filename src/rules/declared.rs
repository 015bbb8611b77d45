//! The functions and names that a rule may use, checked when it is compiled: CEL itself would
//! only notice an unknown one when the rule is evaluated.

use crate::diagnostic::nearest;

/// How a function can be called.
struct Signature {
    name: &'static str,
    /// How many arguments `name(…)` takes; empty when it cannot be called so.
    global: &'static [usize],
    /// How many arguments `x.name(…)` takes, `x` not counted; empty when it cannot be called so.
    member: &'static [usize],
}

const fn global(name: &'static str, global: &'static [usize]) -> Signature {
    Signature { name, global, member: &[] }
}

const fn member(name: &'static str, member: &'static [usize]) -> Signature {
    Signature { name, global: &[], member }
}

const fn both(name: &'static str, global: &'static [usize], member: &'static [usize]) -> Signature {
    Signature { name, global, member }
}

const FUNCTIONS: &[Signature] = &[
    both("size", &[1], &[0]),
    global("bool", &[1]),
    global("bytes", &[1]),
    global("double", &[1]),
    global("dyn", &[1]),
    global("int", &[1]),
    global("string", &[1]),
    global("type", &[1]),
    global("uint", &[1]),
    // Text.
    member("charAt", &[1]),
    member("contains", &[1]),
    member("endsWith", &[1]),
    member("find", &[1]),
    member("findAll", &[1, 2]),
    member("indexOf", &[1, 2]),
    member("join", &[0, 1]),
    member("lastIndexOf", &[1, 2]),
    member("lowerAscii", &[0]),
    both("matches", &[2], &[1]),
    member("replace", &[2, 3]),
    member("reverse", &[0]),
    member("split", &[1, 2]),
    member("startsWith", &[1]),
    member("substring", &[1, 2]),
    member("trim", &[0]),
    member("upperAscii", &[0]),
    // Lists.
    member("distinct", &[0]),
    member("flatten", &[0, 1]),
    member("isSorted", &[0]),
    member("max", &[0]),
    member("min", &[0]),
    member("slice", &[2]),
    member("sort", &[0]),
    member("sum", &[0]),
    global("sets.contains", &[2]),
    global("sets.equivalent", &[2]),
    global("sets.intersects", &[2]),
    // Numbers.
    global("math.abs", &[1]),
    global("math.ceil", &[1]),
    global("math.floor", &[1]),
    global("math.isFinite", &[1]),
    global("math.isInf", &[1]),
    global("math.isNaN", &[1]),
    global("math.round", &[1]),
    global("math.sign", &[1]),
    global("math.sqrt", &[1]),
    global("math.trunc", &[1]),
    // Quantities.
    global("isQuantity", &[1]),
    global("quantity", &[1]),
    member("add", &[1]),
    member("asApproximateFloat", &[0]),
    member("asInteger", &[0]),
    member("compareTo", &[1]),
    member("isGreaterThan", &[1]),
    member("isInteger", &[0]),
    member("isLessThan", &[1]),
    member("sign", &[0]),
    member("sub", &[1]),
    // Addresses.
    global("isCIDR", &[1]),
    global("isIP", &[1]),
    global("isURL", &[1]),
    global("cidr", &[1]),
    both("ip", &[1], &[0]),
    global("ip.isCanonical", &[1]),
    global("url", &[1]),
    member("containsCIDR", &[1]),
    member("containsIP", &[1]),
    member("family", &[0]),
    member("getEscapedPath", &[0]),
    member("getHost", &[0]),
    member("getHostname", &[0]),
    member("getPort", &[0]),
    member("getQuery", &[0]),
    member("getScheme", &[0]),
    member("isGlobalUnicast", &[0]),
    member("isLinkLocalMulticast", &[0]),
    member("isLinkLocalUnicast", &[0]),
    member("isLoopback", &[0]),
    member("isUnspecified", &[0]),
    member("masked", &[0]),
    member("prefixLength", &[0]),
    // Charts.
    global("base64Decode", &[1]),
    global("base64Encode", &[1]),
    global("isBase64", &[1]),
    global("isFormat", &[2]),
    global("isGiven", &[1]),
    // Optional values.
    global("optional.none", &[0]),
    global("optional.of", &[1]),
    global("optional.ofNonZeroValue", &[1]),
    member("hasValue", &[0]),
    member("or", &[1]),
    member("orValue", &[1]),
    member("value", &[0]),
];

/// Macros, which the parser has replaced wherever they were called rightly.
const MACROS: &[(&str, &str)] = &[
    ("all", "`list.all(x, condition)` or `map.all(key, value, condition)`"),
    ("exists", "`list.exists(x, condition)` or `map.exists(key, value, condition)`"),
    ("existsOne", "`list.existsOne(x, condition)`"),
    ("exists_one", "`list.exists_one(x, condition)`"),
    ("filter", "`list.filter(x, condition)`"),
    ("greatest", "`math.greatest(a, b)`"),
    ("has", "`has(self.a.b)`"),
    ("least", "`math.least(a, b)`"),
    ("map", "`list.map(x, value)` or `list.map(x, condition, value)`"),
    ("sortBy", "`list.sortBy(x, key)`"),
    ("transformList", "`map.transformList(key, value, result)`"),
    ("transformMap", "`map.transformMap(key, value, result)`"),
];

/// The names of all functions and macros that rules can use.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    let macros = MACROS.iter().map(|(name, _)| *name);
    FUNCTIONS.iter().map(|function| function.name).chain(macros)
}

/// Names that stand for a type, as in `type(x) == int`.
const TYPES: &[&str] = &[
    "bool",
    "bytes",
    "double",
    "int",
    "list",
    "map",
    "null_type",
    "optional_type",
    "string",
    "type",
    "uint",
];

/// Whether `name` is that of a type.
pub(super) fn is_type(name: &str) -> bool {
    TYPES.contains(&name)
}

/// Whether functions have names that begin with `name` and a dot.
pub(super) fn is_namespace(name: &str) -> bool {
    FUNCTIONS
        .iter()
        .any(|function| function.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// What is wrong with a call of `name` with `count` arguments, on a value when `on_value`.
pub(super) fn fault_of_call(name: &str, on_value: bool, count: usize) -> Option<String> {
    let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else {
        return Some(unknown(name));
    };
    let (allowed, other) = match on_value {
        true => (function.member, function.global),
        false => (function.global, function.member),
    };
    if allowed.is_empty() {
        let usage = usage(name, !on_value, other[0]);
        return Some(format!("`{name}` is called like this: {usage}"));
    }
    if allowed.contains(&count) {
        return None;
    }
    let counts: Vec<String> = allowed.iter().map(usize::to_string).collect();
    let plural = if allowed == [1] { "argument" } else { "arguments" };
    Some(format!("`{name}` takes {} {plural}, not {count}", counts.join(" or ")))
}

fn unknown(name: &str) -> String {
    if let Some((_, usage)) = MACROS.iter().find(|(macro_name, _)| *macro_name == name) {
        return format!("`{name}` is called like this: {usage}");
    }
    let macros = MACROS.iter().map(|(name, _)| *name);
    let names = FUNCTIONS.iter().map(|function| function.name).chain(macros);
    match nearest(name, names) {
        Some(near) => format!("there is no function `{name}`; did you mean `{near}`?"),
        None => format!("there is no function `{name}`"),
    }
}

fn usage(name: &str, on_value: bool, count: usize) -> String {
    let arguments = ["x", "y", "z"][..count.min(3)].join(", ");
    if on_value { format!("`value.{name}({arguments})`") } else { format!("`{name}({arguments})`") }
}

/// What is wrong with naming `name`, of which `locals` are known besides.
pub(super) fn fault_of_name(name: &str, locals: &[String]) -> String {
    if name == "oldSelf" {
        return "`oldSelf` has no meaning here: values have no earlier state".to_owned();
    }
    let known = locals.iter().map(String::as_str).chain([super::scope::SELF]);
    match nearest(name, known) {
        Some(near) => format!("nothing is named `{name}` here; did you mean `{near}`?"),
        None => format!("nothing is named `{name}` here; values are read as `self.{name}`"),
    }
}
