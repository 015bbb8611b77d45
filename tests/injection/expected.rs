//! What must come out, told from what came out when harmless words stood in the places.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use super::super::fuzz::targets::common::Tree;

/// What every harmless word begins with.
pub const MARK: &str = "zqx";

/// The harmless word of a place.
pub fn word(place: usize) -> String {
    format!("{MARK}{place:03}")
}

/// What stands in the places instead of the harmless words.
pub struct Exchange<'e> {
    /// For each place its text, if it has another.
    pub texts: Vec<Option<&'e str>>,
    /// Which places are names of a program's arguments, which get `--` unless they begin with `-`.
    pub names: Vec<bool>,
}

impl Exchange<'_> {
    /// The first place where `after` is more than `before` with other texts in the places.
    pub fn difference<'t>(
        &self,
        before: &'t Tree,
        after: &'t Tree,
    ) -> Option<(&'t Tree, &'t Tree)> {
        match (before, after) {
            (Tree::Text(old), Tree::Text(new)) if self.text_holds(old, new) => None,
            (Tree::List(old), Tree::List(new)) if old.len() == new.len() => {
                old.iter().zip(new).find_map(|(old, new)| self.difference(old, new))
            }
            (Tree::Map(old), Tree::Map(new)) if self.keys_hold(old, new) => {
                old.iter().zip(new).find_map(|(old, new)| self.difference(&old.1, &new.1))
            }
            (old, new) => (old != new).then_some((old, new)),
        }
    }

    fn keys_hold(&self, before: &[(String, Tree)], after: &[(String, Tree)]) -> bool {
        let mut pairs = before.iter().zip(after);
        before.len() == after.len() && pairs.all(|(old, new)| self.exchanged(&old.0) == new.0)
    }

    fn text_holds(&self, before: &str, after: &str) -> bool {
        let json = |text: &str| {
            let read = serde_json::from_str::<Json>(text).ok();
            read.filter(|json| json.is_object() || json.is_array())
        };
        match (json(before), decoded(before)) {
            (Some(before), _) => json(after).is_some_and(|after| self.json_holds(&before, &after)),
            (_, Some(before)) => after == STANDARD.encode(self.exchanged(&before)),
            _ => after == self.exchanged(before),
        }
    }

    fn json_holds(&self, before: &Json, after: &Json) -> bool {
        match (before, after) {
            (Json::String(before), Json::String(after)) => *after == self.exchanged(before),
            (Json::Array(before), Json::Array(after)) => {
                before.len() == after.len()
                    && before
                        .iter()
                        .zip(after)
                        .all(|(before, after)| self.json_holds(before, after))
            }
            (Json::Object(before), Json::Object(after)) => {
                before.len() == after.len()
                    && before.iter().zip(after).all(|(before, after)| {
                        self.exchanged(before.0) == *after.0 && self.json_holds(before.1, after.1)
                    })
            }
            (before, after) => before == after,
        }
    }

    /// The text with each harmless word exchanged.
    fn exchanged(&self, before: &str) -> String {
        let mut pieces = before.split(MARK);
        let mut text = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let (number, rest) = piece.split_at(3);
            let place: usize = number.parse().expect("a harmless word ends with its number");
            let new = self.texts[place];
            let is_dashed = self.names[place] && new.is_some_and(|new| new.starts_with('-'));
            if let Some(without) = text.strip_suffix("--").filter(|_| is_dashed) {
                text.truncate(without.len());
            }
            text.push_str(&new.map_or_else(|| word(place), ToString::to_string));
            text.push_str(rest);
        }
        text
    }
}

/// The text that `text` is the base64 form of, when that holds a harmless word.
fn decoded(text: &str) -> Option<String> {
    let decoded = String::from_utf8(STANDARD.decode(text).ok()?).ok()?;
    decoded.contains(MARK).then_some(decoded)
}

/// Whether the harmless word stands anywhere in the tree.
pub fn holds(tree: &Tree, word: &str) -> bool {
    match tree {
        Tree::Text(text) => {
            text.contains(word) || decoded(text).is_some_and(|it| it.contains(word))
        }
        Tree::List(items) => items.iter().any(|item| holds(item, word)),
        Tree::Map(entries) => {
            entries.iter().any(|(key, value)| key.contains(word) || holds(value, word))
        }
        _ => false,
    }
}
