use crate::Triangle;
use crate::flat;
use crate::predicates::{Plane, Sign, orient3d};
use crate::scale;

/// How two overlapping triangles meet, decided by exact signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Their interiors pass through each other.
    Crossing,
    /// They lie in one plane and share area.
    Coplanar,
    /// Anything less: a point or a segment on the boundary of one of them. A degenerate triangle has no interior,
    /// so it can only touch.
    Touching,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Crossing, Self::Coplanar, Self::Touching];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Crossing => "crossing",
            Class::Coplanar => "coplanar",
            Class::Touching => "touching",
        }
    }
}

/// How `a` and `b` overlap, or `None` if they share no point; touching counts.
///
/// Exact for finite input: decided by orientation signs, not by a tolerance.
/// A degenerate triangle is the segment or point it collapses to.
///
/// Guigue and Devillers 2003. Deviations: the strictness of the last two signs also tells crossing from touching;
/// coplanar and degenerate pairs take a path of their own.
///
/// ```
/// use allide_geom::{Class, DVec3, overlap};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let touching = [DVec3::ZERO, DVec3::Z, DVec3::NEG_X];
/// assert_eq!(overlap(&a, &touching), Some(Class::Touching));
/// let apart = touching.map(|corner| corner - DVec3::X * f64::MIN_POSITIVE);
/// assert_eq!(overlap(&a, &apart), None);
/// ```
pub fn overlap(a: &Triangle, b: &Triangle) -> Option<Class> {
    // Most pairs are apart, and floating-point arithmetic can tell for most of those: exact signs only where it cannot.
    let (plane_a, plane_b) = (Plane::through(a), Plane::through(b));
    let clear_b = [plane_a.clear_side(b[0]), plane_a.clear_side(b[1]), plane_a.clear_side(b[2])];
    if all_on_one_side(clear_b) {
        return None;
    }
    let clear_a = [plane_b.clear_side(a[0]), plane_b.clear_side(a[1]), plane_b.clear_side(a[2])];
    if all_on_one_side(clear_a) {
        return None;
    }
    if let Some([a, b]) = scale::brought_in(a, b) {
        return overlap(&a, &b);
    }
    let sides_b = plane_a.resolve(clear_b, b);
    let sides_a = plane_b.resolve(clear_a, a);
    if all_on_one_side(sides_a) || all_on_one_side(sides_b) {
        return None;
    }
    overlap_with_sides(a, b, sides_a, sides_b)
}

/// [`overlap`], given the sides of `a`'s corners on the plane of `b` and the reverse, not all on one side.
pub(crate) fn overlap_with_sides(a: &Triangle, b: &Triangle, sides_a: [Sign; 3], sides_b: [Sign; 3]) -> Option<Class> {
    if sides_a == [0; 3] || sides_b == [0; 3] {
        return flat::overlap(a, b);
    }

    // Both planes are cut, so both triangles meet the line that the planes share, each in an interval.
    let (mut p, p_above) = lone_corner_first(a, sides_a);
    let (mut q, q_above) = lone_corner_first(b, sides_b);
    // Turning a triangle over turns its plane over: afterwards each lone corner is above the other plane.
    if !p_above {
        q.swap(1, 2);
    }
    if !q_above {
        p.swap(1, 2);
    }
    let start = orient3d(p[0], p[1], q[0], q[1]);
    if start > 0 {
        return None;
    }
    let end = orient3d(p[0], p[2], q[2], q[0]);
    if end > 0 {
        return None;
    }
    let crossing = start < 0 && end < 0 && straddles(sides_a) && straddles(sides_b);
    Some(if crossing { Class::Crossing } else { Class::Touching })
}

#[inline]
pub(crate) fn all_on_one_side(sides: [Sign; 3]) -> bool {
    sides == [1; 3] || sides == [-1; 3]
}

#[inline]
fn straddles([a, b, c]: [Sign; 3]) -> bool {
    a.max(b).max(c) > 0 && a.min(b).min(c) < 0
}

/// Rotates the triangle so that a plane separates its first corner from the other two, weakly; and whether that
/// corner is then above. `sides` are neither all zero nor all equal.
#[inline]
fn lone_corner_first(triangle: &Triangle, sides: [Sign; 3]) -> (Triangle, bool) {
    let [a, b, c] = sides;
    // One corner above, or one below; else two on one side, and the third in the plane is the lone one, opposite to them.
    let above = u8::from(a > 0) + u8::from(b > 0) + u8::from(c > 0);
    let below = u8::from(a < 0) + u8::from(b < 0) + u8::from(c < 0);
    let (lone, is_above) = match (above, below) {
        (1, _) => (1, true),
        (_, 1) => (-1, false),
        (2, _) => (0, false),
        _ => (0, true),
    };
    let [x, y, z] = *triangle;
    if a == lone {
        ([x, y, z], is_above)
    } else if b == lone {
        ([y, z, x], is_above)
    } else {
        ([z, x, y], is_above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn triangle(points: [[f64; 3]; 3]) -> Triangle {
        points.map(DVec3::from)
    }

    /// All orders of corners and sides must give the same answer.
    fn check(a: [[f64; 3]; 3], b: [[f64; 3]; 3], expected: Option<Class>) {
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]] {
            let (a, b) = (triangle([a[i], a[j], a[k]]), triangle(b));
            assert_eq!(overlap(&a, &b), expected, "{a:?} {b:?}");
            assert_eq!(overlap(&b, &a), expected, "{b:?} {a:?}");
        }
    }

    const FLOOR: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    #[test]
    fn a_needle_through_the_floor_crosses() {
        check(FLOOR, [[1.0, 1.0, -1.0], [1.1, 1.0, 1.0], [1.0, 1.1, 1.0]], Some(Class::Crossing));
    }

    #[test]
    fn standing_on_the_floor_touches() {
        check(FLOOR, [[1.0, 1.0, 0.0], [1.5, 1.0, 0.0], [1.0, 1.0, 1.0]], Some(Class::Touching));
        check(FLOOR, [[1.0, 1.0, 0.0], [1.5, 1.0, 1.0], [1.0, 1.0, 1.0]], Some(Class::Touching));
    }

    #[test]
    fn crossing_exactly_at_an_edge_touches() {
        check(FLOOR, [[1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [1.0, -3.0, 0.5]], Some(Class::Touching));
    }

    #[test]
    fn hovering_one_ulp_above_is_apart() {
        let z = f64::MIN_POSITIVE;
        check(FLOOR, [[1.0, 1.0, z], [1.5, 1.0, z], [1.0, 1.0, 1.0]], None);
    }

    #[test]
    fn coplanar_pairs_share_area_or_touch_or_are_apart() {
        check(FLOOR, [[1.0, 1.0, 0.0], [5.0, 1.0, 0.0], [1.0, 5.0, 0.0]], Some(Class::Coplanar));
        check(FLOOR, [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, -4.0, 0.0]], Some(Class::Touching));
        check(FLOOR, [[2.5, 2.5, 0.0], [5.0, 1.0, 0.0], [1.0, 5.0, 0.0]], None);
        check(FLOOR, FLOOR, Some(Class::Coplanar));
    }

    #[test]
    fn degenerate_triangles_are_segments_and_points() {
        check(FLOOR, [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 0.5]], Some(Class::Touching));
        check(FLOOR, [[1.0, 1.0, 0.0]; 3], Some(Class::Touching));
        check(FLOOR, [[3.0, 3.0, 0.0]; 3], None);
        check(FLOOR, [[3.0, 3.0, 0.0], [-1.0, -1.0, 0.0], [3.0, 3.0, 0.0]], Some(Class::Touching));
        let bar = [[0.0; 3], [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]];
        check(bar, [[1.5, 1.5, 1.5]; 3], Some(Class::Touching));
        check(bar, [[1.5, 1.5, 1.25]; 3], None);
        check(bar, [[2.0, 2.0, 2.0], [3.0, 3.0, 3.0], [3.0, 3.0, 3.0]], Some(Class::Touching));
        check(bar, [[2.5, 2.5, 2.5], [3.0, 3.0, 3.0], [3.0, 3.0, 3.0]], None);
        check(bar, [[0.0, 2.0, 2.0], [2.0, 0.0, 0.0], [1.0, 1.0, 1.0]], Some(Class::Touching));
        check([[1.0; 3]; 3], [[1.0; 3]; 3], Some(Class::Touching));
    }
}
