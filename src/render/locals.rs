//! Names that templates give to things, and what they stand for.

use crate::yaml::Pointer;

/// The names that are always there.
const ROOTS: [&str; 3] = ["values", "chart", "release"];

/// Names that the engine itself gives.
const ENGINE_NAMES: [&str; 4] = ["loop", "body", "self", "__tera_context"];

/// A name that a template sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Local {
    pub name: String,
    /// The name and the steps of what it stands for; nothing when that is computed.
    pub means: Option<(String, Vec<String>)>,
}

/// All names of a chart.
pub(super) type Locals = Vec<Local>;

/// Whether `name` stands for anything in any template.
pub(super) fn is_known(name: &str, locals: &[Local]) -> bool {
    ROOTS.contains(&name)
        || ENGINE_NAMES.contains(&name)
        || locals.iter().any(|local| local.name == name)
}

/// The paths from `values`, `chart` or `release` that `root` with `steps` may mean, and whether it
/// can mean nothing else, as something computed.
pub(super) fn meanings(root: &str, steps: &[String], locals: &[Local]) -> (Vec<Pointer>, bool) {
    let mut found = Vec::new();
    let mut left = STEPS;
    let certain = collect(root, steps, locals, &mut left, &mut found);
    (found, certain)
}

/// The most steps from one name to the next: names may stand for each other in circles.
const STEPS: usize = 64;

fn collect(
    root: &str,
    steps: &[String],
    locals: &[Local],
    left: &mut usize,
    found: &mut Vec<Pointer>,
) -> bool {
    if ROOTS.contains(&root) {
        let tokens = std::iter::once(root).chain(steps.iter().map(String::as_str));
        let path = Pointer::from_tokens(tokens.map(Into::into).collect());
        if !found.contains(&path) {
            found.push(path);
        }
        return true;
    }
    let mut named = locals.iter().filter(|local| local.name == root).peekable();
    if named.peek().is_none() || *left == 0 {
        return false;
    }
    *left -= 1;
    let mut told = true;
    for local in named {
        told &= match &local.means {
            Some((root, above)) => {
                let steps: Vec<String> = above.iter().chain(steps).cloned().collect();
                collect(root, &steps, locals, left, found)
            }
            None => false,
        };
    }
    told
}
