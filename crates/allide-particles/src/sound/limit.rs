//! A limiter that sees ahead: no sample exceeds the ceiling, and what never does is left as it is.

use std::collections::VecDeque;

/// One, in the fixed-point numbers that gains are added up in: sums without rounding do not drift.
const ONE: f64 = (1u64 << 40) as f64;

/// Turns loud passages down before they come.
///
/// The gain of a sample is the mean, over the window before it, of the least gain that any sample in the window after
/// that needs. So it falls and rises in straight lines, and is never more than the sample needs.
pub struct Limiter {
    ceiling: f64,
    window: usize,
    /// Samples that wait for their gain.
    frames: VecDeque<[f64; 2]>,
    /// Gains needed in the window ahead that a later one does not undercut, with their sample numbers: rising.
    needed: VecDeque<(u64, u64)>,
    /// The least gains over the window behind, and their sum.
    least: VecDeque<u64>,
    sum: u64,
    count: u64,
    reduced: u64,
}

impl Limiter {
    /// A limiter that looks `window` samples ahead, 1 at least.
    pub fn new(ceiling: f64, window: usize) -> Self {
        let window = window.max(1);
        let (frames, needed, least) = (VecDeque::new(), VecDeque::new(), VecDeque::new());
        Self { ceiling, window, frames, needed, least, sum: 0, count: 0, reduced: 0 }
    }

    /// How many samples have been turned down.
    pub fn reduced(&self) -> u64 {
        self.reduced
    }

    /// Takes a sample, and gives the one from `window` − 1 samples ago once there is one.
    pub fn push(&mut self, frame: [f64; 2]) -> Option<[f64; 2]> {
        let loudest = frame[0].abs().max(frame[1].abs());
        let gain = if loudest > self.ceiling { (self.ceiling / loudest * ONE) as u64 } else { ONE as u64 };
        while self.needed.back().is_some_and(|&(_, later)| later >= gain) {
            self.needed.pop_back();
        }
        self.needed.push_back((self.count, gain));
        self.frames.push_back(frame);
        self.count += 1;
        (self.frames.len() == self.window).then(|| self.next())
    }

    /// The samples that still wait, once the sound has ended.
    pub fn finish(&mut self) -> Vec<[f64; 2]> {
        (0..self.frames.len()).map(|_| self.next()).collect()
    }

    fn next(&mut self) -> [f64; 2] {
        let now = self.count - self.frames.len() as u64;
        let frame = self.frames.pop_front().unwrap_or_default();
        while self.needed.front().is_some_and(|&(sample, _)| sample < now) {
            self.needed.pop_front();
        }
        let least = self.needed.front().map_or(ONE as u64, |&(_, gain)| gain);
        if self.least.is_empty() {
            // Before the first sample, the gain is what the first window needs.
            self.least.extend(std::iter::repeat_n(least, self.window));
            self.sum = least * self.window as u64;
        }
        self.sum += least;
        self.least.push_back(least);
        self.sum -= self.least.pop_front().unwrap_or_default();
        if self.sum == ONE as u64 * self.window as u64 {
            return frame;
        }
        self.reduced += 1;
        let gain = self.sum as f64 / (ONE * self.window as f64);
        frame.map(|sample| (sample * gain).clamp(-self.ceiling, self.ceiling))
    }
}
