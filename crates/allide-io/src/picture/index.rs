//! Which triangles come near a place, without looking at all of them.

use allide::{Aabb, DVec3, Scene};
use rayon::prelude::*;
use std::ops::Range;

/// Triangles that share a box. In most files, triangles that follow each other lie beside each other.
const RUN: usize = 256;

/// The triangles of a scene in runs, with a box around each.
pub(super) struct Index {
    runs: Vec<Run>,
    /// Around all triangles.
    pub bounds: Aabb,
    /// Around those of each object.
    pub objects: Vec<Aabb>,
}

struct Run {
    object: usize,
    triangles: Range<usize>,
    bounds: Aabb,
}

impl Index {
    pub fn new(scene: &Scene) -> Self {
        let runs_of = |(object, of): (usize, &allide::Object)| {
            let count = of.mesh().triangles().len();
            (0..count).step_by(RUN).map(|first| (object, first..count.min(first + RUN))).collect::<Vec<_>>()
        };
        let parts: Vec<(usize, Range<usize>)> = scene.objects().iter().enumerate().flat_map(runs_of).collect();
        let run = |(object, triangles): (usize, Range<usize>)| {
            let of = &scene.objects()[object];
            // Vertices of no triangle are not seen.
            let corners = of.mesh().triangles()[triangles.clone()].as_flattened().iter();
            let points = corners.map(|&vertex| of.pose().apply(of.mesh().positions()[vertex as usize]));
            Run { object, triangles, bounds: Aabb::around(points.filter(|point| point.is_finite())) }
        };
        let runs: Vec<Run> = parts.into_par_iter().map(run).collect();
        let mut objects = vec![Aabb::EMPTY; scene.objects().len()];
        runs.iter().for_each(|run| objects[run.object] = objects[run.object].union(&run.bounds));
        let bounds = objects.iter().fold(Aabb::EMPTY, |all, bounds| all.union(bounds));
        Self { runs, bounds, objects }
    }

    /// Calls `visit` with object, triangle and corners for all triangles whose boxes meet a box, and perhaps for others.
    pub fn for_each_near(&self, scene: &Scene, near: &Aabb, mut visit: impl FnMut(usize, u32, [DVec3; 3])) {
        for run in self.runs.iter().filter(|run| run.bounds.overlaps(near)) {
            let of = &scene.objects()[run.object];
            for triangle in run.triangles.clone() {
                let corner = |vertex: u32| of.pose().apply(of.mesh().positions()[vertex as usize]);
                visit(run.object, triangle as u32, of.mesh().triangles()[triangle].map(corner));
            }
        }
    }
}
