//! Pairs that meet in a way that is hard to judge.

use super::pool::{self, cuboid, frame, hollow, octahedron};
use super::{AxisTurn, Solid};
use crate::Random;
use crate::surface::Point;
use allide::DVec3;

/// The difficulty of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing: any two shapes, each turned in its own way. Coordinates are rounded, but not to a lattice.
    General,
    /// Boxes with corners on a small lattice: all faces, edges and vertices may coincide.
    Boxes,
    /// Any two shapes, turned by quarters, on a lattice.
    Lattice,
    /// Faces in one plane, on either side of it.
    Flush,
    /// A vertex on a face, an edge or a vertex, or a little off.
    Vertex,
    /// An edge on an edge, crossing it or along it, or a little off.
    Edge,
    /// A peg in a hole that it fills, nearly fills or overfills; long, short or flush.
    Peg,
    /// Within the other one, with faces, edges or vertices on its faces.
    Within,
    /// In a cavity: free, on a wall, filling it, or too large for it.
    Cavity,
    /// Several shells, and something that is all, some or none of them.
    Shells,
    /// The same solid with other triangles.
    Duplicate,
    /// The same solid but for one vertex, which lies a little off.
    Almost,
    /// The same shape, slid along its own faces.
    Slid,
    /// The same shape in another size, with a vertex in common.
    Grown,
    /// Tori and knots through each other.
    Tangled,
}

/// All of them.
pub const KINDS: [Kind; 15] = [
    Kind::General,
    Kind::Boxes,
    Kind::Lattice,
    Kind::Flush,
    Kind::Vertex,
    Kind::Edge,
    Kind::Peg,
    Kind::Within,
    Kind::Cavity,
    Kind::Shells,
    Kind::Duplicate,
    Kind::Almost,
    Kind::Slid,
    Kind::Grown,
    Kind::Tangled,
];

impl Kind {
    /// One word, in lower case.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Whether coordinates are so short that turns, shears and middles of edges are exact.
    pub(super) fn is_exact(self) -> bool {
        self != Kind::General
    }

    pub(super) fn make(self, random: &mut Random) -> (Solid, Solid) {
        match self {
            Kind::General => (tumbled(random), tumbled(random)),
            Kind::Boxes => (lattice_box(random), lattice_box(random)),
            Kind::Lattice => (placed(random, 3.0), placed(random, 3.0)),
            Kind::Flush => flush(random),
            Kind::Vertex => vertex(random),
            Kind::Edge => edge(random),
            Kind::Peg => peg(random),
            Kind::Within => within(random),
            Kind::Cavity => cavity(random),
            Kind::Shells => shells(random),
            Kind::Duplicate => duplicate(random),
            Kind::Almost => almost(random),
            Kind::Slid => slid(random),
            Kind::Grown => grown(random),
            Kind::Tangled => tangled(random),
        }
    }
}

fn turned(solid: &Solid, random: &mut Random) -> Solid {
    solid.turned(AxisTurn::ALL[random.below(24)])
}

/// A multiple of 1/2 between −`limit` and `limit` along each axis.
fn halves(limit: f64, random: &mut Random) -> Point {
    [0; 3].map(|_| random.below(4 * limit as usize + 1) as f64 * 0.5 - limit)
}

fn tumbled(random: &mut Random) -> Solid {
    let solid = if random.once_in(2) { pool::simple(random) } else { pool::any(random) };
    let pose = crate::turned(random.direction(), random.between(0.0, 6.0), random.point(-1.5, 1.5));
    let solid = solid.scaled([random.between(0.25, 1.25); 3]).mapped(|point| pose.apply(DVec3::from(point)).into());
    // Products of all digits of all coordinates take long where there are many.
    let unit = if solid.triangles.len() <= 20 { 2f64.powi(-52) } else { 2f64.powi(-20) };
    solid.rounded(unit)
}

fn lattice_box(random: &mut Random) -> Solid {
    let min = [0; 3].map(|_| random.below(3) as f64);
    let max = min.map(|x| x + 1.0 + random.below(3) as f64);
    let cells = [0; 3].map(|_| 1 + random.below(2));
    Solid::from(&crate::shapes::subdivided_cuboid(min, max, cells))
}

fn placed(random: &mut Random, limit: f64) -> Solid {
    let solid = if random.once_in(3) { pool::simple(random) } else { pool::any(random) };
    turned(&solid, random).moved(halves(limit, random))
}

/// Nothing half of the time; otherwise a short step to either side.
fn nudge(random: &mut Random) -> f64 {
    let step = random.pick(&[2f64.powi(-4), 2f64.powi(-20)]);
    random.pick(&[0.0, 0.0, step, -step])
}

fn bounds(solid: &Solid, axis: usize) -> (f64, f64) {
    let values = solid.positions.iter().map(|point| point[axis]);
    (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
}

fn flush(random: &mut Random) -> (Solid, Solid) {
    let (a, b) = (turned(&pool::any(random), random), turned(&pool::any(random), random));
    let ((low_a, high_a), (low_b, high_b)) = (bounds(&a, 0), bounds(&b, 0));
    let [_, y, z] = halves(2.0, random);
    // Face against face from outside, or from inside.
    let x = random.pick(&[high_a - low_b, low_a - low_b, high_a - high_b]) + nudge(random);
    let b = b.moved([x, y, z]);
    (a, b)
}

/// A vertex, the middle of an edge or a point of a face.
fn feature(solid: &Solid, random: &mut Random) -> Point {
    let [p, q, r] = random.pick(&solid.triangles).map(|vertex| solid.positions[vertex as usize]);
    let weights = random.pick(&[[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.25, 0.25, 0.5], [0.5, 0.25, 0.25]]);
    [0, 1, 2].map(|k| p[k] * weights[0] + q[k] * weights[1] + r[k] * weights[2])
}

fn vertex(random: &mut Random) -> (Solid, Solid) {
    let (a, b) = (turned(&pool::any(random), random), turned(&pool::simple(random), random));
    let b = b.scaled([random.pick(&[0.25, 0.5, 1.0]); 3]);
    attached(a, &b, random, feature, |b, random| random.pick(&b.positions))
}

/// The middle of an edge.
fn middle(solid: &Solid, random: &mut Random) -> Point {
    let [p, q, _] = random.pick(&solid.triangles).map(|vertex| solid.positions[vertex as usize]);
    [0, 1, 2].map(|k| (p[k] + q[k]) * 0.5)
}

fn edge(random: &mut Random) -> (Solid, Solid) {
    let shapes = [octahedron([0.0; 3], 2.0), cuboid([-1.0; 3], [1.0; 3]), pool::simple(random)];
    let (a, b) = (random.below(3), random.below(3));
    let (a, b) = (turned(&shapes[a], random), turned(&shapes[b], random));
    attached(a, &b, random, middle, middle)
}

type Choose = fn(&Solid, &mut Random) -> Point;

/// A point of `b` on a point of `a`, or a little off; most of the time far out, where they are more likely to touch only.
fn attached(a: Solid, b: &Solid, random: &mut Random, of_a: Choose, of_b: Choose) -> (Solid, Solid) {
    let tries = random.pick(&[1, 8, 8]);
    let mut steps = (0..tries).map(|_| {
        let (at, tip) = (of_a(&a, random), of_b(b, random));
        [0, 1, 2].map(|k| at[k] - tip[k])
    });
    let length = |by: &Point| by.iter().map(|x| x * x).sum::<f64>();
    let first = steps.next().unwrap_or_default();
    let mut by = steps.fold(first, |best, by| if length(&by) > length(&best) { by } else { best });
    by[random.below(3)] += nudge(random);
    let b = b.moved(by);
    (a, b)
}

fn peg(random: &mut Random) -> (Solid, Solid) {
    let half = random.pick(&[0.5, 1.0]);
    let plate = frame([2.0, 1.0], half);
    let (width, depth) = (random.pick(&[1.0, 1.0, 0.5]) + nudge(random), random.pick(&[1.0, 1.0, 0.5]));
    let ends = [random.pick(&[-2.0, -half, -0.25, half]), random.pick(&[half, 3.0, 0.25])];
    let [low, high] = if ends[0] < ends[1] { ends } else { [half, 3.0] };
    let slide = nudge(random);
    let peg = cuboid([slide - width, -depth, low], [slide + width, depth, high]);
    // Also two pegs of one piece, in hole and beside the plate.
    let peg = if random.once_in(4) { peg.with(&cuboid([2.0, -1.0, low], [3.0, 1.0, high])) } else { peg };
    (plate, peg)
}

fn within(random: &mut Random) -> (Solid, Solid) {
    let outer = cuboid([-2.0; 3], [2.0; 3]);
    let inner = pool::any(random).scaled([random.pick(&[0.5, 1.0]), random.pick(&[0.5, 1.0]), 0.5]);
    let inner = turned(&inner, random);
    let by = [0, 1, 2].map(|axis| {
        let (low, high) = bounds(&inner, axis);
        random.pick(&[-2.0 - low, 2.0 - high, 0.0])
    });
    let mut inner = inner.moved(by);
    if random.once_in(3) {
        let mut by = [0.0; 3];
        by[random.below(3)] = nudge(random);
        inner = inner.moved(by);
    }
    (outer, inner)
}

fn cavity(random: &mut Random) -> (Solid, Solid) {
    let space = random.pick(&[0, 1, 2]);
    let space = match space {
        0 => cuboid([-2.0; 3], [2.0; 3]),
        1 => octahedron([0.0; 3], 2.0),
        _ => pool::any(random),
    };
    let space = turned(&space, random);
    // A shape with a cavity of its own becomes one within a cavity.
    let outer = hollow(8.0, &space);
    let size = random.pick(&[0.25, 0.5, 1.0, 1.0, 1.25]);
    let filling = if random.once_in(2) { space.clone() } else { turned(&pool::simple(random), random) };
    let mut by = if random.once_in(3) { halves(1.0, random) } else { [0.0; 3] };
    by[random.below(3)] += nudge(random);
    (outer, filling.scaled([size; 3]).moved(by))
}

fn shells(random: &mut Random) -> (Solid, Solid) {
    let blocks = [0, 1, 2].map(|k| {
        let x = 3.0 * f64::from(k) - 4.0;
        let block = if random.once_in(2) {
            cuboid([x, -1.0, -1.0], [x + 2.0, 1.0, 1.0])
        } else {
            octahedron([x + 1.0, 0.0, 0.0], 1.0)
        };
        if random.once_in(3) { block.with(&octahedron([x + 1.0, 0.0, 0.0], 0.25).flipped()) } else { block }
    });
    let several = blocks[0].with(&blocks[1]).with(&blocks[2]);
    let other = match random.below(6) {
        // One of them, or two, or a part of one.
        0 => blocks[random.below(3)].clone(),
        1 => blocks[0].with(&blocks[2]),
        2 => blocks[1].scaled([0.5; 3]),
        // Between them, around them, or through them.
        3 => cuboid([-2.0, -1.0, -1.0], [-1.0, 1.0, 1.0]),
        4 => cuboid([-4.0, -1.0, -1.0], [4.0, 1.0, 1.0]),
        _ => octahedron([-0.5, 0.0, 0.0], 0.25).with(&blocks[2].moved([0.0, 0.0, 2.0 + nudge(random)])),
    };
    (several, other)
}

fn duplicate(random: &mut Random) -> (Solid, Solid) {
    let solid = pool::any(random);
    let cuts = random.below(9);
    (solid.clone(), solid.refined(cuts, random))
}

fn almost(random: &mut Random) -> (Solid, Solid) {
    let (solid, mut other) = duplicate(random);
    let (vertex, axis) = (random.below(other.positions.len()), random.below(3));
    other.positions[vertex][axis] += random.pick(&[2f64.powi(-7), -(2f64.powi(-7)), 2f64.powi(-20), -(2f64.powi(-20))]);
    (solid, other)
}

fn slid(random: &mut Random) -> (Solid, Solid) {
    let solid = pool::any(random);
    let mut by = [0.0; 3];
    by[random.below(3)] = random.pick(&[4.0, 2.0, 1.0, 0.5, 2f64.powi(-20)]);
    if random.once_in(3) {
        by[random.below(3)] = random.pick(&[-1.0, 1.0, 2.0, 2f64.powi(-20)]);
    }
    let other = solid.moved(by);
    (solid, other)
}

fn grown(random: &mut Random) -> (Solid, Solid) {
    let solid = pool::any(random);
    let fixed = random.pick(&solid.positions);
    let factors = if random.once_in(2) { [2.0; 3] } else { [1.0, 2.0, random.pick(&[1.0, 0.5])] };
    let by = [0, 1, 2].map(|axis| fixed[axis] - factors[axis] * fixed[axis]);
    let other = solid.scaled(factors).moved(by);
    (solid, other)
}

fn tangled(random: &mut Random) -> (Solid, Solid) {
    let mut one = || {
        let thin = match random.below(4) {
            0 => pool::trefoil(0.1875),
            1 => frame([2.0, 1.5], 0.25),
            _ => pool::torus(0.25),
        };
        turned(&thin, random)
    };
    let (a, b) = (one(), one());
    // One through the middle of the other, where there is room.
    let mut by = [0.0; 3];
    by[random.below(3)] = random.pick(&[1.25, 1.5, 1.75, 2.0]);
    by[random.below(3)] += random.pick(&[0.0, 0.25, 0.5]);
    (a, b.moved(by))
}
