//! Whether a point of a surface can get nearer to another by moving along the surface.

use super::RATIO;
use super::fans::Fans;
use allide_geom::DVec3;

/// A point whose weight for a corner is less is on the edge opposite to it.
const EDGE: f64 = 1.0e-9;

/// Whether no way along the surface leads from `point`, on a triangle with area, in direction `way` (of length 1) by more
/// than one part in [`RATIO`].
pub(super) fn faces(fans: &Fans, triangle: u32, point: DVec3, way: DVec3) -> bool {
    let is_gentle = |slope: f64| slope <= 1.0 / RATIO;
    let corners = fans.of(triangle);
    let weights = weights(fans, triangle, point);
    let on: [bool; 3] = weights.map(|weight| weight > EDGE);
    match on.iter().filter(|&&counts| counts).count() {
        3 => is_gentle((way - fans.normal(triangle) * fans.normal(triangle).dot(way)).length()),
        2 => {
            let off = on.iter().position(|&counts| !counts).unwrap_or(0);
            let edge = [corners[(off + 1) % 3], corners[(off + 2) % 3]];
            fans.at_edge(edge).all(|other| is_gentle(slope_from_edge(fans, other, edge, way)))
        }
        _ => {
            let largest = (0..3).max_by(|&i, &j| weights[i].total_cmp(&weights[j])).unwrap_or(0);
            let corner = corners[largest];
            fans.at(corner).iter().all(|&other| is_gentle(slope_from_corner(fans, other, corner, way)))
        }
    }
}

/// The barycentric weights of a point of a triangle.
fn weights(fans: &Fans, triangle: u32, point: DVec3) -> [f64; 3] {
    let [p, q, r] = fans.corners(triangle);
    let normal = (q - p).cross(r - p);
    let square = normal.length_squared();
    [(q, r), (r, p), (p, q)].map(|(from, to)| (to - from).cross(point - from).dot(normal) / square)
}

/// The largest part of a step from an edge into a triangle there that goes in a direction.
fn slope_from_edge(fans: &Fans, triangle: u32, [a, b]: [u32; 2], way: DVec3) -> f64 {
    let third = fans.of(triangle).into_iter().find(|&corner| corner != a && corner != b);
    let along = (fans.position(b) - fans.position(a)).normalize_or_zero();
    let Some(third) = third else { return way.dot(along).abs() };
    let inward = fans.position(third) - fans.position(a);
    let inward = (inward - along * inward.dot(along)).normalize_or_zero();
    way.dot(along).hypot(way.dot(inward).max(0.0))
}

/// The same from a corner.
fn slope_from_corner(fans: &Fans, triangle: u32, corner: u32, way: DVec3) -> f64 {
    let corners = fans.of(triangle);
    let place = corners.iter().position(|&other| other == corner).unwrap_or(0);
    let [first, second] =
        [1, 2].map(|step| (fans.position(corners[(place + step) % 3]) - fans.position(corner)).normalize_or_zero());
    let normal = fans.normal(triangle);
    let flat = way - normal * normal.dot(way);
    let is_between = first.cross(flat).dot(normal) >= 0.0 && flat.cross(second).dot(normal) >= 0.0;
    if is_between && normal != DVec3::ZERO { flat.length() } else { way.dot(first).max(way.dot(second)) }
}
