//! A first guess at the nearest points of two objects: the better the guess, the less is left to search.

use crate::confirm::{Batch, Sink};
use crate::simd::{first_equal, with_wide_vectors};
use crate::world::{WorldObject, WorldPair};
use allide_geom::DVec3;
use rayon::prelude::*;

/// How often the guess is improved.
const ROUNDS: usize = 3;
/// Objects with fewer vertices are scanned by one thread.
const PARALLEL: usize = 1 << 15;

/// Offers a few pairs of triangles that are likely to be close: from a point between the two bounds to the nearest triangle
/// of one side, from there to the nearest of the other, and back.
pub(crate) fn offer<S: Sink>(pair: WorldPair<'_>, sink: &S, batch: &mut Batch<S::Finding>) {
    let (bounds_a, bounds_b) = (pair.a.bounds(), pair.b.bounds());
    let mut point = bounds_b.center().clamp(bounds_a.min, bounds_a.max).clamp(bounds_b.min, bounds_b.max);
    for _ in 0..ROUNDS {
        let Some((a, on_a)) = nearest(pair.a, point) else { return };
        let Some((b, on_b)) = nearest(pair.b, on_a) else { return };
        sink.offer(batch, a, &[b]);
        if on_b == point {
            return;
        }
        point = on_b;
    }
}

/// A triangle at the vertex that is nearest to a point, and that vertex.
fn nearest(object: &WorldObject, point: DVec3) -> Option<(u32, DVec3)> {
    let (positions, triangles) = (object.positions(), object.mesh.triangles());
    // Squares of huge and tiny distances would be infinite or zero.
    let scale = object.unit().recip();
    let found = if positions.len() < PARALLEL {
        nearest_vertex(positions, point, scale)
    } else {
        let nearest_of = |(chunk, positions): (usize, &[DVec3])| {
            let (distance, vertex) = nearest_vertex(positions, point, scale)?;
            Some((distance, chunk * PARALLEL + vertex))
        };
        let chunks = positions.par_chunks(PARALLEL).enumerate().filter_map(nearest_of);
        chunks.min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)))
    };
    let (_, vertex) = found?;
    match first_equal(triangles.as_flattened(), vertex as u32) {
        Some(corner) => Some(((corner / 3) as u32, positions[vertex])),
        // A vertex of no triangle.
        None => nearest_corner(object, point, scale),
    }
}

/// [`nearest`], slowly, by looking at triangles alone.
#[cold]
fn nearest_corner(object: &WorldObject, point: DVec3, scale: f64) -> Option<(u32, DVec3)> {
    let positions = object.positions();
    let corners = object.mesh.triangles().as_flattened().iter().map(|&vertex| positions[vertex as usize]);
    let distance = |corner: DVec3| ((corner - point) * scale).length_squared();
    let distances = corners.zip(0..).map(|(corner, place)| (distance(corner), corner, place));
    let (_, corner, place) = distances.min_by(|x, y| x.0.total_cmp(&y.0))?;
    Some((place / 3, corner))
}

/// The squared distance, times the square of `scale`, and the number of the first of the nearest points.
fn nearest_vertex(positions: &[DVec3], point: DVec3, scale: f64) -> Option<(f64, usize)> {
    const WIDTH: usize = 64;
    let mut best = (f64::INFINITY, None);
    for (chunk, positions) in positions.chunks(WIDTH).enumerate() {
        let mut distances = [f64::INFINITY; WIDTH];
        let smallest = with_wide_vectors(
            #[inline(always)]
            || {
                for (distance, position) in distances.iter_mut().zip(positions) {
                    let offset = (*position - point) * scale;
                    let (x, y, z) = (offset.x, offset.y, offset.z);
                    *distance = x * x + y * y + z * z;
                }
                distances.iter().fold(f64::INFINITY, |least, &x| if x < least { x } else { least })
            },
        );
        if smallest < best.0 {
            let place = distances.iter().position(|&distance| distance == smallest);
            best = (smallest, place.map(|place| chunk * WIDTH + place));
        }
    }
    // Distances that overflow are all alike.
    let vertex = best.1.or((!positions.is_empty()).then_some(0));
    vertex.map(|vertex| (best.0, vertex))
}
