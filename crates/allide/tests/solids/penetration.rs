//! How far solids go into each other where they meet: closed forms, points of a grid, tolerances.

use allide::{DVec3, Engine, Mesh, PairClass, Penetration, Pose, Scene, Shared, Solids, Unknown};
use allide_geom::distance;
use allide_scenes::shapes::{cuboid, cylinder, gear, knot, merge, torus};

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation(x, y, z).expect("finite")
}

fn pair(a: &Mesh, b: &Mesh) -> Scene {
    let mut scene = Scene::new();
    scene.add("a", a, Pose::IDENTITY);
    scene.add("b", b, Pose::IDENTITY);
    scene
}

fn shared(a: &Mesh, b: &Mesh) -> Shared {
    let report = Engine::cpu().run(&pair(a, b), &Solids::new().measured().with_duplicates()).expect("an answer");
    *report.pairs[0].shared.clone().expect("measured")
}

fn class(a: &Mesh, b: &Mesh, tolerance: f64) -> PairClass {
    let question = Solids::new().tolerance(tolerance).expect("positive");
    Engine::cpu().run(&pair(a, b), &question).expect("an answer").pairs[0].class
}

/// Bounds around a value, within a part of it.
#[track_caller]
fn assert_penetration(found: Penetration, expected: f64, part: f64) {
    let slack = 1e-9 * expected;
    assert!(found.lower <= expected + slack && expected <= found.upper + slack, "{expected}: {found:?}");
    assert!(found.upper - found.lower <= part * expected, "{expected}: {found:?}");
}

/// A tube: from one radius to another, standing on z = 0.
fn tube(inner: f64, outer: f64, height: f64, count: usize) -> Mesh {
    let ring = |radius: f64, z: f64| {
        (0..count).map(move |k| {
            let angle = std::f64::consts::TAU * k as f64 / count as f64;
            [radius * angle.cos(), radius * angle.sin(), z]
        })
    };
    let rings = [(inner, 0.0), (outer, 0.0), (outer, height), (inner, height)];
    let positions = rings.into_iter().flat_map(|(radius, z)| ring(radius, z)).collect();
    let mut triangles = Vec::new();
    for side in 0..4 {
        for k in 0..count {
            let corner = |ring: usize, k: usize| (ring % 4 * count + k % count) as u32;
            let [p, q, r, s] = [corner(side, k), corner(side + 1, k), corner(side + 1, k + 1), corner(side, k + 1)];
            triangles.extend([[p, r, q], [p, s, r]]);
        }
    }
    let mesh = Mesh::new(positions, triangles).expect("a tube");
    assert!(mesh.topology().is_closed());
    mesh
}

/// An outline in x and y, drawn counter-clockwise, with this number of triangle fans, made into a prism.
fn prism(outline: &[[f64; 2]], cover: &[[u32; 3]], height: [f64; 2]) -> Mesh {
    let count = outline.len() as u32;
    let positions = height.iter().flat_map(|&z| outline.iter().map(move |&[x, y]| [x, y, z])).collect();
    let mut triangles: Vec<[u32; 3]> = cover.iter().map(|&[p, q, r]| [p, r, q]).collect();
    triangles.extend(cover.iter().map(|t| t.map(|vertex| vertex + count)));
    for k in 0..count {
        let next = (k + 1) % count;
        triangles.extend([[k, next, count + next], [k, count + next, count + k]]);
    }
    Mesh::new(positions, triangles).expect("a prism")
}

#[test]
fn boxes_go_in_by_the_shortest_side_of_what_they_share() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    for (low, high, expected) in [
        ([0.75, 0.5, 0.25], [2.0; 3], 0.25),
        ([-1.0, 0.25, 0.25], [2.0, 0.5, 0.875], 0.25),
        ([0.25; 3], [0.75; 3], 0.5),
        ([0.5, 0.0, 0.0], [2.0, 1.0, 1.0], 0.5),
    ] {
        assert_penetration(shared(&unit, &cuboid(low, high)).penetration, expected, 1e-9);
    }
}

#[test]
fn a_pipe_through_a_slab_goes_in_by_its_diameter_and_a_bolt_by_what_it_is_too_thick() {
    let slab = cuboid([-3.0, -2.0, 0.0], [3.0, 2.0, 0.15]);
    let pipe = merge([(&cylinder(0.05, 4.0, 64, 1), at(0.3, 0.2, -2.0))]);
    let inner = 0.1 * (std::f64::consts::PI / 64.0).cos();
    let found = shared(&slab, &pipe);
    assert_penetration(found.penetration, inner, 0.011);
    assert!(found.depth.upper > 1.8, "{:?}", found.depth);
    // A bolt in its hole: facets of both are aligned, so what both share is as thick as the apothems say.
    let (hole, bolt) = (tube(12.0, 20.0, 10.0, 48), merge([(&tube(3.0, 12.0007, 30.0, 48), at(0.0, 0.0, -10.0))]));
    let found = shared(&hole, &bolt);
    let thick = 0.0007 * (std::f64::consts::PI / 48.0).cos();
    assert!(found.penetration.lower > 0.9 * thick && found.penetration.upper < 2.1 * thick, "{:?}", found.penetration);
    assert_eq!([1e-4, 1e-3].map(|tolerance| class(&hole, &bolt, tolerance)), [PairClass::Hard, PairClass::Shallow]);
}

/// Of twisted solids, no point of a grid has more room than the upper bound says, and none near it less than the lower one.
#[test]
fn no_point_of_a_grid_has_more_room_than_the_bounds_say() {
    let torus = torus(0.7, 0.25, 12, 8);
    let meshes = [gear(5, [0.5, 0.9], 0.25, 0.5), knot(2, 3, 0.2, 24, 5), cuboid([-0.6, -0.4, -0.3], [0.6, 0.4, 0.3])];
    for (round, mesh) in (0..).zip(&meshes) {
        let pose = Pose::rotation_translation([0.3, 1.0, f64::from(round)], 0.7, [0.1, 0.2, -0.05]).expect("finite");
        let other = merge([(mesh, pose)]);
        let found = shared(&torus, &other).penetration;
        let best = best_of_grid(&torus, &other, 28);
        assert!(2.0 * best.0 <= found.upper, "{best:?} {found:?}");
        assert!(found.lower <= 2.0 * (best.0 + best.1), "{best:?} {found:?}");
        assert!(found.lower > 0.5 * found.upper, "{best:?} {found:?}");
    }
}

/// The most room around a point of a grid, and how far points are from the nearest of the grid.
fn best_of_grid(a: &Mesh, b: &Mesh, count: usize) -> (f64, f64) {
    let bounds = a.bounds().intersection(&b.bounds());
    let step = bounds.size() / count as f64;
    let triangles = |mesh: &Mesh| -> Vec<[DVec3; 3]> {
        mesh.triangles().iter().map(|t| t.map(|vertex| mesh.positions()[vertex as usize])).collect()
    };
    let sides = [triangles(a), triangles(b)];
    let mut best = 0.0_f64;
    for index in 0..count.pow(3) {
        let place = [index % count, index / count % count, index / count / count].map(|k| k as f64 + 0.5);
        let point = bounds.min + step * DVec3::from_array(place);
        if sides.iter().all(|triangles| winding(triangles, point).abs() > 0.5) {
            let far = sides.iter().flatten().map(|triangle| distance(&[point; 3], triangle).distance);
            best = best.max(far.fold(f64::INFINITY, f64::min));
        }
    }
    (best, step.length() * 0.5)
}

/// The winding number, by solid angles.
fn winding(triangles: &[[DVec3; 3]], point: DVec3) -> f64 {
    let angle = |&[p, q, r]: &[DVec3; 3]| {
        let [p, q, r] = [p - point, q - point, r - point];
        let (a, b, c) = (p.length(), q.length(), r.length());
        2.0 * p.dot(q.cross(r)).atan2(a * b * c + p.dot(q) * c + q.dot(r) * a + r.dot(p) * b)
    };
    triangles.iter().map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// A solid of two boxes that overlap, a solid with a wall inside: measured where that can be done, and the reason is told.
#[test]
fn objects_that_overlap_themselves_are_measured_where_they_meet_others() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    let tangled = merge([(&unit, Pose::IDENTITY), (&unit, at(5.0, 0.0, 0.0)), (&unit, at(5.5, 0.0, 0.0))]);
    let found = shared(&tangled, &merge([(&unit, at(0.75, 0.25, 0.0))]));
    assert_penetration(found.penetration, 0.25, 0.02);
    assert_eq!((found.unknown, found.volume), (Some(Unknown::OverlapsItself), None));
    // Across both boxes: the upper bound rests on faces that nothing passes through.
    let found = shared(&tangled, &cuboid([4.0, 0.25, 0.25], [8.0, 0.5, 2.0]));
    assert!(found.penetration.lower > 0.12 && found.penetration.upper <= 0.26, "{:?}", found.penetration);
    // Two parts with a common wall.
    let halves = merge([(&unit, Pose::IDENTITY), (&unit, at(1.0, 0.0, 0.0))]);
    let found = shared(&halves, &cuboid([0.5, 0.5, 0.5], [1.5, 3.0, 3.0]));
    assert!(found.penetration.lower <= 0.5 && found.penetration.upper >= 0.5, "{:?}", found.penetration);
}

#[test]
fn a_sheet_goes_into_a_solid_as_deep_as_its_deepest_point() {
    let sheet =
        |z: f64| Mesh::new(vec![[-5.0, -5.0, z], [5.0, -5.0, z], [0.0, 9.0, z]], vec![[0, 1, 2]]).expect("a sheet");
    let unit = cuboid([0.0; 3], [1.0; 3]);
    for (z, expected) in [(0.99, 0.01), (0.75, 0.25), (0.5, 0.5)] {
        let found = shared(&unit, &sheet(z));
        assert_penetration(found.penetration, expected, 0.02);
        assert_eq!(found.unknown, Some(Unknown::NotClosed));
    }
    // Two sheets have nothing inside: a move is known.
    let upright = Mesh::new(vec![[0.0, -0.25, -0.5], [1.0, -0.25, -0.5], [0.5, -0.25, 1.0]], vec![[0, 1, 2]]);
    let found = shared(&sheet(0.75), &upright.expect("a sheet")).penetration;
    assert!(found.lower == 0.0 && (found.upper - 0.25).abs() < 1e-6, "{found:?}");
}

/// From touch over shallow to hard: one step at most as the tolerance shrinks, and duplicates stay duplicates.
#[test]
fn classes_are_monotone_in_the_tolerance() {
    let slot = prism(
        &[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [2.5, 3.0], [2.5, 1.0], [1.5, 1.0], [1.5, 3.0], [0.0, 3.0]],
        &[[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]],
        [0.0, 4.0],
    );
    let key = cuboid([1.4, 0.9, -1.0], [2.6, 5.0, 5.0]);
    let (hole, peg) = (tube(1.0, 8.0, 60.0, 24), merge([(&cylinder(1.5, 60.0, 24, 1), at(0.5, 0.0, 0.0))]));
    let tolerances: Vec<f64> = (-16..24).map(|k| 1.4_f64.powi(k)).collect();
    for (a, b) in [(&slot, &key), (&hole, &peg)] {
        let classes: Vec<PairClass> = tolerances.iter().map(|&tolerance| class(a, b, tolerance)).collect();
        assert!(classes.is_sorted() && classes[0] == PairClass::Hard, "{classes:?}");
        assert_eq!(classes.last(), Some(&PairClass::Shallow));
    }
    let found = shared(&slot, &key).penetration;
    // The largest ball is where a wall and the floor of the slot meet: it touches two sides of the key and an edge of the slot.
    let expected = 0.2 * 2_f64.sqrt() / (1.0 + 2_f64.sqrt());
    assert!(found.lower <= expected && expected <= found.upper, "{expected}: {found:?}");
    assert!(found.lower > 0.09 && found.upper < 0.21, "{found:?}");
}

#[test]
fn duplicates_within_a_tolerance_are_near_everywhere() {
    // Thin plates, almost the same.
    let plate = |off: f64| cuboid([0.0, 0.0, off], [10.0, 10.0, 0.5 + off]);
    for tolerance in [2e-12, 0.4, 0.6, 5.0, 100.0] {
        assert_eq!(class(&plate(0.0), &plate(1e-12), tolerance), PairClass::Duplicate, "{tolerance}");
    }
    assert_eq!(class(&plate(0.0), &plate(1e-3), 1e-4), PairClass::Hard);
    // A wall with a window, and the plain wall.
    let (wall, window) = (cuboid([0.0; 3], [6.0, 0.24, 2.8]), windowed());
    assert!(window.topology().is_closed());
    for tolerance in [0.01, 0.1] {
        assert_eq!(class(&wall, &window, tolerance), PairClass::Contained, "{tolerance}");
    }
    // Filled with other triangles, it is the same wall.
    let cut = allide_scenes::shapes::subdivided_cuboid([0.0; 3], [6.0, 0.24, 2.8], [7, 1, 3]);
    let moved = merge([(&cut, at(1e-6, 0.0, 0.0))]);
    assert_eq!(class(&wall, &moved, 1e-5), PairClass::Duplicate);
}

/// A wall of 6 by 0.24 by 2.8 with a window of 1.5 by 1.2.
fn windowed() -> Mesh {
    let ring = |y: f64| {
        let outer = [[0.0, y, 0.0], [6.0, y, 0.0], [6.0, y, 2.8], [0.0, y, 2.8]];
        [outer, [[2.0, y, 1.0], [3.5, y, 1.0], [3.5, y, 2.2], [2.0, y, 2.2]]].concat()
    };
    let positions = [ring(0.0), ring(0.24)].concat();
    let mut triangles = Vec::new();
    let mut quad = |[p, q, r, s]: [u32; 4]| triangles.extend([[p, q, r], [p, r, s]]);
    for k in 0..4 {
        let next = (k + 1) % 4;
        quad([k, next, 4 + next, 4 + k]);
        quad([8 + next, 8 + k, 12 + k, 12 + next]);
        quad([next, k, 8 + k, 8 + next]);
        quad([4 + k, 4 + next, 12 + next, 12 + k]);
    }
    Mesh::new(positions, triangles).expect("a wall")
}

/// An object of two cubes that share one welded corner is not convex: a move out of one of them is enough.
#[test]
fn cubes_joined_at_a_corner_are_not_their_hull() {
    let corner = |k: u32| [0, 1, 2].map(|axis| f64::from(k >> axis & 1));
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let number = |point: DVec3| (point.x + 2.0 * point.y + 4.0 * point.z) as u32;
    let own = |t: &[u32; 3]| t.map(|vertex| number(cube.positions()[vertex as usize]));
    // The last corner of the first cube is the first of the second.
    let positions: Vec<[f64; 3]> =
        (0..8).map(corner).chain((1..8).map(|k| corner(k).map(|x| 400.0 * x + 1.0))).collect();
    let first = cube.triangles().iter().map(own);
    let second = cube.triangles().iter().map(|t| own(t).map(|vertex| vertex + 7));
    let joined = Mesh::new(positions, first.chain(second).collect()).expect("two cubes");
    assert!(joined.topology().is_closed());
    let found = shared(&joined, &cuboid([-1.0, 0.25, 0.25], [0.5, 0.75, 0.75]));
    assert!(found.depth.upper <= 0.76 && found.depth.lower >= 0.49, "{:?}", found.depth);
    assert_penetration(found.penetration, 0.5, 0.02);
}

#[test]
fn measures_hold_at_the_ends_of_the_range() {
    for exponent in [-1000, -600, -270, -260, -200, 0, 200, 300, 340, 600, 1000] {
        let size = 2_f64.powi(exponent);
        let boxes = [([0.0; 3], [size; 3]), ([0.5 * size, 0.25 * size, 0.75 * size], [2.0 * size; 3])];
        let [a, b] = boxes.map(|(low, high)| cuboid(low, high));
        let found = shared(&a, &b);
        assert!(found.depth.exact, "{exponent} {:?}", found.depth);
        assert!((found.depth.upper / size - 0.25).abs() < 1e-12, "{exponent} {:?}", found.depth);
        assert!((found.penetration.upper / size - 0.25).abs() < 1e-9, "{exponent} {:?}", found.penetration);
        assert!((found.penetration.lower / size - 0.25).abs() < 1e-9, "{exponent} {:?}", found.penetration);
        for (measure, expected) in [(found.area, 1.375), (found.volume, 0.09375)] {
            let power = if expected > 1.0 { 2 } else { 3 };
            let truth = (0..power).fold(expected, |value, _| value * size);
            match measure {
                Some(measure) => {
                    assert!((measure.value - truth).abs() <= measure.error, "{exponent}: {measure:?}, not {truth}");
                    let is_normal = truth > f64::MIN_POSITIVE;
                    assert!(!is_normal || measure.error <= 1e-9 * truth, "{exponent}: {measure:?}, not {truth}");
                }
                None => assert!(truth.is_infinite() && found.unknown == Some(Unknown::OutOfRange), "{exponent}"),
            }
        }
    }
}
