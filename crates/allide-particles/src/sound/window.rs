//! How far impacts run ahead of the frames that are shown: by the latency, as it is measured.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// No more steps than this are computed ahead.
const FARTHEST: usize = 64;
/// Steps whose latency counts: the largest of them is expected of the next.
const RECENT: usize = 16;

/// How a run kept up with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long impacts and sound of a step take: the largest of the last 16 steps.
    pub latency: Duration,
    /// Steps that impacts are computed ahead, at the end: that latency, rounded up to steps, and one more.
    pub ahead: usize,
    /// The most steps that they were ahead at any time.
    pub farthest: usize,
    /// Steps that would have come too late, had playing begun when that many were there.
    pub late: usize,
}

/// Which steps may be computed now.
pub(super) struct Window {
    state: Mutex<State>,
    moved: Condvar,
    /// How long a step is shown.
    length: Duration,
}

#[derive(Default)]
struct State {
    taken: usize,
    latencies: VecDeque<Duration>,
    ahead: usize,
    farthest: usize,
    is_over: bool,
}

impl Window {
    pub fn new(length: Duration) -> Self {
        Self { state: Mutex::new(State { ahead: 1, ..State::default() }), moved: Condvar::new(), length }
    }

    /// The state is plain numbers: a thread that panicked while it held them has not left them half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a step may be computed; false if nobody wants it any more.
    pub fn wait_for(&self, step: usize) -> bool {
        let is_early = |state: &mut State| !state.is_over && step > state.taken + state.ahead;
        let state = self.moved.wait_while(self.state(), is_early).unwrap_or_else(PoisonError::into_inner);
        !state.is_over
    }

    /// Impacts and sound of one more step took so long.
    pub fn measured(&self, latency: Duration) {
        let mut state = self.state();
        state.latencies.push_back(latency);
        if state.latencies.len() > RECENT {
            state.latencies.pop_front();
        }
        let latency = state.latencies.iter().max().copied().unwrap_or_default();
        state.ahead = (latency.as_secs_f64() / self.length.as_secs_f64()).ceil().min(FARTHEST as f64) as usize + 1;
        state.farthest = state.farthest.max(state.ahead);
        drop(state);
        self.moved.notify_all();
    }

    pub fn opened(&self) -> Turns<'_> {
        Turns(self)
    }

    /// How it went, where steps were ready at these times.
    pub fn pace(&self, ready: &[Instant]) -> Pace {
        let state = self.state();
        let latency = state.latencies.iter().max().copied().unwrap_or_default();
        let Some(start) = ready.get(state.farthest.min(ready.len().saturating_sub(1))) else {
            return Pace { latency, ahead: 0, farthest: 0, late: 0 };
        };
        let is_late = |(step, at): &(u32, &Instant)| **at > *start + self.length * *step;
        let late = (0..).zip(ready).filter(is_late).count();
        Pace { latency, ahead: state.ahead, farthest: state.farthest, late }
    }
}

/// Whoever takes steps: once it is gone, nobody waits any more.
pub(super) struct Turns<'w>(&'w Window);

impl Turns<'_> {
    /// One more step was taken.
    pub fn taken(&self) {
        self.0.state().taken += 1;
        self.0.moved.notify_all();
    }
}

impl Drop for Turns<'_> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

    /// The latency that counts is that of now: it rises at once, and falls again when the slow steps are long ago.
    #[test]
    fn look_ahead_follows_the_latency() {
        let window = Window::new(Duration::from_millis(2));
        let after = |milliseconds: u64| {
            window.measured(Duration::from_millis(milliseconds));
            window.state().ahead
        };
        assert_eq!([after(1), after(2), after(3), after(12), after(1)], [2, 2, 3, 7, 7]);
        let later: Vec<usize> = (0..RECENT).map(|_| after(1)).collect();
        assert_eq!((later[RECENT - 3], later[RECENT - 2]), (7, 2));
        assert_eq!(after(60_000), FARTHEST + 1);
        let pace = window.pace(&[Instant::now()]);
        assert_eq!((pace.ahead, pace.farthest, pace.late), (FARTHEST + 1, FARTHEST + 1, 0));
    }

    #[test]
    fn steps_wait_for_their_turn() {
        let window = Window::new(Duration::from_millis(2));
        let turns = window.opened();
        assert!(window.wait_for(0) && window.wait_for(1));
        let has_come = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let may = window.wait_for(2);
                assert!(has_come.load(SeqCst));
                may
            });
            std::thread::sleep(Duration::from_millis(20));
            has_come.store(true, SeqCst);
            turns.taken();
            assert!(waiting.join().unwrap());
            let waiting = scope.spawn(|| window.wait_for(9));
            drop(turns);
            assert!(!waiting.join().unwrap());
        });
    }
}
