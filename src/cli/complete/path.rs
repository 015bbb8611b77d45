//! Takes apart an argument of the `--set` family that is not finished yet.

use crate::yaml::Pointer;

/// `a.b=1,c.d[0].e` up to the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Typed<'t> {
    /// What is finished: the assignments before, and the path's steps down to the last point.
    pub done: &'t str,
    /// The place that the finished steps lead to.
    pub parent: Pointer,
    /// The key or value that has been begun.
    pub begun: &'t str,
    /// Whether a value has been begun, at `parent`.
    pub is_value: bool,
}

impl<'t> Typed<'t> {
    /// Reads `text`; with `several`, a comma begins another assignment.
    pub(super) fn read(text: &'t str, several: bool) -> Self {
        let start = if several { last_assignment(text) } else { 0 };
        let assignment = &text[start..];
        if let Some(sign) = unescaped(assignment, '=').next() {
            let (done, begun) = text.split_at(start + sign + 1);
            return Self { done, parent: pointer(&assignment[..sign]), begun, is_value: true };
        }
        let path = unescaped(assignment, '.').last().map_or(0, |point| point + 1);
        let (done, begun) = text.split_at(start + path);
        let parent = pointer(done[start..].trim_end_matches('.'));
        Self { done, parent, begun, is_value: false }
    }
}

/// Where the last assignment begins: behind the last comma outside of braces.
fn last_assignment(text: &str) -> usize {
    let mut start = 0;
    let mut depth = 0usize;
    for (at, c) in plain(text) {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    start
}

fn unescaped(text: &str, wanted: char) -> impl Iterator<Item = usize> + '_ {
    plain(text).filter(move |(_, c)| *c == wanted).map(|(at, _)| at)
}

/// The characters of `text` that no backslash stands before.
fn plain(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut escaped = false;
    text.char_indices().filter(move |(_, c)| {
        let is_plain = !escaped;
        escaped = is_plain && *c == '\\';
        is_plain && !escaped
    })
}

/// The place that a whole path of Helm's notation names.
fn pointer(path: &str) -> Pointer {
    let mut steps = Vec::new();
    let mut from = 0;
    for at in unescaped(path, '.').chain([path.len()]) {
        let step = &path[from..at];
        from = at + 1;
        let (name, indices) = step.split_at(step.find('[').unwrap_or(step.len()));
        if !name.is_empty() {
            steps.push(name.replace('\\', "").into());
        }
        steps.extend(indices.split(['[', ']']).filter(|index| !index.is_empty()).map(Box::from));
    }
    Pointer::from_tokens(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (&str, String, &str, bool) {
        let typed = Typed::read(text, true);
        (typed.done, typed.parent.to_string(), typed.begun, typed.is_value)
    }

    #[test]
    fn unfinished_arguments_are_taken_apart() {
        assert_eq!(read(""), ("", String::new(), "", false));
        assert_eq!(read("dis"), ("", String::new(), "dis", false));
        assert_eq!(read("a.b"), ("a.", "/a".into(), "b", false));
        assert_eq!(read("a.b="), ("a.b=", "/a/b".into(), "", true));
        assert_eq!(read("a=1,b[0].c.d"), ("a=1,b[0].c.", "/b/0/c".into(), "d", false));
        assert_eq!(read("a={x,y},b.c=z"), ("a={x,y},b.c=", "/b/c".into(), "z", true));
        assert_eq!(read(r"a\.b.c\,d"), (r"a\.b.", "/a.b".into(), r"c\,d", false));
        assert_eq!(read(r"a=x\,y"), ("a=", "/a".into(), r"x\,y", true));
    }
}
