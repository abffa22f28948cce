//! Sheets that pass through each other: what they do around the curves that they have in common.

use super::fragment::{fragments, inner_sign};
use super::plane::{Homogeneous, Plane, Vector, cross, dot, mean};
use super::{Face, Soup};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Whether one has points on both sides of the other along a common curve.
///
/// Such a curve is common to two triangles that are not in one plane. It is cut wherever another triangle begins or ends; then what
/// is around one point of a part is around all of them.
pub fn pass_through(a: &Soup, b: &Soup) -> bool {
    let pairs = a.faces.iter().flat_map(|first| b.faces.iter().map(move |second| (first, second)));
    pairs.filter(|((_, p), (_, q))| cross(p.normal, q.normal) != [0; 3]).any(|(first, second)| {
        let curve = Curve { planes: [first.1, second.1], along: cross(first.1.normal, second.1.normal) };
        let points = curve.cuts(a.faces.iter().chain(&b.faces));
        points.windows(2).map(|ends| mean([ends[0], ends[1]])).any(|point| {
            let [of_a, of_b] = [a, b].map(|soup| leaving(soup, &point, curve.along));
            parts_reached(&of_a, &of_b, curve.along) > 1
        })
    })
}

/// A line: what two planes have in common.
struct Curve {
    planes: [Plane; 2],
    along: Vector,
}

impl Curve {
    /// Where triangles may begin or end on the line, or cross it, in order.
    fn cuts<'a>(&self, faces: impl Iterator<Item = &'a (Face, Plane)>) -> Vec<Homogeneous> {
        let mut points = Vec::new();
        for (face, plane) in faces {
            let beside = Plane::beside(face, plane.across());
            for cut in [*plane].iter().chain(&beside).filter(|cut| dot(cut.normal, self.along) != 0) {
                points.push(Plane::meet([&self.planes[0], &self.planes[1], cut]));
            }
        }
        let order = |p: &Homogeneous, q: &Homogeneous| {
            let [at_p, at_q] = [p, q].map(|&[x, y, z, _]| dot(self.along, [x, y, z]));
            (at_p * q[3]).cmp(&(at_q * p[3]))
        };
        points.sort_by(order);
        points.dedup_by(|p, q| order(p, q) == Ordering::Equal);
        points
    }
}

/// The directions, across a line, in which triangles leave it at a point.
fn leaving(soup: &Soup, point: &Homogeneous, along: Vector) -> Vec<Vector> {
    let mut directions = Vec::new();
    for (face, plane) in &soup.faces {
        if dot(plane.normal, along) != 0 || plane.side(point) != 0 {
            continue;
        }
        let beside = Plane::beside(face, plane.across());
        let inner = inner_sign(face, &beside);
        let sides = beside.each_ref().map(|edge| edge.side(point) * inner);
        let away = cross(plane.normal, along);
        let back = away.map(|x| -x);
        if sides.contains(&-1) {
            continue;
        }
        match (0..3).find(|&k| sides[k] == 0) {
            None => directions.extend([away, back]),
            // Along an edge: towards the inside.
            Some(k) => directions.push(if dot(beside[k].normal, away) * inner > 0 { away } else { back }),
        }
    }
    directions
}

/// In how many parts of the circle, which `wall` divides, the other leaves; 0 if it is not divided.
fn parts_reached(other: &[Vector], wall: &[Vector], along: Vector) -> usize {
    let Some(&first) = wall.first() else { return 0 };
    // Counterclockwise from the first wall.
    let is_upper = |v: Vector| {
        let turn = dot(along, cross(first, v));
        turn > 0 || (turn == 0 && dot(first, v) > 0)
    };
    let order = |p: &Vector, q: &Vector| {
        let by_half = is_upper(*q).cmp(&is_upper(*p));
        by_half.then_with(|| 0.cmp(&dot(along, cross(*p, *q))))
    };
    let mut walls = wall.to_vec();
    walls.sort_by(order);
    walls.dedup_by(|p, q| order(p, q) == Ordering::Equal);
    if walls.len() < 2 {
        return 0;
    }
    let part = |v: &Vector| match walls.binary_search_by(|wall| order(wall, v)) {
        Ok(_) => None,
        Err(at) => Some(at % walls.len()),
    };
    other.iter().filter_map(part).collect::<BTreeSet<_>>().len()
}

/// Whether two sheets share area.
pub fn lie_on_each_other(a: &Soup, b: &Soup) -> bool {
    fragments(a, &[b]).iter().any(|fragment| {
        let point = fragment.middle();
        b.faces.iter().filter(|(_, plane)| plane.side(&point) == 0).any(|(face, plane)| {
            let beside = Plane::beside(face, plane.across());
            let inner = inner_sign(face, &beside);
            beside.iter().all(|edge| edge.side(&point) * inner > 0)
        })
    })
}
