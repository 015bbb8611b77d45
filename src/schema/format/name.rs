//! Names that Kubernetes takes for objects, labels and variables, by the rules of
//! `k8s.io/apimachinery/pkg/util/validation`.

use super::{Wrong, length, show};

/// The rule that a kind of name follows.
struct Rule {
    wanted: &'static str,
    limit: usize,
    /// Whether a character may stand inside.
    inside: fn(char) -> bool,
    first: fn(char) -> bool,
    last: fn(char) -> bool,
    /// The characters in words.
    alphabet: &'static str,
    first_in_words: &'static str,
    last_in_words: &'static str,
}

fn lower_or_digit(character: char) -> bool {
    character.is_ascii_lowercase() || character.is_ascii_digit()
}

fn is_letter_or_digit(character: char) -> bool {
    character.is_ascii_alphanumeric()
}

const DNS1123_LABEL: Rule = Rule {
    wanted: "a Kubernetes name (a DNS label)",
    limit: 63,
    inside: |character| lower_or_digit(character) || character == '-',
    first: lower_or_digit,
    last: lower_or_digit,
    alphabet: "lower-case letters, digits and `-`",
    first_in_words: "a lower-case letter or digit",
    last_in_words: "a lower-case letter or digit",
};

const DNS1035_LABEL: Rule = Rule {
    wanted: "a Kubernetes name that starts with a letter (a DNS label)",
    first: |character| character.is_ascii_lowercase(),
    first_in_words: "a lower-case letter",
    ..DNS1123_LABEL
};

const DNS1123_SUBDOMAIN: Rule = Rule {
    wanted: "a Kubernetes name (a DNS subdomain)",
    limit: 253,
    inside: |character| lower_or_digit(character) || matches!(character, '-' | '.'),
    alphabet: "lower-case letters, digits, `-` and `.`",
    ..DNS1123_LABEL
};

const LABEL_VALUE: Rule = Rule {
    wanted: "a label value",
    limit: 63,
    inside: |character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.'),
    first: is_letter_or_digit,
    last: is_letter_or_digit,
    alphabet: "letters, digits, `-`, `_` and `.`",
    first_in_words: "a letter or digit",
    last_in_words: "a letter or digit",
};

const LABEL_NAME: Rule = Rule { wanted: "a label name", ..LABEL_VALUE };

const DATA_KEY: Rule = Rule {
    wanted: "the key of a Secret or ConfigMap",
    limit: 253,
    first: |character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.'),
    last: |_| true,
    ..LABEL_VALUE
};

const PORT_NAME: Rule = Rule { wanted: "the name of a port", limit: 15, ..DNS1123_LABEL };

const ENV_VAR_NAME: Rule = Rule {
    wanted: "the name of an environment variable",
    limit: 4096,
    inside: |character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.'),
    first: |character| character.is_ascii_alphabetic() || matches!(character, '-' | '_' | '.'),
    last: |_| true,
    alphabet: "letters, digits, `_`, `-` and `.`",
    first_in_words: "a letter or `_`",
    last_in_words: "anything of these",
};

pub(super) fn dns1123_label(text: &str) -> Result<(), Wrong> {
    DNS1123_LABEL.check(text)
}

pub(super) fn dns1035_label(text: &str) -> Result<(), Wrong> {
    DNS1035_LABEL.check(text)
}

pub(super) fn dns1123_subdomain(text: &str) -> Result<(), Wrong> {
    DNS1123_SUBDOMAIN.check(text)?;
    let parts = || text.split('.');
    if parts().any(str::is_empty) {
        return Err(Wrong::new(DNS1123_SUBDOMAIN.wanted, "two dots stand side by side"));
    }
    match parts().find(|part| part.starts_with('-') || part.ends_with('-')) {
        Some(part) => {
            let reason = format!("its part `{part}` starts or ends with `-`");
            Err(Wrong::new(DNS1123_SUBDOMAIN.wanted, reason))
        }
        None => Ok(()),
    }
}

/// The empty text stands for volumes that exist already.
pub(super) fn storage_class(text: &str) -> Result<(), Wrong> {
    if text.is_empty() { Ok(()) } else { dns1123_subdomain(text) }
}

pub(super) fn label_value(text: &str) -> Result<(), Wrong> {
    if text.is_empty() { Ok(()) } else { LABEL_VALUE.check(text) }
}

pub(super) fn label_key(text: &str) -> Result<(), Wrong> {
    let Some((prefix, name)) = text.split_once('/') else {
        return LABEL_NAME.check(text);
    };
    if name.contains('/') {
        return Err(Wrong::new(LABEL_NAME.wanted, "it has more than one `/`"));
    }
    dns1123_subdomain(prefix).map_err(|wrong| Wrong {
        wanted: LABEL_NAME.wanted,
        reason: format!("the part before `/` is not a DNS name: {}", wrong.reason),
        ..wrong
    })?;
    LABEL_NAME.check(name).map_err(|wrong| Wrong {
        reason: format!("in the part after `/`, {}", wrong.reason),
        ..wrong
    })
}

pub(super) fn env_var_name(text: &str) -> Result<(), Wrong> {
    ENV_VAR_NAME.refuse_folder(text)?;
    ENV_VAR_NAME.check(text)
}

/// The key of a Secret or ConfigMap, which becomes the name of a file.
pub(super) fn data_key(text: &str) -> Result<(), Wrong> {
    DATA_KEY.refuse_folder(text)?;
    DATA_KEY.check(text)
}

/// The name of a container's port (RFC 6335, section 5.1).
pub(super) fn port_name(text: &str) -> Result<(), Wrong> {
    PORT_NAME.check(text)?;
    if text.contains("--") {
        return Err(PORT_NAME.wrong("two dashes stand side by side", text));
    }
    match text.chars().any(|character| character.is_ascii_lowercase()) {
        true => Ok(()),
        false => Err(PORT_NAME.wrong("it has no letter", text)),
    }
}

/// Whether a file of this name would be a folder, or could lead out of its own.
fn is_folder(name: &str) -> bool {
    name == "." || name.starts_with("..")
}

impl Rule {
    /// Refuses what a file cannot be called, or could leave its folder by (`hasChDirPrefix`).
    fn refuse_folder(&self, text: &str) -> Result<(), Wrong> {
        match text {
            "." | ".." => Err(self.wrong("it would name a folder", text)),
            text if is_folder(text) => Err(self.wrong("it starts with `..`", text)),
            _ => Ok(()),
        }
    }

    fn check(&self, text: &str) -> Result<(), Wrong> {
        let (Some(first), Some(last)) = (text.chars().next(), text.chars().last()) else {
            return Err(self.wrong("it is empty", text));
        };
        if let Some(character) = text.chars().find(|character| !(self.inside)(*character)) {
            let reason = format!("{} is not allowed in it", show(character));
            return Err(self.wrong(reason, text));
        }
        if !(self.first)(first) {
            let reason =
                format!("it starts with {} instead of {}", show(first), self.first_in_words);
            return Err(self.wrong(reason, text));
        }
        if !(self.last)(last) {
            let reason = format!("it ends with {} instead of {}", show(last), self.last_in_words);
            return Err(self.wrong(reason, text));
        }
        if length(text) > self.limit {
            let reason =
                format!("it has {} characters, which is more than {}", length(text), self.limit);
            return Err(Wrong::new(self.wanted, reason).help("choose a shorter name"));
        }
        Ok(())
    }

    fn wrong(&self, reason: impl Into<String>, text: &str) -> Wrong {
        let mut help = format!("it takes {}", self.alphabet);
        if self.limit < 256 {
            help.push_str(&format!(", at most {} characters", self.limit));
        }
        if let Some(near) = self.near(text) {
            help.push_str(&format!("; for example `{near}`"));
        }
        Wrong::new(self.wanted, reason).help(help)
    }

    /// A text close to `text` that follows the rule.
    fn near(&self, text: &str) -> Option<String> {
        let lower = |character: char| match (self.inside)(character) {
            true => character,
            false if (self.inside)(character.to_ascii_lowercase()) => {
                character.to_ascii_lowercase()
            }
            false if (self.inside)('-') => '-',
            false => '_',
        };
        let mapped: String = text.chars().map(lower).collect();
        let near = mapped
            .trim_start_matches(|first| !(self.first)(first))
            .trim_end_matches(|last| !(self.last)(last));
        let near = if is_folder(near) { near.trim_start_matches('.') } else { near };
        self.fits(near).then(|| near.to_string())
    }

    fn fits(&self, text: &str) -> bool {
        let inside = |character: char| (self.inside)(character);
        text.chars().next().is_some_and(self.first)
            && text.chars().all(inside)
            && length(text) <= self.limit
    }
}
