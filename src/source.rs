//! Owns every text that chartgen reads or makes (files, flags, rendered templates) and hands out
//! small ids and byte spans into them. It does not know what the texts mean.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

static NEXT_ID: AtomicU32 = AtomicU32::new(0);

/// Names one text. Ids are unique in the whole process, so that maps made by several threads can
/// be put together; later texts have greater ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A half-open range of bytes in one text. Offsets are bytes from the start of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text that the range lies in.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// A span over the bytes `start..end` of `file`. Texts are bounded well below 4 GiB, so
    /// offsets beyond that are clamped.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let (start, end) = (clamp(start), clamp(end));
        Self { file, start, end: end.max(start) }
    }

    /// The empty span at the start of `file`.
    #[must_use]
    pub fn start_of(file: FileId) -> Self {
        Self { file, start: 0, end: 0 }
    }

    /// The span as a range of byte indices.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span covers no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies wholly inside this span.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// Where a text comes from, which decides how messages name it and who can mend it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// A values file that the user passed with `-f` or to `validate`.
    Values,
    /// One flag of the `--set` family, as typed; the name is the flag, such as `--set`.
    Flag,
    /// The chart's own `values.yaml`.
    ChartDefaults,
    /// A values or API schema.
    Schema,
    /// `Chart.yaml` or another file of a chart that is no template.
    ChartFile,
    /// A template of a chart.
    Template,
    /// What a template made: a virtual file.
    Rendered,
    /// A manifest that the user passed to `check`.
    Manifest,
    /// A file named on the command line for any other purpose.
    Other,
}

impl SourceKind {
    /// Whether the text is a layer above the chart's defaults, that is, the user's own input.
    #[must_use]
    pub fn is_user_layer(self) -> bool {
        matches!(self, SourceKind::Values | SourceKind::Flag)
    }
}

/// A place in a text as people count: line and column from 1 (columns in characters), and the
/// offset in bytes from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Offset in bytes, from 0.
    pub offset: usize,
}

#[derive(Debug, Clone)]
struct Source {
    name: String,
    kind: SourceKind,
    text: Cow<'static, str>,
    line_starts: OnceLock<Vec<u32>>,
    /// How many characters begin before each block of [`BLOCK`] bytes.
    characters: OnceLock<Vec<u32>>,
    /// Sorted, each once.
    secrets: Vec<Span>,
}

/// Characters of longer parts of a line are not counted one by one for each place in it.
const BLOCK: usize = 1024;

impl Source {
    /// How many characters `from..to` has, both between characters.
    fn characters(&self, from: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        if to - from <= BLOCK {
            return begun(&bytes[from..to]);
        }
        let blocks = self.characters.get_or_init(|| {
            let sums = bytes.chunks(BLOCK).scan(0, |sum, block| {
                let before = *sum;
                *sum += u32::try_from(begun(block)).unwrap_or(0);
                Some(before)
            });
            sums.collect()
        });
        let before = |at: usize| {
            let block = at.min(bytes.len().saturating_sub(1)) / BLOCK;
            blocks[block] as usize + begun(&bytes[block * BLOCK..at])
        };
        before(to) - before(from)
    }
}

/// How many characters begin in a part of a text.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count()
}

/// The one owner of all texts. A clone shares the texts and costs little.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    /// Sorted by id.
    sources: Vec<(FileId, Arc<Source>)>,
    /// Values of secrets that stand in no text, or otherwise than they are written.
    secret_values: BTreeSet<Box<str>>,
}

impl SourceMap {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes `text` under the name that messages shall show, and returns its id.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        kind: SourceKind,
        text: impl Into<Cow<'static, str>>,
    ) -> FileId {
        let id = FileId(NEXT_ID.fetch_add(1, Ordering::Relaxed));
        let source = Source {
            name: name.into(),
            kind,
            text: text.into(),
            line_starts: OnceLock::new(),
            characters: OnceLock::new(),
            secrets: Vec::new(),
        };
        self.insert(id, Arc::new(source));
        id
    }

    /// Takes in the texts of `other` that are not here yet, under their ids.
    pub fn include(&mut self, other: &SourceMap) {
        for (id, source) in &other.sources {
            self.insert(*id, Arc::clone(source));
        }
        other.secret_values.iter().for_each(|value| self.add_secret_value(value));
    }

    fn insert(&mut self, id: FileId, source: Arc<Source>) {
        match self.sources.last() {
            Some((last, _)) if *last >= id => {
                if let Err(place) = self.place(id) {
                    self.sources.insert(place, (id, source));
                }
            }
            _ => self.sources.push((id, source)),
        }
    }

    fn place(&self, file: FileId) -> Result<usize, usize> {
        self.sources.binary_search_by_key(&file, |(id, _)| *id)
    }

    /// The source behind an id. Asking for an id of another map is a mistake in chartgen itself.
    fn source(&self, file: FileId) -> &Source {
        let place =
            self.place(file).expect("a file id is only used with a map that holds its text");
        &self.sources[place].1
    }

    /// The name under which messages show the text: a path as the user wrote it, or a flag.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        &self.source(file).name
    }

    /// What kind of text it is.
    #[must_use]
    pub fn kind(&self, file: FileId) -> SourceKind {
        self.source(file).kind
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        &self.source(file).text
    }

    /// The text under `span`, clamped to the text and to character boundaries.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let text = self.text(span.file);
        let start = floor_boundary(text, span.start as usize);
        let end = floor_boundary(text, span.end as usize);
        &text[start..end.max(start)]
    }

    /// Ids of all texts, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.sources.iter().map(|(id, _)| *id)
    }

    /// Marks `span` as the value of a secret: no report may show what stands there.
    pub fn mark_secret(&mut self, span: Span) {
        if let Ok(place) = self.place(span.file) {
            let source = Arc::make_mut(&mut self.sources[place].1);
            if let Err(place) = source.secrets.binary_search(&span) {
                source.secrets.insert(place, span);
            }
        }
    }

    /// Names the value of a secret that stands in no text, such as one from the environment: no
    /// report may show it.
    pub fn add_secret_value(&mut self, value: &str) {
        if !self.secret_values.contains(value) {
            self.secret_values.insert(value.into());
        }
    }

    /// The values given to [`SourceMap::add_secret_value`].
    pub fn secret_values(&self) -> impl Iterator<Item = &str> {
        self.secret_values.iter().map(|value| &**value)
    }

    /// The spans of `file` that no report may show.
    #[must_use]
    pub fn secrets(&self, file: FileId) -> &[Span] {
        &self.source(file).secrets
    }

    /// Line and column of the byte `offset` of `file`.
    #[must_use]
    pub fn location(&self, file: FileId, offset: usize) -> Location {
        let source = self.source(file);
        let offset = floor_boundary(&source.text, offset);
        let starts = source.line_starts.get_or_init(|| line_starts(&source.text));
        let line = starts.partition_point(|&start| start as usize <= offset);
        let line_start = starts[line - 1] as usize;
        let column = source.characters(line_start, offset) + 1;
        Location { line, column, offset }
    }

    /// The byte range of line `line` (from 1) without its line break; empty past the end.
    #[must_use]
    pub fn line_span(&self, file: FileId, line: usize) -> Span {
        let source = self.source(file);
        let starts = source.line_starts.get_or_init(|| line_starts(&source.text));
        let text: &str = &source.text;
        let start = starts.get(line.saturating_sub(1)).map_or(text.len(), |&start| start as usize);
        let end = starts.get(line).map_or(text.len(), |&next| next as usize);
        Span::new(file, start, start + text[start..end].trim_end_matches(['\n', '\r']).len())
    }
}

/// A line ends with LF, CRLF or a lone CR, as in YAML (1.2.2, section 5.4) and in editors.
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let breaks = bytes.iter().enumerate().filter(|&(index, &byte)| {
        byte == b'\n' || byte == b'\r' && bytes.get(index + 1) != Some(&b'\n')
    });
    let after = breaks.map(|(index, _)| u32::try_from(index + 1).unwrap_or(u32::MAX));
    std::iter::once(0).chain(after).collect()
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
