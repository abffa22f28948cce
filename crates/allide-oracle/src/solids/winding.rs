use crate::number::{integers, product};
use crate::{Triangle, Vector, cross, is_zero, minus};
use num_bigint::{BigInt, Sign};

/// How a triangle and a ray from the origin meet.
enum Meeting {
    Apart,
    /// Within the triangle, in a single point: +1 if the ray leaves the side that the triangle faces away from.
    Crossing(i64),
    /// The origin is a point of the triangle.
    Origin,
    /// At an edge or a corner, or along the triangle.
    Unclear,
}

/// How often a closed surface winds around a point: once inside, not at all outside, for triangles that face outwards.
/// `None` for points of the surface.
///
/// Counts where a ray crosses the surface. Of rays in many directions, one that meets no edge decides.
pub fn winding(point: [f64; 3], solid: &[Triangle]) -> Option<i64> {
    let corners = solid.as_flattened().as_flattened().iter().copied();
    let (values, _) = integers(point.into_iter().chain(corners));
    let vectors: Vec<Vector> = values.chunks(3).map(|xyz| [0, 1, 2].map(|k| xyz[k].clone())).collect();
    let from_point: Vec<Vector> = vectors[1..].iter().map(|corner| minus(corner, &vectors[0])).collect();
    directions().find_map(|direction| along(&direction, &from_point))?
}

/// Whether a point is inside: the surface winds around it, however often and in whichever direction. `None` for points of the surface.
pub fn is_inside(point: [f64; 3], solid: &[Triangle]) -> Option<bool> {
    winding(point, solid).map(|count| count != 0)
}

/// The outer `None` if the ray meets an edge, the inner one if it begins on the surface.
fn along(direction: &Vector, corners: &[Vector]) -> Option<Option<i64>> {
    let mut count = 0;
    let mut is_clear = true;
    for triangle in corners.chunks(3) {
        match meeting(direction, triangle) {
            Meeting::Apart => {}
            Meeting::Crossing(sign) => count += sign,
            Meeting::Origin => return Some(None),
            Meeting::Unclear => is_clear = false,
        }
    }
    is_clear.then_some(Some(count))
}

fn meeting(direction: &Vector, corners: &[Vector]) -> Meeting {
    let edges = [0, 1, 2].map(|k| cross(&corners[k], &corners[(k + 1) % 3]));
    // On which side of each edge the line passes. Seen along the line, all are equal if it goes through the triangle.
    let sides = [0, 1, 2].map(|k| product(direction, &edges[k]));
    let has = |sign: Sign| sides.iter().any(|side| side.sign() == sign);
    if has(Sign::Plus) && has(Sign::Minus) {
        return Meeting::Apart;
    }
    let area = [0, 1, 2].map(|k| edges.iter().map(|edge| &edge[k]).sum::<BigInt>());
    let along = product(direction, &area);
    let volume = product(&corners[0], &edges[1]);
    match (along.sign(), volume.sign()) {
        // A triangle without area bounds nothing.
        _ if is_zero(&area) => Meeting::Apart,
        (Sign::NoSign, _) => Meeting::Unclear,
        (_, Sign::NoSign) => Meeting::Origin,
        // Behind the origin.
        (turn, side) if turn != side => Meeting::Apart,
        _ if has(Sign::NoSign) => Meeting::Unclear,
        (turn, _) => Meeting::Crossing(if turn == Sign::Plus { 1 } else { -1 }),
    }
}

/// Directions without end, in no plane that matters for long.
fn directions() -> impl Iterator<Item = Vector> {
    let mut state = 1u64;
    let mut number = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        BigInt::from((state >> 44) as i64 - (1 << 19))
    };
    std::iter::repeat_with(move || [number(), number(), number()]).filter(|direction| !is_zero(direction))
}
