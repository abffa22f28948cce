//! How far solids must move.

use crate::{Dice, Placed, are_separate, pairs};
use allide::shared::{Depth, Overlay};
use allide::{DVec3, Mesh, Pose};
use allide_scenes::shapes;

fn depth(a: &Placed, b: &Placed) -> Depth {
    let pairs = pairs(a, b);
    let shared = Overlay::of(a.solid(), b.solid(), &pairs);
    let bends = [a.bend(), b.bend()];
    shared.depth(bends, shared.penetration(bends, 0.0).lower, |by| are_separate(a, &b.moved(by)))
}

/// Bounds in order, a direction of length 1, and a move that separates.
#[track_caller]
fn check(a: &Placed, b: &Placed) -> Depth {
    let depth = depth(a, b);
    assert!(0.0 <= depth.lower && depth.lower <= depth.upper, "{depth:?}");
    assert!((depth.direction.length() - 1.0).abs() < 1.0e-12, "{depth:?}");
    assert!(are_separate(a, &b.moved(depth.direction * (depth.upper * (1.0 + 1.0e-9)))), "{depth:?}");
    depth
}

#[track_caller]
fn assert_exact(depth: &Depth, expected: f64) {
    assert!(depth.exact, "{depth:?}");
    let slack = 1.0e-13;
    assert!(depth.lower <= expected + slack && expected <= depth.upper + slack, "{expected} {depth:?}");
    assert!(depth.upper - depth.lower <= 1.0e-12, "{depth:?}");
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Placed {
    Placed::at_home(&shapes::cuboid(low, high))
}

#[test]
fn boxes_leave_through_the_nearest_face() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    let cases = [
        ([0.5, 0.25, 0.125], [2.0; 3], 0.5, DVec3::X),
        ([0.75, 0.5, 0.5], [2.0; 3], 0.25, DVec3::X),
        ([-2.0, 0.25, -1.0], [3.0, 3.0, 3.0], 0.75, DVec3::Y),
        ([0.25, 0.25, 0.25], [0.75, 0.75, 0.5], 0.5, DVec3::NEG_Z),
        ([0.0; 3], [1.0; 3], 1.0, DVec3::ZERO),
        ([0.0, 0.0, 0.875], [1.0; 3], 0.125, DVec3::Z),
        ([0.0, 0.0, 1.0], [1.0, 1.0, 2.0], 0.0, DVec3::Z),
    ];
    for (low, high, expected, direction) in cases {
        let depth = check(&unit, &cuboid(low, high));
        assert_exact(&depth, expected);
        assert!(direction == DVec3::ZERO || depth.direction.distance(direction) < 1.0e-12, "{depth:?}");
        assert_exact(&check(&cuboid(low, high), &unit), expected);
    }
}

#[test]
fn turned_boxes_keep_their_depth() {
    let mut dice = Dice(1);
    let (a, b) = (shapes::cuboid([0.0; 3], [1.0, 2.0, 3.0]), shapes::cuboid([0.0; 3], [2.0, 1.0, 1.0]));
    for _ in 0..50 {
        let offset = dice.point() * 0.4 + DVec3::new(0.5, 1.0, 1.5);
        let [x, y, z] = offset.to_array();
        let expected = (1.0 - x).min(x + 2.0).min(2.0 - y).min(y + 1.0).min(3.0 - z).min(z + 1.0);
        let motion = dice.pose(10.0);
        let inner = Pose::translation(x, y, z).unwrap();
        let (a, b) = (Placed::new(&a, motion), Placed::new(&b, motion.after(&inner).unwrap()));
        assert_exact(&check(&a, &b), expected);
    }
}

#[test]
fn boxes_that_were_turned_and_saved_are_nearly_exact() {
    let mut dice = Dice(12);
    let (a, b) = (shapes::cuboid([0.0; 3], [1.0, 2.0, 3.0]), shapes::cuboid([0.0; 3], [2.0, 1.0, 1.0]));
    for _ in 0..50 {
        let [x, y, z] = (dice.point() * 0.4 + DVec3::new(0.5, 1.0, 1.5)).to_array();
        let expected = (1.0 - x).min(x + 2.0).min(2.0 - y).min(y + 1.0).min(3.0 - z).min(z + 1.0);
        let motion = dice.pose(1.0);
        let saved = |mesh: &Mesh, pose: &Pose| {
            let positions =
                mesh.positions().iter().map(|&point| pose.apply(point).to_array().map(|x| f64::from(x as f32)));
            Placed::at_home(&Mesh::new(positions.collect(), mesh.triangles().to_vec()).unwrap())
        };
        let (a, b) = (saved(&a, &motion), saved(&b, &motion.after(&Pose::translation(x, y, z).unwrap()).unwrap()));
        let depth = check(&a, &b);
        assert!((depth.upper - expected).abs() < 1.0e-6 && depth.upper - depth.lower < 5.0e-6, "{expected} {depth:?}");
    }
}

#[test]
fn edges_of_turned_boxes_meet() {
    // Both stand on an edge; the edges cross at right angles, a quarter deep.
    let cube = shapes::cuboid([-1.0; 3], [1.0; 3]);
    let turn = std::f64::consts::FRAC_PI_4;
    let top = 2f64.sqrt();
    let lower = Placed::new(&cube, Pose::rotation_translation([1.0, 0.0, 0.0], turn, [0.0; 3]).unwrap());
    let at = [0.0, 0.0, 2.0 * top - 0.25];
    let upper = Placed::new(&cube, Pose::rotation_translation([0.0, 1.0, 0.0], turn, at).unwrap());
    let depth = check(&lower, &upper);
    assert_exact(&depth, 0.25);
    assert!(depth.direction.distance(DVec3::Z) < 1.0e-9, "{depth:?}");
}

#[test]
fn convex_solids_have_the_depth_that_all_directions_give() {
    let mut dice = Dice(2);
    let meshes = [
        shapes::icosphere(0),
        shapes::cuboid([-0.5, -0.75, -1.0], [0.5, 0.75, 1.0]),
        shapes::cylinder(0.5, 1.0, 7, 1),
        shapes::icosphere(1),
    ];
    for round in 0..24 {
        let (mesh_a, mesh_b) = (&meshes[round % 4], &meshes[(round / 4) % 4]);
        let (a, b) = (Placed::new(mesh_a, dice.pose(0.3)), Placed::new(mesh_b, dice.pose(0.3)));
        assert!(a.is_convex() && b.is_convex());
        let depth = check(&a, &b);
        let expected = all_directions(&a, &b);
        assert_exact(&depth, expected);
    }
}

/// The least extent of the difference along normals of faces and products of edges.
fn all_directions(a: &Placed, b: &Placed) -> f64 {
    let edges = |placed: &Placed| -> Vec<DVec3> {
        let sides = placed.mesh.triangles().iter().flat_map(|&[p, q, r]| [[p, q], [q, r], [r, p]]);
        let edges = sides.filter(|[p, q]| p < q);
        edges.map(|[p, q]| placed.positions[q as usize] - placed.positions[p as usize]).collect()
    };
    let normals = |placed: &Placed, sign: f64| -> Vec<DVec3> {
        let corners = |t: &[u32; 3]| t.map(|vertex| placed.positions[vertex as usize]);
        let triangles = placed.mesh.triangles().iter().map(corners);
        triangles.map(|[p, q, r]| (q - p).cross(r - p) * sign).collect()
    };
    let mut directions = [normals(a, 1.0), normals(b, -1.0)].concat();
    for u in edges(a) {
        directions.extend(edges(b).into_iter().flat_map(|v| [u.cross(v), v.cross(u)]));
    }
    let extent = |direction: DVec3| {
        let far = |placed: &Placed, d: DVec3| placed.positions.iter().map(|p| p.dot(d)).fold(f64::MIN, f64::max);
        far(a, direction) + far(b, -direction)
    };
    // Products of nearly parallel edges are mostly rounding.
    let directions = directions.into_iter().filter(|direction| direction.length() > 1.0e-9);
    directions.map(|direction| extent(direction.normalize())).fold(f64::MAX, f64::min)
}

#[test]
fn spheres_are_as_deep_as_their_radii_say() {
    let mut dice = Dice(4);
    let ball = shapes::icosphere(4);
    // The polyhedron contains a ball of this radius.
    let corners = |t: &[u32; 3]| t.map(|vertex| ball.positions()[vertex as usize]);
    let inner = |[p, q, r]: [DVec3; 3]| (q - p).cross(r - p).normalize().dot(p);
    let inner = ball.triangles().iter().map(|t| inner(corners(t))).fold(f64::MAX, f64::min);
    for distance in [1.9, 1.0, 0.1, 1.99] {
        let apart = dice.point().normalize() * distance;
        let a = Placed::new(&ball, dice.pose(0.0));
        let b = Placed::new(&ball, dice.pose(0.0)).moved(apart);
        let depth = check(&a, &b);
        assert!(depth.exact, "{depth:?}");
        assert!(
            depth.upper <= 2.0 - distance + 1.0e-12 && depth.lower >= 2.0 * inner - distance - 1.0e-12,
            "{depth:?}"
        );
    }
}

#[test]
fn a_peg_leaves_its_hole_sideways_if_it_only_grazes_the_wall() {
    // A plate with a square hole from 0 to 1, and a peg that is 1/16 too far on one side.
    let plate = Placed::at_home(&plate());
    let peg = cuboid([-0.0625, 0.25, -1.0], [0.5, 0.75, 3.0]);
    let depth = check(&plate, &peg);
    assert!(!depth.exact);
    assert!((depth.upper - 0.0625).abs() < 1.0e-6 && depth.direction.distance(DVec3::X) < 1.0e-9, "{depth:?}");
    assert!(depth.lower > 0.06, "{depth:?}");
    // A short one in the middle of the material leaves through the surface, if that is nearer.
    let pin = cuboid([-0.75, 0.25, 0.875], [-0.5, 0.75, 3.0]);
    let depth = check(&plate, &pin);
    assert!((depth.upper - 0.125).abs() < 1.0e-6 && depth.direction.distance(DVec3::Z) < 1.0e-9, "{depth:?}");
    assert!(depth.lower > 0.12, "{depth:?}");
}

/// From -1 to 2 in x and y, from 0 to 1 in z, with a hole from 0 to 1.
fn plate() -> Mesh {
    let ring = |low: f64, high: f64, z: f64| [[low, low, z], [high, low, z], [high, high, z], [low, high, z]];
    let positions = [ring(-1.0, 2.0, 0.0), ring(0.0, 1.0, 0.0), ring(-1.0, 2.0, 1.0), ring(0.0, 1.0, 1.0)].concat();
    let mut triangles = Vec::new();
    let mut quad = |[p, q, r, s]: [u32; 4]| triangles.extend([[p, q, r], [p, r, s]]);
    for k in 0..4 {
        let next = (k + 1) % 4;
        quad([k, next, 8 + next, 8 + k]);
        quad([4 + next, 4 + k, 12 + k, 12 + next]);
        quad([next, k, 4 + k, 4 + next]);
        quad([8 + k, 8 + next, 12 + next, 12 + k]);
    }
    Mesh::new(positions, triangles).unwrap()
}

/// An L lies with its foot in a U, pressed a little into the floor.
#[test]
fn an_l_leaves_a_u_through_its_opening() {
    let prism = |outline: &[[f64; 2]], cover: &[[u32; 3]]| {
        let count = outline.len() as u32;
        let positions = [0.0, 1.0].iter().flat_map(|&z| outline.iter().map(move |&[x, y]| [x, y, z])).collect();
        let mut triangles: Vec<[u32; 3]> = cover.iter().map(|&[p, q, r]| [p, r, q]).collect();
        triangles.extend(cover.iter().map(|t| t.map(|vertex| vertex + count)));
        for k in 0..count {
            let next = (k + 1) % count;
            triangles.extend([[k, next, count + next], [k, count + next, count + k]]);
        }
        Placed::at_home(&Mesh::new(positions, triangles).unwrap())
    };
    let u = prism(
        &[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [3.0, 3.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]],
        &[[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]],
    );
    let l = prism(
        &[[1.25, 0.875], [2.75, 0.875], [2.75, 1.5], [1.75, 1.5], [1.75, 5.0], [1.25, 5.0]],
        &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]],
    );
    let l = l.moved(DVec3::Z * 0.125);
    assert!(!u.is_convex() && !l.is_convex());
    let depth = check(&u, &l);
    assert!((depth.upper - 0.125).abs() < 1.0e-6 && depth.direction.distance(DVec3::Y) < 1.0e-9, "{depth:?}");
    assert!(depth.lower > 0.12, "{depth:?}");
}

#[test]
fn bounds_hold_for_all_kinds_of_pairs() {
    let mut dice = Dice(6);
    let meshes = [
        shapes::torus(0.7, 0.25, 16, 8),
        shapes::gear(7, [0.5, 0.9], 0.25, 0.5),
        shapes::knot(2, 3, 0.2, 48, 6),
        shapes::cuboid([-0.6, -0.4, -0.3], [0.6, 0.4, 0.3]),
        shapes::blob(3, 300),
        shapes::icosphere(2),
    ];
    let mut tight = 0;
    for round in 0..30 {
        let (mesh_a, mesh_b) = (&meshes[round % 6], &meshes[(round + 1 + round / 6) % 6]);
        let (a, b) = (Placed::new(mesh_a, dice.pose(0.5)), Placed::new(mesh_b, dice.pose(0.5)));
        let depth = check(&a, &b);
        // No move shorter than the lower bound separates them, whichever way.
        let short = |by: DVec3| are_separate(&a, &b.moved(by.normalize() * (depth.lower * 0.999)));
        assert!(depth.lower == 0.0 || !(0..12).any(|_| short(dice.point())), "{depth:?}");
        assert!(depth.lower == 0.0 || !short(depth.direction), "{depth:?}");
        tight += usize::from(depth.lower > 0.05 * depth.upper);
    }
    assert!(tight >= 15, "{tight}");
}

#[test]
fn containment_has_a_depth() {
    // A torus inside a box leaves through the nearest side: the hull of the torus does, too.
    let torus = Placed::at_home(&shapes::torus(0.7, 0.25, 16, 8));
    let bounds = torus.solid().bounds;
    let room = cuboid([-2.0; 3], [2.0; 3]);
    let depth = check(&room, &torus);
    let expected = 2.0 + bounds.max.max_element().min(bounds.size().z / 2.0);
    assert!((depth.upper - expected).abs() < 1.0e-9, "{expected} {depth:?}");
    assert!(depth.lower > 0.2, "{depth:?}");
}

#[test]
fn only_convex_solids_are_called_convex() {
    for mesh in [shapes::cuboid([0.0; 3], [1.0; 3]), shapes::subdivided_cuboid([0.0; 3], [1.0, 2.0, 3.0], [2, 3, 4])] {
        assert!(Placed::at_home(&mesh).is_convex());
    }
    let two = shapes::merge([
        (&shapes::icosphere(1), Pose::IDENTITY),
        (&shapes::icosphere(1), Pose::translation(9.0, 0.0, 0.0).unwrap()),
    ]);
    for mesh in
        [shapes::torus(0.7, 0.25, 16, 8), shapes::gear(7, [0.5, 0.9], 0.25, 0.5), plate(), two, shapes::blob(3, 300)]
    {
        assert!(!Placed::at_home(&mesh).is_convex());
    }
    // Two cubes that share a corner, by index or by place; and an hourglass.
    let cube = shapes::cuboid([0.0; 3], [1.0; 3]);
    let at = |x: f64| Pose::translation(x, x, x).unwrap();
    assert!(!Placed::at_home(&shapes::merge([(&cube, Pose::IDENTITY), (&cube, at(1.0))])).is_convex());
    let cone = |z: f64| [[1.0, 0.0, z], [-0.5, 0.75, z], [-0.5, -0.75, z]];
    let positions = [cone(-1.0), cone(1.0)].concat().into_iter().chain([[0.0; 3]]).collect();
    let lower = [[0, 2, 1], [0, 1, 6], [1, 2, 6], [2, 0, 6]];
    let upper = [[3, 4, 5], [4, 3, 6], [5, 4, 6], [3, 5, 6]];
    let hourglass = Mesh::new(positions, [lower, upper].concat()).unwrap();
    assert!(hourglass.topology().is_closed() && !Placed::at_home(&hourglass).is_convex());
    // One corner pushed in by the least possible amount.
    let mut positions: Vec<[f64; 3]> =
        shapes::subdivided_cuboid([0.0; 3], [1.0; 3], [2; 3]).positions().iter().map(|p| p.to_array()).collect();
    let middle = positions.iter().position(|p| *p == [0.5, 0.5, 1.0]).unwrap();
    positions[middle][2] = 1.0f64.next_down();
    let dented =
        Mesh::new(positions, shapes::subdivided_cuboid([0.0; 3], [1.0; 3], [2; 3]).triangles().to_vec()).unwrap();
    assert!(!Placed::at_home(&dented).is_convex());
}
