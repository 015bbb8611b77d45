//! Words for the formats of JSON Schema itself, which the engine checks.

use super::Wrong;

/// What a text of the format `name` is, and an example.
fn form(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "uri" | "iri" => ("a URI", "https://example.com/path"),
        "uri-reference" | "iri-reference" => ("a URI or a part of one", "../path"),
        "ipv4" => ("an IPv4 address", "10.48.14.252"),
        "ipv6" => ("an IPv6 address", "fd00::1"),
        "hostname" | "idn-hostname" => ("a host name", "nfs.example.com"),
        "email" | "idn-email" => ("an e-mail address", "name@example.com"),
        "date" => ("a date", "2026-11-21"),
        "time" => ("a time", "14:30:00Z"),
        "date-time" => ("a date with time", "2026-11-21T14:30:00Z"),
        "duration" => ("a duration", "PT1H30M"),
        "regex" => ("a regular expression", "^[a-z]+$"),
        "uuid" => ("a UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
        "json-pointer" => ("a JSON Pointer", "/image/tag"),
        _ => return None,
    })
}

pub(super) fn explain(name: &str, text: &str) -> Wrong {
    let Some((wanted, example)) = form(name) else {
        return Wrong::new("", format!("it does not have the form `{name}`"));
    };
    let reason = match name {
        _ if text.is_empty() => "it is empty",
        "uri" | "iri" if !text.contains(':') => "it has no scheme such as `https://`",
        _ if text.contains(char::is_whitespace) => "it holds blanks",
        _ => "",
    };
    Wrong::new(wanted, reason).help(format!("write it as in `{example}`"))
}
