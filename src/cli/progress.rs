//! A bar on standard error while many files are checked: only on a terminal, and gone before
//! anything else is printed.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal;

/// Fewer files are done before a bar could be read.
const MANY: usize = 20;

/// The bar, which is wiped away when it is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar over `files` files; hidden where it would be in the way.
    pub(super) fn new(files: usize) -> Self {
        let target = match files {
            0..MANY => ProgressDrawTarget::hidden(),
            _ => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(Some(files as u64), target);
        let signs = if terminal::draws_unicode() { "━━ " } else { "=> " };
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} files") {
            bar.set_style(style.progress_chars(signs));
        }
        bar.tick();
        Self(bar)
    }

    /// One more file is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
