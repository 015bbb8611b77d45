//! Network addresses.

use std::net::IpAddr;

use super::Wrong;

pub(super) fn ip(text: &str) -> Result<(), Wrong> {
    if text.parse::<IpAddr>().is_ok() {
        return Ok(());
    }
    let reason = match text {
        "" => "it is empty",
        text if text.contains('/') => "it is a whole network: leave out `/` and what follows",
        text if text.chars().any(|one| one.is_ascii_alphabetic() && !one.is_ascii_hexdigit()) => {
            "it is a name"
        }
        _ => "it is neither of IPv4 nor of IPv6 form",
    };
    Err(Wrong::new("an IP address", reason).help("write it as in `10.48.14.252` or `fd00::1`"))
}

pub(super) fn cidr(text: &str) -> Result<(), Wrong> {
    let wrong = |reason: &str| {
        Err(Wrong::new("a network in CIDR form", reason).help("write it as in `10.0.0.0/8`"))
    };
    let Some((address, bits)) = text.split_once('/') else {
        return wrong("it has no `/` with the length of its prefix");
    };
    let Ok(address) = address.parse::<IpAddr>() else {
        return wrong("the part before `/` is not an IP address");
    };
    let most = if address.is_ipv4() { 32 } else { 128 };
    match bits.parse::<u8>() {
        Ok(bits) if bits <= most => Ok(()),
        _ => wrong("the part after `/` is not the length of a prefix"),
    }
}
