//! A compiled chart and values into rendered texts.

use tera::Context;

use super::compile::Renderer;
use super::release::Release;
use super::scope::Reuse;
use super::session::{self, Session};
use super::{explain, near, scope};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, SourceKind, SourceMap};
use crate::yaml::Node;

/// The engine's name of `NOTES.txt`.
pub(super) const NOTES: &str = "NOTES.txt";

/// What one template made: a virtual file.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The template's text.
    pub template: FileId,
    /// The template's path below the chart, such as `templates/pvc.yaml`.
    pub path: String,
    /// The rendered text, of kind [`SourceKind::Rendered`].
    pub file: FileId,
}

/// The name under which the engine and `include` know the template at `path`.
pub(super) fn engine_name(path: &str) -> String {
    path.strip_prefix("templates/").unwrap_or(path).to_string()
}

impl Renderer {
    /// Renders every template that makes manifests. `known` is the skeleton of all keys that the
    /// values schema knows: keys that no layer gives are null. Faults of templates go to
    /// `diagnostics`, one for each template, and then nothing comes back.
    pub fn render(
        &self,
        values: &Node,
        known: Option<&Node>,
        release: &Release,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<Rendered>> {
        let mut session = Session::default();
        let reuse = Some(Reuse { made: &self.made, sources });
        let numbers = &mut session.numbers;
        let context = scope::context(&self.chart, values, known, release, numbers, reuse);
        let mut all = Vec::new();
        let mut whole = true;
        for template in self.chart.templates.iter().filter(|template| !template.is_partial()) {
            let name = engine_name(&template.path);
            match self.text(&name, &context, &mut session, template.file, sources) {
                Ok(text) => {
                    let path = template.path.clone();
                    let shown = format!("{path} (rendered)");
                    let file = sources.add(shown, SourceKind::Rendered, text);
                    all.push(Rendered { template: template.file, path, file });
                }
                Err(found) => {
                    diagnostics.push(near::with_suggestion(*found, sources, values, known));
                    whole = false;
                }
            }
        }
        whole.then_some(all)
    }

    /// Renders `NOTES.txt` as plain text; nothing when the chart has none or it has a fault.
    pub fn notes(
        &self,
        values: &Node,
        known: Option<&Node>,
        release: &Release,
        sources: &mut SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Option<String> {
        let file = self.chart.notes?;
        let mut session = Session::default();
        let numbers = &mut session.numbers;
        let context = scope::context(&self.chart, values, known, release, numbers, None);
        match self.text(NOTES, &context, &mut session, file, sources) {
            Ok(text) => Some(text),
            Err(found) => {
                diagnostics.push(near::with_suggestion(*found, sources, values, known));
                None
            }
        }
    }

    /// The output of the template at `path` for other values; nothing when it has a fault.
    #[must_use]
    pub fn output(
        &self,
        path: &str,
        values: &Node,
        known: Option<&Node>,
        release: &Release,
    ) -> Option<String> {
        let mut session = Session::default();
        let numbers = &mut session.numbers;
        let context = scope::context(&self.chart, values, known, release, numbers, None);
        session.start();
        session::within(&mut session, || self.tera.render(&engine_name(path), &context)).ok()
    }

    fn text(
        &self,
        name: &str,
        context: &Context,
        session: &mut Session,
        file: FileId,
        sources: &SourceMap,
    ) -> Result<String, Box<Diagnostic>> {
        session.start();
        match session::within(session, || self.tera.render(name, context)) {
            Ok(text) => Ok(text),
            Err(error) => {
                let fault = session.fault.take();
                Err(Box::new(explain::failure(&error, fault, self, file, sources)))
            }
        }
    }
}
