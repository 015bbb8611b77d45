//! A number that keeps the text it was written as: `1e-3` stays `1e-3`.

/// A number of the YAML core schema. Equality is that of the written text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    text: Box<str>,
}

impl Number {
    /// Reads `text` as a number of the YAML 1.2 core schema (section 10.3.2): decimal, `0o17`,
    /// `0x1F`, floats, `.inf` and `.nan`. Nothing when it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = is_integer_text(text) || is_float_text(text);
        number.then(|| Self { text: text.into() })
    }

    /// An integer as plain decimal text.
    #[must_use]
    pub fn from_i64(value: i64) -> Self {
        Self { text: value.to_string().into() }
    }

    /// The text as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value as `i64` when it is an integer in that range; `1e5` and `3.0` are integers.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        if let Some((radix, digits)) = radix_digits(&self.text) {
            return i64::from_str_radix(digits, radix).ok();
        }
        if is_integer_text(&self.text) {
            return self.text.parse().ok();
        }
        let value = self.as_f64();
        let exact = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
        #[expect(clippy::cast_possible_truncation, reason = "bounded by 2^53 just above")]
        exact.then_some(value as i64)
    }

    /// The value as `u64` when it is an integer in that range.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        if let Some((radix, digits)) = radix_digits(&self.text) {
            return u64::from_str_radix(digits, radix).ok();
        }
        match self.as_i64() {
            Some(value) => u64::try_from(value).ok(),
            None => self.text.parse().ok(),
        }
    }

    /// The value as the nearest `f64`.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        if let Some((radix, digits)) = radix_digits(&self.text) {
            return u128::from_str_radix(digits, radix).map_or(f64::INFINITY, |value| value as f64);
        }
        match self.text.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
            ".inf" if self.text.starts_with('-') => f64::NEG_INFINITY,
            ".inf" => f64::INFINITY,
            ".nan" => f64::NAN,
            _ => self.text.parse().unwrap_or(f64::NAN),
        }
    }

    /// Whether the value is a whole number, however it is written.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        is_integer_text(&self.text) || self.as_f64().fract() == 0.0
    }

    /// Whether the value is finite, as JSON demands.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        is_integer_text(&self.text) || self.as_f64().is_finite()
    }

    /// Whether the written text is a number of JSON (RFC 8259, section 6) as it stands.
    #[must_use]
    pub fn is_json(&self) -> bool {
        is_json_number(&self.text)
    }

    /// The value as text that JSON, YAML 1.1 and YAML 1.2 read as the same number. Whole numbers
    /// come out without fraction or exponent, so that integer fields of an API accept them.
    #[must_use]
    pub fn to_portable_text(&self) -> String {
        if let Some(value) = self.as_i64() {
            return value.to_string();
        }
        if is_json_number(&self.text) {
            return self.text.to_string();
        }
        match self.as_u64() {
            Some(value) => value.to_string(),
            None => portable_float(self.as_f64(), &self.text),
        }
    }
}

fn portable_float(value: f64, text: &str) -> String {
    if !value.is_finite() {
        return text.to_string();
    }
    format!("{value:?}")
}

fn radix_digits(text: &str) -> Option<(u32, &str)> {
    let octal = text.strip_prefix("0o").map(|digits| (8, digits));
    octal.or_else(|| text.strip_prefix("0x").map(|digits| (16, digits)))
}

fn is_integer_text(text: &str) -> bool {
    match radix_digits(text) {
        Some((radix, digits)) => {
            !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix))
        }
        None => is_digits(text.strip_prefix(['+', '-']).unwrap_or(text)),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_float_text(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let some_digit = !whole.is_empty() || !fraction.is_empty();
    let exponent_ok = exponent
        .is_none_or(|exponent| is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    some_digit && digits(whole) && digits(fraction) && exponent_ok
}

/// Whether `text` is a number by the grammar of RFC 8259, section 6.
fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let whole_ok = is_digits(whole) && (whole == "0" || !whole.starts_with('0'));
    let exponent_ok = exponent
        .is_none_or(|exponent| is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    whole_ok && fraction.is_none_or(is_digits) && exponent_ok
}
