//! The rules of `.helmignore`: which files of a chart's folder are not packed. The rules are those
//! of Helm's `ignore` package: shell patterns, `!` to take back, a trailing `/` for folders; `**`
//! is not supported.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, SourceMap, Span};

/// The rules of one chart.
#[derive(Debug, Clone, Default)]
pub struct Ignore {
    rules: Vec<Rule>,
}

#[derive(Debug, Clone)]
struct Rule {
    pattern: String,
    negated: bool,
    folders_only: bool,
    /// Whether the pattern holds a `/` and so speaks of the whole path, not of a name.
    whole_path: bool,
}

impl Ignore {
    /// Reads the rules in `file`; rules that Helm refuses are findings.
    pub fn read(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Self {
        let mut rules = Vec::new();
        let mut start = 0;
        for line in sources.text(file).split_inclusive('\n') {
            let rule = line.trim();
            let span = Span::new(file, start, start + line.trim_end().len());
            start += line.len();
            if rule.is_empty() || rule.starts_with('#') {
                continue;
            }
            if rule.contains("**") {
                let message = "`**` is not supported in .helmignore";
                let help = "name each folder, with a trailing `/`";
                diagnostics.push(Diagnostic::error("helmignore", span, message).with_help(help));
                continue;
            }
            rules.push(Rule::parse(rule));
        }
        Self { rules }
    }

    /// Whether the file or folder at `path`, below the chart with `/`, is left out. Helm's own
    /// rule that `templates/.*` files that start with a dot are left out comes first.
    #[must_use]
    pub fn ignores(&self, path: &str, is_folder: bool) -> bool {
        if hidden_template(path) {
            return true;
        }
        let verdict = |path: &str, is_folder: bool| {
            let matching = self.rules.iter().filter(|rule| rule.matches(path, is_folder));
            matching.fold(false, |_, rule| !rule.negated)
        };
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        folders.into_iter().any(|folder| verdict(folder, true)) || verdict(path, is_folder)
    }
}

fn hidden_template(path: &str) -> bool {
    path.strip_prefix("templates/").is_some_and(|name| name.starts_with('.') && name.len() > 1)
}

impl Rule {
    fn parse(text: &str) -> Self {
        let (text, negated) = match text.strip_prefix('!') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (text, folders_only) = match text.strip_suffix('/') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let whole_path = text.contains('/');
        let pattern = text.strip_prefix('/').unwrap_or(text).to_string();
        Self { pattern, negated, folders_only, whole_path }
    }

    fn matches(&self, path: &str, is_folder: bool) -> bool {
        if self.folders_only && !is_folder {
            return false;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let subject = if self.whole_path { path } else { name };
        glob(self.pattern.as_bytes(), subject.as_bytes())
    }
}

/// Whether `text` matches `pattern`, where `*` stands for any characters but `/`, `?` for one of
/// them, `[a-z]` for one of a class, and `\` takes the next character as it is. Runs in time
/// proportional to the product of the lengths.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while seen < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at + 1, seen));
                at += 1;
                continue;
            }
            Some(_) => {
                if let Some(next) = one(pattern, at, text[seen]) {
                    (at, seen) = (next, seen + 1);
                    continue;
                }
            }
            None => {}
        }
        match star {
            Some((after, from)) if text[from] != b'/' => {
                star = Some((after, from + 1));
                (at, seen) = (after, from + 1);
            }
            _ => return false,
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

/// Where the pattern goes on after matching one `byte` at `at`; nothing when it does not match.
fn one(pattern: &[u8], at: usize, byte: u8) -> Option<usize> {
    match pattern[at] {
        b'?' => (byte != b'/').then_some(at + 1),
        b'\\' => (pattern.get(at + 1) == Some(&byte)).then_some(at + 2),
        b'[' => class(pattern, at + 1, byte),
        literal => (literal == byte).then_some(at + 1),
    }
}

fn class(pattern: &[u8], start: usize, byte: u8) -> Option<usize> {
    let negated = matches!(pattern.get(start), Some(b'^' | b'!'));
    let mut at = start + usize::from(negated);
    let mut found = false;
    let first = at;
    while let Some(&low) = pattern.get(at) {
        if low == b']' && at > first {
            return (found != negated && byte != b'/').then_some(at + 1);
        }
        let high = match (pattern.get(at + 1), pattern.get(at + 2)) {
            (Some(b'-'), Some(&high)) if high != b']' => {
                at += 2;
                high
            }
            _ => low,
        };
        found |= (low..=high).contains(&byte);
        at += 1;
    }
    None
}
