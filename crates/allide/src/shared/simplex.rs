//! The largest ball behind some planes: a linear program in four unknowns.
//!
//! Four planes that enclose a bounded region hold a largest ball among them. Always the plane that cuts deepest into it takes
//! the place of one of the four (the dual simplex method), so the ball shrinks until it is behind all planes. The four have
//! weights with which their normals add up to nothing; so, whatever rounding has done on the way, the weighted mean of their
//! levels is an upper bound on the radius of any ball behind them.

use super::polytope::Cut;
use allide_geom::DVec3;

/// Steps after which bounds must do.
const STEPS: usize = 256;
/// Less than this is a tie.
const TINY: f64 = 1.0e-12;

/// The largest ball behind planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) middle: DVec3,
    /// No ball behind all planes has a larger radius, if its middle is within the reach. Negative if nothing is behind all.
    pub(super) upper: f64,
}

/// The largest ball that lies on the lower sides of planes with unit normals, with its middle about within `reach` of the origin.
pub(super) fn largest_ball(planes: &[Cut], reach: f64) -> Option<Ball> {
    const THIRD: f64 = 1.0 / 3.0;
    // A tetrahedron around everything.
    let (s, t) = ((8.0_f64 / 9.0).sqrt(), (2.0_f64 / 9.0).sqrt());
    let directions = [
        DVec3::new(0.0, 0.0, 1.0),
        DVec3::new(s, 0.0, -THIRD),
        DVec3::new(-t, (2.0 * THIRD).sqrt(), -THIRD),
        DVec3::new(-t, -(2.0 * THIRD).sqrt(), -THIRD),
    ];
    let mut basis = directions.map(|normal| Cut { normal, level: 2.0 * reach });
    let mut best: Option<Ball> = None;
    for _ in 0..STEPS {
        let solution = solve(rows(&basis), basis.map(|plane| plane.level))?;
        let weights = solve(columns(&basis), [0.0, 0.0, 0.0, 1.0])?;
        let middle = DVec3::new(solution[0], solution[1], solution[2]);
        // The last middle is behind most planes; each bound holds.
        let upper = upper_bound(&basis, weights, reach);
        best = Some(Ball { middle, upper: best.map_or(upper, |best: Ball| best.upper.min(upper)) });
        let excess = |plane: &Cut| plane.height(middle) + solution[3];
        let (most, entering) = planes.iter().fold((f64::NEG_INFINITY, None), |(most, found), plane| {
            let excess = excess(plane);
            if excess > most { (excess, Some(*plane)) } else { (most, found) }
        });
        let Some(entering) = entering.filter(|_| most > TINY * reach) else { break };
        let shares = solve(columns(&basis), extended(entering.normal))?;
        let ratio = |k: usize| weights[k].max(0.0) / shares[k];
        let leaving = (0..4).filter(|&k| shares[k] > 1.0e-9).min_by(|&k, &l| ratio(k).total_cmp(&ratio(l)))?;
        basis[leaving] = entering;
    }
    best
}

fn extended(normal: DVec3) -> [f64; 4] {
    [normal.x, normal.y, normal.z, 1.0]
}

fn rows(basis: &[Cut; 4]) -> [[f64; 4]; 4] {
    basis.map(|plane| extended(plane.normal))
}

fn columns(basis: &[Cut; 4]) -> [[f64; 4]; 4] {
    let rows = rows(basis);
    [0, 1, 2, 3].map(|k| [0, 1, 2, 3].map(|l| rows[l][k]))
}

/// The bound that weights of planes, near the right ones, prove.
fn upper_bound(basis: &[Cut; 4], weights: [f64; 4], reach: f64) -> f64 {
    let weights = weights.map(|weight| weight.max(0.0));
    let sum: f64 = weights.iter().sum();
    let (mut level, mut left, mut size) = (0.0, DVec3::ZERO, 0.0);
    for (plane, weight) in basis.iter().zip(weights) {
        level += plane.level * weight / sum;
        left += plane.normal * (weight / sum);
        size += plane.level.abs() * weight / sum;
    }
    level + (left.length() + 16.0 * f64::EPSILON) * reach + 16.0 * f64::EPSILON * size
}

/// Solves four linear equations, by rows.
fn solve(mut rows: [[f64; 4]; 4], mut right: [f64; 4]) -> Option<[f64; 4]> {
    for k in 0..4 {
        let pivot = (k..4).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs()))?;
        rows.swap(k, pivot);
        right.swap(k, pivot);
        if rows[k][k].abs() < TINY {
            return None;
        }
        for i in k + 1..4 {
            let part = rows[i][k] / rows[k][k];
            (k..4).for_each(|j| rows[i][j] -= part * rows[k][j]);
            right[i] -= part * right[k];
        }
    }
    let mut solution = [0.0; 4];
    for k in (0..4).rev() {
        let known: f64 = (k + 1..4).map(|j| rows[k][j] * solution[j]).sum();
        solution[k] = (right[k] - known) / rows[k][k];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(levels: [f64; 6]) -> Vec<Cut> {
        let normals = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
        normals.into_iter().zip(levels).map(|(normal, level)| Cut { normal, level }).collect()
    }

    #[test]
    fn the_largest_ball_in_a_box_is_as_wide_as_its_shortest_side() {
        for (levels, expected) in [
            ([1.0, 0.0, 2.0, 0.0, 3.0, 0.0], 0.5),
            ([1.0, 1.0, 1.0, 1.0, 1.0, 1.0], 1.0),
            ([4.0, 4.0, 0.0, 1e-6, 3.0, 3.0], 5e-7),
            ([1.0, -2.0, 1.0, 1.0, 1.0, 1.0], -0.5),
        ] {
            let ball = largest_ball(&planes(levels), 8.0).expect("a ball");
            assert!((ball.upper - expected).abs() < 1e-13, "{ball:?}");
            assert!(planes(levels).iter().all(|plane| plane.height(ball.middle) <= -expected + 1e-12), "{ball:?}");
        }
    }

    #[test]
    fn the_largest_ball_in_a_corner_touches_all_four_faces() {
        let mut planes = planes([9.0, 0.0, 9.0, 0.0, 9.0, 0.0]);
        let root = 3_f64.sqrt();
        planes.push(Cut { normal: DVec3::ONE / root, level: 1.0 / root });
        let ball = largest_ball(&planes, 20.0).expect("a ball");
        // The inner radius of the corner of a unit cube, cut off through three corners: 3 V / A.
        let expected = 1.0 / (3.0 + root);
        assert!((ball.upper - expected).abs() < 1e-13 && ball.middle.distance(DVec3::splat(expected)) < 1e-12);
    }
}
