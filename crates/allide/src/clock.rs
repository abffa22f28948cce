use crate::report::Stage;
use std::time::Instant;

/// Wall-clock times of the stages of a run.
pub struct Clock {
    start: Instant,
    last: Instant,
    pub stages: Vec<Stage>,
}

impl Clock {
    pub fn start() -> Self {
        let now = Instant::now();
        Self { start: now, last: now, stages: Vec::new() }
    }

    /// Ends a stage; the next one begins.
    pub fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.stages.push(Stage { name, ms: (now - self.last).as_secs_f64() * 1e3 });
        self.last = now;
    }

    pub fn total_ms(&self) -> f64 {
        (self.last - self.start).as_secs_f64() * 1e3
    }
}
