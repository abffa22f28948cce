//! Shapes of at most about 100 triangles, about 4 wide, with the origin at or near their middle.

use super::Solid;
use crate::Random;
use crate::shapes;
use crate::surface::{Ends, Point, loft};

/// A shape by name.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// In words.
    pub name: &'static str,
    /// Makes it.
    pub make: fn() -> Solid,
}

/// The precision to which curved shapes are rounded.
const UNIT: f64 = 1.0 / 64.0;

/// All shapes, simple ones first.
pub const POOL: [Shape; 20] = [
    Shape { name: "box", make: || cuboid([-2.0; 3], [2.0; 3]) },
    Shape { name: "plank", make: || cuboid([-2.0, -1.0, -0.5], [2.0, 1.0, 0.5]) },
    Shape { name: "tetrahedron", make: tetrahedron },
    Shape { name: "wedge", make: wedge },
    Shape { name: "octahedron", make: || octahedron([0.0; 3], 2.0) },
    Shape { name: "cut box", make: || Solid::from(&shapes::subdivided_cuboid([-2.0; 3], [2.0; 3], [2, 1, 2])) },
    Shape { name: "icosahedron", make: || ball(1) },
    Shape { name: "ball", make: || ball(2) },
    Shape { name: "prism", make: || prism(6) },
    Shape { name: "cylinder", make: || prism(12) },
    Shape { name: "torus", make: || torus(0.5) },
    Shape { name: "trefoil", make: || trefoil(0.375) },
    Shape { name: "angle", make: angle },
    Shape { name: "channel", make: channel },
    Shape { name: "frame", make: || frame([2.0, 1.0], 1.0) },
    Shape { name: "hollow box", make: || hollow(2.0, &cuboid([-1.0; 3], [1.0; 3])) },
    Shape { name: "hollow box, octahedral cavity", make: || hollow(2.0, &octahedron([0.0; 3], 1.0)) },
    Shape {
        name: "nested shells",
        make: || hollow(2.0, &cuboid([-1.0; 3], [1.0; 3])).with(&cuboid([-0.5; 3], [0.5; 3])),
    },
    Shape {
        name: "two boxes",
        make: || cuboid([-2.0; 3], [-1.0, 2.0, 2.0]).with(&cuboid([1.0, -2.0, -2.0], [2.0, 2.0, 0.0])),
    },
    Shape { name: "two cavities", make: two_cavities },
];

/// How many shapes of the pool are simple: convex, with few triangles.
const SIMPLE: usize = 7;

/// Any shape of the pool.
pub fn any(random: &mut Random) -> Solid {
    (random.pick(&POOL).make)()
}

/// A convex one with few triangles.
pub fn simple(random: &mut Random) -> Solid {
    (random.pick(&POOL[..SIMPLE]).make)()
}

pub(super) fn cuboid(min: Point, max: Point) -> Solid {
    Solid::from(&shapes::cuboid(min, max))
}

/// A corner of a cube.
fn tetrahedron() -> Solid {
    let positions = vec![[-1.0; 3], [3.0, -1.0, -1.0], [-1.0, 3.0, -1.0], [-1.0, -1.0, 3.0]];
    Solid { positions, triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] }
}

/// Half of a box.
fn wedge() -> Solid {
    let outline = [[-2.0, -2.0], [2.0, -2.0], [-2.0, 2.0]];
    Solid::from(&shapes::extruded(&outline, &[[0, 1, 2]], 2.0, 1)).moved([0.0, 0.0, -1.0])
}

pub(super) fn octahedron(center: Point, radius: f64) -> Solid {
    let corner = |k: usize| {
        let mut corner = center;
        corner[k / 2] += if k.is_multiple_of(2) { radius } else { -radius };
        corner
    };
    let face = |signs: u32| {
        let [x, y, z] = [signs & 1, 2 + (signs >> 1 & 1), 4 + (signs >> 2)];
        if signs.count_ones().is_multiple_of(2) { [x, y, z] } else { [x, z, y] }
    };
    Solid { positions: (0..6).map(corner).collect(), triangles: (0..8).map(face).collect() }
}

fn ball(frequency: usize) -> Solid {
    Solid::from(shapes::geodesic(frequency)).scaled([2.0; 3]).rounded(UNIT)
}

fn prism(sides: usize) -> Solid {
    Solid::from(&shapes::cylinder(2.0, 2.0, sides, 1)).moved([0.0, 0.0, -1.0]).rounded(UNIT)
}

pub(super) fn torus(minor: f64) -> Solid {
    Solid::from(&shapes::torus(1.5, minor, 8, 4)).rounded(UNIT)
}

pub(super) fn trefoil(radius: f64) -> Solid {
    Solid::from(&shapes::knot(2, 3, radius, 18, 3)).rounded(UNIT)
}

/// An L.
fn angle() -> Solid {
    let outline = [[-2.0, -2.0], [2.0, -2.0], [2.0, -1.0], [-1.0, -1.0], [-1.0, 2.0], [-2.0, 2.0]];
    let cover = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    Solid::from(&shapes::extruded(&outline, &cover, 2.0, 1)).moved([0.0, 0.0, -1.0])
}

/// A U.
fn channel() -> Solid {
    Solid::from(&shapes::channel([4.0, 3.0], 1.0, 2.0, 1)).moved([0.0, -1.0, -1.0])
}

/// A square plate with a square hole through it, along z: half the widths of both, and half the thickness.
pub(super) fn frame([outer, inner]: [f64; 2], half: f64) -> Solid {
    let ring = |r: f64, z: f64| vec![[-r, -r, z], [r, -r, z], [r, r, z], [-r, r, z]];
    let rings = [ring(outer, -half), ring(outer, half), ring(inner, half), ring(inner, -half)];
    Solid::from(loft(&rings, Ends::Joined))
}

/// A cube of that half width with a cavity.
pub(super) fn hollow(half: f64, cavity: &Solid) -> Solid {
    cuboid([-half; 3], [half; 3]).with(&cavity.flipped())
}

fn two_cavities() -> Solid {
    let cavity = |x: f64| cuboid([x, -1.0, -1.0], [x + 1.0, 1.0, 1.0]);
    hollow(2.0, &cavity(-1.5)).with(&cavity(0.5).flipped())
}
