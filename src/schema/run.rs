//! From a tree to findings: faults of the schema's keywords, then its rules, then scalars that
//! other readers would take otherwise.

use std::collections::HashSet;

use jsonschema::{ValidationError, Validator};

use super::check::Check;
use super::compile::Schema;
use super::documents::Documents;
use super::edit::Edit;
use super::fault::{Fault, Kind};
use super::finding::Maker;
use super::fit::{self, Fit};
use super::json::{Handle, Tree};
use super::plain::{self, Odd, What};
use super::thin::fits;
use super::{apply, broken, cascade, rename, thin, translate};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Severity};
use crate::source::FileId;
use crate::yaml::{Node, Pointer};

/// More findings than this are not described.
const MOST: usize = 1000;

/// How many values times subschemas a chart's own schema may take.
const WORK: u64 = 20_000_000;

/// How often misspelt keys are taken for what they mean, to look at what stands below them.
const ROUNDS: usize = 4;

impl Schema {
    /// Reports everything in `root` that the schema does not allow, and what its rules find.
    pub fn check(&self, check: &Check<'_>, root: &Node, diagnostics: &mut Diagnostics) {
        if self.is_too_much(root) {
            diagnostics.push(too_much(check.fallback));
            return;
        }
        let odd = plain::scan(root);
        let engine = match self.engine_for(check, root) {
            Ok(engine) => engine,
            Err(error) => {
                broken::report_engine(&self.documents, error, check.sources, diagnostics);
                return;
            }
        };
        let mut names = HashSet::new();
        let mut understood = None;
        let mut faults = self.find(root, engine, &odd);
        for _ in 0..ROUNDS {
            let maker = Maker::new(self, check, understood.as_ref().unwrap_or(root));
            let renames = misspelt(&faults, &maker, &mut names, diagnostics);
            if renames.is_empty() {
                break;
            }
            let tree = rename::renamed(maker.root, &renames);
            faults = self.find(&tree, engine, &odd);
            understood = Some(tree);
        }
        let maker = Maker::new(self, check, understood.as_ref().unwrap_or(root));
        let is_faulty = !faults.is_empty();
        let (found, taints) = described(faults, &maker);
        // Of so many faults, rules would mostly say what follows from them.
        let sound = taints.len() <= MOST;
        let ruled = if sound { apply::findings(self, check, maker.root, &taints) } else { vec![] };
        let ruled: Vec<_> =
            ruled.into_iter().filter(|one| !check.partial || maker.wrote(&one.at)).collect();
        let hidden = found.hidden + ruled.len().saturating_sub(MOST);
        diagnostics.extend(found.described);
        diagnostics.extend(ruled.into_iter().take(MOST).map(|one| maker.ruled(one)));
        if hidden > 0 {
            diagnostics.push(too_many(hidden, check.fallback));
        }
        if is_faulty && thin::is_large(root) {
            diagnostics.push(not_all(check.fallback));
        }
        let taints: HashSet<&Pointer> = taints.iter().collect();
        let otherwise = odd.iter().filter(|one| !taints.contains(&one.at));
        diagnostics.extend(otherwise.filter_map(|one| maker.read_otherwise(one)));
    }

    /// Whether holding so many values against so large a schema takes too long.
    fn is_too_much(&self, root: &Node) -> bool {
        let most = usize::try_from(WORK / self.steps.max(1)).unwrap_or(usize::MAX);
        self.steps > 1 && !fits(root, &mut most.clone())
    }

    /// Whether it is plain, without the engine, that there is nothing to report in `root`.
    #[must_use]
    pub fn finds_nothing(&self, check: &Check<'_>, root: &Node) -> bool {
        plain::scan(root).is_empty()
            && fit::fit(&self.documents, &self.documents.entry, root, check.sources) == Fit::Yes
            && apply::findings(self, check, root, &[]).is_empty()
    }

    /// The engine, unless it is plain without it that `root` has no fault.
    ///
    /// # Errors
    ///
    /// Why the engine cannot use the schema.
    fn engine_for(
        &self,
        check: &Check<'_>,
        root: &Node,
    ) -> Result<Option<&Validator<Tree>>, &ValidationError<'static>> {
        let plain = self.built_in && !check.thorough;
        let Documents { entry, .. } = &self.documents;
        if plain && fit::fit(&self.documents, entry, root, check.sources) == Fit::Yes {
            return Ok(None);
        }
        self.validator().map(Some)
    }

    /// What the keywords find, without what only follows from something else.
    fn find(&self, root: &Node, engine: Option<&Validator<Tree>>, odd: &[Odd<'_>]) -> Vec<Fault> {
        let (handle, documents) = (Handle::Node(root), Some(&self.documents));
        let mut faults = match engine.filter(|engine| !engine.is_valid(handle)) {
            None => Vec::new(),
            Some(engine) if thin::is_large(root) => some_of_many(root, engine, &self.documents),
            Some(engine) => translate::faults(engine.iter_errors(handle), documents),
        };
        let no_numbers = odd.iter().filter(|one| matches!(one.what, What::NoJsonNumber));
        let reason = "neither JSON nor Kubernetes has such a number";
        faults.extend(no_numbers.map(|one| Fault {
            at: one.at.clone(),
            kind: Kind::Other { reason: reason.to_string() },
            keyword: None,
            conditions: Vec::new(),
        }));
        cascade::reduce(&mut faults, &self.shapes, root);
        faults
    }
}

/// Reports the keys of which it is certain what they mean, and gives that.
fn misspelt(
    faults: &[Fault],
    maker: &Maker<'_>,
    names: &mut HashSet<Pointer>,
    diagnostics: &mut Diagnostics,
) -> Vec<(Pointer, String)> {
    let unknown = faults.iter().filter(|fault| matches!(fault.kind, Kind::UnknownKey { .. }));
    let mut renames = Vec::new();
    for fault in unknown.take(MOST) {
        let words = maker.words(fault);
        if let [edit @ Edit::Key(name)] = words.edits.as_slice()
            && maker.mends(fault, edit)
            && names.insert(fault.at.child(name.as_str()))
        {
            renames.push((fault.subject(), name.clone()));
            diagnostics.push(maker.fault(fault, words));
        }
    }
    renames
}

/// The faults in words, and the places that are wrong or missing.
fn described(mut faults: Vec<Fault>, maker: &Maker<'_>) -> (Found, Vec<Pointer>) {
    let mut taints: Vec<Pointer> = faults.iter().map(Fault::subject).collect();
    if maker.check.partial {
        faults.retain(|fault| !fault.is_about_absence());
    }
    let hidden = faults.len().saturating_sub(MOST);
    faults.truncate(MOST);
    let words: Vec<_> = faults.iter().map(|fault| maker.words(fault)).collect();
    let meant: Vec<Pointer> = words.iter().flat_map(|words| words.meant.clone()).collect();
    let follows = cascade::follows(&faults, &meant);
    let kept = faults.iter().zip(words).zip(follows).filter(|(_, follows)| !follows);
    let described = kept.map(|((fault, words), _)| maker.fault(fault, words)).collect();
    taints.extend(meant);
    (Found { described, hidden }, taints)
}

/// The findings of a schema's keywords.
#[derive(Default)]
struct Found {
    described: Vec<Diagnostic>,
    /// How many more there are.
    hidden: usize,
}

/// The faults of a large tree: those of its thinned form, else the first one.
fn some_of_many(root: &Node, engine: &Validator<Tree>, documents: &Documents) -> Vec<Fault> {
    let documents = Some(documents);
    let found = thin::thinned(root)
        .map(|tree| translate::faults(engine.iter_errors(Handle::Node(&tree)), documents));
    let first = || translate::faults(engine.validate(Handle::Node(root)).err(), documents);
    found.filter(|found| !found.is_empty()).unwrap_or_else(first)
}

fn too_much(file: FileId) -> Diagnostic {
    let message = "there are too many values for so large a schema";
    let label = Label::whole_file(file, "");
    Diagnostic::at(Severity::Error, "schema-too-complex", label, message)
        .with_help("checking them would take more than 20,000,000 steps: shorten the lists")
}

/// Stands for the findings that are not described.
fn too_many(hidden: usize, file: FileId) -> Diagnostic {
    let message = format!("{hidden} more faults are not shown");
    let label = Label::whole_file(file, "");
    Diagnostic::at(Severity::Error, "too-many-errors", label, message)
        .with_help("mend those shown first")
        .standing_for(hidden)
}

fn not_all(file: FileId) -> Diagnostic {
    let message = format!(
        "there are more than {} values: only the start of long lists and mappings was searched \
         for faults",
        thin::LARGE
    );
    Diagnostic::at(Severity::Warning, "too-many-values", Label::whole_file(file, ""), message)
        .with_help("mend what is shown, then look again")
}
