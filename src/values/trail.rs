//! The way down to the place being merged, as a chain on the stack, so that a pointer is built
//! only where something is remembered.

use crate::yaml::Pointer;

/// One step of the way; the chain above it leads to the root.
#[derive(Clone, Copy)]
pub(super) struct Trail<'a> {
    above: Option<&'a Trail<'a>>,
    token: &'a str,
    /// How many steps there are.
    pub(super) depth: usize,
}

impl<'a> Trail<'a> {
    /// The root.
    pub(super) const ROOT: Trail<'static> = Trail { above: None, token: "", depth: 0 };

    /// One step further down.
    pub(super) fn child(&'a self, token: &'a str) -> Trail<'a> {
        Trail { above: Some(self), token, depth: self.depth + 1 }
    }

    /// The whole way as a pointer.
    pub(super) fn pointer(&self) -> Pointer {
        let mut tokens = Vec::new();
        let mut step = self;
        while let Some(above) = step.above {
            tokens.push(step.token.into());
            step = above;
        }
        tokens.reverse();
        Pointer::from_tokens(tokens)
    }
}
