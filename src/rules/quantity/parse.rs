//! Text to quantity, by the grammar and the roundings of Kubernetes.

use super::{NANO, Notation, Quantity, QuantityError};

/// The largest amount that a quantity with a binary suffix can have: Kubernetes caps it there.
const BINARY_CAP: i128 = i64::MAX as i128 * NANO;

/// How many leading digits are kept; with more than these a number is beyond every bound.
const KEPT_DIGITS: usize = 36;

/// Digits that the exponent of a billionth needs to become a unit.
const NANO_EXPONENT: i64 = 9;

pub(super) fn parse(text: &str) -> Result<Quantity, QuantityError> {
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, rest) = split_digits(unsigned);
    let (fraction, suffix) = match rest.strip_prefix('.') {
        Some(after) => split_digits(after),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(QuantityError::Number);
    }
    let suffix = Suffix::read(suffix).ok_or(QuantityError::Suffix)?;
    let nano = Scaled::new(whole, fraction, suffix.ten).nano(suffix.two);
    Ok(finish(negative, nano, suffix.notation))
}

fn finish(negative: bool, nano: i128, notation: Notation) -> Quantity {
    let (nano, notation) = match notation {
        Notation::Binary if nano > 0 && nano < NANO => (nano, Notation::Decimal),
        Notation::Binary => (nano.min(BINARY_CAP), notation),
        _ => (nano, notation),
    };
    Quantity { nano: if negative { -nano } else { nano }, notation }
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// What a suffix multiplies by: a power of ten and a power of two.
struct Suffix {
    ten: i64,
    two: u32,
    notation: Notation,
}

impl Suffix {
    fn read(text: &str) -> Option<Self> {
        let decimal = |ten| Some(Self { ten, two: 0, notation: Notation::Decimal });
        let binary = |two| Some(Self { ten: 0, two, notation: Notation::Binary });
        match text {
            "n" => decimal(-9),
            "u" => decimal(-6),
            "m" => decimal(-3),
            "" => decimal(0),
            "k" => decimal(3),
            "M" => decimal(6),
            "G" => decimal(9),
            "T" => decimal(12),
            "P" => decimal(15),
            "E" => decimal(18),
            "Ki" => binary(10),
            "Mi" => binary(20),
            "Gi" => binary(30),
            "Ti" => binary(40),
            "Pi" => binary(50),
            "Ei" => binary(60),
            _ => Self::read_exponent(text.strip_prefix(['e', 'E'])?),
        }
    }

    /// Whole numbers only: the code of Kubernetes refuses the fraction that its documented
    /// grammar would allow here.
    fn read_exponent(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let bound = if text.starts_with('-') { -1_000_000 } else { 1_000_000 };
        let ten = text.parse().unwrap_or(bound);
        Some(Self { ten, two: 0, notation: Notation::Exponent })
    }
}

/// `mantissa` times a power of ten, in billionths; `more` tells that digits were cut off.
struct Scaled {
    mantissa: u128,
    ten: i64,
    more: bool,
}

impl Scaled {
    fn new(whole: &str, fraction: &str, ten: i64) -> Self {
        let digits = whole.bytes().chain(fraction.bytes()).skip_while(|&digit| digit == b'0');
        let mut scaled = Self { mantissa: 0, ten: 0, more: false };
        for (place, digit) in digits.enumerate() {
            if place < KEPT_DIGITS {
                scaled.mantissa = scaled.mantissa * 10 + u128::from(digit - b'0');
            } else {
                scaled.more |= digit != b'0';
                scaled.ten += 1;
            }
        }
        let fraction = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        scaled.ten = scaled.ten.saturating_add(ten).saturating_add(NANO_EXPONENT);
        scaled.ten = scaled.ten.saturating_sub(fraction);
        scaled
    }

    /// The amount times 2 to the power of `two`, rounded up.
    fn nano(mut self, two: u32) -> i128 {
        if self.mantissa == 0 {
            return 0;
        }
        while self.mantissa.leading_zeros() <= two && self.ten < 0 {
            self.cut_digit();
        }
        let Some(mantissa) = self.mantissa.checked_mul(1 << two) else { return i128::MAX };
        let shifted = match u32::try_from(self.ten.unsigned_abs()) {
            Ok(places) if self.ten < 0 => self.rounded_up(mantissa, places),
            Ok(places) => {
                10_u128.checked_pow(places).and_then(|factor| mantissa.checked_mul(factor))
            }
            Err(_) => (self.ten < 0).then_some(1),
        };
        shifted.and_then(|nano| i128::try_from(nano).ok()).unwrap_or(i128::MAX)
    }

    fn rounded_up(&self, mantissa: u128, places: u32) -> Option<u128> {
        let Some(divisor) = 10_u128.checked_pow(places) else { return Some(1) };
        let rest = self.more || !mantissa.is_multiple_of(divisor);
        Some(mantissa / divisor + u128::from(rest))
    }

    fn cut_digit(&mut self) {
        self.more |= !self.mantissa.is_multiple_of(10);
        self.mantissa /= 10;
        self.ten += 1;
    }
}
