//! A first guess at the nearest points of two objects: the better the guess, the less is left to search.

use crate::confirm::{Batch, Sink};
use crate::world::{WorldObject, WorldPair};
use allide_geom::DVec3;
use rayon::prelude::*;

/// How often the guess is improved.
const ROUNDS: usize = 3;
/// Objects with fewer triangles are scanned by one thread.
const PARALLEL: usize = 1 << 15;

/// Offers a few pairs of triangles that are likely to be close: from a point between the two bounds to the nearest triangle
/// of one side, from there to the nearest of the other, and back.
pub(crate) fn offer<S: Sink>(pair: WorldPair<'_>, sink: &S, batch: &mut Batch<S::Finding>) {
    let (bounds_a, bounds_b) = (pair.a.bounds(), pair.b.bounds());
    let mut point = bounds_b.center().clamp(bounds_a.min, bounds_a.max).clamp(bounds_b.min, bounds_b.max);
    for _ in 0..ROUNDS {
        let Some((a, on_a)) = nearest(pair.a, point) else { return };
        let Some((b, on_b)) = nearest(pair.b, on_a) else { return };
        sink.offer(batch, a, b);
        if on_b == point {
            return;
        }
        point = on_b;
    }
}

/// The triangle whose first corner is nearest to a point, and that corner.
fn nearest(object: &WorldObject, point: DVec3) -> Option<(u32, DVec3)> {
    let (positions, triangles) = (object.positions(), object.mesh.triangles());
    let place = |(triangle, corners): (usize, &[u32; 3])| {
        let corner = positions[corners[0] as usize];
        (corner.distance_squared(point), triangle as u32, corner)
    };
    let by_distance = |x: &(f64, u32, DVec3), y: &(f64, u32, DVec3)| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1));
    let found = if triangles.len() < PARALLEL {
        triangles.iter().enumerate().map(place).min_by(by_distance)
    } else {
        triangles.par_iter().enumerate().with_min_len(PARALLEL / 4).map(place).min_by(by_distance)
    };
    found.map(|(_, triangle, corner)| (triangle, corner))
}
