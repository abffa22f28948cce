//! Figures 4 and 5 of "Self-intersections with CULLIDE" as scenes of a few triangles.

use super::cover::TRIANGLE;
use super::stage::{DrawTargets, Look, Patch, Shot};
use super::tests::World;
use super::view::{Direction, View, Window};
use super::{order_free, ordered};
use crate::gpu::Triangles;
use crate::gpu::testing::on_one;
use crate::gpu_confirm::Rule;
use allide_gpu::{Gpu, Recorder};

/// Seen along z in 16 × 16 pixels: corners by pixels from the middle and depth in cells.
struct Figure {
    world: World,
    view: View,
}

const SIDE: i32 = 1 << 28;

impl Figure {
    /// Each part has one or more triangles.
    fn of(parts: &[&[[[f64; 3]; 3]]]) -> Self {
        let window = Window { low: [0; 3], high: [SIDE; 3] };
        let view = View::of(&window, Direction::AXES[2], 16);
        let [width, height] = view.pixel();
        // Right is y, up is x.
        let cell = |[x, y, z]: [f64; 3]| {
            let at = |pixels: f64, size: f32| SIDE / 2 + (pixels * f64::from(size)).round() as i32;
            [at(y, height), at(x, width), z as i32, 0]
        };
        let mut world = World::default();
        for (part, triangles) in (0..).zip(parts) {
            for corners in *triangles {
                world.corners.extend(corners.map(cell));
                world.owners.push(part);
            }
        }
        Self { world, view }
    }

    /// Which parts stay, by each reduction, in views along all these directions.
    fn kept(&self, gpu: &Gpu, rule: Rule, directions: &[Direction]) -> Vec<bool> {
        let patches = self.world.owners.chunk_by(|a, b| a == b).scan(0, |end, part| {
            *end += part.len() as u32;
            Some(Patch { owner: part[0], places: *end - part.len() as u32..*end })
        });
        let patches: Vec<Patch> = patches.collect();
        let window = Window { low: [0; 3], high: [SIDE; 3] };
        let shots =
            directions.iter().map(|&way| Shot::new(View::of(&window, way, self.view.pixels()), [0.0; 4])).collect();
        let looks = [Look { patches, shots, is_counted: false }];
        let mut recorder = Recorder::new(gpu);
        let [positions, corners, owners] = &self.world.upload(&mut recorder);
        let triangles = Triangles { count: self.world.owners.len() as u32, positions, corners, owners };
        let stage = DrawTargets::new(gpu, &TRIANGLE, triangles, self.view.pixels()).unwrap();
        let free = order_free::reduce(recorder, &stage, rule, &looks).unwrap().kept;
        let ordered = ordered::reduce(Recorder::new(gpu), &stage, rule, &looks).unwrap().kept;
        assert_eq!(free, ordered);
        free
    }

    /// By CULLIDE, and by its variant for self-intersections, along z.
    fn both(&self, gpu: &Gpu) -> [Vec<bool>; 2] {
        [Rule::Between, Rule::Within].map(|rule| self.kept(gpu, rule, &Direction::AXES[2..]))
    }
}

/// A right triangle with its corner at a pixel place, at the depths of its three corners.
fn right(x: f64, y: f64, size: f64, depths: [f64; 3]) -> [[f64; 3]; 3] {
    [[x, y, depths[0]], [x + size, y, depths[1]], [x, y + size, depths[2]]]
}

/// Self-CULLIDE, Figure 5(a): depths that overlap, beside the steps of the depth image. Here these are 2⁻²⁴ of the view's
/// depth: 16 cells.
#[test]
fn depths_within_a_step_are_an_intersection_for_cullide_alone() {
    let deep = f64::from(SIDE) * 0.75;
    let flat = |depth: f64| [depth; 3];
    on_one(|gpu| {
        // A: apart, by less than a step.
        let a = Figure::of(&[&[right(-4.0, -4.0, 8.0, flat(deep))], &[right(-4.0, -4.0, 8.0, flat(deep + 1.0))]]);
        assert_eq!(a.both(gpu), [[true, true], [false, false]]);
        // B: they cross, by less than a step.
        let b = Figure::of(&[
            &[right(-4.0, -4.0, 8.0, [deep, deep + 2.0, deep])],
            &[right(-4.0, -4.0, 8.0, [deep + 2.0, deep, deep])],
        ]);
        assert_eq!(b.both(gpu), [[true, true], [false, false]]);
        // C: they cross by many.
        let c = Figure::of(&[
            &[right(-4.0, -4.0, 8.0, [deep, deep + 2000.0, deep])],
            &[right(-4.0, -4.0, 8.0, [deep + 2000.0, deep, deep])],
        ]);
        assert_eq!(c.both(gpu), [[true, true], [true, true]]);
        // Parts that are plainly apart are dropped, except hidden ones.
        let apart = Figure::of(&[&[right(-4.0, -4.0, 8.0, flat(deep))], &[right(-4.0, -4.0, 8.0, flat(deep + 1e6))]]);
        assert_eq!(apart.both(gpu), [[false, true], [false, true]]);
    });
}

/// Self-CULLIDE, Figure 5(b): intersections beside the middles of pixels, which are at halves.
#[test]
fn what_crosses_beside_the_middles_of_pixels_is_seen_by_neither_or_by_cullide_alone() {
    let (near, far) = (f64::from(SIDE) * 0.3, f64::from(SIDE) * 0.6);
    // Strips across three pixels: from x to x + width, at one depth on the left and another on the right.
    let strip = |x: f64, width: f64, [left, right]: [f64; 2]| {
        let (low, high) = (-0.9, 0.9);
        [
            [[x, low, left], [x + width, low, right], [x + width, high, right]],
            [[x, low, left], [x + width, high, right], [x, high, left]],
        ]
    };
    on_one(|gpu| {
        // A: they cross where both are seen, between 0.6 and 1.4, and no middle is there.
        let a = Figure::of(&[&strip(-2.0, 3.4, [near, far]), &strip(0.6, 3.4, [far, near])]);
        assert_eq!(a.both(gpu), [[false, false], [false, false]]);
        // B: one middle, at 1.5, is in both, at equal depths; or one is in front there, and they cross beside it.
        let equal = Figure::of(&[&strip(-2.0, 3.9, [near; 2]), &strip(1.1, 3.0, [near; 2])]);
        assert_eq!(equal.both(gpu), [[true, true], [false, false]]);
        let beside = Figure::of(&[&strip(-2.0, 3.9, [near, near]), &strip(1.1, 3.0, [near - 1e6, far])]);
        assert_eq!(beside.both(gpu), [[false, true], [false, true]]);
        // C: two middles, at 0.5 and 1.5, and each is in front in one.
        let c = Figure::of(&[&strip(-2.0, 3.9, [near, far]), &strip(0.1, 3.9, [far, near])]);
        assert_eq!(c.both(gpu), [[true, true], [true, true]]);
    });
}

/// Self-CULLIDE, Figure 4: triangles that hide each other from every side, in one leaf. Here the sides of a cube that do not touch.
#[test]
fn a_leaf_that_hides_itself_from_every_side_never_goes_but_its_triangles_do() {
    // In pixels across and thousandths of the view in depth.
    let point = |[x, y, z]: [f64; 3]| [6.0 * x, 6.0 * y, f64::from(SIDE) * (0.5 + 0.3333 * z)];
    let mut triangles: Vec<[[f64; 3]; 3]> = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let corner = |u: f64, v: f64| {
                let mut corner = [0.0; 3];
                (corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (side, 0.9 * u, 0.9 * v);
                point(corner)
            };
            triangles.push([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)]);
            triangles.push([corner(-1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
        }
    }
    let ways: Vec<Direction> = Direction::AXES.into_iter().chain(Direction::DIAGONALS).collect();
    let ways: Vec<Direction> = ways.iter().copied().chain(ways.iter().map(|way| way.opposite())).collect();
    let apart: Vec<&[[[f64; 3]; 3]]> = triangles.chunks(1).collect();
    on_one(|gpu| {
        assert_eq!(Figure::of(&[&triangles]).kept(gpu, Rule::Within, &ways), [true]);
        assert_eq!(Figure::of(&apart).kept(gpu, Rule::Within, &ways), [false; 12]);
    });
}
