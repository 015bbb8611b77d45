//! Kubernetes quantities: a signed decimal number with a suffix, by the grammar of
//! `k8s.io/apimachinery/pkg/api/resource`.

use super::{Wrong, show};

const WANTED: &str = "a Kubernetes quantity";

const SUFFIXES: [&str; 16] =
    ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

pub(super) fn check(text: &str) -> Result<(), Wrong> {
    let (number, suffix) = split(text);
    if !is_number(number) {
        return Err(no_number(text, number, suffix));
    }
    if SUFFIXES.contains(&suffix) || is_exponent(suffix) {
        return Ok(());
    }
    Err(unknown_suffix(number, suffix))
}

/// The number at the start and what follows it.
fn split(text: &str) -> (&str, &str) {
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits =
        text[sign..].find(|character: char| !character.is_ascii_digit() && character != '.');
    text.split_at(digits.map_or(text.len(), |at| sign + at))
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    !(whole.is_empty() && fraction.is_empty()) && digits(whole) && digits(fraction)
}

fn is_exponent(suffix: &str) -> bool {
    let Some(exponent) = suffix.strip_prefix(['e', 'E']) else { return false };
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn no_number(text: &str, number: &str, suffix: &str) -> Wrong {
    const EXAMPLES: &str =
        "write a number with or without a suffix, such as `16`, `500m` or `128Gi`";
    if text.is_empty() {
        return Wrong::new(WANTED, "it is empty").help(EXAMPLES);
    }
    if number.matches('.').count() > 1 {
        return Wrong::new(WANTED, "its number has more than one point").help(EXAMPLES);
    }
    let reason = match suffix.chars().next() {
        Some(first) => format!("it starts with {} instead of a number", show(first)),
        None => "it has no digits".to_string(),
    };
    Wrong::new(WANTED, reason).help(EXAMPLES)
}

fn unknown_suffix(number: &str, suffix: &str) -> Wrong {
    if let Some(first @ (',' | '_' | '\'')) = suffix.chars().next() {
        let reason = format!("{} cannot stand in its number", show(first));
        let help = "write the digits without separators, and a point before a fraction";
        return Wrong::new(WANTED, reason).help(help);
    }
    let trimmed = suffix.trim();
    let instead: Vec<String> =
        meant(trimmed).iter().map(|suffix| format!("{number}{suffix}")).collect();
    let reason = if trimmed != suffix && SUFFIXES.contains(&trimmed) {
        "nothing may stand between the number and its suffix".to_string()
    } else {
        format!("there is no suffix `{trimmed}`")
    };
    Wrong::new(WANTED, reason).help(help(&instead)).instead(instead)
}

/// The suffixes that someone who wrote `suffix` may have meant.
fn meant(suffix: &str) -> Vec<&'static str> {
    if let Some(known) = SUFFIXES.iter().find(|known| **known == suffix) {
        return vec![known];
    }
    let lower = suffix.to_ascii_lowercase();
    let binary = ["ki", "mi", "gi", "ti", "pi", "ei"];
    let stem = lower.strip_suffix('b').filter(|stem| !stem.is_empty()).unwrap_or(&lower);
    if let Some(at) = binary.iter().position(|known| *known == stem) {
        return vec![SUFFIXES[10 + at]];
    }
    match stem.chars().next().filter(|_| stem.len() == 1) {
        Some(first) => match "kmgtpe".find(first) {
            Some(at) => vec![SUFFIXES[10 + at], SUFFIXES[4 + at]],
            None if lower == "b" => vec![""],
            None => vec![],
        },
        None => match lower.as_str() {
            "core" | "cores" | "cpu" | "cpus" | "byte" | "bytes" => vec![""],
            "milli" | "millicores" | "millicpu" => vec!["m"],
            _ => vec![],
        },
    }
}

fn help(instead: &[String]) -> String {
    match instead {
        [one] => format!("write `{one}`"),
        [binary, decimal] => {
            format!("write `{binary}` (powers of 1024) or `{decimal}` (powers of 1000)")
        }
        _ => "the suffixes are m, k, M, G, T, P, E (powers of 1000) and Ki, Mi, Gi, Ti, Pi, Ei \
              (powers of 1024)"
            .to_string(),
    }
}
