//! Two copies of a part at many distances and rotations.

use super::Software;
use crate::{ChipError, Config, Machine, Query, Run};
use allide_geom::kdop::{Orientations, Tree};
use allide_geom::{DVec3, Triangle};
use glam::{DAffine3, DQuat};
use rayon::prelude::*;

/// Where the second copy is.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    /// Between the centres, as a part of the diameter of the part: of the diagonal of its bounds.
    pub distances: Vec<f64>,
    /// Rotations at each distance, evenly spread over a full turn about an axis that is no symmetry of anything.
    pub turns: usize,
}

/// The second copy at one distance and rotation.
#[derive(Clone, Copy, Debug)]
pub struct Constellation {
    /// Relative, as in [`Arrangement`].
    pub distance: f64,
    /// Of the second copy; the first stays where it is.
    pub pose: DAffine3,
}

/// A part and its arrangement.
#[derive(Clone, Debug)]
pub struct Bench {
    part: Vec<Triangle>,
    constellations: Vec<Constellation>,
}

impl Arrangement {
    /// From deep in each other to apart, for sweeps.
    pub fn usual() -> Self {
        Self { distances: vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6], turns: 6 }
    }

    /// More of them, for figure 8.
    pub fn fine() -> Self {
        Self { distances: (1..=16).map(|step| f64::from(step) * 0.05).collect(), turns: 16 }
    }
}

impl Constellation {
    /// The second copy at a distance from the first, rotated by an angle in radians.
    pub fn new(part: &[Triangle], distance: f64, turn: f64) -> Self {
        let corners = part.iter().flatten();
        let (low, high) =
            corners.fold((DVec3::MAX, DVec3::MIN), |(low, high), &corner| (low.min(corner), high.max(corner)));
        let (centre, diameter) =
            if low.x <= high.x { ((low + high) / 2.0, (high - low).length()) } else { Default::default() };
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), turn);
        let to = DAffine3::from_translation(centre + DVec3::new(0.8, 0.36, 0.48) * (distance * diameter));
        Self { distance, pose: to * DAffine3::from_quat(turn) * DAffine3::from_translation(-centre) }
    }
}

impl Bench {
    /// Two copies of the part, arranged.
    pub fn new(part: Vec<Triangle>, arrangement: Arrangement) -> Self {
        let mut constellations = Vec::new();
        for (index, &distance) in arrangement.distances.iter().enumerate() {
            for step in 0..arrangement.turns {
                // Other rotations at each distance.
                let turn = (step as f64 + (index as f64 * 0.618).fract()) / arrangement.turns as f64;
                constellations.push(Constellation::new(&part, distance, turn * std::f64::consts::TAU));
            }
        }
        Self::at(part, constellations)
    }

    /// The part with its copy at these places.
    pub fn at(part: Vec<Triangle>, constellations: Vec<Constellation>) -> Self {
        Self { part, constellations }
    }

    /// The triangles of the part.
    pub fn part(&self) -> &[Triangle] {
        &self.part
    }

    /// All constellations, by distance.
    pub fn constellations(&self) -> &[Constellation] {
        &self.constellations
    }

    /// The tree of the part for a machine.
    ///
    /// # Errors
    /// An unsupported number of faces, or triangles that have no tree.
    pub fn tree(&self, faces: usize) -> Result<Tree, ChipError> {
        Ok(Tree::build(&Orientations::standard(faces)?, self.part.len(), |i| self.part[i])?)
    }

    /// Runs all constellations, in parallel; in their order.
    ///
    /// # Errors
    /// Those of [`Machine::new`], [`Query::new`] and [`Machine::run`].
    pub fn runs(&self, config: &Config) -> Result<Vec<Run>, ChipError> {
        let (machine, tree) = (Machine::new(config.clone())?, self.tree(config.faces)?);
        let run = |constellation: &Constellation| {
            let poses = [DAffine3::IDENTITY, constellation.pose];
            let placed =
                poses.map(|pose| move |i: u32| self.part[i as usize].map(|corner| pose.transform_point3(corner)));
            let query = Query::new(config, [&tree, &tree], poses)?;
            machine.run(&query, [&placed[0], &placed[1]])
        };
        self.constellations.par_iter().map(run).collect()
    }

    /// Seconds that a model of software takes for each constellation, in their order.
    ///
    /// # Errors
    /// Those of [`Query::new`].
    pub fn software(&self, config: &Config, software: &Software) -> Result<Vec<f64>, ChipError> {
        let (tree, plain) = (self.tree(config.faces)?, Config { more_axes: 0, ..config.clone() });
        let seconds = |constellation: &Constellation| {
            let query = Query::new(&plain, [&tree, &tree], [DAffine3::IDENTITY, constellation.pose])?;
            Ok(software.seconds(&plain, &query))
        };
        self.constellations.par_iter().map(seconds).collect()
    }

    /// Mean milliseconds of a query.
    pub(super) fn mean_ms(&self, config: &Config) -> Result<f64, ChipError> {
        Ok(mean(self.runs(config)?.iter().map(|run| run.seconds(config) * 1.0e3)))
    }
}

/// 0 of nothing.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), number| (sum + number, count + 1));
    sum / f64::from(count.max(1))
}
