//! Turns a line that is too wide into the part of it that matters. It knows columns, not what
//! stands in them.

use super::line::Line;
use super::wrap;
use std::ops::Range;

/// What must be seen of a line.
pub(super) struct Wanted {
    /// These characters, or at least the first of them.
    pub places: Range<usize>,
    /// The columns that must be free right of their middle.
    pub beside: usize,
}

/// The part of a line that is shown.
pub(super) struct Cut {
    /// Its characters, with an ellipsis where something was cut off.
    pub text: String,
    /// The characters of the line that it shows.
    shown: Range<usize>,
    /// Bytes of the ellipsis in front.
    front: usize,
    width: usize,
}

impl Cut {
    /// Shortens `line` to `width` columns, with `dots` for what is left out.
    pub(super) fn of(line: &Line, wanted: Option<&Wanted>, width: usize, dots: &str) -> Self {
        let whole = line.columns(0, line.len()) <= width;
        let from = wanted.map_or(0, |wanted| start(line, wanted, width, wrap::columns(dots)));
        if whole && from == 0 {
            let text = line.text(0, line.len());
            return Self { text, shown: 0..line.len(), front: 0, width };
        }
        let front = if from > 0 { dots } else { "" };
        let room = width.saturating_sub(wrap::columns(front)).max(1);
        let (mut to, back) =
            if line.columns(from, line.len()) <= room { (line.len(), "") } else { (from, dots) };
        let room = room.saturating_sub(wrap::columns(back)).max(1);
        while to < line.len() && line.columns(from, to + 1) <= room {
            to += 1;
        }
        let text = format!("{front}{}{back}", line.text(from, to));
        Self { text, shown: from..to, front: front.len(), width }
    }

    /// Whether the first of the wanted characters is shown, with enough room beside them.
    pub(super) fn shows(&self, line: &Line, wanted: &Wanted) -> bool {
        let start = self.byte(line, wanted.places.start);
        let end = self.byte(line, wanted.places.end);
        let middle = wrap::columns(&self.text[..start]) + wrap::columns(&self.text[start..end]) / 2;
        (self.shown.start..=self.shown.end).contains(&wanted.places.start)
            && middle + wanted.beside <= self.width
    }

    /// The byte of the shown text at which the character `place` of the line starts, or the nearest
    /// that is shown.
    pub(super) fn byte(&self, line: &Line, place: usize) -> usize {
        let place = place.clamp(self.shown.start, self.shown.end);
        self.front + line.text(self.shown.start, place).len()
    }
}

/// The first character to show: the line's first if what is wanted can be seen so, else one that
/// leaves a third of the room before it, or more where the line ends soon.
fn start(line: &Line, wanted: &Wanted, width: usize, dots: usize) -> usize {
    let places = wanted.places.start.min(line.len())..wanted.places.end.min(line.len());
    let half = line.columns(places.start, places.end) / 2;
    let fits = |from: usize| {
        let before = line.columns(from, places.start) + if from > 0 { dots } else { 0 };
        let middle = (before + half).min(width - dots);
        before < width - dots && middle + wanted.beside <= width
    };
    if line.columns(0, places.end) + dots <= width && fits(0) {
        return 0;
    }
    let mut from = places.start;
    while from > 0 && fits(from - 1) && line.columns(from - 1, places.start) <= width / 3 {
        from -= 1;
    }
    while from > 0 && fits(from - 1) && line.columns(from - 1, line.len()) + dots <= width {
        from -= 1;
    }
    from
}
