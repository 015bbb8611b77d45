//! What can be said of templates without rendering them: which names they use, what they include,
//! and where expressions stand so that no scalar can come of them. It does not know whether a name
//! exists.

use super::locals::{Local, Locals};
use super::placing::{self, Misplaced};
use super::run;
use super::token::{self, Piece};
use super::walk::{RawUse, Walk};
use crate::chart::Chart;
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::Pointer;

/// One template as its text tells it.
#[derive(Debug, Clone)]
pub struct TemplateFacts {
    /// The name in `include`: the path below `templates/`, or `NOTES.txt`.
    pub name: String,
    /// The text.
    pub file: FileId,
    /// Whether it only serves other templates.
    pub partial: bool,
    /// The names of templates that it includes or extends.
    pub includes: Vec<String>,
    /// The places where it reads something, in the order of the text.
    pub uses: Vec<Use>,
    /// Names that stand for nothing: neither `values`, `chart` nor `release`, nor set by any
    /// template of the chart.
    pub strangers: Vec<Span>,
    /// Expressions that do not fill a scalar.
    pub misplaced: Vec<Misplaced>,
    /// Conditions that hold back the very value that they ask for.
    pub guards: Vec<Guard>,
}

/// A place that reads something.
#[derive(Debug, Clone)]
pub struct Use {
    /// Where.
    pub span: Span,
    /// What it may be: `/values/metadata/name`, `/chart/name`; `*` stands for each item or entry.
    /// Several, where a name is set in several ways.
    pub paths: Vec<Pointer>,
    /// Whether it is nothing else than one of `paths`.
    pub certain: bool,
    /// What is done with it.
    pub how: How,
    /// Whether it stands in a condition.
    pub in_condition: bool,
}

/// What is done with what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// It gets another name.
    Named,
    /// It is asked whether it is there: `{% if x %}`.
    Asked,
    /// Its value goes somewhere.
    Taken,
}

/// `{% if x %}…{{ x }}…`: an index of [`TemplateFacts::uses`] for each of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    /// The operand of the condition.
    pub asked: usize,
    /// The expression that is emitted under the condition.
    pub emitted: usize,
}

/// The facts of each template of `chart` and of its notes. Templates whose tags are not closed are
/// left out.
#[must_use]
pub fn facts(chart: &Chart, sources: &SourceMap) -> Vec<TemplateFacts> {
    let templates = chart.templates.iter();
    let templates = templates.map(|one| (run::engine_name(&one.path), one.file, one.is_partial()));
    let notes = chart.notes.map(|file| (run::NOTES.to_string(), file, false));
    let mut locals = Locals::default();
    let mut all = Vec::new();
    for (name, file, partial) in templates.chain(notes) {
        let text = sources.text(file);
        let Some(pieces) = token::scan(text) else {
            continue;
        };
        let mut walk = Walk::new(text);
        pieces.iter().for_each(|piece| walk.piece(piece));
        locals.extend(std::mem::take(&mut walk.locals));
        all.push((name, file, partial, pieces, walk));
    }
    let read = |(name, file, partial, pieces, walk): (String, _, _, Vec<Piece>, Walk<'_>)| {
        let yaml = name != run::NOTES;
        let found =
            if yaml { placing::misplaced(sources.text(file), file, &pieces) } else { vec![] };
        let facts = TemplateFacts {
            name,
            file,
            partial,
            includes: walk.includes.clone(),
            uses: Vec::new(),
            strangers: Vec::new(),
            misplaced: found,
            guards: walk.guards.clone(),
        };
        resolved(facts, walk, &locals)
    };
    all.into_iter().map(read).collect()
}

/// The facts with what each name means in the chart as a whole: included templates see the names
/// of those that include them.
fn resolved(mut facts: TemplateFacts, walk: Walk<'_>, locals: &[Local]) -> TemplateFacts {
    for raw in walk.uses {
        let span = Span::new(facts.file, raw.range.start, raw.range.end);
        let known = super::locals::is_known(&raw.root, locals);
        if !known {
            let root = raw.range.start + raw.root.len();
            facts.strangers.push(Span::new(facts.file, raw.range.start, root));
        }
        let (paths, certain) = super::locals::meanings(&raw.root, &raw.steps, locals);
        let RawUse { how, in_condition, .. } = raw;
        facts.uses.push(Use { span, paths, certain, how, in_condition });
    }
    facts
}
