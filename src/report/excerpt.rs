//! Turns the labels of one file into the lines to show around them, shortened and safe, with the
//! labels' places in what is shown. It does not know how lines and labels are drawn.

use super::cut::{self, Cut};
use super::line::Line;
use super::{Report, wrap};
use crate::diagnostic::Label;
use crate::source::{FileId, Location};

/// Lines shown before and after a labelled one.
const CONTEXT: usize = 1;
/// The fewest columns that the words beside a label get, the lines that lead to them included.
const NARROWEST: usize = 28;
/// What stands between a label's place and its words: `╰─┤ `.
const LEAD: usize = 5;

/// Lines of one file without a gap, and the marks on them.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The number of the first line, from 1.
    pub first_line: usize,
    /// How many lines there are.
    pub lines: usize,
    /// Their text, each line with a line break.
    pub text: String,
    /// The marks, in the order of their places.
    pub marks: Vec<Mark>,
}

/// A label on an excerpt.
#[derive(Debug)]
pub(super) struct Mark {
    /// Its first byte in the excerpt's text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// Words, broken into lines.
    pub text: String,
    /// Whether the user should edit here.
    pub primary: bool,
    /// Where the label starts in the file.
    pub at: Location,
}

/// The excerpts of `file` that show `labels`, each with whether it is the primary one. The one with
/// the primary label comes first.
pub(super) fn excerpts(
    report: &Report<'_>,
    file: FileId,
    labels: &[(&Label, bool)],
) -> Vec<Excerpt> {
    let labels = labels.iter().filter(|(label, _)| !label.whole_file);
    let mut spots: Vec<_> =
        labels.map(|&(label, primary)| Spot::of(report, label, primary)).collect();
    spots.sort_by_key(|spot| (spot.at.offset, spot.end, !spot.primary));
    keep_apart(&mut spots);
    let mut builder = Builder { report, file, excerpts: Vec::new() };
    for (first, last) in runs(report, file, &spots) {
        builder.add_run(first, last, &spots);
    }
    let mut excerpts = builder.excerpts;
    excerpts.sort_by_key(|excerpt| !excerpt.marks.iter().any(|mark| mark.primary));
    excerpts
}

/// A label, its first line and where it ends there.
struct Spot<'a> {
    label: &'a Label,
    primary: bool,
    at: Location,
    end: usize,
}

impl<'a> Spot<'a> {
    fn of(report: &Report<'_>, label: &'a Label, primary: bool) -> Self {
        let (file, range) = (label.span.file, label.span.range());
        let at = report.sources.location(file, range.start);
        let line = report.sources.line_span(file, at.line);
        let shown = report.sources.slice(line).trim_end().len();
        let line = line.range();
        let end = if range.end > line.end { line.start + shown } else { range.end };
        Self { label, primary, at, end: end.max(at.offset) }
    }

    fn wanted(&self, line: &Line) -> cut::Wanted {
        let words = self.label.text.lines().map(wrap::columns).max();
        let beside = words.map_or(0, |words| (words + LEAD).min(NARROWEST));
        cut::Wanted { places: line.place(self.at.offset)..line.place(self.end), beside }
    }
}

/// Ends each label where a later one starts, since two underlines cannot share a column.
fn keep_apart(spots: &mut [Spot<'_>]) {
    for index in 1..spots.len() {
        let (before, after) = spots.split_at_mut(index);
        let start = after[0].at.offset;
        for earlier in before.iter_mut().filter(|earlier| earlier.at.offset < start) {
            earlier.end = earlier.end.min(start);
        }
    }
}

/// The lines to show: each labelled one and those around it; runs with a gap of one line are one.
fn runs(report: &Report<'_>, file: FileId, spots: &[Spot<'_>]) -> Vec<(usize, usize)> {
    let text = report.sources.text(file);
    let last_line = report.sources.location(file, text.len()).line;
    let last_line = if text.ends_with('\n') { last_line - 1 } else { last_line };
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for Spot { at, .. } in spots {
        let first = at.line.saturating_sub(CONTEXT).max(1);
        let last = (at.line + CONTEXT).min(last_line).max(at.line);
        match runs.last_mut() {
            Some(run) if first <= run.1 + 2 => run.1 = run.1.max(last),
            _ => runs.push((first, last)),
        }
    }
    runs
}

struct Builder<'a, 'r> {
    report: &'a Report<'r>,
    file: FileId,
    excerpts: Vec<Excerpt>,
}

impl Builder<'_, '_> {
    /// Adds the lines `first..=last`, and again each line on which not all labels can be seen.
    fn add_run(&mut self, first: usize, last: usize, spots: &[Spot<'_>]) {
        let mut run = Excerpt::starting_at(first);
        let gutter = last.to_string().len() + 4;
        let width = self.report.options.width.saturating_sub(gutter).max(NARROWEST + LEAD);
        let mut again = Vec::new();
        for number in first..=last {
            let on_line = spots.iter().filter(|spot| spot.at.line == number).collect();
            let mut unseen = self.add_line(&mut run, number, on_line, width);
            while !unseen.is_empty() {
                let mut alone = Excerpt::starting_at(number);
                unseen = self.add_line(&mut alone, number, unseen, width);
                again.push(alone);
            }
        }
        self.excerpts.push(run);
        self.excerpts.extend(again);
    }

    /// Adds line `number` with its labels, and gives back those that cannot be seen there.
    fn add_line<'s>(
        &self,
        excerpt: &mut Excerpt,
        number: usize,
        spots: Vec<&'s Spot<'s>>,
        width: usize,
    ) -> Vec<&'s Spot<'s>> {
        let span = self.report.sources.line_span(self.file, number);
        let line = self.report.line(span);
        let dots = if self.report.options.unicode { "…" } else { "..." };
        let main = spots.iter().find(|spot| spot.primary).or(spots.first()).copied();
        let wanted = main.map(|spot| spot.wanted(&line));
        let cut = Cut::of(&line, wanted.as_ref(), width, dots);
        let is_main = |spot: &Spot<'_>| main.is_some_and(|main| std::ptr::eq(main, spot));
        let (seen, unseen): (Vec<_>, Vec<_>) = spots
            .into_iter()
            .partition(|spot| is_main(spot) || cut.shows(&line, &spot.wanted(&line)));
        for spot in seen {
            let mark = self.mark(spot, &line, &cut, width);
            excerpt.add_mark(mark);
        }
        excerpt.lines += 1;
        excerpt.text.push_str(&cut.text);
        excerpt.text.push('\n');
        unseen
    }

    fn mark(&self, spot: &Spot<'_>, line: &Line, cut: &Cut, width: usize) -> Mark {
        let byte = |offset| cut.byte(line, line.place(offset));
        let (start, end) = (byte(spot.at.offset), byte(spot.end));
        let middle = wrap::columns(&cut.text[..start]) + wrap::columns(&cut.text[start..end]) / 2;
        let room = width.saturating_sub(middle + LEAD).max(NARROWEST - LEAD);
        let text = wrap::wrap(&self.report.safe(&spot.label.text), room, room).join("\n");
        Mark { start, end, text, primary: spot.primary, at: spot.at }
    }
}

impl Excerpt {
    fn starting_at(line: usize) -> Self {
        Self { first_line: line, lines: 0, text: String::new(), marks: Vec::new() }
    }

    /// Adds a mark whose places count from the start of the next line.
    fn add_mark(&mut self, mark: Mark) {
        let (start, end) = (self.text.len() + mark.start, self.text.len() + mark.end);
        self.marks.push(Mark { start, end, ..mark });
    }
}
