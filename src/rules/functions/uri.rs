//! URLs in rules: `url(s)`, `isURL(s)` and what can be asked of one. What counts as a URL is what
//! Go's `url.ParseRequestURI` takes: an absolute URI or an absolute path.

use std::collections::HashMap;

use cel::common::types::{CelBool, CelList, CelMap, CelMapKey, CelString};
use cel::common::value::Val;
use cel::{DeclarationError, Env, ExecutionError, add_member_overload, add_overload};

use super::opaque::opaque;

#[derive(Debug, Clone, PartialEq, Default)]
struct Uri {
    scheme: String,
    /// Name or address, with the port if there is one.
    host: String,
    path: String,
    query: String,
}

opaque!(Uri, URI_TYPE, "kubernetes.URL");

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    env.add_type(URI_TYPE.to_owned())?;
    add_overload!(env, fn is_url: (CelString) -> CelBool, name = "isURL")?;
    add_overload!(env, fn url: (CelString) -> Result<Uri>)?;
    add_member_overload!(env, fn get_scheme: (Uri) -> CelString)?;
    add_member_overload!(env, fn get_host: (Uri) -> CelString)?;
    add_member_overload!(env, fn get_hostname: (Uri) -> CelString)?;
    add_member_overload!(env, fn get_port: (Uri) -> CelString)?;
    add_member_overload!(env, fn get_escaped_path: (Uri) -> CelString)?;
    add_member_overload!(env, fn get_query: (Uri) -> CelMap)?;
    Ok(())
}

impl Uri {
    fn read(text: &str) -> Option<Self> {
        if text.is_empty() || text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
            return None;
        }
        let (scheme, rest) = split_scheme(text)?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let mut uri = Self { scheme: scheme.to_ascii_lowercase(), ..Self::default() };
        uri.query = query.to_owned();
        if !rest.starts_with('/') {
            // `mailto:someone`: a scheme with something opaque behind it.
            return (!scheme.is_empty() || rest == "*").then_some(uri);
        }
        let path = match rest.strip_prefix("//").filter(|_| !scheme.is_empty()) {
            Some(after) => {
                let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
                uri.host = read_authority(authority)?.to_owned();
                path
            }
            None => rest,
        };
        unescape(path, false)?;
        uri.path = path.to_owned();
        Some(uri)
    }

    /// Where the port begins: at the last colon, unless that is part of an IPv6 address.
    fn port_start(&self) -> Option<usize> {
        self.host.rfind(':').filter(|&colon| !self.host[colon..].contains(']'))
    }
}

/// The scheme (perhaps empty) and what follows its colon; nothing for a colon without a scheme.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text.bytes().position(|byte| !named(byte)).unwrap_or(text.len());
    match text.as_bytes().get(end) {
        Some(b':') if end == 0 => None,
        Some(b':') if text.as_bytes()[0].is_ascii_alphabetic() => {
            Some((&text[..end], &text[end + 1..]))
        }
        _ => Some(("", text)),
    }
}

/// The host of `user@host:port`, port included, when all of it is well formed.
fn read_authority(authority: &str) -> Option<&str> {
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let user_ok = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
    let port = match host.strip_prefix('[') {
        Some(inside) => inside.split_once(']')?.1,
        None => host.rfind(':').map_or("", |colon| &host[colon..]),
    };
    let digits = port.strip_prefix(':').unwrap_or(port);
    let port_ok = (port.is_empty() || port.starts_with(':'))
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let host_ok = |byte: u8| {
        !byte.is_ascii()
            || byte.is_ascii_alphanumeric()
            || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte)
    };
    (port_ok && user.bytes().all(user_ok) && host.bytes().all(host_ok)).then_some(host)
}

/// `text` with its `%XX` decoded, and `+` as a space when `plus`; nothing when one is malformed.
fn unescape(text: &str, plus: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        bytes.push(match byte {
            b'%' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                rest = &rest[2..];
                u8::from_str_radix(digits, 16).ok().filter(|_| hex)?
            }
            b'+' if plus => b' ',
            other => other,
        });
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn url(text: &CelString<'_>) -> Result<Uri, ExecutionError> {
    let not_one = || ExecutionError::function_error("url", "the text is not an absolute URL");
    Uri::read(text.inner()).ok_or_else(not_one)
}

fn is_url(text: &CelString<'_>) -> CelBool {
    Uri::read(text.inner()).is_some().into()
}

fn get_scheme(this: &Uri) -> CelString<'static> {
    this.scheme.clone().into()
}

fn get_host(this: &Uri) -> CelString<'static> {
    this.host.clone().into()
}

fn get_hostname(this: &Uri) -> CelString<'static> {
    let host = &this.host[..this.port_start().unwrap_or(this.host.len())];
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    bare.unwrap_or(host).to_owned().into()
}

fn get_port(this: &Uri) -> CelString<'static> {
    let port = this.port_start().map_or("", |colon| &this.host[colon + 1..]);
    port.to_owned().into()
}

fn get_escaped_path(this: &Uri) -> CelString<'static> {
    let mut escaped = String::with_capacity(this.path.len());
    for byte in this.path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~$&+,/:;=@!'()*[]%".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped.into()
}

/// Each name of the query with its values in order; parts that are malformed are left out.
fn get_query(this: &Uri) -> CelMap<'static> {
    let mut values: HashMap<String, Vec<Box<dyn Val>>> = HashMap::new();
    for part in this.query.split('&').filter(|part| !part.is_empty() && !part.contains(';')) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if let (Some(name), Some(value)) = (unescape(name, true), unescape(value, true)) {
            values.entry(name).or_default().push(Box::new(CelString::from(value)));
        }
    }
    let entries = values.into_iter().map(|(name, values)| {
        let list: Box<dyn Val> = Box::new(CelList::from(values));
        (CelMapKey::String(name.into()), list)
    });
    CelMap::from(entries.collect::<HashMap<_, _>>())
}
