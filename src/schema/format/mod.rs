//! The `format`s that charts use: whether a text has one, and if not, what is wrong with it in
//! words. Where the text stands is not known here.

mod address;
mod base64;
mod image;
mod name;
mod path;
mod quantity;
mod standard;

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Wrong {
    /// What the text should be, with its article: "a Kubernetes quantity".
    pub wanted: &'static str,
    /// What is wrong with it: "there is no suffix `GB`".
    pub reason: String,
    /// What to write.
    pub help: Option<String>,
    /// Texts that would do and mean what was most likely meant. One is certain, several are a
    /// choice.
    pub instead: Vec<String>,
}

impl Wrong {
    fn new(wanted: &'static str, reason: impl Into<String>) -> Self {
        Self { wanted, reason: reason.into(), help: None, instead: Vec::new() }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn instead(mut self, texts: impl IntoIterator<Item = String>) -> Self {
        self.instead.extend(texts);
        self
    }
}

/// Says whether a text has a format.
pub(super) type Check = fn(&str) -> Result<(), Wrong>;

/// The formats that the engine does not know itself.
pub(super) fn all() -> &'static [(&'static str, Check)] {
    &[
        ("quantity", quantity::check),
        ("dns1123-label", name::dns1123_label),
        ("dns1123-subdomain", name::dns1123_subdomain),
        ("dns1035-label", name::dns1035_label),
        ("label-key", name::label_key),
        ("label-value", name::label_value),
        ("env-var-name", name::env_var_name),
        ("storage-class", name::storage_class),
        ("image-reference", image::check),
        ("base64", base64::check),
        ("byte", base64::check),
        ("absolute-path", path::absolute),
        ("ip", address::ip),
        ("cidr", address::cidr),
        ("data-key", name::data_key),
        ("port-name", name::port_name),
    ]
}

/// The names of the formats for charts.
pub fn format_names() -> impl Iterator<Item = &'static str> {
    all().iter().map(|(name, _)| *name)
}

/// Whether `text` has the format `name`; nothing when there is no such format for charts.
#[must_use]
pub fn has_format(name: &str, text: &str) -> Option<bool> {
    format_named(name).map(|format| format.accepts(text))
}

/// One of the formats of charts.
#[derive(Clone, Copy)]
pub struct Format(Check);

impl Format {
    /// Whether `text` has it.
    #[must_use]
    pub fn accepts(self, text: &str) -> bool {
        (self.0)(text).is_ok()
    }
}

/// The format `name`; nothing when there is no such format for charts.
#[must_use]
pub fn format_named(name: &str) -> Option<Format> {
    all().iter().find(|(known, _)| *known == name).map(|(_, check)| Format(*check))
}

/// What is wrong with `text`, which does not have the format `name`.
pub(super) fn explain(name: &str, text: &str) -> Wrong {
    let own = all().iter().find(|(known, _)| *known == name);
    let found = own.and_then(|(_, check)| check(text).err());
    found.unwrap_or_else(|| standard::explain(name, text))
}

/// The code of the findings about a format.
pub(super) fn code(name: &str) -> &'static str {
    match name {
        "quantity" => "quantity",
        "dns1123-label" | "dns1123-subdomain" | "dns1035-label" | "label-key" | "label-value"
        | "env-var-name" | "storage-class" | "data-key" | "port-name" => "name-syntax",
        "image-reference" => "image-reference",
        "base64" | "byte" => "base64",
        _ => "format",
    }
}

/// The length in characters, as messages count.
fn length(text: &str) -> usize {
    text.chars().count()
}

/// A character in words that can be read: a space or tab is named.
fn show(character: char) -> String {
    match character {
        ' ' => "a space".to_string(),
        '\t' => "a tab".to_string(),
        '\n' | '\r' => "a line break".to_string(),
        character if character.is_control() => {
            format!("the character U+{:04X}", u32::from(character))
        }
        character => format!("`{character}`"),
    }
}
