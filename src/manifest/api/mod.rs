//! The API that manifests are held against: kinds, and for each the schema as far as an object
//! needs it. It does not check anything itself.

mod custom;
mod definitions;
mod embedded;
mod guards;
mod kind;
mod needed;
mod plain;
mod shape;
mod version;

pub use kind::Kind;
pub use version::KubeVersion;

use serde_json::Value;

use crate::diagnostic::Diagnostics;
use crate::schema::{self, RuleCompiler};
use crate::source::SourceMap;
use crate::yaml::Node;
use definitions::Definitions;
use kind::KindSchema;
use plain::{Judge, Own};
pub(super) use shape::Place;

/// The kinds of one version of Kubernetes, with PyTorchJob and whatever definitions were added.
pub struct Api {
    definitions: Definitions,
    kinds: Vec<Kind>,
    rules: Box<dyn RuleCompiler + Send>,
    ignores_unknown_kinds: bool,
}

impl Api {
    /// The embedded API of `version`; `rules` compiles what its schemas say in rules.
    #[must_use]
    pub fn embedded(version: KubeVersion, rules: Box<dyn RuleCompiler + Send>) -> Self {
        let core = definitions::entries(embedded::KINDS);
        let core = core.filter_map(|(name, line)| Kind::from_line(name, line));
        let kinds = core.chain(embedded::CUSTOM.iter().map(Kind::from_file)).collect();
        let definitions = Definitions::of(version);
        Self { definitions, kinds, rules, ignores_unknown_kinds: false }
    }

    /// Passes over objects of kinds that there is no schema for, instead of reporting them.
    pub fn ignore_unknown_kinds(&mut self) {
        self.ignores_unknown_kinds = true;
    }

    /// Whether objects of unknown kinds are passed over.
    pub(super) fn ignores_unknown_kinds(&self) -> bool {
        self.ignores_unknown_kinds
    }

    /// What compiles rules.
    pub(super) fn rules(&self) -> &dyn RuleCompiler {
        &*self.rules
    }

    /// Adds the kinds that a CustomResourceDefinition describes; a kind that is there already is
    /// replaced. Gives how many versions it added. Rules of the definition that cannot be
    /// evaluated are left out with a warning.
    pub fn add_custom(&mut self, definition: &Node, diagnostics: &mut Diagnostics) -> usize {
        custom::report_unusable(definition, &*self.rules, diagnostics);
        let kinds = custom::kinds_of(definition, &*self.rules);
        let added = kinds.len();
        self.kinds.retain(|old| !kinds.iter().any(|new| same(old, &new.api_version, &new.name)));
        self.kinds.extend(kinds);
        added
    }

    /// The kind with this name in this version of its API.
    #[must_use]
    pub fn kind(&self, api_version: &str, kind: &str) -> Option<&Kind> {
        self.kinds.iter().find(|known| same(known, api_version, kind))
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.kinds.iter()
    }

    /// The schema of `kind` with all that `object` reaches spelled out, and nothing else.
    #[must_use]
    pub fn schema_for(&self, kind: &Kind, object: &Node) -> Value {
        let (schema, resolver) = self.root(kind);
        needed::schema_for(&resolver, schema, object)
    }

    /// Whether it is plain that `object` is what `kind` demands: its schema with all rules, items
    /// that must differ, unions.
    pub(super) fn is_content(&self, kind: &Kind, sources: &SourceMap, object: &Node) -> bool {
        let own = kind.own_schema().map(|schema| Own { schema, forms: &kind.forms });
        let judge = Judge { definitions: &self.definitions, own, rules: self.rules(), sources };
        let definition = match &kind.schema {
            KindSchema::Core(name) => Some(*name),
            _ => None,
        };
        schema::reads_alike(object) && judge.accepts(definition, object)
    }

    /// Calls `visit` for each place of `object` that the schema of `kind` describes.
    pub(super) fn places<'a>(
        &'a self,
        kind: &'a Kind,
        object: &'a Node,
        visit: &mut dyn FnMut(&Place<'a, '_>),
    ) {
        let (schema, resolver) = self.root(kind);
        shape::walk(&resolver, schema, object, visit);
    }

    fn root<'a>(&'a self, kind: &'a Kind) -> (&'a Value, Resolver<'a>) {
        let own = kind.own_schema();
        let resolver = Resolver { definitions: &self.definitions, own };
        let core = match &kind.schema {
            KindSchema::Core(name) => self.definitions.get(name),
            _ => None,
        };
        (own.or(core).unwrap_or(&Value::Bool(true)), resolver)
    }
}

fn same(kind: &Kind, api_version: &str, name: &str) -> bool {
    kind.name == name && kind.api_version == api_version
}

/// Finds what a `$ref` means: a definition of the kind's own file, or one of the core API.
#[derive(Debug, Clone, Copy)]
struct Resolver<'a> {
    definitions: &'a Definitions,
    own: Option<&'a Value>,
}

impl<'a> Resolver<'a> {
    fn resolve(&self, reference: &str) -> Option<&'a Value> {
        let (file, name) = reference.split_once("#/$defs/")?;
        let own = || self.own?.get("$defs")?.get(name);
        if file.is_empty() {
            own().or_else(|| self.definitions.get(name))
        } else {
            self.definitions.get(name)
        }
    }
}
