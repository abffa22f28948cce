//! An open GPU that casts rays, and how it is timed.

use crate::Mean;
use allide::adapter::{Description, Kind};
use allide::raycast::{Algorithm, Raycast, RaycastOptions, RaycastReport};
use allide::{Choice, Error, GpuOptions, Scene};
use std::time::{Duration, Instant};

/// How long to run before measuring.
const WARM_UP: Duration = Duration::from_millis(150);

/// Casts rays at random scenes.
pub struct Rays(Raycast);

/// Times of one step, by pixels (algorithm 4) and by queries (algorithm 5): drawing, and everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Drawing by the GPU's clock; NaN if it has none.
    pub render: [Mean; 2],
    /// From the first command to the answer.
    pub total: [Mean; 2],
}

impl Rays {
    /// Algorithms 4 and 5: reading pixels, and by queries.
    pub const BOTH: [Algorithm; 2] = [Algorithm::IdentifyBoth, Algorithm::Queries];

    /// With any adapter, or the one that `ALLIDE_ADAPTER` names.
    ///
    /// # Errors
    /// No GPU can be used.
    pub fn open() -> Result<Self, Error> {
        Ok(Self(Raycast::open(Choice::Any, GpuOptions::default())?))
    }

    /// The adapter.
    pub fn adapter(&self) -> &Description {
        self.0.adapter()
    }

    /// Casts rays at a scene.
    ///
    /// # Errors
    /// Those of the GPU.
    pub fn run(&self, scene: &Scene, options: &RaycastOptions) -> Result<RaycastReport, Error> {
        self.0.run_with(scene, options)
    }

    /// Casts rays at a random scene for each trial, warm.
    ///
    /// # Errors
    /// Those of the GPU, and of `scene`.
    pub fn trials(
        &self,
        trials: usize,
        options: &RaycastOptions,
        scene: impl Fn(u64) -> Result<Scene, Error>,
    ) -> Result<Vec<RaycastReport>, Error> {
        self.warm_up(&scene(0)?, options)?;
        (0..trials as u64).map(|trial| self.run(&scene(trial)?, options)).collect()
    }

    /// Compiles, and lets the clock of a GPU that had nothing to do come up; software has no clock of its own.
    ///
    /// # Errors
    /// Those of the GPU.
    pub fn warm_up(&self, scene: &Scene, options: &RaycastOptions) -> Result<(), Error> {
        let (start, is_software) = (Instant::now(), self.adapter().kind == Kind::Software);
        loop {
            self.run(scene, options)?;
            if is_software || start.elapsed() > WARM_UP {
                return Ok(());
            }
        }
    }

    /// Times one step of figures 4.15 and 4.16.
    ///
    /// # Errors
    /// Those of the GPU.
    pub fn timing(
        &self,
        trials: usize,
        options: &RaycastOptions,
        scene: impl Fn(u64) -> Scene,
    ) -> Result<Timing, Error> {
        let of = |algorithm| self.trials(trials, &RaycastOptions { algorithm, ..*options }, |seed| Ok(scene(seed)));
        let [pixels, queries] = Self::BOTH.map(of);
        let both = [pixels?, queries?];
        Ok(Timing { render: both.each_ref().map(|all| render(all)), total: both.each_ref().map(|all| total(all)) })
    }
}

/// Means of all that was drawn and read.
pub(super) fn total(reports: &[RaycastReport]) -> Mean {
    Mean::of(reports.iter().map(|report| report.times.total()))
}

/// Means of what was drawn.
pub(super) fn render(reports: &[RaycastReport]) -> Mean {
    Mean::of(reports.iter().map(|report| report.times.render.unwrap_or(f64::NAN)))
}
