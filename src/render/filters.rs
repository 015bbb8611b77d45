//! The filters and functions that templates have besides Tera's own, and the hidden ones that
//! [`super::rewrite`] puts in.

use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::emit;
use super::fault::{Problem, raise};
use super::quote::shell_word;
use super::session::{self, Event};
use crate::encoding;
use crate::visible;

/// The longest string and the largest collection that a template may make.
const SIZE_LIMIT: usize = 16 * 1024 * 1024;

/// Adds all filters and functions.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("text", text);
    tera.register_filter("str", text);
    tera.register_filter("yaml", yaml);
    tera.register_filter("json", json);
    tera.register_filter("join", join);
    tera.register_filter("replace", replace);
    tera.register_filter("shell", shell);
    tera.register_filter("b64encode", b64encode);
    tera.register_filter("b64decode", b64decode);
    tera.register_filter("chartgen_emit", emit_output);
    tera.register_filter("chartgen_inline", emit_inline);
    tera.register_filter("chartgen_part", part);
    tera.register_filter("chartgen_string", string);
    tera.register_filter("chartgen_keep", keep);
    tera.register_filter("chartgen_body", body);
    tera.register_filter("chartgen_element", element);
    tera.register_function("chartgen_step", step);
    tera.register_function("chartgen_mark", mark);
}

fn site(kwargs: &Kwargs) -> Option<usize> {
    kwargs.get::<usize>("at").ok().flatten()
}

/// `{{ … }}` in a YAML template, or in `NOTES.txt`.
fn emit_output(value: Value, kwargs: Kwargs, state: &State) -> TeraResult<Value> {
    let site = site(&kwargs);
    let text = session::with(|session| match value.as_str() {
        _ if !state.autoescaping_enabled() => {
            emit::plain(&value, &session.numbers).map(|text| visible::escape(&text).into_owned())
        }
        Some(text) if value.is_safe() && session.made_yaml.contains(text) => Ok(text.to_string()),
        _ => emit::scalar(&value, &session.numbers),
    });
    let text = made(site, text)?;
    if let Some(site) = site {
        session::with(|session| session.note(|| Event::Emitted(site, text.clone())));
    }
    Ok(Value::safe_string(&text))
}

/// Stands before each piece of plain text in a traced render; emits nothing.
fn mark(kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    if let Some(site) = site(&kwargs) {
        session::with(|session| session.note(|| Event::Text(site)));
    }
    Ok(Value::safe_string(""))
}

/// `{{ … }}` in a block whose text becomes a string value.
fn emit_inline(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    let text = session::with(|session| emit::plain(&value, &session.numbers));
    Ok(Value::safe_string(&made(site(&kwargs), text)?))
}

/// An operand of `~`.
fn part(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    let text = session::with(|session| emit::plain(&value, &session.numbers));
    match text {
        Ok(text) if text.len() > SIZE_LIMIT => {
            Err(raise(site(&kwargs), Problem::Limit("text of more than 16 MiB")))
        }
        Ok(text) => {
            grow(site(&kwargs), text.len())?;
            Ok(Value::from(text))
        }
        Err(problem) => Err(raise(site(&kwargs), problem)),
    }
}

/// The text that was made at `site`, counted.
fn made(site: Option<usize>, text: Result<String, Problem>) -> TeraResult<String> {
    let text = text.map_err(|problem| raise(site, problem))?;
    grow(site, text.len())?;
    Ok(text)
}

/// Counts `bytes` of text that are made at `site`.
fn grow(site: Option<usize>, bytes: usize) -> TeraResult<()> {
    session::with(|session| session.grow(bytes)).map_err(|problem| raise(site, problem))
}

/// What a component was called with, each time that it goes out.
fn body(value: Value, _: Kwargs, _: &State) -> TeraResult<Value> {
    grow(None, value.as_str().map_or(0, str::len))?;
    Ok(value)
}

fn text(value: Value, _: Kwargs, _: &State) -> TeraResult<Value> {
    let text = session::with(|session| emit::plain(&value, &session.numbers));
    text.map(Value::from).map_err(|problem| raise(None, problem))
}

fn yaml(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    refuse_missing(&value)?;
    refuse_large(&value)?;
    let indent = kwargs.get::<usize>("indent")?;
    let text = session::with(|session| {
        let numbers = &session.numbers;
        let text = match indent {
            Some(indent) => emit::block(&value, numbers, indent.min(128)),
            None => emit::flow(&value, numbers),
        };
        session.made_yaml.insert(text.as_str().into());
        text
    });
    Ok(Value::safe_string(&text))
}

fn json(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<String> {
    refuse_missing(&value)?;
    refuse_large(&value)?;
    let pretty = kwargs.get::<bool>("pretty")?.unwrap_or_default();
    Ok(session::with(|session| {
        if pretty {
            emit::pretty_json(&value, &session.numbers)
        } else {
            emit::json(&value, &session.numbers)
        }
    }))
}

fn refuse_missing(value: &Value) -> TeraResult<()> {
    match (value.is_undefined(), value.is_none()) {
        (true, _) => Err(raise(None, Problem::Undefined)),
        (_, true) => Err(raise(None, Problem::Null)),
        _ => Ok(()),
    }
}

/// Counts what `value` takes when it is written: a list can hold the same large one many times.
fn refuse_large(value: &Value) -> TeraResult<()> {
    grow(None, emit::least_length(value, session::TEXT_LIMIT))
}

/// Tera's `join`, with numbers as written.
fn join(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<String> {
    let separator = kwargs.get::<&str>("sep")?.unwrap_or_default();
    let Some(items) = value.as_array() else {
        return Err(takes("join", "a list", &value));
    };
    let parts = session::with(|session| {
        items.iter().map(|item| emit::plain(item, &session.numbers)).collect::<Result<Vec<_>, _>>()
    });
    let parts = parts.map_err(|problem| raise(None, problem))?;
    let length = parts.iter().map(|part| part.len() + separator.len()).sum();
    grow(None, length)?;
    Ok(parts.join(separator))
}

/// Tera's `replace`, bounded.
fn replace(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    let Some(text) = value.as_str() else {
        return Err(takes("replace", "a string", &value));
    };
    let (from, to) = (kwargs.must_get::<&str>("from")?, kwargs.must_get::<&str>("to")?);
    let added = text.matches(from).count().saturating_mul(to.len());
    grow(None, text.len().saturating_add(added))?;
    let replaced = text.replace(from, to);
    Ok(if value.is_safe() { Value::safe_string(&replaced) } else { Value::from(replaced) })
}

/// A string as one word of a shell.
fn shell(value: Value, _: Kwargs, _: &State) -> TeraResult<String> {
    match value.as_str() {
        Some(text) => Ok(shell_word(text)),
        None => Err(takes("shell", "a string", &value)),
    }
}

fn b64encode(value: Value, _: Kwargs, _: &State) -> TeraResult<String> {
    match value.as_str() {
        Some(text) => Ok(encoding::base64_encode(text.as_bytes())),
        None => Err(takes("b64encode", "a string", &value)),
    }
}

fn b64decode(value: Value, _: Kwargs, _: &State) -> TeraResult<String> {
    let Some(text) = value.as_str() else {
        return Err(takes("b64decode", "a string", &value));
    };
    let decoded = encoding::base64_decode(text).and_then(|bytes| String::from_utf8(bytes).ok());
    decoded.ok_or_else(|| raise(None, Problem::Base64))
}

fn takes(filter: &'static str, wanted: &'static str, value: &Value) -> tera::Error {
    match refuse_missing(value) {
        Err(error) => error,
        Ok(()) => {
            let found = super::words::type_in_words(value.name());
            raise(None, Problem::Takes { filter, wanted, found })
        }
    }
}

/// What a `set` or `filter` block captured, as an ordinary string.
fn string(value: Value, _: Kwargs, _: &State) -> Value {
    value.as_str().map_or(Value::none(), Value::from)
}

/// What a `set` stores, bounded so that a loop cannot double it for ever.
fn keep(value: Value, _: Kwargs, _: &State) -> TeraResult<Value> {
    let size = value.as_str().map_or_else(|| value.len().unwrap_or_default(), str::len);
    if size > SIZE_LIMIT {
        return Err(raise(None, Problem::Limit("a value of more than 16 MiB")));
    }
    Ok(value)
}

/// What a comprehension makes for one item.
fn element(value: Value, _: Kwargs, _: &State) -> TeraResult<Value> {
    count_step(value.as_str().map_or(0, str::len))?;
    Ok(value)
}

/// Stands at the start of every body, which has so many bytes of `text`; never true.
fn step(kwargs: Kwargs, _: &State) -> TeraResult<bool> {
    count_step(kwargs.get::<usize>("text")?.unwrap_or_default())?;
    Ok(false)
}

fn count_step(text: usize) -> TeraResult<()> {
    session::with(|session| session.step(text)).map_err(|problem| raise(None, problem))
}
