//! Checks a parsed expression (unknown functions and names, patterns, depth), finds the places
//! that it reads, and rewrites what the engine cannot do alone: patterns compiled once, loops and
//! growth counted, `==` on values of the tree, `isGiven`, `isFormat`.

use cel::IdedExpr;
use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, LiteralValue, SelectExpr, SourceInfo, operators,
};

use super::declared;
use super::functions::{ADD, EQUALS, FORMAT, JOIN, RANGE, REPLACE};
use super::program::Problem;
use super::reads::Read;
use super::scope::{BUDGET, FORMATS, FormatCheck, GIVEN, PATTERN, SELF};
use crate::pattern::Pattern;
use crate::yaml::Pointer;

/// The deepest nesting of an expression: evaluation recurses that far.
const DEPTH_LIMIT: usize = 96;

/// What is said of an expression beyond that limit.
pub(super) const TOO_DEEP: &str = "the expression is nested too deeply";

/// What preparing an expression finds.
pub(super) struct Prepared {
    /// The places that it reads.
    pub(super) reads: Vec<Read>,
    /// The patterns that stand in its text, by the number in their hidden name.
    pub(super) patterns: Vec<Pattern>,
}

/// Prepares `expression`, the parsed form of `text`.
///
/// # Errors
///
/// Everything that is wrong with it.
pub(super) fn prepare(
    expression: &mut IdedExpr,
    info: &SourceInfo,
    text: &str,
    formats: FormatCheck,
) -> Result<Prepared, Vec<Problem>> {
    let mut walk = Walk {
        info,
        text,
        formats,
        locals: Vec::new(),
        depth: 0,
        prepared: Prepared { reads: Vec::new(), patterns: Vec::new() },
        problems: Vec::new(),
    };
    walk.expression(expression);
    if walk.problems.is_empty() { Ok(walk.prepared) } else { Err(walk.problems) }
}

struct Walk<'a> {
    info: &'a SourceInfo,
    text: &'a str,
    formats: FormatCheck,
    /// The names that loops around the place at hand have bound.
    locals: Vec<String>,
    depth: usize,
    prepared: Prepared,
    problems: Vec<Problem>,
}

impl Walk<'_> {
    fn problem(&mut self, id: u64, message: impl Into<String>) {
        let offset = self.offset(id);
        self.problems.push(Problem { message: message.into(), offset });
    }

    /// Where in the text the expression `id` stands.
    fn offset(&self, id: u64) -> Option<usize> {
        let start = self.info.offset_for(id).map(|(start, _)| start as usize);
        start.filter(|&start| self.text.is_char_boundary(start))
    }

    fn expression(&mut self, expression: &mut IdedExpr) {
        let path = self.path(expression);
        if self.depth + path.as_ref().map_or(0, Pointer::len) >= DEPTH_LIMIT {
            self.problem(expression.id, TOO_DEEP);
            return;
        }
        self.depth += 1;
        if let Some(path) = path {
            let presence_only = matches!(&expression.expr, Expr::Select(select) if select.test);
            self.prepared.reads.push(Read { path, presence_only });
        }
        self.children(expression);
        self.depth -= 1;
    }

    fn children(&mut self, expression: &mut IdedExpr) {
        let id = expression.id;
        match &mut expression.expr {
            Expr::Ident(name) => self.name(id, name),
            Expr::Select(select) => self.select(select),
            Expr::Call(call) => {
                if let Some(negated) = self.call(id, call) {
                    expression.expr = negated;
                }
            }
            Expr::Comprehension(comprehension) => self.comprehension(comprehension),
            Expr::List(list) => self.each(&mut list.elements),
            Expr::Map(map) => {
                for entry in &mut map.entries {
                    if let EntryExpr::MapEntry(entry) = &mut entry.expr {
                        self.expression(&mut entry.key);
                        self.expression(&mut entry.value);
                    }
                }
            }
            Expr::Struct(_) => self.problem(id, "rules cannot make objects of named types"),
            Expr::Literal(_) | Expr::Unspecified => {}
        }
    }

    fn each(&mut self, expressions: &mut [IdedExpr]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    /// The place that `expression` leads to, when it is `self` or steps from there that stand in
    /// the text.
    fn path(&self, expression: &IdedExpr) -> Option<Pointer> {
        match &expression.expr {
            Expr::Ident(name) => self.is_self(name).then(Pointer::root),
            Expr::Select(select) => {
                Some(self.path(&select.operand)?.child(unescaped(&select.field)))
            }
            Expr::Call(call) => {
                let steps = [operators::INDEX, operators::OPT_INDEX, operators::OPT_SELECT];
                let [operand, step] = &call.args[..] else { return None };
                let step = steps.contains(&&*call.func_name).then(|| literal_step(step))?;
                Some(self.path(operand)?.child(step?))
            }
            _ => None,
        }
    }

    fn is_self(&self, name: &str) -> bool {
        name == SELF && !self.locals.iter().any(|local| local == SELF)
    }

    fn name(&mut self, id: u64, name: &str) {
        let known = name == SELF
            || name.starts_with('@')
            || declared::is_type(name)
            || self.locals.iter().any(|local| local == name);
        if !known {
            let message = declared::fault_of_name(name, &self.locals);
            self.problem(id, message);
        }
    }

    /// Below a path there is nothing to check: its steps are text. The path of the operand alone
    /// is no read of its own, or `self.a.b` would read all of `self`.
    fn select(&mut self, select: &mut SelectExpr) {
        if let Some(field) = changed_by_unescaping(&select.field) {
            select.field = field;
        }
        if self.path(&select.operand).is_none() {
            self.expression(&mut select.operand);
        } else {
            self.unescape_path(&mut select.operand);
        }
    }

    /// Undoes the escapes in the steps of a path.
    fn unescape_path(&mut self, expression: &mut IdedExpr) {
        match &mut expression.expr {
            Expr::Select(select) => self.select(select),
            Expr::Call(call) => {
                if let Some(operand) = call.args.first_mut() {
                    self.unescape_path(operand);
                }
            }
            _ => {}
        }
    }

    /// Checks and rewrites a call. What is given back replaces the call.
    fn call(&mut self, id: u64, call: &mut CallExpr) -> Option<Expr> {
        if self.is_step(call) {
            if let Some(operand) = call.args.first_mut() {
                self.unescape_path(operand);
            }
            return None;
        }
        let qualified = self.check_call(id, call);
        if let Some(target) = call.target.as_mut().filter(|_| !qualified) {
            self.expression(target);
        }
        self.each(&mut call.args);
        self.rewrite(id, call)
    }

    fn is_step(&self, call: &CallExpr) -> bool {
        let index = [operators::INDEX, operators::OPT_INDEX, operators::OPT_SELECT];
        let [operand, step] = &call.args[..] else { return false };
        index.contains(&&*call.func_name)
            && literal_step(step).is_some()
            && self.path(operand).is_some()
    }

    /// Checks that the function exists and takes what it is given; whether the call's target is
    /// a part of the function's name, as in `math.abs(x)`.
    fn check_call(&mut self, id: u64, call: &CallExpr) -> bool {
        let namespace = call.target.as_ref().and_then(|target| match &target.expr {
            Expr::Ident(name) if declared::is_namespace(name) => Some(name.as_str()),
            _ => None,
        });
        let namespace = namespace.filter(|name| !self.locals.iter().any(|local| local == name));
        let qualified = namespace.map(|namespace| format!("{namespace}.{}", call.func_name));
        let fault = match &qualified {
            Some(name) => declared::fault_of_call(name, false, call.args.len()),
            None if is_internal(&call.func_name) => None,
            None => {
                declared::fault_of_call(&call.func_name, call.target.is_some(), call.args.len())
            }
        };
        if let Some(message) = fault {
            // The parser places a call at its bracket.
            let bracket = self.offset(id);
            let name = bracket.map(|offset| self.text[..offset].trim_end());
            let name = name.and_then(|before| before.strip_suffix(&*call.func_name));
            let offset = name.map(str::len).or(bracket);
            self.problems.push(Problem { message, offset });
        }
        qualified.is_some()
    }

    fn rewrite(&mut self, id: u64, call: &mut CallExpr) -> Option<Expr> {
        match call.func_name.as_str() {
            "matches" | "find" | "findAll" => self.pattern(id, call),
            "isFormat" => self.format(id, call),
            "isGiven" => self.given(id, call),
            operators::ADD if !collects(call) => count(call, ADD),
            "replace" if call.args.len() == 2 => count(call, REPLACE),
            "join" if call.args.len() == 1 => count(call, JOIN),
            operators::EQUALS | operators::NOT_EQUALS => return equality(call),
            _ => {}
        }
        None
    }

    /// Compiles a pattern that stands in the text, and names it instead.
    fn pattern(&mut self, id: u64, call: &mut CallExpr) {
        let place = usize::from(call.target.is_none());
        let Some(argument) = call.args.get_mut(place) else { return };
        let Some(text) = literal_text(argument) else { return };
        match Pattern::compile(text) {
            Ok(pattern) => {
                let name = format!("{PATTERN}{}", self.prepared.patterns.len());
                self.prepared.patterns.push(pattern);
                argument.expr = Expr::Ident(name);
            }
            Err(reason) => {
                let message = format!("the pattern is not a regular expression: {reason}");
                self.problem(id, message);
            }
        }
    }

    fn format(&mut self, id: u64, call: &mut CallExpr) {
        let name = call.args.first().and_then(literal_text);
        if let Some(name) = name.filter(|name| (self.formats)(name, "").is_none()) {
            let message = format!("there is no format `{name}`");
            self.problem(id, message);
        }
        call.func_name = FORMAT.to_owned();
        call.args.insert(0, hidden(FORMATS));
    }

    /// Asks the hidden value instead.
    fn given(&mut self, id: u64, call: &mut CallExpr) {
        if let Some(path) = call.args.first().and_then(literal_text) {
            let read = Read { path: Pointer::parse_field_path(path), presence_only: true };
            if !path.is_empty() && !path.starts_with(['.', '[']) {
                let message = format!("the path `{path}` begins with neither `.` nor `[`");
                self.problem(id, message);
            }
            self.prepared.reads.push(read);
        }
        call.func_name = operators::INDEX.to_owned();
        call.args.insert(0, hidden(GIVEN));
    }

    fn comprehension(&mut self, comprehension: &mut ComprehensionExpr) {
        self.expression(&mut comprehension.iter_range);
        self.expression(&mut comprehension.accu_init);
        let outside = self.locals.len();
        self.locals.push(comprehension.accu_var.clone());
        self.expression(&mut comprehension.result);
        self.locals.push(comprehension.iter_var.clone());
        self.expression(&mut comprehension.loop_cond);
        self.expression(&mut comprehension.loop_step);
        self.locals.truncate(outside);
        let bound = matches!(&comprehension.iter_range.expr,
            Expr::List(list) if list.elements.is_empty());
        if !bound {
            let range = std::mem::take(&mut comprehension.iter_range);
            comprehension.iter_range = called(RANGE, vec![hidden(BUDGET), range]);
        }
    }
}

/// Whether `name` is an operator or a name that macros make, neither of which can be written as
/// a call.
fn is_internal(name: &str) -> bool {
    name.contains('@') || name.starts_with(['_', '!', '-']) && name.contains('_')
}

/// Whether the call is a macro's own step, which the engine runs in a form of its own.
fn collects(call: &CallExpr) -> bool {
    matches!(call.args.first().map(|first| &first.expr),
        Some(Expr::Ident(name)) if name.starts_with('@'))
}

/// Makes the call one of `counted`, with the budget and the target as its first arguments.
fn count(call: &mut CallExpr, counted: &str) {
    let target = call.target.take().map(|target| *target);
    let first = [Some(hidden(BUDGET)), target].into_iter().flatten();
    call.args.splice(0..0, first);
    call.func_name = counted.to_owned();
}

/// `==` and `!=` between values of which neither is a plain literal compare deeply.
fn equality(call: &mut CallExpr) -> Option<Expr> {
    if call.args.iter().any(|argument| matches!(argument.expr, Expr::Literal(_))) {
        return None;
    }
    let equal = called(EQUALS, std::mem::take(&mut call.args));
    let negated = call.func_name == operators::NOT_EQUALS;
    Some(if negated { called(operators::LOGICAL_NOT, vec![equal]).expr } else { equal.expr })
}

fn hidden(name: &str) -> IdedExpr {
    IdedExpr { id: 0, expr: Expr::Ident(name.to_owned()) }
}

fn called(function: &str, args: Vec<IdedExpr>) -> IdedExpr {
    let call = CallExpr { func_name: function.to_owned(), target: None, args };
    IdedExpr { id: 0, expr: Expr::Call(call) }
}

fn literal_text(expression: &IdedExpr) -> Option<&str> {
    match &expression.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner()),
        _ => None,
    }
}

/// The step of a path that a literal index is.
fn literal_step(index: &IdedExpr) -> Option<String> {
    match &index.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner().to_owned()),
        Expr::Literal(LiteralValue::Int(place)) => Some(place.inner().to_string()),
        _ => None,
    }
}

/// The key that `field` stands for: Kubernetes' escapes for what CEL cannot write as a name
/// (`a__dash__b` is `a-b`, `__namespace__` is `namespace`).
fn unescaped(field: &str) -> String {
    changed_by_unescaping(field).unwrap_or_else(|| field.to_owned())
}

fn changed_by_unescaping(field: &str) -> Option<String> {
    const WORDS: [&str; 22] = [
        "true",
        "false",
        "null",
        "in",
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
        "let",
        "loop",
        "package",
        "namespace",
        "return",
        "var",
        "void",
        "while",
        "__",
    ];
    if !field.contains("__") {
        return None;
    }
    let word = field.strip_prefix("__").and_then(|field| field.strip_suffix("__"));
    if let Some(word) = word.filter(|word| WORDS.contains(word)) {
        return Some(word.to_owned());
    }
    let escapes = [("__dash__", "-"), ("__dot__", "."), ("__slash__", "/")];
    let plain = escapes.iter().fold(field.to_owned(), |field, (from, to)| field.replace(from, to));
    Some(plain.replace("__underscores__", "__")).filter(|plain| plain != field)
}
