//! Surfaces that lie on each other for a while: on which sides they part.
//!
//! Two triangles in one plane that share area are a patch. Patches are joined where both surfaces go on together over an edge. Where
//! they part, one of them is on top, seen from the front of the first surface: if each is so somewhere around the same
//! patches, the surfaces have passed through each other.

use super::ray::steepest;
use super::side::Side;
use super::surface::{common, half_planes, is_same_half_plane, sector};
use allide_geom::predicates::{Plane, Sign, orient2d};
use allide_geom::{Class, DVec2, DVec3, ExactPoint, Triangle, overlap};
use std::collections::{HashMap, HashSet};

/// A triangle of each surface.
type Patch = (u32, u32);

/// How one of the surfaces goes on from an edge: its triangle, and a point of the half-plane in which that lies.
type Way = (u32, DVec3);

/// Whether two surfaces, neither of which crosses the other, change sides where they lie on each other.
pub(super) fn change_sides([first, second]: [&Side<'_>; 2]) -> bool {
    let (touching, touched) = (partners(first, second), partners(second, first));
    let corners = |side: &Side<'_>, triangle: u32| side.object.triangle(triangle);
    let is_patch = |&(a, b): &Patch| overlap(&corners(first, a), &corners(second, b)) == Some(Class::Coplanar);
    let all = touching.iter().flat_map(|(&a, others)| others.iter().map(move |&b| (a, b)));
    let patches: Vec<Patch> = all.filter(is_patch).collect();
    let mut joined = Turned::new(&patches);
    let mut on_top: Vec<(Patch, Sign)> = Vec::new();
    for &(a, b) in &patches {
        let shapes = [corners(first, a), corners(second, b)];
        for (own, k) in (0..2).flat_map(|own| (0..3).map(move |k| (own, k))) {
            let edge = [shapes[own][k], shapes[own][(k + 1) % 3]];
            let Some([low, high]) = common(edge, &shapes[1 - own]) else { continue };
            let middle = ExactPoint::middle(low, high);
            let ways = [ways(first, &touched[&b], edge, &middle), ways(second, &touching[&a], edge, &middle)];
            // Where one ends, or several sheets meet, nothing is told.
            let ([x, y], [z, w]) = (&ways[0][..], &ways[1][..]) else { continue };
            let is_one = |p: &Way, q: &Way| is_same_half_plane(edge, p.1, q.1);
            let ([together, other], [same, apart]) = match () {
                () if is_one(x, z) => ([x, y], [z, w]),
                () if is_one(x, w) => ([x, y], [w, z]),
                () if is_one(y, z) => ([y, x], [z, w]),
                () if is_one(y, w) => ([y, x], [w, z]),
                () => continue,
            };
            let facing = facing(&corners(first, together.0), edge, together.1);
            if is_one(other, apart) {
                // A surface that is oriented the same way on has the edge in the other direction.
                let turn = -facing * self::facing(&corners(first, other.0), edge, other.1);
                joined.join((together.0, same.0), (other.0, apart.0), turn);
            } else {
                on_top.push(((together.0, same.0), facing * sector(edge, together.1, apart.1, other.1)));
            }
        }
    }
    let mut seen: HashMap<usize, Sign> = HashMap::new();
    on_top.into_iter().any(|(patch, top)| {
        let Some((root, turn)) = joined.root(patch) else { return false };
        *seen.entry(root).or_insert(top * turn) != top * turn
    })
}

/// The triangles that touch the other surface, each with those that it touches. Of triangles with the same corners, only the first
/// counts: copies change nothing about how a surface goes on, and a patch is compared with all triangles around it.
fn partners(side: &Side<'_>, other: &Side<'_>) -> HashMap<u32, Vec<u32>> {
    let touching = side.touching();
    let own = first_copies(side, touching.iter().map(|&(triangle, _)| triangle));
    let others =
        first_copies(other, touching.iter().flat_map(|&(_, partners)| partners.iter().map(|&(_, other)| other)));
    let of = |(triangle, partners): (u32, &[(u32, u32)])| {
        (triangle, partners.iter().map(|&(_, other)| other).filter(|other| others.contains(other)).collect())
    };
    touching.into_iter().filter(|(triangle, _)| own.contains(triangle)).map(of).collect()
}

/// Of triangles with the same corners, in any order, the one with the lowest number.
fn first_copies(side: &Side<'_>, triangles: impl Iterator<Item = u32>) -> HashSet<u32> {
    let mut first: HashMap<[[u64; 3]; 3], u32> = HashMap::new();
    for triangle in triangles {
        // Adding 0 makes one zero of the two.
        let mut corners =
            side.object.triangle(triangle).map(|corner| (corner + DVec3::ZERO).to_array().map(f64::to_bits));
        corners.sort_unstable();
        first.entry(corners).and_modify(|known| *known = triangle.min(*known)).or_insert(triangle);
    }
    first.into_values().collect()
}

/// How the surface goes on from a point of an edge, by the triangles of it that may contain that.
fn ways(side: &Side<'_>, triangles: &[u32], edge: [DVec3; 2], at: &ExactPoint) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for &triangle in triangles {
        let shape = side.object.triangle(triangle);
        let plane = Plane::through(&shape);
        if edge.iter().all(|&end| plane.side(end) == 0) && contains(&shape, at) {
            for to in half_planes(edge, &shape) {
                // At the end of a triangle, the next one goes on in the same half-plane.
                if ways.iter().all(|way| !is_same_half_plane(edge, way.1, to)) {
                    ways.push((triangle, to));
                }
            }
        }
    }
    ways
}

/// Whether a triangle contains a point of its plane.
fn contains(triangle: &Triangle, point: &ExactPoint) -> bool {
    let Some((axis, facing)) = steepest(triangle) else { return false };
    (0..3).all(|k| point.turn(triangle[k], triangle[(k + 1) % 3], axis) * facing >= 0)
}

/// 1 if the triangle turns like the ends of the edge and the point, which is on its side of the edge; otherwise -1.
fn facing(triangle: &Triangle, [p, q]: [DVec3; 2], to: DVec3) -> Sign {
    let Some((axis, facing)) = steepest(triangle) else { return 0 };
    let flat = |point: DVec3| DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3]);
    facing * orient2d(flat(p), flat(q), flat(to))
}

/// Patches that are joined, and whether the first surface faces the same way in them.
struct Turned {
    places: HashMap<Patch, usize>,
    /// The one above each, and how it is turned to that.
    above: Vec<(usize, Sign)>,
}

impl Turned {
    fn new(patches: &[Patch]) -> Self {
        let places = patches.iter().enumerate().map(|(place, &patch)| (patch, place)).collect();
        Self { places, above: (0..patches.len()).map(|place| (place, 1)).collect() }
    }

    fn root(&self, patch: Patch) -> Option<(usize, Sign)> {
        let (mut place, mut turn) = (*self.places.get(&patch)?, 1);
        while self.above[place].0 != place {
            let (above, by) = self.above[place];
            (place, turn) = (above, turn * by);
        }
        Some((place, turn))
    }

    fn join(&mut self, x: Patch, y: Patch, turn: Sign) {
        let (Some((x, of_x)), Some((y, of_y))) = (self.root(x), self.root(y)) else { return };
        if x != y {
            self.above[x.max(y)] = (x.min(y), of_x * of_y * turn);
        }
    }
}
