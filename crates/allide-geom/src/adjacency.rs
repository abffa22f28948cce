use crate::Triangle;
use crate::flat::{self, Shape};
use crate::many::Sides;
use crate::overlap::{Class, overlap, overlap_with_sides};
use crate::predicates::{Plane, Sign, orient3d};
use crate::scale;
use glam::DVec3;

/// How two triangles of one surface overlap: [`overlap`], but the corner or edge that they have in common does not count.
///
/// Corners are the same if their coordinates are equal. Sharing an edge, two triangles overlap only if folded flat onto
/// each other; sharing one corner, only if the edge opposite to it in one meets the other; with the same corners, always.
/// A degenerate triangle is the segment or point it collapses to, and follows the same rule.
pub fn self_overlap(a: &Triangle, b: &Triangle) -> Option<Class> {
    if let Some([a, b]) = scale::brought_in(a, b) {
        return self_overlap(&a, &b);
    }
    let shared = Shared::of(a, b);
    match (shared.in_a, shared.in_b) {
        (0, 0) => overlap(a, b),
        (7, 7) => Some(if flat::is_degenerate(a) { Class::Touching } else { Class::Coplanar }),
        _ => match shared.count(a) {
            1 => around_corner(a, b, &shared),
            _ => around_edge(a, b, &shared),
        },
    }
}

/// [`self_overlap`], given the exact sides of the corners.
pub(crate) fn self_overlap_with_sides(a: &Triangle, b: &Triangle, sides: &Sides) -> Option<Class> {
    let shared = Shared::of(a, b);
    match (shared.in_a, shared.in_b) {
        (0, 0) => sides.overlap(a, b),
        (7, 7) => self_overlap(a, b),
        _ => match shared.count(a) {
            1 => around_corner_with_sides(a, b, &shared, sides),
            _ if sides.other != [0; 3] => None,
            _ => around_edge(a, b, &shared),
        },
    }
}

/// The corners that two triangles have in common, as bits.
struct Shared {
    /// Which corners of `a` are also corners of `b`.
    in_a: u8,
    /// Which corners of `b` are also corners of `a`.
    in_b: u8,
}

impl Shared {
    #[inline]
    fn of(a: &Triangle, b: &Triangle) -> Self {
        let (mut in_a, mut in_b) = (0, 0);
        for i in 0..3 {
            for j in 0..3 {
                let same = (a[i].x == b[j].x) & (a[i].y == b[j].y) & (a[i].z == b[j].z);
                in_a |= u8::from(same) << i;
                in_b |= u8::from(same) << j;
            }
        }
        Self { in_a, in_b }
    }

    /// How many different points both have. A degenerate triangle may name one point twice.
    fn count(&self, a: &Triangle) -> u32 {
        let repeated = |i: usize| a[..i].contains(&a[i]);
        let twice = (0..3).filter(|&i| self.in_a >> i & 1 == 1 && repeated(i)).count() as u32;
        self.in_a.count_ones() - twice
    }

    /// The corner of `triangle` that is not shared, when two different ones are.
    fn apex(triangle: &Triangle, shared: u8) -> Option<DVec3> {
        triangle.get(shared.trailing_ones() as usize).copied()
    }
}

fn around_edge(a: &Triangle, b: &Triangle, shared: &Shared) -> Option<Class> {
    // Without a third corner a side is the common edge itself.
    let (apex_a, apex_b) = (Shared::apex(a, shared.in_a)?, Shared::apex(b, shared.in_b)?);
    if Plane::through(a).side(apex_b) != 0 {
        return None;
    }
    match (Shape::of(a), Shape::of(b)) {
        // Coplanar: the pair shares the edge, so it shares area or else nothing more.
        (Shape::Triangle(..), Shape::Triangle(..)) => flat::overlap(a, b).filter(|&class| class == Class::Coplanar),
        (Shape::Segment(whole_a), Shape::Segment(whole_b)) => {
            let beyond = |whole: [DVec3; 2], end: usize, apex| whole[end] == apex;
            let same_way = (0..2).any(|end| beyond(whole_a, end, apex_a) && beyond(whole_b, end, apex_b));
            same_way.then_some(Class::Touching)
        }
        // A line along an edge of a proper triangle leaves it at the ends of the edge.
        _ => None,
    }
}

fn around_corner(a: &Triangle, b: &Triangle, shared: &Shared) -> Option<Class> {
    let sides = |plane: &Plane, points: &Triangle, shared: u8| {
        let side = |i: usize| if shared >> i & 1 == 1 { 0 } else { plane.side(points[i]) };
        [side(0), side(1), side(2)]
    };
    let other = sides(&Plane::through(a), b, shared.in_b);
    if away(other) {
        return None;
    }
    let own = sides(&Plane::through(b), a, shared.in_a);
    around_corner_with_sides(a, b, shared, &Sides { own, other })
}

/// Whether two corners are on one side of a plane, and the third in it.
fn away(sides: [Sign; 3]) -> bool {
    (sides[0] + sides[1] + sides[2]).abs() == 2
}

fn around_corner_with_sides(a: &Triangle, b: &Triangle, shared: &Shared, sides: &Sides) -> Option<Class> {
    let (sides_a, sides_b) = (sides.own, sides.other);
    if away(sides_a) || away(sides_b) {
        return None;
    }
    let corner = a[shared.in_a.trailing_zeros() as usize];
    let meet = if sides_a == [0; 3] || sides_b == [0; 3] {
        meet_beyond(a, b, corner)
    } else {
        let next = |shared: u8, step: usize| (shared.trailing_zeros() as usize + step) % 3;
        let ([p, q], [r, s]) = ([1, 2].map(|step| next(shared.in_a, step)), [1, 2].map(|step| next(shared.in_b, step)));
        // Two proper triangles in different planes. The edge opposite to the corner in one, `pq`, meets the other triangle
        // if the three planes through `pq` and an edge of that triangle agree. Those of the two edges at the corner are
        // the plane of `pq`'s own triangle, so they are known, and agree. The third is the same for both triangles.
        let falls = [sides_a[p] - sides_a[q], sides_b[r] - sides_b[s]].map(Sign::signum);
        falls[0] != falls[1] || orient3d(a[p], a[q], b[r], b[s]) * falls[0] >= 0
    };
    if !meet {
        return None;
    }
    overlap_with_sides(a, b, sides_a, sides_b)
}

/// Whether two triangles that share the point `corner` share another one.
///
/// If they do, follow the ray from the corner through it: where the ray leaves the first of the two, it passes the link
/// (the edge opposite to the corner) of that one inside the other.
fn meet_beyond(a: &Triangle, b: &Triangle, corner: DVec3) -> bool {
    let (a, b) = (Shape::of(a), Shape::of(b));
    a.links(corner).iter().any(|link| link.meets(&b)) || b.links(corner).iter().any(|link| link.meets(&a))
}
