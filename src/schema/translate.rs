//! From the errors of the JSON Schema engine to faults: one per key or value, alternatives reduced to
//! the nearest one.

use jsonschema::error::{TypeKind, ValidationErrorKind};

use super::documents::{Documents, Place, child};
use super::fault::{Fault, Kind};
use super::nearest;
use crate::yaml::Pointer;

/// Turns the engine's errors into faults; alternatives are reduced to the nearest one.
pub(super) fn faults<'e>(
    errors: impl IntoIterator<Item = jsonschema::ValidationError<'e>>,
    documents: Option<&Documents>,
) -> Vec<Fault> {
    errors.into_iter().flat_map(|error| translate(error, documents)).collect()
}

fn translate(error: jsonschema::ValidationError<'_>, documents: Option<&Documents>) -> Vec<Fault> {
    let parts = error.into_parts();
    let at = Pointer::parse(parts.instance_path.as_str());
    let (keyword, conditions) = match documents {
        Some(documents) => trace(documents, parts.evaluation_path.as_str()),
        None => (None, Vec::new()),
    };
    let fault = |kind| Fault {
        at: at.clone(),
        kind,
        keyword: keyword.clone(),
        conditions: conditions.clone(),
    };
    match parts.kind {
        ValidationErrorKind::AdditionalProperties { unexpected } => unexpected
            .into_iter()
            .map(|key| fault(Kind::UnknownKey { key, leftover: false }))
            .collect(),
        ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected
            .into_iter()
            .map(|key| fault(Kind::UnknownKey { key, leftover: true }))
            .collect(),
        ValidationErrorKind::PropertyNames { error } => {
            let key = error.instance().as_str().unwrap_or_default().to_string();
            let whys = translate(*error, documents);
            let bad = |why| fault(Kind::BadKey { key: key.clone(), why: Box::new(why) });
            whys.into_iter().take(1).map(bad).collect()
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let branches = context.into_iter().map(|errors| faults(errors, documents)).collect();
            nearest::reduce(&at, branches, &fault)
        }
        kind => vec![fault(plain_kind(kind))],
    }
}

fn plain_kind(kind: ValidationErrorKind) -> Kind {
    use ValidationErrorKind as Found;
    let bound = |limit, upper, exclusive| Kind::Bound { limit, upper, exclusive };
    match kind {
        Found::Type { kind: TypeKind::Single(wanted) } => {
            Kind::Type { wanted: vec![wanted], or: vec![] }
        }
        Found::Type { kind: TypeKind::Multiple(wanted) } => {
            Kind::Type { wanted: wanted.iter().collect(), or: vec![] }
        }
        Found::Enum { options } => {
            Kind::Choice { options: options.as_array().cloned().unwrap_or_default() }
        }
        Found::Constant { expected_value } => {
            Kind::Choice { options: vec![(*expected_value).clone()] }
        }
        Found::Minimum { limit } => bound(limit, false, false),
        Found::Maximum { limit } => bound(limit, true, false),
        Found::ExclusiveMinimum { limit } => bound(limit, false, true),
        Found::ExclusiveMaximum { limit } => bound(limit, true, true),
        Found::MultipleOf { multiple_of } => Kind::Multiple { of: multiple_of },
        Found::MinLength { limit } => Kind::Length { limit, upper: false },
        Found::MaxLength { limit } => Kind::Length { limit, upper: true },
        Found::Pattern { pattern } => Kind::Pattern { pattern },
        Found::Format { format } => Kind::Format { format },
        Found::Required { property } => {
            Kind::Missing { key: property.as_str().unwrap_or_default().to_string() }
        }
        Found::MinItems { limit } | Found::MinProperties { limit } => {
            Kind::Count { limit, upper: false }
        }
        Found::MaxItems { limit } | Found::MaxProperties { limit } => {
            Kind::Count { limit, upper: true }
        }
        Found::AdditionalItems { limit } => {
            Kind::Count { limit: u64::try_from(limit).unwrap_or(u64::MAX), upper: true }
        }
        Found::UniqueItems => Kind::Duplicate,
        Found::Contains => Kind::Contains,
        Found::Not { .. } => Kind::Excluded,
        Found::FalseSchema => Kind::Never,
        Found::OneOfMultipleValid { .. } => Kind::Alternatives { several: true },
        Found::ContentEncoding { content_encoding } => Kind::Format { format: content_encoding },
        Found::ContentMediaType { content_media_type } => {
            Kind::Format { format: content_media_type }
        }
        Found::UnevaluatedItems { .. } => {
            Kind::Other { reason: "it has more items than are allowed here".to_string() }
        }
        other => Kind::Other { reason: reason(&other) },
    }
}

fn reason(kind: &ValidationErrorKind) -> String {
    match kind {
        ValidationErrorKind::Custom { message, .. } => message.clone(),
        ValidationErrorKind::Referencing(error) => error.to_string(),
        kind => format!("it could not be checked against `{}`", kind.keyword()),
    }
}

/// Follows the path on which the engine came to a keyword, through every `$ref`. The first step
/// is the `$ref` by which the engine was pointed to the schema.
fn trace(documents: &Documents, path: &str) -> (Option<Place>, Vec<(Place, bool)>) {
    let mut place = documents.entry.clone();
    let mut conditions = Vec::new();
    for token in path.split('/').skip(2) {
        let token = token.replace("~1", "/").replace("~0", "~");
        let reference = documents.value(&place).and_then(|value| value.get(&token)?.as_str());
        match (token.as_str(), reference) {
            ("$ref" | "$dynamicRef" | "$recursiveRef", Some(reference)) => {
                match documents.resolve(place.document, reference) {
                    Some(target) => place = target,
                    None => return (None, conditions),
                }
            }
            ("then" | "else", _) => {
                let test = Place { document: place.document, pointer: child(&place.pointer, "if") };
                conditions.push((test, token == "then"));
                place.pointer = child(&place.pointer, &token);
            }
            _ => place.pointer = child(&place.pointer, &token),
        }
    }
    (Some(place), conditions)
}
