//! "Did you mean": the one known name that a wrong one is truly near to.

/// The known name nearest to `wrong`, when it is near enough to be what was meant: another case,
/// other separators, or at most one edit per three characters (two transposed characters count
/// as one edit). Nothing when two names are equally near.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    match all_nearest(wrong, known)[..] {
        [name] => Some(name),
        _ => None,
    }
}

/// All known names, each once, that are as near to `wrong` as the nearest is, in their order;
/// none when none is near enough.
pub fn all_nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if wrong.len() > LONGEST {
        return Vec::new();
    }
    let plain_wrong = plain(wrong);
    let length = plain_wrong.chars().count();
    let mut allowed = (length / 3).clamp(1, 4).min(length.saturating_sub(1));
    let mut best = Vec::new();
    for name in known {
        let plain_name = plain(name);
        if plain_name.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(&plain_wrong, &plain_name);
        if name == wrong || distance > allowed || best.contains(&name) {
            continue;
        }
        if distance < allowed {
            (allowed, best) = (distance, Vec::new());
        }
        best.push(name);
    }
    best
}

/// A longer name, in bytes, is nobody's slip; comparing takes the square of its length.
const LONGEST: usize = 1000;

/// Lower case, without the separators that people mix up.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}
