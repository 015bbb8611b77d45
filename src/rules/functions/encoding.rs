//! Base64 and formats in rules: `base64Decode`, `base64Encode`, `isBase64`, `isFormat`.

use cel::common::types::{CelBool, CelString, STRING_TYPE};
use cel::common::value::CowVal;
use cel::{DeclarationError, Env, ExecutionError, add_overload};

use super::{Outcome, argument};
use crate::encoding;
use crate::rules::scope::{FORMATS_TYPE, Formats};

/// The hidden name of `isFormat` with the formats at hand.
pub(in crate::rules) const FORMAT: &str = "@isFormat";

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    add_overload!(env, fn base64_decode: (CelString) -> Result<CelString>)?;
    add_overload!(env, fn base64_encode: (CelString) -> CelString)?;
    add_overload!(env, fn is_base64: (CelString) -> CelBool, name = "isBase64")?;
    let arguments = vec![FORMATS_TYPE.to_owned(), STRING_TYPE, STRING_TYPE];
    env.add_overload(FORMAT, "isFormat", arguments, is_format)?;
    Ok(())
}

fn is_format<'b, 'v>(arguments: Vec<CowVal<'b, 'v>>) -> Outcome<'b, 'v> {
    let Formats(formats) = argument::<Formats>("isFormat", &arguments, 0)?;
    let format = argument::<CelString>("isFormat", &arguments, 1)?.inner();
    let text = argument::<CelString>("isFormat", &arguments, 2)?.inner();
    let unknown = || ExecutionError::function_error("isFormat", "there is no such format");
    formats(format, text).map(|has| CowVal::owned(CelBool::from(has))).ok_or_else(unknown)
}

fn is_base64(text: &CelString<'_>) -> CelBool {
    decode(text.inner()).is_some().into()
}

/// The decoded text. Bytes that are no UTF-8 come out as U+FFFD.
fn base64_decode(text: &CelString<'_>) -> Result<CelString<'static>, ExecutionError> {
    let not_base64 = || ExecutionError::function_error("base64Decode", "the text is not base64");
    let bytes = decode(text.inner()).ok_or_else(not_base64)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned().into())
}

fn base64_encode(text: &CelString<'_>) -> CelString<'static> {
    encoding::base64_encode(text.inner().as_bytes()).into()
}

/// Decodes as the API server does (Go's `base64.StdEncoding`), which skips line breaks.
fn decode(text: &str) -> Option<Vec<u8>> {
    encoding::base64_decode(&text.replace(['\r', '\n'], ""))
}
