//! Whether an open surface surrounds another: by generalised winding numbers and rays along the axes, where both are clear.
//!
//! The only answers of this crate that round. They are given where no rounding can change them, and otherwise left open.

use crate::Triangle;

/// Winding numbers that count as surrounded are at least so large.
const BOUND: f64 = 0.75;

/// Nearer to the bound than this, no answer is given: far more than what rounding and the choice of a point can change.
const MARGIN: f64 = 0.05;

/// Whether `other` lies where the generalised winding number of `surface` is more than 3/4 in size and all six rays along
/// the axes meet it: at all corners and centres of its triangles, or at none of them; `None` if they differ or it is not clear.
pub fn surrounds(surface: &[Triangle], other: &[Triangle]) -> Option<bool> {
    let points = other.iter().flat_map(|triangle| {
        let center = [0, 1, 2].map(|k| (triangle[0][k] + triangle[1][k] + triangle[2][k]) / 3.0);
        triangle.iter().copied().chain([center])
    });
    let mut answers = points.map(|point| {
        let from_point: Vec<Triangle> =
            surface.iter().map(|triangle| triangle.map(|corner| minus(corner, point))).collect();
        is_within(&from_point)
    });
    let first = answers.next()??;
    answers.all(|answer| answer == Some(first)).then_some(first)
}

fn minus(p: [f64; 3], q: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| p[k] - q[k])
}

/// The same for the origin.
fn is_within(surface: &[Triangle]) -> Option<bool> {
    let winding = surface.iter().map(solid_angle).sum::<f64>() / (4.0 * std::f64::consts::PI);
    let by_winding = match winding.abs() {
        size if size < BOUND - MARGIN => Some(false),
        size if size > BOUND + MARGIN => Some(true),
        _ => None,
    };
    let rays = (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]).map(|(axis, sign)| is_met(surface, axis, sign));
    rays.chain([by_winding])
        .try_fold(true, |all, answer| match answer {
            Some(false) => Err(Some(false)),
            Some(true) => Ok(all),
            None => Ok(false),
        })
        .map_or_else(|no| no, |all| all.then_some(true))
}

/// Whether a ray from the origin meets a surface; `None` if it does not in all places next to there.
fn is_met(surface: &[Triangle], axis: usize, sign: f64) -> Option<bool> {
    let size = surface.as_flattened().as_flattened().iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let met = [[1.0, 0.6], [-0.7, 1.0], [-1.0, -0.4], [0.3, -1.0]].map(|aside| {
        surface.iter().any(|triangle| is_crossed(triangle, (axis, sign), aside.map(|step| step * size * 1e-7)))
    });
    met.iter().all(|&is| is == met[0]).then_some(met[0])
}

/// Whether a ray crosses a triangle, that begins beside the origin.
fn is_crossed(triangle: &Triangle, (axis, sign): (usize, f64), aside: [f64; 2]) -> bool {
    let seen = triangle.map(|corner| [corner[(axis + 1) % 3] - aside[0], corner[(axis + 2) % 3] - aside[1]]);
    let turn = |k: usize| {
        let ([p, q], [r, s]) = (seen[k], seen[(k + 1) % 3]);
        p * s - q * r
    };
    let turns = [turn(0), turn(1), turn(2)];
    let is_within = turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0);
    // The corner opposite to an edge has the weight of that edge's turn.
    let height = || (0..3).map(|k| turns[k] * triangle[(k + 2) % 3][axis]).sum::<f64>() / turns.iter().sum::<f64>();
    is_within && sign * height() > 0.0
}

/// The angle under which a triangle is seen from the origin, positive from behind (van Oosterom and Strackee).
fn solid_angle(&[p, q, r]: &Triangle) -> f64 {
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let cross = [(1, 2), (2, 0), (0, 1)].map(|(k, l)| q[k] * r[l] - q[l] * r[k]);
    let [a, b, c] = [p, q, r].map(|corner| dot(corner, corner).sqrt());
    2.0 * dot(p, cross).atan2(a * b * c + dot(p, q) * c + dot(q, r) * a + dot(r, p) * b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(low: f64, high: f64) -> Vec<Triangle> {
        let corner = |k: u32| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { low } else { high });
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        triangles.map(|triangle| triangle.map(corner)).collect()
    }

    #[test]
    fn what_lies_behind_a_small_hole_is_surrounded_and_what_lies_in_a_bucket_is_not() {
        let (outer, inner) = (block(0.0, 8.0), block(1.0, 3.0));
        assert_eq!(surrounds(&outer, &inner), Some(true));
        // Half of one face is missing: rays go past the other half, or through it.
        let aside = |y: f64, z: f64| -> Vec<Triangle> {
            block(1.0, 2.0).iter().map(|triangle| triangle.map(|p| [p[0], p[1] + y, p[2] + z])).collect()
        };
        assert_eq!(surrounds(&outer[..11], &aside(3.0, 0.0)), Some(true));
        assert_eq!(surrounds(&outer[..11], &aside(0.0, 3.0)), Some(false));
        assert_eq!(surrounds(&outer[..11], &aside(1.0, 1.0)), None);
        assert_eq!(surrounds(&outer[..10], &inner), Some(false));
        assert_eq!(surrounds(&outer, &block(9.0, 10.0)), Some(false));
        assert_eq!(surrounds(&outer, &block(7.0, 10.0)), None);
    }
}
