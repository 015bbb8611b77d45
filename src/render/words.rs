//! Puts the template engine's own messages into words that a chart author understands.

/// The engine's names of types, in words with their article.
const TYPES: [(&str, &str); 19] = [
    ("undefined", "nothing (undefined)"),
    ("none", "nothing (null)"),
    ("bool", "a boolean"),
    ("u64", "an integer"),
    ("i64", "an integer"),
    ("u128", "an integer"),
    ("i128", "an integer"),
    ("usize", "an integer"),
    ("u32", "an integer"),
    ("i32", "an integer"),
    ("f64", "a number"),
    ("string", "a string"),
    ("&str", "a string"),
    ("array", "a list"),
    ("Vec<Value>", "a list"),
    ("&[Value]", "a list"),
    ("Map", "a mapping"),
    ("&Map", "a mapping"),
    ("map/struct", "a mapping"),
];

/// A type name of the engine in words.
pub(super) fn type_in_words(name: &str) -> &'static str {
    TYPES.iter().find(|(engine, _)| *engine == name).map_or("a value", |(_, words)| words)
}

/// A message of the engine with its type names in words, its first letter small and without the
/// final point.
pub(super) fn reworded(message: &str) -> String {
    let mut words = message.lines().next().unwrap_or_default().trim_end_matches('.').to_string();
    for (engine, in_words) in TYPES {
        words = words.replace(&format!("`{engine}`"), in_words);
    }
    let shouts = words.chars().take(2).all(char::is_uppercase);
    match words.get(..1) {
        Some(first) if !shouts => words.replacen(first, &first.to_lowercase(), 1),
        _ => words,
    }
}
