//! How much is found.

use super::{Rays, interfering};
use crate::Mean;
use allide::raycast::{RaycastOptions, RaycastReport};
use allide::{Error, Scene};
use std::collections::BTreeSet;

/// The sum over several scenes.
#[derive(Debug, Default)]
pub struct Tally {
    /// Pairs that interfere.
    pub pairs: usize,
    /// Those of them that were found.
    pub found: usize,
    /// Objects that interfere with another one.
    pub objects: usize,
    /// Those of them that were found.
    pub objects_found: usize,
    /// Objects that were found inside themselves, which is wrong.
    pub with_itself: usize,
    /// Pairs that were found and do not interfere.
    pub apart: usize,
    /// Pixels whose edge is inside.
    pub pixels: u64,
    /// Of each scene.
    pub reports: Vec<RaycastReport>,
}

impl Tally {
    /// The tally of a number of scenes, each compared with the truth.
    ///
    /// # Errors
    /// Those of the GPU.
    pub fn of(rays: &Rays, side: u32, scenes: u64, scene: impl Fn(u64) -> Scene) -> Result<Self, Error> {
        let options = RaycastOptions { size: [side, side], ..RaycastOptions::default() };
        let mut tally = Self::default();
        rays.warm_up(&scene(0), &options)?;
        for seed in 0..scenes {
            let scene = scene(seed);
            let report = rays.run(&scene, &options)?;
            tally.add(&scene, report)?;
        }
        Ok(tally)
    }

    fn add(&mut self, scene: &Scene, report: RaycastReport) -> Result<(), Error> {
        let truth = interfering(scene)?;
        let (found, apart): (Vec<_>, Vec<_>) = report.object_pairs().into_iter().partition(|pair| truth.contains(pair));
        self.pairs += truth.len();
        self.found += found.len();
        let involved: BTreeSet<_> = truth.iter().flatten().collect();
        self.objects += involved.len();
        self.objects_found += report.objects().iter().filter(|id| involved.contains(id)).count();
        self.with_itself += report.inside_themselves().len();
        self.apart += apart.len();
        self.pixels += u64::from(report.pixels.inside.unwrap_or(0));
        self.reports.push(report);
        Ok(())
    }

    /// Means of everything, from the first command to the answer.
    pub fn total(&self) -> Mean {
        super::rays::total(&self.reports)
    }
}
