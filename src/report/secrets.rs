//! Knows which texts no report may show: what stages marked as secret, its base64 counterpart, and
//! what stands beside a key with a secret's name. It does not know schemas.

use super::secret_names::{self, SecretNames};
use crate::encoding;
use crate::source::{FileId, SourceKind, SourceMap, Span};
use aho_corasick::AhoCorasick;
use std::borrow::Cow;
use std::ops::Range;

/// What stands in a message for a secret.
const STARS: &str = "***";
/// Shorter texts are too common to be looked for.
const SHORTEST: usize = 4;
/// More secrets than these are looked for all at once.
const FEW: usize = 64;

/// The secret texts of one run.
pub(super) struct Secrets {
    /// Longest first, so that a text within another does not tell the rest of it.
    texts: Vec<String>,
    /// Finds all of them at once, where they are many.
    many: Option<AhoCorasick>,
    names: SecretNames,
}

impl Secrets {
    /// Gathers the marked texts of all sources; `keys` are names of keys with secret values.
    pub(super) fn of(sources: &SourceMap, keys: &[String]) -> Self {
        let names = SecretNames::new(keys);
        let mut texts = Vec::new();
        for file in sources.files() {
            for span in sources.secrets(file) {
                gather(sources.slice(*span), &mut texts);
            }
            if may_hold_unmarked(sources, file) {
                names.values_in(sources.text(file)).for_each(|value| gather(value, &mut texts));
            }
        }
        sources.secret_values().for_each(|value| gather(value, &mut texts));
        texts.sort_by(|left, right| right.len().cmp(&left.len()).then_with(|| left.cmp(right)));
        texts.dedup();
        let many = (texts.len() > FEW).then(|| AhoCorasick::new(&texts).ok()).flatten();
        Self { texts, many, names }
    }

    /// `text` with stars in place of every secret in it.
    pub(super) fn scrub<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let hidden = self.found_in(text);
        if hidden.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut scrubbed = String::with_capacity(text.len());
        let mut shown_to = 0;
        for range in hidden {
            scrubbed.push_str(&text[shown_to..range.start]);
            scrubbed.push_str(STARS);
            shown_to = range.end;
        }
        scrubbed.push_str(&text[shown_to..]);
        Cow::Owned(scrubbed)
    }

    /// Whether `text` holds a secret.
    pub(super) fn tells(&self, text: &str) -> bool {
        !self.found_in(text).is_empty()
    }

    /// The parts of the text under `line` that must not be shown, as ranges from its start on.
    pub(super) fn hidden_in(&self, sources: &SourceMap, line: Span) -> Vec<Range<usize>> {
        let text = sources.slice(line);
        let mut hidden = self.found_in(text);
        let marked = sources.secrets(line.file).iter().map(|span| span.range());
        hidden.extend(marked.filter_map(|range| overlap(range, &line.range())));
        if may_name_secrets(sources.kind(line.file)) && !only_names_variables(sources, line.file) {
            match is_pairs(sources, line.file) {
                true => hidden.extend(self.names.hidden_in_pairs(text)),
                false => hidden.extend(self.names.hidden_in(sources, line)),
            }
        }
        joined(hidden)
    }

    fn found_in(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<_> = secret_names::tokens_in(text).collect();
        match &self.many {
            Some(many) => found.extend(
                many.find_overlapping_iter(text)
                    .map(|known| known.range())
                    .filter(|range| stands_alone(text, range)),
            ),
            None => found.extend(self.texts.iter().flat_map(|secret| occurrences(text, secret))),
        }
        joined(found)
    }
}

/// Whether nothing is marked in a text of the user's, for instance because it is no YAML.
fn may_hold_unmarked(sources: &SourceMap, file: FileId) -> bool {
    may_name_secrets(sources.kind(file))
        && sources.secrets(file).is_empty()
        && !only_names_variables(sources, file)
}

/// Whether the text is an argument of `--set-env` that names variables as is the custom, such as
/// `secret.token=HF_TOKEN`. A token put there by mistake has small letters.
fn only_names_variables(sources: &SourceMap, file: FileId) -> bool {
    let is_name = |text: &str| {
        text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
            && !text.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut pairs = sources.text(file).split(',').map(|pair| pair.split_once('='));
    sources.name(file) == "--set-env"
        && sources.kind(file) == SourceKind::Flag
        && pairs.all(|pair| pair.is_some_and(|(_, variable)| is_name(variable)))
}

/// Whether the text is pairs `key=value` with commas between.
fn is_pairs(sources: &SourceMap, file: FileId) -> bool {
    sources.kind(file) == SourceKind::Flag
        && matches!(sources.name(file), "--set" | "--set-string" | "--set-file" | "--set-env")
}

/// Whether the text has values of its own. Templates, schemas and metadata only name them.
fn may_name_secrets(kind: SourceKind) -> bool {
    !matches!(kind, SourceKind::Template | SourceKind::Schema | SourceKind::ChartFile)
}

/// Adds the forms in which the secret that is written as `written` may turn up: as written, without
/// its quotes, line by line, and encoded or decoded by base64.
fn gather(written: &str, texts: &mut Vec<String>) {
    let plain = written.trim().trim_matches(['"', '\'']);
    for line in std::iter::once(plain).chain(plain.lines()) {
        let line = line.trim();
        if line.len() < SHORTEST || matches!(line, "null" | "true" | "false") {
            continue;
        }
        texts.push(line.to_owned());
        let encoded = encoding::base64_encode(line.as_bytes());
        texts.push(encoded.trim_end_matches('=').to_string());
        texts.push(encoded);
        texts.push(encoding::base64_encode(format!("{line}\n").as_bytes()));
        let decoded = encoding::base64_decode(line).and_then(|bytes| String::from_utf8(bytes).ok());
        texts.extend(decoded.map(|text| text.trim().to_owned()).filter(|t| t.len() >= SHORTEST));
    }
}

/// Where `secret` stands in `text`.
fn occurrences(text: &str, secret: &str) -> impl Iterator<Item = Range<usize>> {
    let found = text.match_indices(secret).map(|(at, _)| at..at + secret.len());
    found.filter(|range| stands_alone(text, range))
}

/// Whether what stands in `text` at `range` is a secret there: a short one only as a whole word.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    range.len() >= 6
        || !(is_part(text[..range.start].chars().next_back())
            || is_part(text[range.end..].chars().next()))
}

/// The part of `range` that lies in `line`, from the start of `line` on.
fn overlap(range: Range<usize>, line: &Range<usize>) -> Option<Range<usize>> {
    let (start, end) = (range.start.max(line.start), range.end.min(line.end));
    (start < end).then(|| start - line.start..end - line.start)
}

/// `ranges` in order, with those that touch made one.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}
