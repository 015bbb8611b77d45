//! Walks the pieces of one template and notes what each tag reads, names and includes.

use std::ops::Range;

use super::facts::{Guard, How};
use super::locals::Local;
use super::names::{self, Path};
use super::token::{Kind, Piece, Token};

/// Stands for each item of a list or each entry of a map.
const EACH: &str = "*";

/// A place that reads a name, as written.
#[derive(Debug)]
pub(super) struct RawUse {
    pub root: String,
    pub steps: Vec<String>,
    pub range: Range<usize>,
    pub how: How,
    pub in_condition: bool,
}

/// What has been found in one template so far.
pub(super) struct Walk<'a> {
    text: &'a str,
    pub uses: Vec<RawUse>,
    pub locals: Vec<Local>,
    pub includes: Vec<String>,
    pub guards: Vec<Guard>,
    /// For each `if` that is open, the uses that its branch asks for.
    open: Vec<Vec<usize>>,
}

impl<'a> Walk<'a> {
    pub fn new(text: &'a str) -> Self {
        let (uses, locals, includes) = (Vec::new(), Vec::new(), Vec::new());
        Self { text, uses, locals, includes, guards: Vec::new(), open: Vec::new() }
    }

    pub fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Output(tag) => self.output(&tag.tokens),
            Piece::Statement(tag) => self.statement(&tag.tokens),
            Piece::Text(_) | Piece::Raw { .. } | Piece::Comment => {}
        }
    }

    fn word(&self, tokens: &[Token], at: usize) -> &'a str {
        tokens.get(at).map_or("", |token| &self.text[token.range.clone()])
    }

    fn output(&mut self, tokens: &[Token]) {
        let first = self.uses.len();
        self.expression(tokens, How::Taken, false);
        let leads = self.uses.get(first).is_some_and(|used| {
            tokens.first().is_some_and(|token| token.range.start == used.range.start)
        });
        if !leads {
            return;
        }
        let same = |asked: &usize| {
            let (asked, emitted) = (&self.uses[*asked], &self.uses[first]);
            asked.root == emitted.root && asked.steps == emitted.steps
        };
        let asked: Vec<usize> = self.open.iter().flatten().copied().filter(same).collect();
        self.guards.extend(asked.into_iter().map(|asked| Guard { asked, emitted: first }));
    }

    fn statement(&mut self, tokens: &[Token]) {
        let rest = tokens.get(1..).unwrap_or_default();
        match self.word(tokens, 0) {
            "set" | "set_global" => self.set(rest),
            "for" => self.for_loop(tokens),
            "if" => {
                let asked = self.condition(rest);
                self.open.push(asked);
            }
            "elif" => {
                let asked = self.condition(rest);
                self.open.pop();
                self.open.push(asked);
            }
            "else" => self.open.last_mut().into_iter().for_each(Vec::clear),
            "endif" => drop(self.open.pop()),
            "include" | "extends" => self.include(rest),
            "component" => {
                let names = rest.iter().filter(|token| token.kind == Kind::Name);
                let names: Vec<&str> = names.map(|token| &self.text[token.range.clone()]).collect();
                names.into_iter().for_each(|name| self.local(name, None));
            }
            "filter" => self.expression(rest.get(1..).unwrap_or_default(), How::Taken, false),
            "block" | "raw" => {}
            word if word.starts_with("end") => {}
            _ => self.expression(tokens, How::Taken, false),
        }
    }

    fn include(&mut self, tokens: &[Token]) {
        if let Some(name) = tokens.first().filter(|token| token.kind == Kind::Text) {
            let quoted = &self.text[name.range.clone()];
            self.includes.push(quoted.trim_matches(['"', '\'', '`']).to_string());
        }
        self.expression(tokens, How::Taken, false);
    }

    fn set(&mut self, tokens: &[Token]) {
        let name = self.word(tokens, 0);
        let value = tokens.get(2..).unwrap_or_default();
        match names::only(self.text, value) {
            Some(path) => {
                self.local(name, Some((path.root.clone(), path.steps.clone())));
                self.note(path, How::Named, false);
            }
            None => {
                self.local(name, None);
                self.expression(value, How::Taken, false);
            }
        }
    }

    /// `for value in list` or `for key, value in map`.
    fn for_loop(&mut self, tokens: &[Token]) {
        let Some(keyword) = (0..tokens.len()).find(|at| self.word(tokens, *at) == "in") else {
            return;
        };
        let values = &tokens[keyword + 1..];
        let path = names::only(self.text, values);
        let means = path.map(|path| {
            let steps = path.steps.into_iter().chain([EACH.to_string()]).collect();
            (path.root, steps)
        });
        let named = tokens[1..keyword].iter().filter(|token| token.kind == Kind::Name);
        let named: Vec<&str> = named.map(|token| &self.text[token.range.clone()]).collect();
        if let Some((value, keys)) = named.split_last() {
            keys.iter().for_each(|key| self.local(key, None));
            self.local(value, means);
        }
        self.expression(values, How::Taken, false);
    }

    /// Notes what a condition reads, and gives those of its operands that are nothing but a name
    /// which must be true for the branch to be taken.
    fn condition(&mut self, tokens: &[Token]) -> Vec<usize> {
        let joins = |token: &Token| {
            token.kind == Kind::Name && matches!(&self.text[token.range.clone()], "and" | "or")
        };
        let bare: Vec<Path> =
            tokens.split(joins).filter_map(|operand| names::only(self.text, operand)).collect();
        let start = self.uses.len();
        self.expression(tokens, How::Taken, true);
        let mut asked = Vec::new();
        for (index, used) in self.uses.iter_mut().enumerate().skip(start) {
            if bare.iter().any(|path| path.range == used.range) {
                used.how = How::Asked;
                asked.push(index);
            }
        }
        asked
    }

    fn expression(&mut self, tokens: &[Token], how: How, in_condition: bool) {
        let (paths, set) = names::read(self.text, tokens);
        set.iter().for_each(|name| self.local(name, None));
        paths.into_iter().for_each(|path| self.note(path, how, in_condition));
    }

    fn note(&mut self, path: Path, how: How, in_condition: bool) {
        let Path { root, steps, range, .. } = path;
        self.uses.push(RawUse { root, steps, range, how, in_condition });
    }

    fn local(&mut self, name: &str, means: Option<(String, Vec<String>)>) {
        let local = Local { name: name.to_string(), means };
        if !self.locals.contains(&local) {
            self.locals.push(local);
        }
    }
}
