//! Templates into a renderer: cut, rewritten, checked for what they include, and compiled.

use tera::Tera;

use super::explain;
use super::rewrite::{self, Rewritten, Site};
use super::scope::Made;
use super::token::{self, Kind, Piece, Tag};
use super::{filters, run};
use crate::chart::Chart;
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::source::{FileId, SourceMap, Span};

/// A chart's compiled templates. They are compiled once and rendered with any values.
pub struct Renderer {
    pub(super) tera: Tera,
    pub(super) chart: Chart,
    pub(super) texts: Vec<Compiled>,
    pub(super) sites: Vec<Site>,
    pub(super) made: Made,
}

/// One template as the engine knows it.
#[derive(Clone)]
pub(super) struct Compiled {
    /// The name for the engine and in `include`: the path below `templates/`.
    pub name: String,
    pub file: FileId,
    pub rewritten: Rewritten,
}

impl Renderer {
    /// Compiles the templates and the notes of `chart`. Everything that is wrong with them goes to
    /// `diagnostics`, and then there is no renderer.
    pub fn compile(
        chart: &Chart,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<Renderer> {
        Self::compile_some(chart, sources, &templates(chart), false, diagnostics)
    }

    /// The same templates as in `chart`, which differs from this renderer's only in the text of the one
    /// at `path`: the others are not compiled again. Nothing when there is a fault.
    #[must_use]
    pub fn with_template(
        &self,
        chart: &Chart,
        path: &str,
        sources: &SourceMap,
    ) -> Option<Renderer> {
        let name = run::engine_name(path);
        let file = chart.templates.iter().find(|template| template.path == path)?.file;
        let text = sources.text(file);
        let pieces = token::scan(text)?;
        if !unknown_includes(text, file, &pieces, &templates(chart)).is_empty() {
            return None;
        }
        let mut sites = self.sites.clone();
        let rewritten = rewrite::rewrite(text, file, &pieces, &mut sites, false);
        let mut tera = self.tera.clone();
        tera.add_raw_template(&name, &rewritten.text).ok()?;
        let mut texts = self.texts.clone();
        texts.retain(|known| known.name != name);
        texts.push(Compiled { name, file, rewritten });
        Some(Renderer { tera, chart: chart.clone(), texts, sites, made: Made::default() })
    }

    /// Compiles what the template `name` needs, so that it notes what it emits and from where.
    pub(super) fn compile_traced(
        chart: &Chart,
        name: &str,
        sources: &SourceMap,
    ) -> Option<Renderer> {
        let needed = needed(name, templates(chart), sources);
        Self::compile_some(chart, sources, &needed, true, &mut Diagnostics::new())
    }

    fn compile_some(
        chart: &Chart,
        sources: &SourceMap,
        named: &[(String, FileId)],
        traced: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<Renderer> {
        let before = diagnostics.count(crate::diagnostic::Severity::Error);
        let mut sites = Vec::new();
        let mut texts = Vec::new();
        for (name, file) in named {
            let text = sources.text(*file);
            let pieces = token::scan(text).unwrap_or_default();
            diagnostics.extend(unknown_includes(text, *file, &pieces, named));
            let rewritten = if pieces.is_empty() {
                Rewritten::unchanged(text)
            } else {
                rewrite::rewrite(text, *file, &pieces, &mut sites, traced)
            };
            texts.push(Compiled { name: name.clone(), file: *file, rewritten });
        }
        if diagnostics.count(crate::diagnostic::Severity::Error) > before {
            return None;
        }
        let mut tera = Tera::new();
        tera.autoescape_on(vec![".yaml", ".yml", ".tpl", ".tera"]);
        filters::register(&mut tera);
        let pairs = texts.iter().map(|text| (text.name.as_str(), text.rewritten.text.as_str()));
        if let Err(error) = tera.add_raw_templates(pairs) {
            diagnostics.extend(explain::syntax(&error, &texts, sources));
            return None;
        }
        Some(Renderer { tera, chart: chart.clone(), texts, sites, made: Made::default() })
    }
}

fn templates(chart: &Chart) -> Vec<(String, FileId)> {
    let templates = chart.templates.iter();
    let named = templates.map(|template| (run::engine_name(&template.path), template.file));
    let notes = chart.notes.map(|file| (run::NOTES.to_string(), file));
    named.chain(notes).collect()
}

/// Those of `named` that rendering the template `name` needs: itself and what it includes, directly
/// or not. A component can be called from anywhere, so where there is one, all are needed.
fn needed(name: &str, named: Vec<(String, FileId)>, sources: &SourceMap) -> Vec<(String, FileId)> {
    if named.iter().any(|(_, file)| has_component(sources.text(*file))) {
        return named;
    }
    let mut names = vec![name.to_string()];
    let mut done = 0;
    while let Some(name) = names.get(done) {
        let text = named.iter().find(|(known, _)| known == name);
        let text = text.map_or("", |(_, file)| sources.text(*file));
        for (included, _) in includes(text, &token::scan(text).unwrap_or_default()) {
            if !names.contains(&included) {
                names.push(included);
            }
        }
        done += 1;
    }
    named.into_iter().filter(|(known, _)| names.contains(known)).collect()
}

/// Whether a component is defined in `text`.
fn has_component(text: &str) -> bool {
    let defines = |piece: &Piece| match piece {
        Piece::Statement(tag) => {
            tag.tokens.first().is_some_and(|word| &text[word.range.clone()] == "component")
        }
        _ => false,
    };
    text.contains("component") && token::scan(text).is_some_and(|pieces| pieces.iter().any(defines))
}

/// The templates that `text` includes or extends, and where it says so.
fn includes<'t>(
    text: &'t str,
    pieces: &'t [Piece],
) -> impl Iterator<Item = (String, std::ops::Range<usize>)> + 't {
    let statements = pieces.iter().filter_map(|piece| match piece {
        Piece::Statement(tag) => Some(tag),
        _ => None,
    });
    statements.filter_map(move |tag| include(text, tag))
}

/// Findings for `{% include "x" %}` and its like that name no template of the chart.
fn unknown_includes(
    text: &str,
    file: FileId,
    pieces: &[Piece],
    named: &[(String, FileId)],
) -> Vec<Diagnostic> {
    includes(text, pieces)
        .filter(|(name, _)| !named.iter().any(|(known, _)| known == name))
        .map(|(name, range)| {
            let span = Span::new(file, range.start, range.end);
            let message = format!("the chart has no template `{name}`");
            let found = Diagnostic::error("template-include", span, message);
            match nearest(&name, named.iter().map(|(known, _)| known.as_str())) {
                Some(near) => found.with_help(format!("did you mean `{near}`?")),
                None => found.with_help("templates are named by their path below `templates/`"),
            }
        })
        .collect()
}

/// The name that an `include` or `extends` gives as a string, and where.
fn include(text: &str, tag: &Tag) -> Option<(String, std::ops::Range<usize>)> {
    let [word, name, ..] = tag.tokens.as_slice() else {
        return None;
    };
    let is_include = matches!(&text[word.range.clone()], "include" | "extends");
    if !is_include || name.kind != Kind::Text {
        return None;
    }
    let quoted = &text[name.range.clone()];
    Some((quoted.trim_matches(['"', '\'', '`']).to_string(), name.range.clone()))
}
