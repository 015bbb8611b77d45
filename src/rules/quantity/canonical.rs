//! Quantity to text: whole numbers only, with the largest suffix that loses nothing.

use std::fmt;

use super::{NANO, Notation};

/// Writes `nano` billionths in the canonical form of Kubernetes.
pub(super) fn write(nano: i128, notation: Notation, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    if nano == 0 {
        return out.write_str("0");
    }
    let whole = nano % NANO == 0;
    match notation {
        // Below 1024, and where a fraction would be lost, binary notation gives way.
        Notation::Binary if whole && nano.abs() >= 1024 * NANO => write_binary(nano / NANO, out),
        Notation::Exponent => write_decimal(nano, true, out),
        Notation::Binary | Notation::Decimal => write_decimal(nano, false, out),
    }
}

fn write_binary(units: i128, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    const SUFFIXES: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let (mut mantissa, mut step) = (units, 0);
    while mantissa % 1024 == 0 && step + 1 < SUFFIXES.len() {
        mantissa /= 1024;
        step += 1;
    }
    write!(out, "{mantissa}{}", SUFFIXES[step])
}

fn write_decimal(nano: i128, exponent: bool, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (mut mantissa, mut ten) = (nano, -9);
    while mantissa % 1000 == 0 {
        mantissa /= 1000;
        ten += 3;
    }
    let suffix = match ten {
        0 => Some(""),
        _ if exponent => None,
        -9 => Some("n"),
        -6 => Some("u"),
        -3 => Some("m"),
        3 => Some("k"),
        6 => Some("M"),
        9 => Some("G"),
        12 => Some("T"),
        15 => Some("P"),
        18 => Some("E"),
        _ => None,
    };
    match suffix {
        Some(suffix) => write!(out, "{mantissa}{suffix}"),
        None => write!(out, "{mantissa}e{ten}"),
    }
}
