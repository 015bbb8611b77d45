//! Kubernetes quantities (`500m`, `1.5Gi`, `12e6`) as exact numbers: parsed, compared, added,
//! written in canonical form. What a quantity measures is not known here.

mod canonical;
mod parse;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Sub};

/// How many billionths make one unit.
const NANO: i128 = 1_000_000_000;

/// An amount in the notation of Kubernetes (`k8s.io/apimachinery/pkg/api/resource`). It is exact
/// down to a billionth of its unit; finer amounts are rounded away from zero when parsed, as
/// Kubernetes does. Amounts beyond 1.7e29 units become that bound. Equality and order are those
/// of the amounts: `1Gi` equals `1024Mi`.
#[derive(Debug, Clone, Copy)]
pub struct Quantity {
    nano: i128,
    notation: Notation,
}

/// The family of suffixes that a quantity is written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// `n u m k M G T P E` or none.
    Decimal,
    /// `Ki Mi Gi Ti Pi Ei`.
    Binary,
    /// `e3`, `E-3`.
    Exponent,
}

/// Why a text is no quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityError {
    /// There is no number at the beginning.
    Number,
    /// What follows the number is none of the suffixes.
    Suffix,
}

impl Quantity {
    /// Reads `text` by the grammar `<signedNumber><suffix>` that the documentation of
    /// `resource.Quantity` gives.
    ///
    /// # Errors
    ///
    /// When the number or the suffix is not one.
    pub fn parse(text: &str) -> Result<Self, QuantityError> {
        parse::parse(text)
    }

    /// `value` units.
    #[must_use]
    pub fn from_integer(value: i64) -> Self {
        Self { nano: i128::from(value) * NANO, notation: Notation::Decimal }
    }

    /// The amount in whole units, when it is a whole number that fits.
    #[must_use]
    pub fn as_integer(self) -> Option<i64> {
        self.is_whole().then(|| i64::try_from(self.nano / NANO).ok()).flatten()
    }

    /// Whether the amount is a whole number of units.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.nano % NANO == 0
    }

    /// Whether the amount is a whole number of thousandths.
    #[must_use]
    pub fn is_whole_thousandths(self) -> bool {
        self.nano % (NANO / 1000) == 0
    }

    /// Whether the amount is a whole multiple of `other`; false when that is zero.
    #[must_use]
    pub fn is_multiple_of(self, other: Self) -> bool {
        other.nano != 0 && self.nano % other.nano == 0
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn as_approximate_float(self) -> f64 {
        let (units, rest) = (self.nano / NANO, self.nano % NANO);
        units as f64 + rest as f64 / NANO as f64
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn sign(self) -> i64 {
        match self.nano.cmp(&0) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }

    fn notation_beside(self, other: Self) -> Notation {
        if self.nano == 0 { other.notation } else { self.notation }
    }
}

impl Add for Quantity {
    type Output = Self;

    /// The sum; written like `self` unless that is zero.
    fn add(self, other: Self) -> Self {
        Self { nano: self.nano.saturating_add(other.nano), notation: self.notation_beside(other) }
    }
}

impl Sub for Quantity {
    type Output = Self;

    /// The difference; written like `self` unless that is zero.
    fn sub(self, other: Self) -> Self {
        Self { nano: self.nano.saturating_sub(other.nano), notation: self.notation_beside(other) }
    }
}

impl std::fmt::Display for Quantity {
    /// The canonical form: no fraction, the largest suffix that loses nothing.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        canonical::write(self.nano, self.notation, formatter)
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.nano == other.nano
    }
}

impl Eq for Quantity {}

impl Hash for Quantity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nano.hash(state);
    }
}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nano.cmp(&other.nano)
    }
}
