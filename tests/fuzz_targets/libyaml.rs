//! A second reader of YAML: libyaml's parser, with tree building, typing, aliases and merge keys
//! written out plainly from the specification.

use std::cell::Cell;
use std::collections::HashMap;
use std::panic;

use libyaml_safer::{EventData, Parser, ScalarStyle};

use super::common::Tree;

/// More values than this are not built.
const MOST: usize = 100_000;

thread_local! {
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// Lets panics of this reader, which has some, pass without the words and the abort that the
/// panics of others come with.
pub fn forgive() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !READING.get() {
            hook(info);
        }
    }));
}

/// The documents of `text`, or why there are none.
pub fn read(text: &str) -> Result<Vec<Tree>, String> {
    READING.set(true);
    let documents = panic::catch_unwind(|| documents(text));
    READING.set(false);
    documents.unwrap_or_else(|_| Err("the reader panics".into()))
}

fn documents(text: &str) -> Result<Vec<Tree>, String> {
    let mut bytes = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut bytes);
    let mut reader = Reader { parser, anchors: HashMap::new(), values: 0 };
    let mut documents = Vec::new();
    loop {
        match reader.next()? {
            EventData::StreamStart { .. } | EventData::DocumentEnd { .. } => {}
            EventData::DocumentStart { .. } => {
                reader.anchors.clear();
                let first = reader.next()?;
                documents.push(reader.node(first)?.tree);
            }
            EventData::StreamEnd => return Ok(documents),
            other => return Err(format!("unexpected {other:?}")),
        }
    }
}

/// A value, and its text when it is a scalar, for its use as a key.
#[derive(Clone)]
struct Read {
    tree: Tree,
    key: Option<String>,
    plain: bool,
}

struct Reader<'r> {
    parser: Parser<&'r mut &'r [u8]>,
    anchors: HashMap<String, Option<Read>>,
    values: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<EventData, String> {
        self.parser.parse().map(|event| event.data).map_err(|error| error.to_string())
    }

    fn node(&mut self, event: EventData) -> Result<Read, String> {
        self.values += 1;
        if self.values > MOST {
            return Err("too many values".into());
        }
        let (anchor, read) = match event {
            EventData::Alias { anchor } => {
                return match self.anchors.get(&anchor) {
                    Some(Some(read)) => Ok(read.clone()),
                    Some(None) => Err("an alias inside its anchor".into()),
                    None => Err("an alias without an anchor".into()),
                };
            }
            EventData::Scalar { anchor, tag, value, style, .. } => {
                let plain = style == ScalarStyle::Plain;
                let tree = typed(tag.as_deref(), plain, &value)?;
                (anchor, Read { tree, key: Some(value), plain })
            }
            EventData::SequenceStart { anchor, .. } => {
                self.open(anchor.as_ref());
                (anchor, self.sequence()?)
            }
            EventData::MappingStart { anchor, .. } => {
                self.open(anchor.as_ref());
                (anchor, self.mapping()?)
            }
            other => return Err(format!("unexpected {other:?}")),
        };
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Some(read.clone()));
        }
        Ok(read)
    }

    fn open(&mut self, anchor: Option<&String>) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.clone(), None);
        }
    }

    fn sequence(&mut self) -> Result<Read, String> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                EventData::SequenceEnd => {
                    return Ok(Read { tree: Tree::List(items), key: None, plain: false });
                }
                event => items.push(self.node(event)?.tree),
            }
        }
    }

    fn mapping(&mut self) -> Result<Read, String> {
        let (mut entries, mut merges) = (Vec::<(String, Tree)>::new(), Vec::new());
        loop {
            let key = match self.next()? {
                EventData::MappingEnd => break,
                event => self.node(event)?,
            };
            let event = self.next()?;
            let value = self.node(event)?.tree;
            let name = key.key.ok_or("a collection as a key")?;
            if name == "<<" && key.plain {
                merges.push(value);
            } else if entries.iter().any(|(known, _)| *known == name) {
                return Err(format!("a key twice: {name}"));
            } else {
                entries.push((name, value));
            }
        }
        for merge in merges {
            take_in(&mut entries, merge)?;
        }
        Ok(Read { tree: Tree::Map(entries), key: None, plain: false })
    }
}

/// The keys of a `<<` that are not there yet.
fn take_in(entries: &mut Vec<(String, Tree)>, merge: Tree) -> Result<(), String> {
    let maps = match merge {
        Tree::List(maps) => maps,
        map => vec![map],
    };
    for map in maps {
        let Tree::Map(more) = map else { return Err("a merge of no mapping".into()) };
        for (key, value) in more {
            if !entries.iter().any(|(known, _)| *known == key) {
                entries.push((key, value));
            }
        }
    }
    Ok(())
}

/// The core schema of YAML 1.2 (section 10.3.2).
fn typed(tag: Option<&str>, plain: bool, text: &str) -> Result<Tree, String> {
    let core = tag.and_then(|tag| tag.strip_prefix("tag:yaml.org,2002:"));
    let misfit = || Err(format!("{text:?} does not fit its tag"));
    match (core, tag) {
        (Some("str"), _) | (None, Some("!")) => Ok(Tree::Text(text.into())),
        (Some(core), _) => match (core, plain_type(text)) {
            ("null", value @ Tree::Null) | ("bool", value @ Tree::Bool(_)) => Ok(value),
            ("int" | "float", value @ Tree::Number(_)) => Ok(value),
            _ => misfit(),
        },
        (None, _) if plain => Ok(plain_type(text)),
        (None, _) => Ok(Tree::Text(text.into())),
    }
}

fn plain_type(text: &str) -> Tree {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Tree::Null,
        "true" | "True" | "TRUE" => Tree::Bool(true),
        "false" | "False" | "FALSE" => Tree::Bool(false),
        _ if is_number(text) => Tree::Number(text.into()),
        _ => Tree::Text(text.into()),
    }
}

fn is_number(text: &str) -> bool {
    let all = |text: &str, is: fn(&char) -> bool| !text.is_empty() && text.chars().all(|c| is(&c));
    if let Some(octal) = text.strip_prefix("0o") {
        return all(octal, |c| ('0'..='7').contains(c));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return all(hex, char::is_ascii_hexdigit);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if [".inf", ".Inf", ".INF"].contains(&unsigned) || [".nan", ".NaN", ".NAN"].contains(&text) {
        return true;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| all(text, char::is_ascii_digit);
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
    let mantissa_fits = match mantissa.split_once('.') {
        None => digits(mantissa),
        Some(("", fraction)) => digits(fraction),
        Some((whole, "")) => digits(whole),
        Some((whole, fraction)) => digits(whole) && digits(fraction),
    };
    mantissa_fits && exponent.is_none_or(digits)
}
