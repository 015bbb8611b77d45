//! References to container images: `[registry[:port]/]path[:tag][@digest]`, by the grammar of
//! `distribution/reference`.

use super::{Wrong, length, show};

const WANTED: &str = "a container image";
const FORM: &str = "write `[registry[:port]/]path[:tag]`, such as `intel/ai-workflows:torch-2.0.1`";

pub(super) fn check(text: &str) -> Result<(), Wrong> {
    refuse_foreign(text)?;
    let (rest, digest) = match text.split_once('@') {
        Some((rest, digest)) => (rest, Some(digest)),
        None => (text, None),
    };
    if let Some(digest) = digest {
        check_digest(digest)?;
    }
    let path_start = rest.rfind('/').map_or(0, |at| at + 1);
    let (name, tag) = match rest[path_start..].find(':') {
        Some(at) => (&rest[..path_start + at], Some(&rest[path_start + at + 1..])),
        None => (rest, None),
    };
    check_path(name)?;
    match tag {
        Some(tag) => check_tag(tag),
        None => Ok(()),
    }
}

/// What no image contains, with words of its own.
fn refuse_foreign(text: &str) -> Result<(), Wrong> {
    let wrong = |reason: String| Err(Wrong::new(WANTED, reason).help(FORM));
    if text.is_empty() {
        return wrong("it is empty".to_string());
    }
    if let Some((scheme, _)) = text.split_once("://") {
        let rest = text[scheme.len() + 3..].to_string();
        let reason = format!("it starts with `{scheme}://`, which is no part of an image");
        return Err(Wrong::new(WANTED, reason).help("leave it out").instead([rest]));
    }
    if text.contains(['<', '>']) {
        return wrong("the part in angle brackets has not been filled in".to_string());
    }
    let foreign = |character: &char| character.is_whitespace() || !character.is_ascii();
    match text.chars().find(foreign) {
        Some(character) => wrong(format!("{} is not allowed in it", show(character))),
        None => Ok(()),
    }
}

fn check_path(name: &str) -> Result<(), Wrong> {
    let (registry, path) = match name.split_once('/') {
        Some((host, path)) if is_host(host) => (Some(host), path),
        _ => (None, name),
    };
    if let Some((_, port)) = registry.and_then(|host| host.split_once(':'))
        && (port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return Err(Wrong::new(WANTED, format!("the port `{port}` is no number")).help(FORM));
    }
    if let Some(upper) = path.chars().find(char::is_ascii_uppercase) {
        let reason = format!("its path holds the capital letter `{upper}`");
        return Err(Wrong::new(WANTED, reason).help("write the image's path in lower case"));
    }
    if let Some(part) = path.split('/').find(|part| !is_component(part)) {
        let reason = match part {
            "" => "a part of its path is empty".to_string(),
            part => format!("`{part}` is not allowed in its path"),
        };
        return Err(Wrong::new(WANTED, reason).help(FORM));
    }
    if length(name) > 255 {
        return Err(Wrong::new(WANTED, "it is longer than 255 characters"));
    }
    Ok(())
}

/// Whether the part before the first `/` names a registry and no folder.
fn is_host(part: &str) -> bool {
    part == "localhost"
        || part.contains(['.', ':'])
        || part.chars().any(|one| one.is_ascii_uppercase())
}

/// `[a-z0-9]+` joined by `.`, `_`, `__` or dashes.
fn is_component(part: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = part.as_bytes();
    let ends = |byte: Option<&u8>| byte.is_some_and(|byte| inner(*byte));
    if !ends(bytes.first()) || !ends(bytes.last()) {
        return false;
    }
    part.split(|character: char| character.is_ascii_alphanumeric()).all(|separator| {
        matches!(separator, "" | "." | "_" | "__") || separator.bytes().all(|byte| byte == b'-')
    })
}

fn check_tag(tag: &str) -> Result<(), Wrong> {
    let word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let fits = |character: char| word(character) || matches!(character, '.' | '-');
    if tag.is_empty() {
        return Err(
            Wrong::new(WANTED, "nothing follows the `:`").help("write the tag after the `:`")
        );
    }
    if let Some(character) = tag.chars().find(|character| !fits(*character)) {
        return Err(
            Wrong::new(WANTED, format!("{} is not allowed in its tag", show(character))).help(FORM)
        );
    }
    if !tag.starts_with(word) {
        return Err(
            Wrong::new(WANTED, "its tag starts with neither letter, digit nor `_`").help(FORM)
        );
    }
    if length(tag) > 128 {
        return Err(Wrong::new(WANTED, "its tag is longer than 128 characters"));
    }
    Ok(())
}

fn check_digest(digest: &str) -> Result<(), Wrong> {
    let hex = digest.strip_prefix("sha256:").unwrap_or_default();
    if hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(());
    }
    let help = "after `@` write `sha256:` and the 64 hexadecimal digits of the digest";
    Err(Wrong::new(WANTED, "its digest is not complete").help(help))
}
