//! The types that `--set` gives to plain text.

use crate::yaml::{Number, Value};

/// The value that `text` stands for: `true`, `false` and `null` in any case, a 64-bit integer
/// without leading zero, else a string; so `1.5`, `1e3` and `007` are strings, as in Helm.
pub(super) fn typed(text: &str) -> Value {
    if folds_to(text, "true") {
        return Value::Bool(true);
    }
    if folds_to(text, "false") {
        return Value::Bool(false);
    }
    if folds_to(text, "null") {
        return Value::Null;
    }
    match integer(text) {
        Some(value) => Value::Number(Number::from_i64(value)),
        None => Value::String(text.into()),
    }
}

fn integer(text: &str) -> Option<i64> {
    if text.starts_with('0') && text != "0" {
        return None;
    }
    text.parse().ok()
}

/// Whether `text` is `word` in any case, by Unicode's simple folding: Helm takes `falſe` too.
fn folds_to(text: &str, word: &str) -> bool {
    let fold = |letter: char| if letter == 'ſ' { 's' } else { letter.to_ascii_lowercase() };
    text.chars().map(fold).eq(word.chars())
}
