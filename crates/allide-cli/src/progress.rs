//! Progress on standard error, if that is a terminal.

use crate::numbers::printable;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often a bar moves.
const TICK: Duration = Duration::from_millis(100);

pub struct Progress {
    shown: bool,
}

impl Progress {
    pub fn new(shown: bool) -> Self {
        Self { shown }
    }

    /// A bar that counts the bytes of a file.
    pub fn reading(&self, name: &str) -> ProgressBar {
        self.bar(Some(0), "reading {msg} {wide_bar} {bytes}/{total_bytes}", &printable(name))
    }

    /// Shows that `work` goes on.
    pub fn search<T>(&self, work: impl FnOnce() -> T) -> T {
        let bar = self.bar(None, "{spinner} searching, {elapsed}", "");
        bar.enable_steady_tick(TICK);
        let result = work();
        bar.finish_and_clear();
        result
    }

    fn bar(&self, length: Option<u64>, template: &str, message: &str) -> ProgressBar {
        // Draws nothing unless standard error is a terminal.
        let target = if self.shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(length, target).with_style(style).with_message(message.to_string())
    }
}
