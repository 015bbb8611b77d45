//! One CEL expression: its text, checked and prepared, ready to be evaluated on any node.

use std::sync::Arc;

use cel::common::ast::SourceInfo;
use cel::common::types::{CelBool, CelDouble, CelInt, CelString};
use cel::common::value::{CowVal, Val};
use cel::parser::PrattParser;
use cel::{Context, ExecutionError, IdedExpr, Value};

use super::functions::ENVIRONMENT;
use super::plain;
use super::prepare::{self, Prepared};
use super::reads::Read;
use super::scope::{FormatCheck, Variables};
use super::words;
use crate::pattern::Pattern;
use crate::source::SourceMap;
use crate::yaml::Node;

/// The longest text of an expression, in bytes. Kubernetes' own limits on the cost of a rule end
/// far below.
const TEXT_LIMIT: usize = 8 * 1024;

/// How many signs that can make a chain (`.`, `[`, `+` …) a text may hold: the parser recurses
/// once for each link, and the smallest stack that rules meet (2 MiB) bears half as many again.
const SIGN_LIMIT: usize = 800;

/// How many opening brackets the text of an expression for the small parser may hold. It bounds
/// nesting otherwise than CEL's own, which is to have the last word on it.
const QUICK_LIMIT: usize = 64;

/// A compiled expression.
pub(super) struct Program {
    expression: IdedExpr,
    patterns: Vec<Pattern>,
    formats: FormatCheck,
    /// What a match of the first pattern says of it, when it asks nothing else of a text.
    match_decides: Option<bool>,
    /// The places that it reads.
    pub(super) reads: Vec<Read>,
}

/// What is wrong with the text of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// What is wrong, in words.
    pub(super) message: String,
    /// Where in the text, in bytes from its start.
    pub(super) offset: Option<usize>,
}

/// What an expression is evaluated on.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// The value of `self`.
    pub(super) this: &'a Node,
    /// The texts that the values come from.
    pub(super) sources: &'a SourceMap,
}

impl Program {
    /// Compiles `text`.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it: syntax, unknown functions and names, malformed patterns.
    pub(super) fn compile(text: &str, formats: FormatCheck) -> Result<Self, Vec<Problem>> {
        if let Some(message) = beyond_limits(text) {
            return Err(vec![Problem { message, offset: None }]);
        }
        Self::quick(text, formats).map_or_else(|| Self::thorough(text, formats), Ok)
    }

    /// By CEL's small parser, which is many times faster, but knows neither the macros of this
    /// environment nor where in the text something stands. So it gives nothing for an expression
    /// that has a fault, or that it leaves a macro in.
    fn quick(text: &str, formats: FormatCheck) -> Option<Self> {
        if text.bytes().filter(|byte| b"([{".contains(byte)).count() > QUICK_LIMIT {
            return None;
        }
        let parser = PrattParser::new().enable_optional_syntax(true);
        let mut expression = parser.enable_ident_escape_syntax(true).parse(text).ok()?;
        let prepared =
            prepare::prepare(&mut expression, &SourceInfo::default(), text, formats).ok()?;
        Some(Self::new(expression, prepared, formats))
    }

    /// By CEL's own parser.
    fn thorough(text: &str, formats: FormatCheck) -> Result<Self, Vec<Problem>> {
        let parser = ENVIRONMENT.parser().enable_ident_escape_syntax(true);
        let parsed = parser.parse_with_source_info(text);
        let (mut expression, info) = parsed.map_err(|errors| words::of_syntax(text, &errors))?;
        let prepared = prepare::prepare(&mut expression, &info, text, formats)?;
        Ok(Self::new(expression, prepared, formats))
    }

    fn new(expression: IdedExpr, prepared: Prepared, formats: FormatCheck) -> Self {
        let Prepared { reads, patterns } = prepared;
        let match_decides = plain::match_decides(&expression);
        Self { expression, patterns, formats, match_decides, reads }
    }

    /// Evaluates it as a condition.
    ///
    /// # Errors
    ///
    /// Why it cannot be evaluated, in words that hold no value.
    pub(super) fn holds(&self, subject: Subject<'_>) -> Result<bool, String> {
        let asked = (self.match_decides, subject.this.as_str(), self.patterns.first());
        if let (Some(holds), Some(text), Some(pattern)) = asked {
            return Ok(pattern.matches(text) == holds);
        }
        self.evaluate(subject, |value| match value.downcast_ref::<CelBool>() {
            Some(holds) => Ok(*holds.inner()),
            None => Err(format!("it gives {} instead of true or false", words::of_value(value))),
        })
    }

    /// Evaluates it as a text; numbers and booleans are written out.
    ///
    /// # Errors
    ///
    /// Why it cannot be evaluated, in words that hold no value.
    pub(super) fn text(&self, subject: Subject<'_>) -> Result<String, String> {
        self.evaluate(subject, |value| {
            let wrong = || format!("it gives {} instead of a text", words::of_value(value));
            written(value).ok_or_else(wrong)
        })
    }

    fn evaluate<T>(
        &self,
        Subject { this, sources }: Subject<'_>,
        read: impl FnOnce(&dyn Val) -> Result<T, String>,
    ) -> Result<T, String> {
        let variables = Variables::new(this, sources, self.formats, &self.patterns);
        let mut context = Context::with_env(Arc::clone(&ENVIRONMENT));
        context.set_variable_resolver(&variables);
        let value: Result<CowVal<'_, '_>, ExecutionError> =
            Value::resolve_val(&self.expression, &context);
        match value {
            Ok(value) => read(value.as_ref()),
            Err(error) => Err(words::of_error(&error)),
        }
    }
}

fn beyond_limits(text: &str) -> Option<String> {
    if text.len() > TEXT_LIMIT {
        return Some(format!("the expression is longer than {TEXT_LIMIT} bytes"));
    }
    let signs = text.bytes().filter(|byte| b".[+-*/%<>=!?(".contains(byte)).count();
    (signs > SIGN_LIMIT).then(|| format!("the expression has more than {SIGN_LIMIT} operators"))
}

fn written(value: &dyn Val) -> Option<String> {
    if let Some(text) = value.downcast_ref::<CelString>() {
        return Some(text.inner().to_owned());
    }
    if let Some(number) = value.downcast_ref::<CelInt>() {
        return Some(number.inner().to_string());
    }
    if let Some(number) = value.downcast_ref::<CelDouble>() {
        return Some(number.inner().to_string());
    }
    value.downcast_ref::<CelBool>().map(|value| value.inner().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceKind, Span};
    use crate::yaml::Style;

    /// The text of an expression's tree without the numbers that parsers give to its nodes.
    fn shown(program: &Program) -> String {
        let text = format!("{:?} {:?} {:?}", program.expression, program.patterns, program.reads);
        let without = |part: &str| part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
        text.split("id: ").map(without).collect()
    }

    /// What is decided without the engine is decided as the engine does.
    #[test]
    fn a_bare_match_needs_no_engine() {
        let formats: FormatCheck = |_, _| None;
        let texts = [
            ("self.matches('^a+$')", Some(true)),
            ("!self.matches('a')", Some(false)),
            ("!string(self).matches('<[^<>]*>')", Some(false)),
            ("!!string(self).matches('b')", Some(true)),
            ("type(self) != string || !self.matches('a')", Some(false)),
            ("type(self) == string || !self.matches('a')", None),
            ("self.matches('a') || self == 'x'", None),
            ("self.trim().matches('a')", None),
            ("self.matches(self)", None),
        ];
        for (text, wanted) in texts {
            let mut program = Program::compile(text, formats).unwrap_or_else(|_| panic!("{text}"));
            assert_eq!(program.match_decides, wanted, "{text}");
            for value in ["", "a", "aa", "b", "<é>", "x"] {
                let mut sources = SourceMap::new();
                let file = sources.add("x", SourceKind::Values, value.to_owned());
                let span = Span::new(file, 0, value.len());
                let this = Node {
                    value: crate::yaml::Value::String(value.into()),
                    span,
                    style: Style::Plain,
                };
                let subject = Subject { this: &this, sources: &sources };
                let quick = program.holds(subject);
                let decided = program.match_decides.take();
                assert_eq!(quick, program.holds(subject), "{text} of {value}");
                program.match_decides = decided;
            }
        }
    }

    /// Every text under a key that holds an expression.
    fn expressions(value: &serde_json::Value, found: &mut Vec<String>) {
        const KEYS: [&str; 4] =
            ["rule", "messageExpression", "x-chartgen-fix", "x-chartgen-field-expression"];
        match value {
            serde_json::Value::Object(map) => {
                for (key, inner) in map {
                    match inner.as_str() {
                        Some(text) if KEYS.contains(&key.as_str()) => found.push(text.to_owned()),
                        _ => expressions(inner, found),
                    }
                }
            }
            serde_json::Value::Array(items) => {
                items.iter().for_each(|item| expressions(item, found));
            }
            _ => {}
        }
    }

    #[test]
    fn both_parsers_read_every_rule_of_ours_alike() {
        let texts = [
            include_str!("../../schemas/definitions.schema.json"),
            include_str!("../../schemas/deepspeed.schema.json"),
            include_str!("../../schemas/llm-finetune.schema.json"),
            include_str!("../../schemas/nfs-storage.schema.json"),
            include_str!("../../schemas/pytorchjob.schema.json"),
            include_str!("../../schemas/kubeflow.org/pytorchjob.v1.schema.json"),
            include_str!("../../schemas/kubernetes/1.37.json"),
        ];
        let mut found = Vec::new();
        for text in texts {
            expressions(&serde_json::from_str(text).expect("JSON"), &mut found);
        }
        assert!(found.len() > 400, "the rules are found: {}", found.len());
        let formats: FormatCheck = |_, _| Some(true);
        let mut quick = 0;
        for text in &found {
            let thorough = Program::thorough(text, formats).map_err(|_| text).expect("compiles");
            if let Some(program) = Program::quick(text, formats) {
                quick += 1;
                assert_eq!(shown(&program), shown(&thorough), "{text}");
            }
        }
        assert!(quick * 100 >= found.len() * 98, "only {quick} of {}", found.len());
    }
}
