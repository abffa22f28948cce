//! Volumes and areas of ordinary shapes.

use crate::{Dice, Placed, assert_region, octahedron, oracle, pairs, region};
use allide::shared::{Overlay, Solid};
use allide::{DVec3, Mesh, Pose};
use allide_scenes::shapes;

fn triangles(placed: &Placed) -> Vec<[DVec3; 3]> {
    placed.mesh.triangles().iter().map(|t| t.map(|vertex| placed.positions[vertex as usize])).collect()
}

fn tetrahedron() -> Mesh {
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    Mesh::new(positions, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap()
}

#[test]
fn boxes_share_a_box() {
    let unit = Placed::at_home(&shapes::cuboid([0.0; 3], [1.0; 3]));
    let cases = [
        ("corner", [0.5, 0.25, 0.125], [2.0; 3], 0.5 * 0.75 * 0.875),
        ("flush on one side", [0.5, 0.0, 0.25], [2.0, 1.0, 0.75], 0.5 * 1.0 * 0.5),
        ("coincident", [0.0; 3], [1.0; 3], 1.0),
        ("inside", [0.25; 3], [0.75; 3], 0.125),
        ("inside and flush", [0.0, 0.25, 0.25], [0.5, 0.5, 0.5], 0.5 * 0.25 * 0.25),
        ("around", [-1.0; 3], [2.0; 3], 1.0),
        ("through", [0.25, 0.25, -1.0], [0.75, 0.75, 2.0], 0.25),
        ("touching a face", [1.0, 0.0, 0.0], [2.0, 1.0, 1.0], 0.0),
        ("touching a face from below", [-1.0, 0.25, 0.0], [0.0, 2.0, 1.0], 0.0),
        ("touching an edge", [1.0, 1.0, 0.0], [2.0, 2.0, 1.0], 0.0),
        ("touching a corner", [-1.0; 3], [0.0; 3], 0.0),
        ("apart", [3.0; 3], [4.0; 3], 0.0),
    ];
    for (name, low, high, volume) in cases {
        let other = Placed::at_home(&shapes::cuboid(low, high));
        let size = [0, 1, 2].map(|k| high[k].min(1.0) - low[k].max(0.0));
        let area = if volume > 0.0 { 2.0 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]) } else { 0.0 };
        println!("{name}");
        assert_region(&region(&unit, &other), volume, area, 0.0);
        assert_region(&region(&other, &unit), volume, area, 0.0);
    }
}

#[test]
fn tetrahedra_and_octahedra_share_what_formulas_say() {
    let (octahedron, tetrahedron) = (Placed::at_home(&octahedron()), Placed::at_home(&tetrahedron()));
    let root = |x: f64| x.sqrt();
    // All corners of the tetrahedron but one lie on corners of the octahedron, and three of its faces inside.
    assert_region(&region(&octahedron, &tetrahedron), 1.0 / 6.0, 1.5 + root(3.0) / 2.0, 1.0e-15);
    // Half of the octahedron, cut through its corners: its equator lies in a face of the box.
    let half = Placed::at_home(&shapes::cuboid([-2.0, -2.0, 0.0], [2.0; 3]));
    assert_region(&region(&octahedron, &half), 2.0 / 3.0, 2.0 + 2.0 * root(3.0), 1.0e-14);
    assert_region(&region(&half, &octahedron), 2.0 / 3.0, 2.0 + 2.0 * root(3.0), 1.0e-14);
    // Two pyramids whose bases overlap in the middle: an octahedron of half the size.
    let apart = octahedron.moved(DVec3::Z);
    assert_region(&region(&octahedron, &apart), 4.0 / 3.0 / 8.0, root(3.0), 1.0e-14);
    let cube = Placed::at_home(&shapes::cuboid([-0.5; 3], [0.5; 3]));
    // A cube with its corners cut off: the octahedron's faces cut each corner at height 1/2.
    assert_region(
        &region(&octahedron, &cube),
        1.0 - 8.0 * (0.5f64.powi(3) / 6.0),
        3.0 + 8.0 * (root(3.0) / 8.0),
        1.0e-14,
    );
}

#[test]
fn prisms_share_a_slice() {
    let (radius, count) = (0.5f64, 24usize);
    let cylinder = Placed::at_home(&shapes::cylinder(radius, 2.0, count, 3));
    let bounds = cylinder.solid().bounds;
    let middle = bounds.center();
    let slab = |low: f64, high: f64| {
        let z = |part: f64| bounds.min.z + part * bounds.size().z;
        shapes::cuboid([middle.x - 1.0, middle.y - 1.0, z(low)], [middle.x + 1.0, middle.y + 1.0, z(high)])
    };
    let angle = std::f64::consts::TAU / count as f64;
    let base = 0.5 * count as f64 * radius * radius * angle.sin();
    let rim = count as f64 * 2.0 * radius * (angle / 2.0).sin();
    for (low, high) in [(0.0, 1.0f64), (0.25, 0.5), (-0.5, 0.5), (0.0, 0.375), (1.0, 2.0)] {
        let height = 2.0 * (high.min(1.0) - f64::max(low, 0.0));
        let (volume, area) = if height > 0.0 { (base * height, 2.0 * base + rim * height) } else { (0.0, 0.0) };
        assert_region(&region(&cylinder, &Placed::at_home(&slab(low, high))), volume, area, 1.0e-13);
    }
}

#[test]
fn lenses_of_two_spheres_agree_with_cutting() {
    let mut dice = Dice(3);
    for (mesh_a, mesh_b) in
        [(shapes::icosphere(2), shapes::icosphere(2)), (shapes::uv_sphere(16, 9), shapes::icosphere(1))]
    {
        for _ in 0..6 {
            let (a, b) = (Placed::new(&mesh_a, dice.pose(0.4)), Placed::new(&mesh_b, dice.pose(0.8)));
            let (volume, area) = oracle::convex(&triangles(&a), &triangles(&b));
            assert!(volume > 0.01);
            assert_region(&region(&a, &b), volume, area, 1.0e-11);
        }
    }
    // The lens of true spheres is a little larger.
    let ball = shapes::icosphere(4);
    let (a, b) = (Placed::at_home(&ball), Placed::new(&ball, Pose::translation(1.0, 0.0, 0.0).unwrap()));
    let region = region(&a, &b);
    let lens = std::f64::consts::PI * 5.0 / 12.0;
    assert!(region.volume < lens && region.volume > 0.99 * lens, "{region:?}");
    assert!(region.volume_error < 1.0e-11, "{region:?}");
}

#[test]
fn twisted_solids_agree_with_signed_tetrahedra() {
    let mut dice = Dice(5);
    let meshes = [
        shapes::torus(0.7, 0.25, 8, 4),
        shapes::gear(5, [0.5, 0.9], 0.25, 0.5),
        shapes::knot(2, 3, 0.2, 24, 3),
        shapes::cuboid([-0.6, -0.4, -0.3], [0.6, 0.4, 0.3]),
        shapes::blob(3, 60),
    ];
    let mut shared = 0;
    for round in 0..20 {
        let (mesh_a, mesh_b) = (&meshes[round % 5], &meshes[(round + 1 + round / 5) % 5]);
        let (a, b) = (Placed::new(mesh_a, dice.pose(0.3)), Placed::new(mesh_b, dice.pose(0.3)));
        let volume = oracle::volume(&triangles(&a), &triangles(&b));
        let region = region(&a, &b);
        assert!((region.volume - volume).abs() <= region.volume_error + 1.0e-10, "{round}: {volume} {region:?}");
        shared += usize::from(volume > 1.0e-3);
    }
    assert!(shared > 15, "{shared}");
}

#[test]
fn motions_swaps_and_turned_triangles_change_nothing_but_rounding() {
    let mut dice = Dice(9);
    let (mesh_a, mesh_b) = (shapes::torus(0.7, 0.25, 24, 12), shapes::gear(7, [0.6, 0.9], 0.25, 0.5));
    for _ in 0..10 {
        let (pose_a, pose_b, motion) = (dice.pose(0.2), dice.pose(0.2), dice.pose(100.0));
        let (a, b) = (Placed::new(&mesh_a, pose_a), Placed::new(&mesh_b, pose_b));
        let expected = region(&a, &b);
        let moved = [pose_a, pose_b].map(|pose| motion.after(&pose).unwrap());
        let turned = region(&Placed::new(&mesh_a, moved[0]), &Placed::new(&mesh_b, moved[1]));
        assert_region(&turned, expected.volume, expected.area, 1.0e-12);
        assert_region(&region(&b, &a), expected.volume, expected.area, 0.0);
        let pairs = pairs(&a, &b);
        let inside_out: Vec<[u32; 3]> = b.mesh.triangles().iter().map(|&[p, q, r]| [p, r, q]).collect();
        let turned = vec![true; inside_out.len()];
        let positions = b.mesh.positions().iter().map(|point| point.to_array()).collect();
        let mesh = Mesh::new(positions, inside_out).unwrap();
        let inverted = Solid::new(&mesh, &b.positions, b.solid().bounds, &turned);
        assert_region(&Overlay::of(a.solid(), inverted, &pairs).region(), expected.volume, expected.area, 0.0);
    }
}

#[test]
fn shells_and_cavities_count_as_they_nest() {
    let cube = |half: f64| shapes::cuboid([-half; 3], [half; 3]);
    let hollow = {
        let (outer, inner) = (cube(2.0), cube(1.0));
        let positions = outer.positions().iter().chain(inner.positions()).map(|point| point.to_array()).collect();
        let inwards = inner.triangles().iter().map(|&[p, q, r]| [p + 8, r + 8, q + 8]);
        Mesh::new(positions, outer.triangles().iter().copied().chain(inwards).collect()).unwrap()
    };
    let hollow = Placed::at_home(&hollow);
    for (half, volume, area) in [
        (0.5, 0.0, 0.0),
        (1.0, 0.0, 0.0),
        (1.5, 27.0 - 8.0, 54.0 + 24.0),
        (2.0, 64.0 - 8.0, 96.0 + 24.0),
        (3.0, 64.0 - 8.0, 96.0 + 24.0),
    ] {
        let cube = Placed::at_home(&cube(half));
        assert_region(&region(&hollow, &cube), volume, area, 0.0);
        assert_region(&region(&cube, &hollow), volume, area, 0.0);
    }
}

#[test]
fn thousands_of_shells_need_no_ray_through_all_triangles() {
    let cube = shapes::cuboid([0.0; 3], [0.5; 3]);
    let places = (0..4096).map(|k| Pose::translation((k % 16) as f64, (k / 16 % 16) as f64, (k / 256) as f64).unwrap());
    let many = Placed::at_home(&shapes::merge(places.map(|pose| (&cube, pose))));
    let all = Placed::at_home(&shapes::subdivided_cuboid([-1.0; 3], [17.0; 3], [60; 3]));
    assert_region(&region(&many, &all), 512.0, 4096.0 * 1.5, 1.0e-11);
}

#[test]
fn huge_and_tiny_solids_have_honest_bounds() {
    let cube = |scale: f64| Placed::at_home(&shapes::cuboid([0.0; 3], [scale; 3]));
    let half = |scale: f64| Placed::at_home(&shapes::cuboid([scale / 2.0; 3], [scale * 2.0; 3]));
    for exponent in [-300, -100, -20, 20, 60, 90, 200, 300] {
        let scale = 2f64.powi(exponent * 3);
        let region = region(&cube(scale), &half(scale));
        let volume = scale * scale * scale / 8.0;
        assert!(!region.volume.is_nan() && !region.volume_error.is_nan(), "{exponent} {region:?}");
        if volume.is_finite() {
            assert!((region.volume - volume).abs() <= region.volume_error, "{exponent} {region:?}");
        } else {
            assert_eq!(region.volume_error, f64::INFINITY, "{exponent} {region:?}");
        }
        if (-20..=60).contains(&exponent) {
            assert!(region.volume_error <= volume * 1.0e-12, "{exponent} {region:?}");
        }
    }
}
