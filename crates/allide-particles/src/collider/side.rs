//! On which side of a region a point is that is known up to an error.

use super::{Keep, Region};
use crate::number::{Ball, Real, Sign};
use crate::roots::Unsure;
use glam::DVec2;

/// A region and which side of it is there.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub keep: Keep,
    pub region: Region,
}

/// Whether a point is on the kept side; a boundary is kept, so that seams between colliders have no gap.
///
/// A point that the highest precision cannot separate from the boundary counts as on it.
pub(super) fn keeps<T: Real>(test: &Test, point: &[Ball<T>; 3]) -> Result<bool, Unsure> {
    match (side(&test.region, point), test.keep) {
        (Sign::Unsure, _) if T::LONGER => Err(Unsure),
        (Sign::Unsure, _) => Ok(true),
        (Sign::Plus, keep) => Ok(keep == Keep::Inside),
        (Sign::Minus, keep) => Ok(keep == Keep::Outside),
    }
}

/// Plus inside, minus outside.
fn side<T: Real>(region: &Region, p: &[Ball<T>; 3]) -> Sign {
    let above = |axis: usize, bound: f64| (p[axis] - Ball::exact(bound)).sign();
    let below = |axis: usize, bound: f64| (Ball::exact(bound) - p[axis]).sign();
    match region {
        Region::Disc { center, radius } => {
            let (x, y) = (p[0] - Ball::exact(center.x), p[1] - Ball::exact(center.y));
            (Ball::exact(*radius) * Ball::exact(*radius) - x * x - y * y).sign()
        }
        Region::Rectangle { min, max } => {
            all([above(0, min.x), below(0, max.x), above(1, min.y), below(1, max.y)].into_iter())
        }
        Region::Box { min, max } => all((0..3).flat_map(|k| [above(k, min[k]), below(k, max[k])])),
        Region::HalfSpace { normal, offset } => {
            let dot = p[0].times(normal.x) + p[1].times(normal.y) + p[2].times(normal.z);
            (Ball::exact(*offset) - dot).sign()
        }
        Region::Polygon(corners) => polygon(corners, p[0], p[1]),
    }
}

/// Inside all of them, outside one of them, or unsure.
fn all(mut signs: impl Iterator<Item = Sign>) -> Sign {
    signs
        .try_fold(Sign::Plus, |sofar, sign| match sign {
            Sign::Minus => Err(Sign::Minus),
            Sign::Unsure => Ok(Sign::Unsure),
            Sign::Plus => Ok(sofar),
        })
        .unwrap_or_else(|minus| minus)
}

/// By the even-odd rule: how many edges a ray to +x crosses. Unsure means on the boundary, or too close to it to tell.
fn polygon<T: Real>(corners: &[DVec2], x: Ball<T>, y: Ball<T>) -> Sign {
    let mut is_inside = false;
    for (k, &a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        let above = |corner: DVec2| (Ball::exact(corner.y) - y).sign();
        // Beside the edge in y: no crossing, and not on it.
        let (above_a, above_b) = (above(a), above(b));
        if above_a == above_b && above_a != Sign::Unsure {
            continue;
        }
        // Beside it in x.
        let right = |corner: DVec2| (Ball::exact(corner.x) - x).sign();
        let (right_a, right_b) = (right(a), right(b));
        if right_a == Sign::Minus && right_b == Sign::Minus {
            continue;
        }
        let (ax, ay) = (Ball::exact(a.x) - x, Ball::exact(a.y) - y);
        let (bx, by) = (Ball::exact(b.x) - x, Ball::exact(b.y) - y);
        let turn = (ax * by - bx * ay).sign();
        let is_far_right = right_a == Sign::Plus && right_b == Sign::Plus;
        // A corner at the height of the point counts as below it, for both of its edges.
        let (up_a, up_b) = (above_a == Sign::Plus, above_b == Sign::Plus);
        if turn == Sign::Unsure && !is_far_right {
            return Sign::Unsure;
        }
        if up_a != up_b {
            let is_crossing = is_far_right || (turn == Sign::Plus) == up_b;
            is_inside ^= is_crossing;
        }
    }
    if is_inside { Sign::Plus } else { Sign::Minus }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(region: &Region, x: f64, y: f64) -> Sign {
        side(region, &[Ball::<f64>::exact(x), Ball::exact(y), Ball::exact(0.0)])
    }

    #[test]
    fn a_polygon_with_a_notch_has_its_inside() {
        let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(DVec2::from_array);
        let region = Region::Polygon(corners.to_vec());
        for (x, y, sign) in [
            (2.0, 0.5, Sign::Plus),
            (2.0, 2.0, Sign::Minus),
            (0.5, 1.0, Sign::Plus),
            (3.5, 1.0, Sign::Plus),
            (-1.0, 1.0, Sign::Minus),
            (-1.0, 0.0, Sign::Minus),
            (5.0, 4.0, Sign::Minus),
            (-1.0, 4.0, Sign::Minus),
            (2.0, 1.0, Sign::Unsure),
            (0.0, 0.0, Sign::Unsure),
            (0.0, 2.0, Sign::Unsure),
            (1.0, 0.0, Sign::Unsure),
            (4.0, 4.0, Sign::Unsure),
        ] {
            assert_eq!(at(&region, x, y), sign, "{x} {y}");
        }
    }

    #[test]
    fn discs_and_rectangles_are_sure_beside_their_boundary() {
        let disc = Region::Disc { center: DVec2::new(1.0, 0.0), radius: 2.0 };
        assert_eq!(
            [at(&disc, 3.0, 0.0), at(&disc, 2.999, 0.0), at(&disc, 3.001, 0.0)],
            [Sign::Unsure, Sign::Plus, Sign::Minus]
        );
        let rectangle = Region::Rectangle { min: DVec2::ZERO, max: DVec2::ONE };
        assert_eq!(
            [at(&rectangle, 0.5, 1.0), at(&rectangle, 0.5, 0.5), at(&rectangle, 1.0, 2.0)],
            [Sign::Unsure, Sign::Plus, Sign::Minus]
        );
    }
}
