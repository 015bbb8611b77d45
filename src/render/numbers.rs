//! Carries the written text of numbers through the template engine, which knows only values:
//! each number becomes a value that the table leads back to its text.

use std::collections::HashMap;

use tera::Value;

use crate::yaml::Number;

/// Whole numbers up to here are exact in 64-bit floats.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// From values to written texts.
///
/// A whole number that is not written in the plain decimal way becomes a 128-bit unsigned value, a
/// kind that nothing else makes; any other number a float. When two texts mean the same float
/// (`0.2`, `0.20`), the second one becomes the next float up, which is off by less than any text
/// could show.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    wholes: HashMap<u128, Box<str>>,
    floats: HashMap<u64, Box<str>>,
}

impl Numbers {
    /// The engine's value for `number`.
    pub fn value(&mut self, number: &Number) -> Value {
        let text = number.text();
        match number.as_i64() {
            Some(value) if value.to_string() == text => return Value::from(value),
            _ => {}
        }
        match whole(number) {
            Some(value) if claim(&mut self.wholes, value, text) => Value::from(value),
            _ => self.float(number.as_f64(), text),
        }
    }

    /// How many numbers have a text that their value does not tell.
    pub fn len(&self) -> usize {
        self.wholes.len() + self.floats.len()
    }

    fn float(&mut self, value: f64, text: &str) -> Value {
        let mut value = value;
        while !claim(&mut self.floats, value.to_bits(), text) {
            let next = value.next_up();
            if value == 0.0 || !next.is_finite() {
                // The neighbours of zero are no zeros: truth would change. The first text stays.
                break;
            }
            value = next;
        }
        Value::from(value)
    }

    /// The text of a number value: as written when it came from the values, else in plain
    /// decimals, whole results without a fraction. Nothing for what is no number.
    pub fn text(&self, value: &Value) -> Option<String> {
        if value.is_u128() {
            let whole = value.as_u128()?;
            return Some(
                self.wholes.get(&whole).map_or_else(|| whole.to_string(), |t| t.to_string()),
            );
        }
        if value.is_f64() {
            let float = value.as_f64()?;
            let written = self.floats.get(&float.to_bits());
            return Some(written.map_or_else(|| computed(float), |text| text.to_string()));
        }
        value.is_number().then(|| value.to_string())
    }

    /// The text of a number value for YAML and JSON output: whole numbers without fraction and
    /// exponent, so that integer fields of an API accept them.
    pub fn portable(&self, value: &Value) -> Option<String> {
        let text = self.text(value)?;
        Some(Number::parse(&text).map_or(text, |number| number.to_portable_text()))
    }
}

fn claim<K: std::hash::Hash + Eq>(table: &mut HashMap<K, Box<str>>, key: K, text: &str) -> bool {
    &**table.entry(key).or_insert_with(|| text.into()) == text
}

/// The value when it is a whole number that is not negative.
fn whole(number: &Number) -> Option<u128> {
    match number.as_u64() {
        Some(value) => Some(u128::from(value)),
        None => number.text().parse().ok(),
    }
}

fn computed(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() <= EXACT {
        format!("{value:.0}")
    } else {
        format!("{value:?}")
    }
}
