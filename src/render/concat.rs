//! Finds the operands of `~` and the elements of list comprehensions in a tag, so that numbers
//! keep their written text where they become part of a string, and loops are counted.

use std::ops::Range;

use super::token::{Kind, Token};

/// What a found operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// An operand of `~`.
    Part,
    /// What a comprehension makes for each item.
    Element,
}

/// A part of an expression that gets a filter of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Operand {
    /// Bytes of the template.
    pub range: Range<usize>,
    pub role: Role,
}

/// The engine refuses expressions whose brackets are nested far less deep.
const DEEPEST: usize = 256;

/// The operands in `tokens`; nested ones may come in any order.
pub(super) fn operands(text: &str, tokens: &[Token]) -> Vec<Operand> {
    let mut finder = Finder { text, found: Vec::new() };
    let can_have = |token: &Token| matches!(finder.word(token), "~" | "[");
    if tokens.iter().any(can_have) && finder.depth(tokens) <= DEEPEST {
        finder.level(tokens);
    }
    finder.found
}

struct Finder<'a> {
    text: &'a str,
    found: Vec<Operand>,
}

impl<'a> Finder<'a> {
    fn word(&self, token: &Token) -> &'a str {
        &self.text[token.range.clone()]
    }

    /// How many brackets are open at once.
    fn depth(&self, tokens: &[Token]) -> usize {
        let mut open = 0_usize;
        let after = tokens.iter().map(|token| {
            open = open.saturating_add_signed(self.nesting(token));
            open
        });
        after.max().unwrap_or(0)
    }

    /// 1 for a bracket that opens, -1 for one that closes, else 0.
    fn nesting(&self, token: &Token) -> isize {
        match self.word(token) {
            _ if token.kind != Kind::Symbol => 0,
            "(" | "[" | "?[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        }
    }

    /// Walks tokens of one bracket level. Operators of the rank of `~` (Tera gives it the rank of
    /// `*`) stand between the factors of a chain, looser ones between chains.
    fn level(&mut self, tokens: &[Token]) {
        let mut chain = Chain { start: 0, operators: Vec::new() };
        let mut at = 0;
        while at < tokens.len() {
            if let Some(close) = self.closing(tokens, at) {
                self.group(self.word(&tokens[at]), &tokens[at + 1..close]);
                at = close + 1;
                continue;
            }
            if self.ends_chain(tokens, at, &chain) {
                self.chain(tokens, &chain, at);
                chain = Chain { start: at + 1, operators: Vec::new() };
            } else if matches!(self.word(&tokens[at]), "~" | "*" | "/" | "//" | "%") {
                chain.operators.push(at);
            }
            at += 1;
        }
        self.chain(tokens, &chain, tokens.len());
    }

    fn group(&mut self, open: &str, inside: &[Token]) {
        let keyword = |token: &Token| token.kind == Kind::Name && self.word(token) == "for";
        let comprehension = if open == "[" { inside.iter().position(keyword) } else { None };
        match comprehension {
            Some(at) if at > 0 => self.take(&inside[..at], Role::Element),
            _ => {}
        }
        self.level(inside);
    }

    /// The index of the bracket that closes the one at `open`.
    fn closing(&self, tokens: &[Token], open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (index, token) in tokens.iter().enumerate().skip(open) {
            depth = depth.checked_add_signed(self.nesting(token))?;
            if depth == 0 {
                return (index > open).then_some(index);
            }
        }
        None
    }

    fn ends_chain(&self, tokens: &[Token], at: usize, chain: &Chain) -> bool {
        let first = at == chain.start || chain.operators.last() == Some(&(at.wrapping_sub(1)));
        match (tokens[at].kind, self.word(&tokens[at])) {
            (Kind::Name, word) => {
                let field = at > 0 && matches!(self.word(&tokens[at - 1]), "." | "?.");
                !field && is_keyword(word)
            }
            (Kind::Symbol, "-") => !first,
            (Kind::Symbol, symbol) => ENDS.contains(&symbol),
            _ => false,
        }
    }

    fn chain(&mut self, tokens: &[Token], chain: &Chain, end: usize) {
        let is_tilde = |at: &usize| self.word(&tokens[*at]) == "~";
        let ends = chain.operators.iter().skip(1).copied().chain([end]);
        let tildes: Vec<(usize, usize)> =
            chain.operators.iter().copied().zip(ends).filter(|(at, _)| is_tilde(at)).collect();
        let Some(&(first, _)) = tildes.first() else { return };
        let after_test = chain.start > 0 && self.word(&tokens[chain.start - 1]) == "is";
        if !after_test {
            self.take(&tokens[chain.start..first], Role::Part);
        }
        for (tilde, next) in tildes {
            self.take(&tokens[tilde + 1..next], Role::Part);
        }
    }

    fn take(&mut self, tokens: &[Token], role: Role) {
        match tokens {
            [] => {}
            [only] if only.kind == Kind::Text => {}
            [first, .., last] => {
                self.found.push(Operand { range: first.range.start..last.range.end, role });
            }
            [only] => self.found.push(Operand { range: only.range.clone(), role }),
        }
    }
}

struct Chain {
    /// Index of the first token.
    start: usize,
    /// Indices of the operators between its factors.
    operators: Vec<usize>,
}

const ENDS: [&str; 13] = [",", "=", ":", "==", "!=", "<", ">", "<=", ">=", "+", "...", "@", "?"];

fn is_keyword(word: &str) -> bool {
    matches!(word, "and" | "or" | "not" | "in" | "is" | "if" | "elif" | "else" | "for" | "set")
}
