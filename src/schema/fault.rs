//! A fault as facts: what is wrong, its place in the tree and its place in the schema. Words are not
//! chosen here.

use jsonschema::JsonType;
use serde_json::Value as SerdeValue;

use super::documents::Place;
use crate::yaml::Pointer;

/// One thing that the schema does not allow.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    /// The value that was judged; for keys, the mapping that holds them.
    pub at: Pointer,
    pub kind: Kind,
    /// The keyword that was broken, where it can be told.
    pub keyword: Option<Place>,
    /// The conditions (`if`) under which the keyword holds, outermost first, each with whether it
    /// was met.
    pub conditions: Vec<(Place, bool)>,
}

/// What kind of thing it is, with the facts that its words need.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// The value's type is none of `wanted`, and the value none of `or`.
    Type {
        wanted: Vec<JsonType>,
        or: Vec<SerdeValue>,
    },
    /// The value is none of these (`enum`, `const`).
    Choice {
        options: Vec<SerdeValue>,
    },
    /// A number beyond a limit.
    Bound {
        limit: SerdeValue,
        upper: bool,
        exclusive: bool,
    },
    /// A number that is no multiple.
    Multiple {
        of: f64,
    },
    /// A text that is too long or too short, in characters.
    Length {
        limit: u64,
        upper: bool,
    },
    Pattern {
        pattern: String,
    },
    Format {
        format: String,
    },
    /// A key that the schema does not know here. With `leftover`, it may be known in a branch that
    /// failed for another reason (`unevaluatedProperties`).
    UnknownKey {
        key: String,
        leftover: bool,
    },
    /// A key whose text is not allowed (`propertyNames`).
    BadKey {
        key: String,
        why: Box<Fault>,
    },
    Missing {
        key: String,
    },
    /// None of several sets of keys is there.
    MissingOneOf {
        keys: Vec<String>,
    },
    /// Too many or too few items or keys.
    Count {
        limit: u64,
        upper: bool,
    },
    /// Two equal items.
    Duplicate,
    /// No item fits `contains`.
    Contains,
    /// The value is what `not` excludes.
    Excluded,
    /// Nothing is allowed here (`false`).
    Never,
    /// The value fits none of several alternatives, or more than one of them.
    Alternatives {
        several: bool,
    },
    /// Anything else, in the engine's own words.
    Other {
        reason: String,
    },
}

impl Fault {
    /// Whether only something that is not there is wrong.
    pub(super) fn is_about_absence(&self) -> bool {
        match &self.kind {
            Kind::Missing { .. } | Kind::MissingOneOf { .. } | Kind::Contains => true,
            Kind::Count { upper, .. } => !upper,
            _ => false,
        }
    }

    /// The value that is wrong, or the one that is missing or should not be there.
    pub(super) fn subject(&self) -> Pointer {
        match &self.kind {
            Kind::UnknownKey { key, .. } | Kind::BadKey { key, .. } | Kind::Missing { key } => {
                self.at.child(key.as_str())
            }
            _ => self.at.clone(),
        }
    }

    /// The subschema that the broken keyword belongs to.
    pub(super) fn subschema(&self) -> Option<Place> {
        let keyword = self.keyword.as_ref()?;
        let (pointer, _) = keyword.pointer.rsplit_once('/')?;
        Some(Place { document: keyword.document, pointer: pointer.to_string() })
    }
}
