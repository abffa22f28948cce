//! All boxes of a tree that one box overlaps.

use super::Tree;
use super::eight::WIDTH;
use crate::Pose;
use crate::simd::with_wide_vectors;
use crate::world::image_of_box;
use allide_geom::{Aabb, DVec3};
use std::ops::ControlFlow;

/// A ray along an axis, for trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) from: DVec3,
    /// It may begin so far from there on each axis.
    pub(crate) slack: f64,
    pub(crate) axis: usize,
    pub(crate) is_upwards: bool,
}

impl Beam {
    /// At least how far along the ray a box begins, if it meets it; less than 0 where the ray begins in it.
    fn entry(&self, bounds: &Aabb) -> Option<f64> {
        let Self { from, slack, axis, is_upwards } = *self;
        let (min, max) = (bounds.min - slack, bounds.max + slack);
        let is_aside = |axis: usize| from[axis] < min[axis] || from[axis] > max[axis];
        let is_behind = if is_upwards { from[axis] > max[axis] } else { from[axis] < min[axis] };
        let entry = if is_upwards { min[axis] - from[axis] } else { from[axis] - max[axis] };
        let is_met = !is_aside((axis + 1) % 3) && !is_aside((axis + 2) % 3) && !is_behind;
        is_met.then(|| entry.next_down())
    }
}

impl Tree {
    /// Calls `visit` with the number of every box that may overlap `bounds`, and of a few that come as close as rounding,
    /// in no order, until it breaks off.
    pub(crate) fn query(&self, bounds: &Aabb, mut visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let middle = bounds.center();
        let half = (bounds.max - middle).max(middle - bounds.min).map(f64::next_up);
        with_wide_vectors(
            #[inline(always)]
            || self.query_below(self.levels.len(), 0, (middle.to_array(), half.to_array()), &mut visit),
        )
    }

    /// Calls `visit` with the number of every box that may overlap `bounds` once a pose has carried it there, in no order, until
    /// it breaks off.
    pub(crate) fn query_carried(
        &self,
        pose: &Pose,
        bounds: &Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if pose.is_identity() {
            self.query(bounds, visit)
        } else {
            self.carried_below(self.levels.len(), 0, (pose, bounds), &mut visit)
        }
    }

    fn carried_below(
        &self,
        level: usize,
        node: usize,
        (pose, bounds): (&Pose, &Aabb),
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(level) = level.checked_sub(1) else { return ControlFlow::Continue(()) };
        let nodes = &self.levels[level];
        let Some(boxes) = nodes.nodes.get(node) else { return ControlFlow::Continue(()) };
        for lane in 0..nodes.lanes(node) {
            if image_of_box(&boxes.get(lane), pose).overlaps(bounds) {
                let place = node * WIDTH + lane;
                match level {
                    0 => visit(self.order[place])?,
                    _ => self.carried_below(level, place, (pose, bounds), visit)?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the number of every box that a ray may enter, near ones first, once a pose has carried them there. It
    /// returns how far along the ray boxes are of interest from then on.
    pub(crate) fn ahead(&self, pose: &Pose, beam: &Beam, mut visit: impl FnMut(u32) -> f64) {
        let mut reach = f64::INFINITY;
        self.ahead_below(self.levels.len(), 0, (pose, beam), &mut reach, &mut visit);
    }

    fn ahead_below(
        &self,
        level: usize,
        node: usize,
        (pose, beam): (&Pose, &Beam),
        reach: &mut f64,
        visit: &mut impl FnMut(u32) -> f64,
    ) {
        let Some(level) = level.checked_sub(1) else { return };
        let nodes = &self.levels[level];
        let Some(boxes) = nodes.nodes.get(node) else { return };
        let (mut entered, mut count) = ([(0.0, 0); WIDTH], 0);
        for lane in 0..nodes.lanes(node) {
            let Aabb { min, max } = boxes.get(lane);
            let grown = Aabb { min: min.map(f64::next_down), max: max.map(f64::next_up) };
            if let Some(entry) = beam.entry(&image_of_box(&grown, pose)) {
                entered[count] = (entry, lane);
                count += 1;
            }
        }
        entered[..count].sort_unstable_by(|x, y| x.0.total_cmp(&y.0));
        for &(entry, lane) in &entered[..count] {
            if entry > *reach {
                return;
            }
            let place = node * WIDTH + lane;
            match level {
                0 => *reach = visit(self.order[place]),
                _ => self.ahead_below(level, place, (pose, beam), reach, visit),
            }
        }
    }

    /// The nodes are so few levels deep that recursion is as good as a stack.
    fn query_below(
        &self,
        level: usize,
        node: usize,
        (center, half): ([f64; 3], [f64; 3]),
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(level) = level.checked_sub(1) else { return ControlFlow::Continue(()) };
        let nodes = &self.levels[level];
        let Some(boxes) = nodes.nodes.get(node) else { return ControlFlow::Continue(()) };
        let mut hits = u32::from(boxes.touching(center, half)) & (0xff >> (WIDTH - nodes.lanes(node)));
        while hits != 0 {
            let place = node * WIDTH + hits.trailing_zeros() as usize;
            hits &= hits - 1;
            match level {
                0 => visit(self.order[place])?,
                _ => self.query_below(level, place, (center, half), visit)?,
            }
        }
        ControlFlow::Continue(())
    }
}
