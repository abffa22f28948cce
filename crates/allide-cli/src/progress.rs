//! Progress on standard error, if that is a terminal.

use crate::numbers::printable;
use allide::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often a bar moves.
const TICK: Duration = Duration::from_millis(100);
/// What ends sooner needs no bar.
const MOMENT: Duration = Duration::from_secs(1);
/// Positions of a bar.
const STEPS: u64 = 1000;

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

    /// A bar that counts the frames of a sequence.
    pub fn frames(&self, count: usize) -> ProgressBar {
        self.bar(Some(count as u64), "frame {pos} of {len} {wide_bar} {elapsed}", "")
    }

    /// A bar that counts pictures.
    pub fn drawing(&self, count: usize) -> ProgressBar {
        self.bar(Some(count as u64), "drawing {wide_bar} {pos}/{len}, {elapsed}", "")
    }

    /// Shows how far the engine is while it does `work`, if that takes longer than a moment.
    pub fn search<T: Send>(&self, watch: &Watch, work: impl FnOnce() -> T + Send) -> T {
        std::thread::scope(|threads| {
            let (done, ended) = mpsc::channel::<()>();
            threads.spawn(move || self.follow(watch, &ended));
            let result = work();
            drop(done);
            result
        })
    }

    /// Shows how far the engine is until the other end of the channel is gone.
    fn follow(&self, watch: &Watch, ended: &mpsc::Receiver<()>) {
        if ended.recv_timeout(MOMENT) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let bar = self.bar(Some(STEPS), "{msg} {wide_bar} {percent} %, {elapsed}", "");
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            bar.set_message(stage(watch.stage()));
            bar.set_position((watch.fraction() * STEPS as f64) as u64);
            bar.tick();
        }
        bar.finish_and_clear();
    }

    fn bar(&self, length: Option<u64>, template: &str, message: &str) -> ProgressBar {
        // Draws nothing unless standard error is a terminal.
        let target = if self.shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(length, target).with_style(style).with_message(message.to_string())
    }
}

/// What the engine does, in words.
fn stage(name: &str) -> &'static str {
    match name {
        "objects" => "pairing objects",
        "prepare" => "preparing",
        "gpu" => "searching on the GPU",
        "decide" => "deciding",
        _ => "searching",
    }
}
