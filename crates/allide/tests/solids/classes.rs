//! Classes of pairs that a person can check by looking: boxes on small integers, in all 24 turns of the axes.

use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};

/// A surface: corners and triangles.
#[derive(Clone, Debug, Default)]
struct Shape {
    corners: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// A box, outwards.
fn block(min: [f64; 3], max: [f64; 3]) -> Shape {
    let corners = (0..8).map(|k| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { min[axis] } else { max[axis] }));
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Shape { corners: corners.collect(), triangles: triangles.collect() }
}

/// The same box with the other diagonal in each face.
fn block_cut_otherwise(min: [f64; 3], max: [f64; 3]) -> Shape {
    let mut shape = block(min, max);
    for pair in shape.triangles.chunks_mut(2) {
        let ([a, b, c], d) = (pair[0], pair[1][2]);
        (pair[0], pair[1]) = ([b, c, d], [b, d, a]);
    }
    shape
}

impl Shape {
    fn inside_out(mut self) -> Self {
        self.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
        self
    }

    fn and(mut self, other: Self) -> Self {
        let first = self.corners.len() as u32;
        self.corners.extend(other.corners);
        self.triangles.extend(other.triangles.into_iter().map(|corners| corners.map(|corner| corner + first)));
        self
    }

    /// Without its last face.
    fn open(mut self) -> Self {
        self.triangles.truncate(self.triangles.len() - 2);
        self
    }

    fn turned(&self, turn: &[[f64; 3]; 3]) -> Mesh {
        let corner = |p: &[f64; 3]| turn.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
        Mesh::new(self.corners.iter().map(corner).collect(), self.triangles.clone()).unwrap()
    }
}

/// Extruded along z from a polygon around a square hole: four blocks would touch inside, this is one surface.
fn frame(outer: f64, inner: f64, height: f64) -> Shape {
    let ring = |size: f64, z: f64| [[-size, -size, z], [size, -size, z], [size, size, z], [-size, size, z]];
    let corners = [ring(outer, 0.0), ring(inner, 0.0), ring(outer, height), ring(inner, height)].concat();
    let mut triangles = Vec::new();
    let mut quad = |a: u32, b: u32, c: u32, d: u32| triangles.extend([[a, b, c], [a, c, d]]);
    for k in 0..4 {
        let next = (k + 1) % 4;
        quad(k, next, 8 + next, 8 + k);
        quad(4 + next, 4 + k, 12 + k, 12 + next);
        quad(8 + k, 8 + next, 12 + next, 12 + k);
        quad(next, k, 4 + k, 4 + next);
    }
    Shape { corners, triangles }
}

/// The 24 ways to turn the axes.
fn turns() -> Vec<[[f64; 3]; 3]> {
    let mut turns = Vec::new();
    for (axes, even) in
        [([0, 1, 2], 1.0), ([1, 2, 0], 1.0), ([2, 0, 1], 1.0), ([0, 2, 1], -1.0), ([2, 1, 0], -1.0), ([1, 0, 2], -1.0)]
    {
        for signs in 0..8_u32 {
            let sign = |axis: u32| if signs >> axis & 1 == 0 { 1.0 } else { -1.0 };
            if sign(0) * sign(1) * sign(2) * even > 0.0 {
                let mut turn = [[0.0; 3]; 3];
                (0..3).for_each(|row| turn[row][axes[row]] = sign(row as u32));
                turns.push(turn);
            }
        }
    }
    assert_eq!(turns.len(), 24);
    turns
}

/// The finding between two shapes: the class, and which of them lies inside.
type Found = Option<(PairClass, Option<usize>)>;

fn ask(engine: &mut Engine, meshes: &[Mesh; 2], question: &Solids) -> Found {
    let mut scene = Scene::new();
    let ids = [0, 1].map(|k| scene.add(["first", "second"][k], &meshes[k], Pose::IDENTITY));
    let report = engine.run(&scene, question).unwrap();
    if !report.sets.is_empty() {
        return Some((PairClass::Duplicate, None));
    }
    assert!(report.pairs.len() < 2);
    report.pairs.first().map(|pair| (pair.class, pair.inside.map(|id| usize::from(id == ids[1]))))
}

/// Asks in all turns, both orders, by every method on the CPU.
fn expect(name: &str, first: &Shape, second: &Shape, expected: Found) {
    let mut engine = Engine::cpu();
    let methods = super::exact_methods();
    let questions: Vec<Solids> =
        methods.flat_map(|m| [Solids::new().method(m), Solids::new().method(m).pairs_only()]).collect();
    let swapped = expected.map(|(class, inside)| (class, inside.map(|k| 1 - k)));
    for turn in turns() {
        let [a, b] = [first.turned(&turn), second.turned(&turn)];
        for question in &questions {
            assert_eq!(ask(&mut engine, &[a.clone(), b.clone()], question), expected, "{name}: {turn:?} {question:?}");
            assert_eq!(ask(&mut engine, &[b.clone(), a.clone()], question), swapped, "{name}: {turn:?} {question:?}");
        }
    }
}

const HARD: Found = Some((PairClass::Hard, None));
const TOUCH: Found = Some((PairClass::Touch, None));
const SAME: Found = Some((PairClass::Duplicate, None));
const SECOND_INSIDE: Found = Some((PairClass::Contained, Some(1)));

#[test]
fn boxes_apart_crossing_and_nested() {
    let unit = block([0.0; 3], [4.0; 3]);
    expect("apart", &unit, &block([5.0, 0.0, 0.0], [6.0, 4.0, 4.0]), None);
    expect("corner in", &unit, &block([3.0; 3], [6.0; 3]), HARD);
    expect("through", &unit, &block([1.0, 1.0, -1.0], [2.0, 2.0, 5.0]), HARD);
    expect("inside", &unit, &block([1.0; 3], [2.0; 3]), SECOND_INSIDE);
    expect("inside, inside out", &unit, &block([1.0; 3], [2.0; 3]).inside_out(), SECOND_INSIDE);
    expect("inside what is inside out", &unit.clone().inside_out(), &block([1.0; 3], [2.0; 3]), SECOND_INSIDE);
}

#[test]
fn flush_faces_share_volume_or_not() {
    let wall = block([0.0; 3], [10.0, 1.0, 3.0]);
    // Two walls that share 5 by 1 by 3, all faces flush but the ends.
    expect("walls", &wall, &block([5.0, 0.0, 0.0], [15.0, 1.0, 3.0]), HARD);
    expect("end to end", &wall, &block([10.0, 0.0, 0.0], [15.0, 1.0, 3.0]), TOUCH);
    expect("on top", &wall, &block([2.0, 0.0, 3.0], [4.0, 1.0, 5.0]), TOUCH);
    expect("edge on edge", &wall, &block([2.0, 1.0, 3.0], [4.0, 2.0, 5.0]), TOUCH);
    expect("corner on corner", &wall, &block([10.0, 1.0, 3.0], [12.0, 2.0, 5.0]), TOUCH);
    expect("corner on a face", &wall, &block([5.0, 1.0, 1.0], [6.0, 2.0, 5.0]), TOUCH);
    expect("flush on one face", &wall, &block([2.0, 0.5, 0.0], [4.0, 1.0, 5.0]), HARD);
    expect("inside, flush on one face", &wall, &block([2.0, 0.25, 0.0], [4.0, 0.5, 1.0]), SECOND_INSIDE);
    expect("inside, flush on three faces", &wall, &block([0.0; 3], [4.0, 0.5, 1.0]), SECOND_INSIDE);
    expect("inside, flush on five faces", &wall, &block([0.0; 3], [4.0, 1.0, 3.0]), SECOND_INSIDE);
    expect("same", &wall, &block([0.0; 3], [10.0, 1.0, 3.0]), SAME);
    expect("same, cut otherwise", &wall, &block_cut_otherwise([0.0; 3], [10.0, 1.0, 3.0]), SAME);
    expect("same, inside out", &wall, &block_cut_otherwise([0.0; 3], [10.0, 1.0, 3.0]).inside_out(), SAME);
}

#[test]
fn pegs_and_holes() {
    let frame = frame(4.0, 2.0, 3.0);
    expect("a peg that fits", &frame, &block([-2.0, -2.0, -1.0], [2.0, 2.0, 5.0]), TOUCH);
    expect("a plug", &frame, &block([-2.0, -2.0, 0.0], [2.0, 2.0, 3.0]), TOUCH);
    expect("a thin peg", &frame, &block([-1.0, -1.0, -1.0], [1.0, 1.0, 5.0]), None);
    expect("a thin plug", &frame, &block([-1.0, -1.0, 0.0], [1.0, 1.0, 3.0]), None);
    expect("too thick on one side", &frame, &block([-2.0, -2.0, -1.0], [3.0, 2.0, 5.0]), HARD);
    expect("too thick, flush at the ends", &frame, &block([-2.0, -2.0, 0.0], [3.0, 2.0, 3.0]), HARD);
    expect("in the wall of the frame", &frame, &block([2.0, -2.0, 0.0], [4.0, 2.0, 3.0]), SECOND_INSIDE);
    expect("a lid", &frame, &block([-4.0, -4.0, 3.0], [4.0, 4.0, 4.0]), TOUCH);
    expect("filled", &block([-4.0, -4.0, 0.0], [4.0, 4.0, 3.0]), &frame, SECOND_INSIDE);
}

#[test]
fn a_shell_that_faces_inwards_is_a_cavity() {
    let hollow = block([0.0; 3], [10.0; 3]).and(block([2.0; 3], [8.0; 3]).inside_out());
    // Turned inside out as a whole, it is the same solid.
    for hollow in [hollow.clone(), hollow.inside_out()] {
        expect("in the cavity", &hollow, &block([3.0; 3], [4.0; 3]), None);
        expect("touching the cavity's wall", &hollow, &block([2.0, 3.0, 3.0], [4.0; 3]), TOUCH);
        expect("filling the cavity", &hollow, &block([2.0; 3], [8.0; 3]), TOUCH);
        expect("filling the cavity, cut otherwise", &hollow, &block_cut_otherwise([2.0; 3], [8.0; 3]), TOUCH);
        expect("in the wall", &hollow, &block([0.5; 3], [1.5; 3]), SECOND_INSIDE);
        expect("in the wall, between both", &hollow, &block([0.0, 3.0, 3.0], [2.0, 4.0, 4.0]), SECOND_INSIDE);
        expect("around the cavity", &hollow, &block([1.0; 3], [9.0; 3]), HARD);
        expect("the whole block", &block_cut_otherwise([0.0; 3], [10.0; 3]), &hollow, SECOND_INSIDE);
    }
    let hollow = block([0.0; 3], [10.0; 3]).and(block([2.0; 3], [8.0; 3]).inside_out());
    let island = hollow.and(block([4.0; 3], [6.0; 3]));
    expect("an island in the cavity", &island, &block([4.5; 3], [5.5; 3]), SECOND_INSIDE);
    expect("around the island", &island, &block([3.0; 3], [7.0; 3]), HARD);
    expect("around the island, flush", &island, &block([3.0, 4.0, 4.0], [7.0, 6.0, 6.0]), HARD);
}

#[test]
fn a_shell_that_faces_the_same_way_is_part_of_the_solid() {
    let nested = block([0.0; 3], [10.0; 3]).and(block([2.0; 3], [8.0; 3]));
    for nested in [nested.clone(), nested.inside_out()] {
        expect("within both", &nested, &block([3.0; 3], [4.0; 3]), SECOND_INSIDE);
        expect("on the inner shell", &nested, &block([2.0, 3.0, 3.0], [4.0; 3]), SECOND_INSIDE);
        expect("the inner shell", &nested, &block([2.0; 3], [8.0; 3]), SECOND_INSIDE);
        expect("the inner shell, cut otherwise", &nested, &block_cut_otherwise([2.0; 3], [8.0; 3]), SECOND_INSIDE);
        expect("between both", &nested, &block([0.5; 3], [1.5; 3]), SECOND_INSIDE);
        expect("around the inner shell", &nested, &block([1.0; 3], [9.0; 3]), SECOND_INSIDE);
        expect("the whole block", &block_cut_otherwise([0.0; 3], [10.0; 3]), &nested, SAME);
        expect("through all", &nested, &block([3.0, 3.0, -1.0], [4.0, 4.0, 11.0]), HARD);
    }
}

#[test]
fn solids_of_several_shells() {
    let two = block([0.0; 3], [1.0; 3]).and(block([5.0; 3], [6.0; 3]));
    expect("one of two shells inside", &two, &block([4.0; 3], [7.0; 3]), HARD);
    expect("both shells inside", &block([-1.0; 3], [7.0; 3]), &two, SECOND_INSIDE);
    expect("both shells inside, one flush", &block([0.0; 3], [7.0; 3]), &two, SECOND_INSIDE);
    expect("between the shells", &two, &block([2.0; 3], [4.0; 3]), None);
}

#[test]
fn what_overlaps_itself_is_solid_in_all_its_parts() {
    let cross = block([-5.0, -1.0, -1.0], [5.0, 1.0, 1.0]).and(block([-1.0, -5.0, -1.0], [1.0, 5.0, 1.0]));
    expect("where both bars are", &cross, &block([-0.5; 3], [0.5; 3]), SECOND_INSIDE);
    expect("in one bar", &cross, &block([3.0, -0.5, -0.5], [4.0, 0.5, 0.5]), SECOND_INSIDE);
    expect("beside both", &cross, &block([3.0, 3.0, -0.5], [4.0, 4.0, 0.5]), None);
    expect("through both", &cross, &block([-0.5, -0.5, -3.0], [0.5, 0.5, 3.0]), HARD);
}

#[test]
fn what_is_not_closed_takes_part_by_its_surface() {
    let unit = block([0.0; 3], [4.0; 3]);
    expect("a bucket inside", &unit, &block([1.0; 3], [2.0; 3]).open(), SECOND_INSIDE);
    expect("nothing is inside a bucket", &unit.clone().open(), &block([1.0; 3], [2.0; 3]), None);
    expect("a flush bucket inside", &unit, &block([0.0, 1.0, 1.0], [2.0; 3]).open(), SECOND_INSIDE);
    expect("a bucket beside", &unit, &block([4.0, 1.0, 1.0], [5.0, 2.0, 2.0]).open(), TOUCH);
    expect("a bucket crosses", &unit, &block([3.0; 3], [6.0; 3]).open(), HARD);

    let mut scene = Scene::new();
    let turn = turns()[0];
    scene.add("closed", &unit.turned(&turn), Pose::IDENTITY);
    let bucket = scene.add("bucket", &unit.open().turned(&turn), Pose::translation(9.0, 0.0, 0.0).unwrap());
    assert_eq!(Engine::cpu().run(&scene, &Solids::new()).unwrap().surfaces, [bucket]);
}

/// A strip along x, as wide as the unit, over points of its profile; every triangle `copies` times.
fn strip(profile: &[[f64; 2]], copies: usize) -> Mesh {
    let corners = profile.iter().flat_map(|&[x, z]| [[x, 0.0, z], [x, 1.0, z]]).collect();
    let triangles = (0..profile.len() as u32 - 1).map(|k| 2 * k).flat_map(|k| [[k, k + 2, k + 3], [k, k + 3, k + 1]]);
    let turned = |corners: [u32; 3]| (0..copies).map(move |copy| std::array::from_fn(|k| corners[(k + copy) % 3]));
    Mesh::new(corners, triangles.flat_map(turned).collect()).unwrap()
}

/// Two hundred copies of every triangle: who looks at the copies around each pair of them takes hours.
#[test]
fn copies_of_triangles_change_no_class() {
    let flat = [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
    let question = Solids::new();
    for (end, expected) in [(-1.0, HARD), (1.0, TOUCH)] {
        let bent = [[-1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [2.0, end]];
        for copies in [[1, 1], [200, 1], [1, 200], [200, 200]] {
            let meshes = [strip(&flat, copies[0]), strip(&bent, copies[1])];
            assert_eq!(ask(&mut Engine::cpu(), &meshes, &question), expected, "{copies:?}, to {end}");
        }
    }
}
