//! Random scenes of a few hundred triangles, each hard in its own way: for comparing methods and devices.

use crate::Random;
use crate::solids::{self, AxisTurn};
use allide::{Mesh, Pose, Scene};

/// How coordinates are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Small triangles anywhere, off the grid.
    Loose,
    /// Corners on a coarse integer lattice: coplanar, touching, degenerate and repeated triangles.
    Lattice,
    /// Walls of quads in the planes of a lattice, as buildings have.
    Walls,
    /// Long and thin.
    Needles,
    /// A few large ones among many tiny ones in a corner.
    Mixed,
    /// Far from the origin, where coordinates are coarse.
    Far,
    /// 10¹⁵⁰ times as large.
    Huge,
    /// 10¹⁵⁰ times as small.
    Tiny,
    /// As in files of single precision.
    Single,
    /// Everything in one plane.
    Flat,
    /// The same few triangles again and again.
    Duplicates,
    /// Closed solids on a lattice: flush, coincident, within each other.
    Solids,
}

/// All of them.
pub const KINDS: [Kind; 12] = [
    Kind::Loose,
    Kind::Lattice,
    Kind::Walls,
    Kind::Needles,
    Kind::Mixed,
    Kind::Far,
    Kind::Huge,
    Kind::Tiny,
    Kind::Single,
    Kind::Flat,
    Kind::Duplicates,
    Kind::Solids,
];

impl Kind {
    /// One word, in lower case.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

type Point = [f64; 3];

fn sum(p: Point, q: Point) -> Point {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

fn triangle(kind: Kind, index: usize, random: &mut Random) -> [Point; 3] {
    let mut point = |size: f64| random.point(0.0, size);
    let near = |origin: Point, p: Point, q: Point| [origin, sum(origin, p), sum(origin, q)];
    match kind {
        Kind::Loose => near(point(4.0), point(0.7), point(0.7)),
        Kind::Lattice => [point(4.0), point(4.0), point(4.0)].map(|p| p.map(f64::floor)),
        Kind::Walls => {
            let [x, y, z] = point(5.0).map(f64::floor);
            let [u, v, _] = point(3.0).map(|x| x.floor() + 1.0);
            let corners = [[x, y, z], [x + u, y, z], [x, y + v, z]];
            corners.map(|[x, y, z]| [[x, y, z], [y, z, x], [z, x, y]][index % 3])
        }
        Kind::Needles => {
            let (origin, along) = (point(4.0), point(4.0));
            [origin, sum(origin, along), sum(sum(origin, along), point(0.01))]
        }
        Kind::Mixed if index.is_multiple_of(16) => [point(4.0), point(4.0), point(4.0)],
        Kind::Mixed => near(point(0.01), point(0.003), point(0.003)),
        Kind::Far => near(sum(point(4.0), [1.0e7, -3.0e7, 1.0e8]), point(1.0), point(1.0)),
        Kind::Huge => triangle(Kind::Loose, index, random).map(|p| p.map(|x| x * 1.0e150)),
        Kind::Tiny => triangle(Kind::Lattice, index, random).map(|p| p.map(|x| x * 1.0e-150)),
        Kind::Single => triangle(Kind::Loose, index, random).map(|p| p.map(|x| f64::from(x as f32))),
        Kind::Flat => triangle(Kind::Loose, index, random).map(|[x, y, _]| [x, y, 0.3]),
        Kind::Duplicates => triangle(Kind::Loose, 0, &mut Random::new(index as u64 % 3)),
        Kind::Solids => unreachable!("solids are made whole"),
    }
}

/// Triangles that repeat their vertices, or share those that are equal. A solid has as many as it needs, few if `count` is
/// small, and none if that is 0.
pub fn mesh(kind: Kind, count: usize, random: &mut Random) -> Mesh {
    if kind == Kind::Solids {
        return solid(count, random);
    }
    let mut positions: Vec<Point> = Vec::new();
    let mut triangles = Vec::new();
    let is_shared = random.between(0.0, 1.0) < 0.5;
    for index in 0..count {
        triangles.push(triangle(kind, index, random).map(|corner| {
            let known = positions.iter().position(|&other| other == corner).filter(|_| is_shared);
            let at = known.unwrap_or(positions.len());
            if at == positions.len() {
                positions.push(corner);
            }
            at as u32
        }));
    }
    Mesh::new(positions, triangles).expect("finite and in range")
}

fn solid(count: usize, random: &mut Random) -> Mesh {
    let shape = if count < 20 { solids::simple(random) } else { solids::any(random) };
    let place = [0; 3].map(|_| random.below(5) as f64 - 2.0);
    let turn = random.pick(&AxisTurn::ALL);
    let positions = if count == 0 { Vec::new() } else { shape.turned(turn).moved(place).positions };
    let triangles = if count == 0 { Vec::new() } else { shape.triangles };
    Mesh::new(positions, triangles).expect("finite and in range")
}

/// How long a step of length 1 is among coordinates of this kind.
pub fn unit(kind: Kind) -> f64 {
    match kind {
        Kind::Huge => 1.0e150,
        Kind::Tiny => 1.0e-150,
        _ => 1.0,
    }
}

/// A few objects, some of them instances in other poses, some in groups that ignore each other; and a
/// clearance that is hard for it.
pub fn scene(kind: Kind, random: &mut Random) -> (Scene, f64) {
    let scale = unit(kind);
    let mut scene = Scene::new();
    let count = if random.between(0.0, 1.0) < 0.1 { 20 } else { 1 + (random.between(0.0, 1.0) * 4.0) as usize };
    for index in 0..count {
        let size = (random.between(0.0, 1.0) * 240.0 / count as f64) as usize;
        let shape = mesh(kind, size, random);
        scene.add(format!("{index}"), &shape, Pose::IDENTITY);
        if random.between(0.0, 1.0) < 0.3 {
            let offset = random.point(-0.5 * scale, 0.5 * scale);
            let pose = crate::turned([1.0, 2.0, 3.0], random.between(0.0, 6.0), offset);
            let exact = crate::moved(scale * 2.0f64.powi(-2), 0.0, scale);
            scene.add("instance", &shape, if random.between(0.0, 1.0) < 0.5 { exact } else { pose });
        }
    }
    if random.between(0.0, 1.0) < 0.3 {
        let groups = [scene.add_group(), scene.add_group(), scene.add_group()];
        for id in scene.ids() {
            if random.between(0.0, 1.0) < 0.8 {
                scene.set_group(id, groups[(random.between(0.0, 1.0) * 3.0) as usize]);
            }
        }
        scene.ignore(groups[0], groups[1]);
        scene.ignore(groups[2], groups[2]);
    }
    (scene, [0.05, 0.5, 1.0e-9, 5.0][(random.between(0.0, 1.0) * 4.0) as usize] * scale)
}

/// Two objects of a few triangles, at most 5 wide, and hard in one of eight ways: hard for views most of all.
fn few_triangles(kind: usize, random: &mut Random) -> [Vec<[Point; 3]>; 2] {
    let along = |origin: Point, by: Point, scale: f64| sum(origin, by.map(|x| x * scale));
    let mut triangles: Vec<[Point; 3]> = Vec::new();
    for index in 0..2 + (random.between(0.0, 8.0) as usize) {
        let mut point = |low: f64, high: f64| random.point(low, high);
        let mut triangle = [point(1.0, 4.0), point(1.0, 4.0), point(1.0, 4.0)];
        match kind % 8 {
            // A corner on the plane of the triangle before, nearly: it grazes.
            0 if index % 2 == 1 => {
                let [p, q, r] = triangles[index - 1];
                let [u, v, w] = point(0.0, 0.5);
                let on_plane = [0, 1, 2].map(|k| p[k] + u * (q[k] - p[k]) + v * (r[k] - p[k]));
                triangle[0] = along(on_plane, point(-1.0, 1.0), if w < 0.2 { 0.0 } else { 1.0e-12 });
            }
            // Slivers.
            1 => triangle[2] = along(triangle[1], point(-1.0, 1.0), 1.0e-4),
            // Smaller than any cell, a few of them close together.
            2 => {
                let origin = along([2.5; 3], point(-1.0, 1.0), if index % 3 == 0 { 0.5 } else { 2.0e-3 });
                triangle = [origin, along(origin, point(-1.0, 1.0), 2.0e-3), along(origin, point(-1.0, 1.0), 2.0e-3)];
            }
            // Edge-on along an axis, on planes that others are in too.
            3 => {
                let plane = point(1.0, 4.0)[0].round();
                triangle.iter_mut().for_each(|corner| corner[index % 3] = plane);
            }
            // The same depth along an axis, for all.
            4 => triangle.iter_mut().for_each(|corner| corner[2] = 2.0),
            // Corners on a lattice: they touch, and some are degenerate.
            5 => triangle = triangle.map(|corner| corner.map(f64::round)),
            // A large one among small ones.
            6 if index > 0 => {
                let origin = point(1.0, 4.0);
                triangle = [origin, along(origin, point(-1.0, 1.0), 0.2), along(origin, point(-1.0, 1.0), 0.2)];
            }
            _ => {}
        }
        triangles.push(triangle);
    }
    let others = triangles.split_off(1 + triangles.len() / 3);
    [triangles, others]
}

/// Many small random scenes side by side, too far apart to meet: two objects of a few triangles each.
pub fn side_by_side(seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    for index in 0..count {
        let place = [index % 7, index / 7 % 7, index / 49].map(|k| 8.0 * k as f64);
        for triangles in few_triangles(index, &mut random) {
            let corners = triangles.into_iter().flatten().map(|corner| sum(corner, place)).collect();
            scene.add("small", &crate::edges::soup(corners), Pose::IDENTITY);
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_scene_every_time_and_another_seed_another() {
        for kind in KINDS {
            let positions = |seed| -> Vec<_> {
                let (scene, clearance) = scene(kind, &mut Random::new(seed));
                assert!(clearance > 0.0);
                scene.objects().iter().flat_map(|object| object.mesh().positions().to_vec()).collect()
            };
            assert!((1..20).any(|seed| !positions(seed).is_empty()), "{kind:?}");
            assert!((1..20).all(|seed| positions(seed) == positions(seed)), "{kind:?}");
            assert!((1..20).any(|seed| positions(seed) != positions(seed + 1)), "{kind:?}");
        }
    }
}
