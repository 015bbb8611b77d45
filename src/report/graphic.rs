//! Draws an excerpt with its marks. The only module that names `miette`, which knows nothing of
//! findings here: it gets lines and marks.

use super::excerpt::Excerpt;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeStyles,
};
use std::fmt;

/// How to draw.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub color: bool,
    pub unicode: bool,
    pub width: usize,
    /// Whether line and column stand behind the name.
    pub place: bool,
    pub tone: Tone,
}

/// The colour of the primary mark.
#[derive(Clone, Copy)]
pub(super) enum Tone {
    Error,
    Warning,
    Note,
}

/// Draws `excerpt` under the heading `name`. Every line ends with a line break.
pub(super) fn draw(name: String, excerpt: &Excerpt, look: Look) -> String {
    let drawing = Drawing { name, excerpt };
    let handler = GraphicalReportHandler::new_themed(theme(excerpt, look))
        .with_width(look.width)
        .with_wrap_lines(false)
        .with_context_lines(1)
        .without_syntax_highlighting();
    let handler = if look.place { handler } else { handler.without_primary_span_start() };
    let mut drawn = String::new();
    // Writing to a string cannot fail, and `Drawing` reads every span that it hands out.
    let _ = handler.render_report(&mut drawn, &drawing);
    // miette begins with the line of the message, which the caller has written already.
    let body = drawn.trim_start_matches('\n');
    body.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// miette gives each mark, in the order of their places, the next one of the highlight styles.
fn theme(excerpt: &Excerpt, look: Look) -> GraphicalTheme {
    let mut theme = if look.unicode { GraphicalTheme::unicode() } else { GraphicalTheme::none() };
    theme.styles = if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let primary = match look.tone {
        Tone::Error => theme.styles.error,
        Tone::Warning => theme.styles.warning,
        Tone::Note => theme.styles.advice,
    };
    let other = theme.styles.help;
    let marks = excerpt.marks.iter();
    let styles: Vec<_> = marks.map(|mark| if mark.primary { primary } else { other }).collect();
    if !styles.is_empty() {
        theme.styles.highlights = styles;
    }
    theme
}

#[derive(Debug)]
struct Drawing<'a> {
    name: String,
    excerpt: &'a Excerpt,
}

/// The message stands above the drawing, so it is empty here.
impl fmt::Display for Drawing<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Drawing<'_> {}

impl miette::Diagnostic for Drawing<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let marks = self.excerpt.marks.iter().map(|mark| {
            let text = (!mark.text.is_empty()).then(|| mark.text.clone());
            let span = (mark.start, mark.end - mark.start);
            if mark.primary {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        });
        Some(Box::new(marks))
    }
}

impl SourceCode for Drawing<'_> {
    /// With context all lines, without it the place that the heading names.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let excerpt = self.excerpt;
        let whole = SourceSpan::from((0, excerpt.text.len()));
        let mark = excerpt.marks.iter().find(|mark| mark.start == span.offset());
        let (line, column) = match mark {
            Some(mark) if lines_before == 0 => (mark.at.line - 1, mark.at.column - 1),
            _ => (excerpt.first_line - 1, 0),
        };
        let (name, text) = (self.name.clone(), excerpt.text.as_bytes());
        let contents =
            MietteSpanContents::new_named(name, text, whole, line, column, excerpt.lines);
        Ok(Box::new(contents))
    }
}
