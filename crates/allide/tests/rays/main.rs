//! Objects that share volume, found by rays: against closed forms.

mod limits;
mod method;

use allide::{DVec3, Engine, Interference, Interferences, Mesh, PairClass, Pose, Rays, Scene, Solids};
use allide_scenes::Random;
use allide_scenes::shapes::{self, cuboid};

fn turned(axis: [f64; 3], degrees: f64, translation: [f64; 3]) -> Pose {
    Pose::rotation_translation(axis, degrees.to_radians(), translation).unwrap()
}

fn scaled(factor: f64) -> Pose {
    Pose::affine([[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, factor]], [0.0; 3]).unwrap()
}

fn scene(meshes: &[(Mesh, Pose)]) -> Scene {
    let mut scene = Scene::new();
    for (mesh, pose) in meshes {
        scene.add("solid", mesh, *pose);
    }
    scene
}

fn still(meshes: Vec<Mesh>) -> Scene {
    scene(&meshes.into_iter().map(|mesh| (mesh, Pose::IDENTITY)).collect::<Vec<_>>())
}

fn numbers(found: &Interferences) -> Vec<(usize, usize)> {
    found.pairs.iter().map(|pair| (pair.a.index(), pair.b.index())).collect()
}

fn close_to(pair: &Interference, volume: f64) {
    assert!((pair.volume - volume).abs() <= pair.volume_error, "{volume}: {pair:?}");
    assert!(pair.depth_at_least <= pair.depth_at_most, "{pair:?}");
}

#[test]
fn boxes_share_what_they_share() {
    for scale in [1.0, 1e-150, 1e90] {
        let in_scale = |corner: [f64; 3]| corner.map(|k| k * scale);
        let a = cuboid(in_scale([0.0; 3]), in_scale([1.0, 2.0, 3.0]));
        let b = cuboid(in_scale([0.75, 0.5, 1.0]), in_scale([2.0, 1.25, 2.5]));
        let found = Rays::cpu().run(&still(vec![a, b]), 0.01 * scale).unwrap();
        assert_eq!(numbers(&found), [(0, 1)]);
        let (pair, volume) = (&found.pairs[0], 0.25 * 0.75 * 1.5 * scale * scale * scale);
        close_to(pair, volume);
        if scale == 1.0 {
            assert!(pair.volume_error < 0.1 * volume, "{pair:?}");
            assert!((pair.depth_at_most - 0.25).abs() < 1e-6 && pair.direction == -DVec3::X, "{pair:?}");
            assert!(pair.depth_at_least > 0.0 && pair.depth_at_least <= 0.25, "{pair:?}");
        }
    }
}

#[test]
fn spheres_share_a_lens() {
    // The lens of two balls bounds that of the polyhedra from above, and balls inside these from below.
    let sphere = shapes::icosphere(4);
    let inner = 0.997;
    for distance in [0.5, 1.0, 1.7] {
        let pose = Pose::translation(distance * 0.6, distance * 0.8, 0.0).unwrap();
        let found = Rays::cpu().run(&scene(&[(sphere.clone(), Pose::IDENTITY), (sphere.clone(), pose)]), 0.02).unwrap();
        assert_eq!(numbers(&found), [(0, 1)], "{distance}");
        let lens =
            |radius: f64| std::f64::consts::PI / 12.0 * (4.0 * radius + distance) * (2.0 * radius - distance).powi(2);
        let pair = &found.pairs[0];
        assert!(
            pair.volume + pair.volume_error >= lens(inner) && pair.volume - pair.volume_error <= lens(1.0),
            "{pair:?}"
        );
        assert!((pair.volume - lens(0.999)).abs() < 0.02 * lens(1.0), "{pair:?} {}", lens(1.0));
        // Balls are 2 - distance deep.
        assert!(pair.depth_at_least <= 2.0 - distance && pair.depth_at_most >= 2.0 * inner - distance, "{pair:?}");
    }
}

/// Spheres one inside the other; those with negative radii face inwards.
fn shells(radii: &[f64]) -> Mesh {
    let sphere = shapes::icosphere(2);
    let parts: Vec<(Mesh, Pose)> = radii.iter().map(|&radius| (sphere.clone(), scaled(radius))).collect();
    shapes::merge(parts.iter().map(|(mesh, pose)| (mesh, *pose)))
}

#[test]
fn cavities_are_outside() {
    let hollow = shells(&[1.0, -0.8]);
    let (inside, between) = (shells(&[0.5]), shells(&[0.9]));
    let found = Rays::cpu().run(&still(vec![hollow, inside, between]), 0.01).unwrap();
    assert!(found.not_closed.is_empty());
    assert_eq!(numbers(&found), [(0, 2), (1, 2)]);
    let ball = shapes::icosphere(2);
    let volume = volume_of(&ball);
    close_to(&found.pairs[0], volume * (0.9f64.powi(3) - 0.8f64.powi(3)));
    close_to(&found.pairs[1], volume * 0.5f64.powi(3));
}

#[test]
fn inside_is_where_the_winding_number_is_not_0() {
    // A shell in another that faces the same way is a wall inside; what two parts share is inside of both.
    let filled = shells(&[1.0, 0.8]);
    let found = Rays::cpu().run(&still(vec![filled, shells(&[0.5])]), 0.01).unwrap();
    assert_eq!(numbers(&found), [(0, 1)]);
    close_to(&found.pairs[0], volume_of(&shapes::icosphere(2)) * 0.5f64.powi(3));
    let parts = [cuboid([0.0; 3], [2.0; 3]), cuboid([1.0, 0.0, 0.0], [3.0, 2.0, 2.0])];
    let mirrored = Pose::affine([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [4.0, 0.0, 0.0]).unwrap();
    for (pose, at) in [(Pose::IDENTITY, 1.25), (mirrored, 2.25)] {
        let both = shapes::merge(parts.iter().map(|part| (part, Pose::IDENTITY)));
        let small = cuboid([at, 0.5, 0.5], [at + 0.5, 1.0, 1.0]);
        let found = Rays::cpu().run(&scene(&[(both, pose), (small, Pose::IDENTITY)]), 0.01).unwrap();
        assert_eq!(numbers(&found), [(0, 1)], "{pose:?}");
        close_to(&found.pairs[0], 0.125);
    }
}

fn volume_of(mesh: &Mesh) -> f64 {
    let point = |vertex: u32| mesh.positions()[vertex as usize];
    mesh.triangles().iter().map(|t| point(t[0]).dot(point(t[1]).cross(point(t[2]))) / 6.0).sum()
}

#[test]
fn tangled_rings_and_knots_share_nothing_until_they_do() {
    let ring = shapes::torus(1.0, 0.2, 48, 16);
    let ring_at = |x: f64| turned([1.0, 0.0, 0.0], 90.0, [x, 0.0, 0.0]);
    for (x, is_shared) in [(1.0, false), (0.7, false), (0.3, true), (0.0, true), (2.1, true), (2.5, false)] {
        let found =
            Rays::cpu().run(&scene(&[(ring.clone(), Pose::IDENTITY), (ring.clone(), ring_at(x))]), 0.02).unwrap();
        assert_eq!(!found.pairs.is_empty(), is_shared, "{x}: {found:?}");
    }
    let knot = shapes::knot(2, 3, 0.2, 200, 12);
    let moved = Pose::translation(0.05, 0.0, 0.0).unwrap();
    let found = Rays::cpu().run(&scene(&[(knot.clone(), Pose::IDENTITY), (knot, moved)]), 0.02).unwrap();
    assert_eq!(numbers(&found), [(0, 1)]);
}

#[test]
fn flush_and_coincident_faces() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    // Flush on each side.
    for axis in 0..3 {
        let mut step = [0.0; 3];
        step[axis] = 1.0;
        let pose = Pose::translation(step[0], step[1], step[2]).unwrap();
        let found = Rays::cpu().run(&scene(&[(unit.clone(), Pose::IDENTITY), (unit.clone(), pose)]), 0.01).unwrap();
        assert!(found.pairs.is_empty(), "{axis}");
    }
    // Copies, and a face in common.
    let found =
        Rays::cpu().run(&still(vec![unit.clone(), unit.clone(), cuboid([0.0; 3], [1.0, 1.0, 0.5])]), 0.01).unwrap();
    assert_eq!(numbers(&found), [(0, 1), (0, 2), (1, 2)]);
    close_to(&found.pairs[0], 1.0);
    close_to(&found.pairs[1], 0.5);
    // Oblique faces that touch along a whole plane.
    let turn = turned([1.0, 2.0, 3.0], 17.0, [0.0; 3]);
    let beside = turn.after(&Pose::translation(1.0, 0.0, 0.0).unwrap()).unwrap();
    let found = Rays::cpu().run(&scene(&[(unit.clone(), turn), (unit, beside)]), 0.02).unwrap();
    assert!(found.pairs.is_empty(), "{found:?}");
}

#[test]
fn open_objects_are_left_out_and_named() {
    let unit = cuboid([0.0; 3], [1.0; 3]);
    for missing in 0..12 {
        let mut triangles = unit.triangles().to_vec();
        triangles.remove(missing);
        let open = Mesh::new(unit.positions().iter().map(|p| p.to_array()).collect(), triangles).unwrap();
        let other = cuboid([0.25; 3], [1.5; 3]);
        let found = Rays::cpu().run(&still(vec![open, other, cuboid([1.0; 3], [2.0; 3])]), 0.02).unwrap();
        assert_eq!(numbers(&found), [(1, 2)], "{missing}");
        assert_eq!(found.not_closed.iter().map(|id| id.index()).collect::<Vec<_>>(), [0], "{missing}");
    }
}

#[test]
fn nothing_and_one() {
    assert!(Rays::cpu().run(&Scene::new(), 0.1).unwrap().pairs.is_empty());
    assert!(Rays::cpu().run(&still(vec![cuboid([0.0; 3], [1.0; 3])]), 0.1).unwrap().pairs.is_empty());
    let empty = Mesh::new(Vec::<[f64; 3]>::new(), Vec::new()).unwrap();
    let found = Rays::cpu().run(&still(vec![empty.clone(), empty, cuboid([0.0; 3], [1.0; 3])]), 0.1).unwrap();
    assert_eq!((found.candidates, found.finding.rays), (0, 0));
    for precision in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE] {
        let found =
            Rays::cpu().run(&still(vec![cuboid([0.0; 3], [1.0; 3]), cuboid([0.5; 3], [2.0; 3])]), precision).unwrap();
        assert_eq!(found.pairs.len(), usize::from(precision.is_nan() || precision <= 1.0), "{precision}");
    }
}

#[test]
fn what_is_thicker_than_the_precision_is_found_and_nothing_false() {
    let mut random = Random::new(3);
    let mut hidden = 0;
    for _ in 0..100 {
        // Two boxes around a common ball, most of them turned: bars, plates and others that are as thin as it in places.
        let precision = random.between(0.02, 0.12);
        let centre = DVec3::from(random.point(0.0, 3.0));
        let mut solid = || {
            let reach =
                |random: &mut Random| precision * 0.5 + if random.once_in(2) { 1e-9 } else { random.between(0.2, 3.0) };
            let (low, high) = ([0; 3].map(|_| -reach(&mut random)), [0; 3].map(|_| reach(&mut random)));
            let axis = random.point(-0.5, 0.6);
            let angle = if random.once_in(3) { 0.0 } else { random.between(0.0, 360.0) };
            (cuboid(low, high), turned(axis, angle, centre.to_array()))
        };
        let scene = scene(&[solid(), solid()]);
        let found = Rays::cpu().across(8).run(&scene, precision).unwrap();
        assert_eq!(numbers(&found), [(0, 1)], "{precision} {centre} {found:?}");
        hidden += u32::from(found.finding.tiles > 1);
        let pair = &found.pairs[0];
        assert!(pair.depth_at_most >= precision * 0.999 && pair.depth_at_least <= pair.depth_at_most, "{pair:?}");
    }
    assert!(hidden > 10, "{hidden} zoomed in");
}

#[test]
fn pairs_that_only_come_close_are_not_found() {
    let mut random = Random::new(4);
    for _ in 0..20 {
        // A gap of a thousandth of the precision, oblique.
        let axis = random.point(-0.5, 0.6);
        let turn = turned(axis, random.between(0.0, 360.0), [0.0; 3]);
        let below = cuboid([0.0; 3], [1.0; 3]);
        let above = cuboid([random.between(-0.5, 0.5), random.between(-0.5, 0.5), 1.0 + 5e-5], [1.0, 1.0, 1.5]);
        let found = Rays::cpu().run(&scene(&[(below, turn), (above, turn)]), 0.05).unwrap();
        assert!(found.pairs.is_empty() && found.candidates <= 1, "{found:?}");
    }
}

#[test]
fn thousands_of_small_solids() {
    let mut random = Random::new(5);
    let sphere = shapes::icosphere(1);
    let inner = inner_radius(&sphere);
    let places: Vec<DVec3> = (0..2000).map(|_| DVec3::from(random.point(0.0, 40.0))).collect();
    let parts: Vec<(Mesh, Pose)> =
        places.iter().map(|p| (sphere.clone(), Pose::translation(p.x, p.y, p.z).unwrap())).collect();
    let precision = 0.05;
    let found = Rays::cpu().across(4).run(&scene(&parts), precision).unwrap();
    let found: std::collections::HashSet<_> = numbers(&found).into_iter().collect();
    let (mut sure, mut apart) = (0, 0);
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let distance = places[a].distance(places[b]);
            if 2.0 * inner - distance >= precision {
                assert!(found.contains(&(a, b)), "{a} {b} {distance}");
                sure += 1;
            } else if distance >= 2.0 {
                assert!(!found.contains(&(a, b)), "{a} {b} {distance}");
                apart += 1;
            }
        }
    }
    assert!(sure > 500 && apart > 100_000, "{sure} {apart}");
}

fn inner_radius(mesh: &Mesh) -> f64 {
    let point = |vertex: u32| mesh.positions()[vertex as usize];
    let distance = |t: &[u32; 3]| {
        let (p, q, r) = (point(t[0]), point(t[1]), point(t[2]));
        (q - p).cross(r - p).normalize().dot(p).abs()
    };
    mesh.triangles().iter().map(distance).fold(f64::INFINITY, f64::min)
}

#[test]
fn nested_solids_all_share() {
    let boxes = (0..16).map(|k| cuboid([f64::from(k) * 0.01; 3], [1.0 - f64::from(k) * 0.01; 3])).collect();
    let found = Rays::cpu().run(&still(boxes), 0.02).unwrap();
    assert_eq!(found.pairs.len(), 16 * 15 / 2);
    for pair in &found.pairs {
        let side: f64 = 1.0 - 0.02 * pair.b.index() as f64;
        close_to(pair, side.powi(3));
    }
}

#[test]
fn what_is_found_shares_volume_exactly_and_what_is_left_out_is_thin() {
    let kinds = [
        shapes::icosphere(2),
        shapes::torus(1.0, 0.3, 24, 10),
        shapes::knot(2, 3, 0.3, 80, 8),
        shapes::gear(9, [0.9, 1.1], 0.3, 0.5),
        shapes::pipe(&shapes::Pipe { radius: 0.5, bore: 0.4, segments: 16 }, 2.0, 3),
        cuboid([-0.7; 3], [0.7; 3]),
        shells(&[1.0, 0.7]),
    ];
    let (mut random, mut shared, mut thin) = (Random::new(9), 0, 0);
    for _ in 0..12 {
        let solid = |random: &mut Random| {
            let turn = turned(random.point(-0.5, 0.6), random.between(0.0, 360.0), random.point(0.0, 4.0));
            (kinds[random.below(kinds.len())].clone(), turn)
        };
        let solids: Vec<(Mesh, Pose)> = (0..8).map(|_| solid(&mut random)).collect();
        let scene = scene(&solids);
        let found = Rays::cpu().across(8).run(&scene, 0.05).unwrap();
        assert!(found.not_closed.is_empty());
        let exact = Engine::cpu().run(&scene, &Solids::new()).unwrap();
        let shares = |class: PairClass| matches!(class, PairClass::Hard | PairClass::Contained | PairClass::Duplicate);
        let exact = exact.pairs.iter().filter(|pair| shares(pair.class));
        let exact: Vec<(usize, usize)> = exact.map(|pair| (pair.a.index(), pair.b.index())).collect();
        let found = numbers(&found);
        assert!(found.iter().all(|pair| exact.contains(pair)), "{found:?} {exact:?}");
        shared += found.len();
        // Whatever a finer look adds has to be thinner than the precision of this one.
        for pair in &exact {
            if !found.contains(pair) {
                let two = [solids[pair.0].clone(), solids[pair.1].clone()];
                let finer = Rays::cpu().across(32).run(&self::scene(&two), 0.005).unwrap();
                assert!(finer.pairs.iter().all(|pair| pair.depth_at_least < 0.05), "{pair:?} {finer:?}");
                thin += 1;
            }
        }
    }
    assert!(shared > 50, "{shared} shared, {thin} thin");
}
