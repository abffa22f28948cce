//! The findings of the passes, on their way to a report.

use super::eye::Eye;
use super::geometry::Geometry;
use super::parse::Parsed;
use super::report::{EdgeInside, PixelCounts, RaycastReport, RaycastTimes};
use crate::world::WorldObject;
use allide_gpu::Done;
use std::time::Instant;

/// Names of stages that draw.
const DRAWING: [&str; 4] = ["edges", "count", "inside", "around"];

/// Milliseconds.
pub(super) fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The findings of the passes so far, by numbers of objects and edges.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub interferes: bool,
    pub penetrating: Vec<u32>,
    pub penetrated: Vec<u32>,
    pub parsed: Parsed,
    /// For each pixel of what was parsed, if asked for.
    pub depths: Vec<f32>,
    pub pixels: PixelCounts,
    pub early_exit: bool,
    pub times: RaycastTimes,
    /// Whether some stage had no time.
    is_untimed: bool,
}

impl Findings {
    /// Notes how long the GPU drew, out of all the time since `start`.
    pub fn measure(&mut self, done: &Done<'_>, start: Instant) {
        let drawing = done.stages().iter().filter(|stage| DRAWING.contains(&stage.name));
        let spent: Option<f64> = drawing.map(|stage| stage.ms).sum();
        self.is_untimed |= spent.is_none();
        let spent = spent.unwrap_or(0.0);
        self.times.render = (!self.is_untimed).then(|| self.times.render.unwrap_or(0.0) + spent);
        self.times.read += (ms(start) - spent).max(0.0);
    }

    pub fn report(self, objects: &[WorldObject], geometry: &Geometry, eye: &Eye) -> RaycastReport {
        let id = |number: u32| objects[number as usize].id;
        let ids = |numbers: &[u32]| numbers.iter().map(|&number| id(number)).collect();
        let edges = self.parsed.edges(&self.depths).map(|(edge, shown)| {
            let object = &objects[geometry.owner(edge) as usize];
            let vertices = [0, 1].map(|end| geometry.vertices[geometry.ends[2 * edge as usize + end] as usize]);
            let ends = vertices.map(|vertex| object.positions()[vertex as usize]);
            let point = |&([column, row], depth, around): &([u32; 2], f32, Option<u32>)| {
                (eye.world([column, row], depth), around.map(id))
            };
            let points = shown.iter().map(point).collect();
            EdgeInside { object: object.id, vertices, ends, points }
        });
        RaycastReport {
            interferes: self.interferes,
            penetrating: ids(&self.penetrating),
            penetrated: ids(&self.penetrated),
            edges: edges.collect(),
            pairs: self.parsed.pairs(geometry, id),
            precision: eye.precision(),
            pixels: self.pixels,
            early_exit: self.early_exit,
            times: self.times,
        }
    }
}
