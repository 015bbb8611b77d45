//! "Did you mean": the one known name that a wrong one is truly near to.

/// The known name nearest to `wrong`, when it is near enough to be what was meant: another case,
/// other separators, or at most one edit per three characters (two transposed characters count
/// as one edit). Nothing when two names are equally near.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain_wrong = plain(wrong);
    let allowed = (plain_wrong.chars().count() / 3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    let mut tied = false;
    for name in known {
        if name == wrong {
            continue;
        }
        let distance = strsim::osa_distance(&plain_wrong, &plain(name));
        if distance > allowed || distance >= plain_wrong.chars().count() {
            continue;
        }
        match best {
            Some((nearest, same)) if distance > nearest || same == name => {}
            Some((nearest, _)) if distance == nearest => tied = true,
            _ => (best, tied) = (Some((distance, name)), false),
        }
    }
    best.filter(|_| !tied).map(|(_, name)| name)
}

/// Lower case, without the separators that people mix up.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}
