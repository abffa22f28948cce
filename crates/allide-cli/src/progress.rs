//! Progress on standard error, if that is a terminal.

use crate::numbers::printable;
use allide::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often a bar moves.
const TICK: Duration = Duration::from_millis(100);
/// Shorter work needs no bar.
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

    /// Bars for several pieces of work, one after the other: all of them, and the one that is at work.
    pub fn pieces(&self, count: usize) -> [ProgressBar; 2] {
        let both = indicatif::MultiProgress::with_draw_target(self.target());
        let all = self.bar(Some(count as u64), "{pos}/{len} {wide_bar} {elapsed}", "");
        let one = self.bar(Some(STEPS), "{msg} {wide_bar} {percent} %, {elapsed}", "");
        [all, one].map(|bar| {
            let bar = both.add(bar);
            bar.enable_steady_tick(TICK);
            bar
        })
    }

    /// The place of a bar that shows a part from 0 to 1.
    pub fn place(part: f64) -> u64 {
        (part.clamp(0.0, 1.0) * STEPS as f64) as u64
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

    /// Draws nothing unless standard error is a terminal.
    fn target(&self) -> ProgressDrawTarget {
        if self.shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
    }

    fn bar(&self, length: Option<u64>, template: &str, message: &str) -> ProgressBar {
        let target = self.target();
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(length, target).with_style(style).with_message(message.to_string())
    }
}

/// The engine's stage, in words.
fn stage(name: &str) -> &'static str {
    match name {
        "objects" => "pairing objects",
        "prepare" => "preparing",
        "gpu" => "searching on the GPU",
        "decide" => "deciding",
        _ => "searching",
    }
}
