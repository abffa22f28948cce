use crate::Triangle;
use crate::flat::{self, Shape};
use crate::overlap::{Class, all_on_one_side, overlap, overlap_with_sides};
use crate::predicates::Plane;
use glam::DVec3;

/// How two triangles of one surface overlap: [`overlap`], but the corner or edge that they have in common does not count.
///
/// Corners are the same if their coordinates are equal. Sharing an edge, two triangles overlap only if folded flat onto
/// each other; sharing one corner, only if the edge opposite to it in one meets the other; with the same corners, always.
/// A degenerate triangle is the segment or point it collapses to, and follows the same rule.
pub fn self_overlap(a: &Triangle, b: &Triangle) -> Option<Class> {
    let shared = Shared::of(a, b);
    match shared.count {
        0 => overlap(a, b),
        1 => around_corner(a, b, &shared),
        2 => around_edge(a, b, &shared),
        _ => Some(if flat::is_degenerate(a) { Class::Touching } else { Class::Coplanar }),
    }
}

/// The corners that two triangles have in common.
struct Shared {
    /// How many different points both have; 3 if all corners of each are corners of the other.
    count: usize,
    /// Which corners of each side are also corners of the other.
    in_a: [bool; 3],
    in_b: [bool; 3],
}

impl Shared {
    #[inline]
    fn of(a: &Triangle, b: &Triangle) -> Self {
        let mut shared = Shared { count: 0, in_a: [false; 3], in_b: [false; 3] };
        for (i, p) in a.iter().enumerate() {
            for (j, q) in b.iter().enumerate() {
                let same = p == q;
                shared.in_a[i] |= same;
                shared.in_b[j] |= same;
            }
        }
        if shared.in_a == [true; 3] && shared.in_b == [true; 3] {
            shared.count = 3;
            return shared;
        }
        // A degenerate triangle may name one point twice.
        let first_time = |i: usize| a[..i].iter().all(|point| *point != a[i]);
        shared.count = (0..3).filter(|&i| shared.in_a[i] && first_time(i)).count();
        shared
    }

    /// The corner of `triangle` that is not shared, when two different ones are.
    fn apex(triangle: &Triangle, shared: [bool; 3]) -> Option<DVec3> {
        (0..3).find(|&i| !shared[i]).map(|i| triangle[i])
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
    let plane_a = Plane::through(a);
    let sides_b = [0, 1, 2].map(|j| if shared.in_b[j] { 0 } else { plane_a.side(b[j]) });
    let away = |sides: [i8; 3]| sides.iter().sum::<i8>().abs() == 2;
    if away(sides_b) {
        return None;
    }
    let plane_b = Plane::through(b);
    let sides_a = [0, 1, 2].map(|i| if shared.in_a[i] { 0 } else { plane_b.side(a[i]) });
    if away(sides_a) {
        return None;
    }
    debug_assert!(!all_on_one_side(sides_a) && !all_on_one_side(sides_b));
    let corner = (0..3).find(|&i| shared.in_a[i]).map(|i| a[i])?;
    if !meet_beyond(a, b, corner) {
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
