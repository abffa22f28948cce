//! All boxes of a tree that one box overlaps.

use super::Tree;
use super::eight::WIDTH;
use crate::Pose;
use crate::simd::with_wide_vectors;
use crate::world::image_of_box;
use allide_geom::Aabb;
use std::ops::ControlFlow;

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
