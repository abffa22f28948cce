//! Trees that are kept while objects move find what a new engine finds without trees, whatever the poses.

use allide::{Engine, Mesh, Method, Overlaps, Pose, Scene};
use allide_scenes::suite::{Case, Tally, Way};
use allide_scenes::{Random, shapes};

/// The motion of both objects together, after each was turned and moved by itself.
#[derive(Clone, Copy, Debug)]
enum World {
    AsItIs,
    /// So far from the origin that coordinates are coarse.
    Far(f64),
    Scaled(f64),
    Mirrored,
    Sheared,
    /// Carried into a plane, or nearly so.
    Flat(f64),
}

const WORLDS: [World; 11] = [
    World::AsItIs,
    World::Far(1.0e4),
    World::Far(1.0e12),
    World::Scaled(1.0e-6),
    World::Scaled(1.0e-100),
    World::Scaled(1.0e90),
    World::Mirrored,
    World::Sheared,
    World::Flat(0.0),
    World::Flat(1.0e-12),
    World::Flat(1.0e-5),
];

impl World {
    fn pose(self, random: &mut Random) -> Pose {
        let scaled = |[x, y, z]: [f64; 3]| Pose::affine([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], [0.0; 3]);
        let made = match self {
            World::AsItIs => Ok(Pose::IDENTITY),
            World::Far(distance) => Pose::affine(
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                random.direction().map(|x| x * distance),
            ),
            World::Scaled(size) => scaled([size; 3]),
            World::Mirrored => scaled([1.0, -1.0, 1.0]),
            World::Sheared => Pose::affine([0; 3].map(|_| random.point(-1.0, 1.0)), random.point(-5.0, 5.0)),
            World::Flat(height) => scaled([1.0, height, 1.0]),
        };
        made.expect("finite")
    }

    /// Whether coordinates are ordinary: then exact tests are fast, and more poses can be tried.
    fn is_tame(self) -> bool {
        !matches!(self, World::Flat(_) | World::Scaled(1.0e-100 | 1.0e90))
    }

    /// How long a step of length 1 is.
    fn unit(self) -> f64 {
        if let World::Scaled(size) = self { size } else { 1.0 }
    }
}

/// Turned anyhow, or by quarters and moved by whole steps, so that faces and edges touch exactly.
fn own_pose(random: &mut Random) -> Pose {
    match random.bits() % 4 {
        0 => Pose::translation(random.between(-1.5, 1.5), random.between(-0.5, 0.5), 0.25).unwrap(),
        1 => {
            let quarter = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
            let step = random.point(-2.0, 2.0).map(f64::round);
            Pose::affine(quarter, step).expect("finite")
        }
        _ => {
            let axis = random.direction();
            Pose::rotation_translation(axis, random.between(0.0, 6.0), random.point(-0.8, 0.8)).unwrap()
        }
    }
}

/// Two objects in `poses` poses per world, or in an eighth of them; how many of them overlap in each.
fn agree(seed: u64, [a, b]: [&Mesh; 2], poses: usize) -> Vec<usize> {
    let random = &mut Random::new(seed);
    let mut scene = Scene::new();
    let ids = [scene.add("a", a, Pose::IDENTITY), scene.add("b", b, Pose::IDENTITY)];
    let mut engine = Engine::cpu_with_threads(2).expect("two threads");
    let ways = [Way::cpu(Method::Bvh)];
    let mut run = |world: World, scene: &Scene| {
        let case = Case::new(format!("{world:?}: {scene:?}"), scene.clone(), 0.03 * world.unit());
        let expected = case.expected(Method::Divide).expect("in range");
        let agree = Tally::default().compare(&mut engine, &ways, &case, &expected);
        agree.unwrap_or_else(|error| panic!("{error}"));
        let any = engine.any(scene, &Overlaps::new().method(Method::Bvh)).expect("in range");
        let pairs = expected.overlaps.map_or(0, |found| found.pairs.len());
        assert_eq!(any.is_some(), pairs > 0, "{world:?}");
        pairs
    };
    let mut overlapping = |world: World| {
        let frames = 0..if world.is_tame() { poses } else { poses / 8 };
        let moved = |_| {
            let all = world.pose(random);
            ids.iter().for_each(|&id| scene.set_pose(id, all.after(&own_pose(random)).unwrap()));
            run(world, &scene)
        };
        frames.map(moved).sum()
    };
    WORLDS.map(&mut overlapping).into()
}

#[test]
fn small_bodies_in_many_poses() {
    let cube = shapes::subdivided_cuboid([-1.0; 3], [1.0; 3], [3, 2, 2]);
    let knot = shapes::knot(2, 3, 0.2, 18, 3);
    for (seed, pair) in [[&cube, &cube], [&cube, &knot], [&knot, &knot]].into_iter().enumerate() {
        let counts = agree(seed as u64, pair, 48);
        assert!(counts.iter().all(|&count| count >= 3), "{counts:?}");
    }
}

#[test]
fn large_bodies_and_bodies_of_different_size() {
    let (blob, cube) = (shapes::blob(1, 3_000), shapes::cuboid([-0.1; 3], [0.1; 3]));
    for (seed, pair) in [[&blob, &blob], [&blob, &cube], [&cube, &blob]].into_iter().enumerate() {
        // Too few for those where coordinates are not ordinary: there a search without trees is slow.
        let counts = agree(seed as u64, pair, 7);
        assert!(counts.iter().sum::<usize>() > 5, "{counts:?}");
    }
}

#[test]
fn meshes_of_any_size_and_place() {
    let knot = shapes::knot(2, 3, 0.2, 20, 4);
    let other = |scale: f64, shift: f64| {
        let positions = knot.positions().iter().map(|point| (*point * scale + shift).to_array()).collect();
        Mesh::new(positions, knot.triangles().to_vec()).expect("finite")
    };
    for (scale, shift) in [(1.0, 1.0e8), (1.0e-300, 0.0), (1.0e300, 0.0), (1.0e-20, 1.0e-3), (0.0, 1.0)] {
        let mesh = other(scale, shift);
        let mut scene = Scene::new();
        scene.add("still", &mesh, Pose::IDENTITY);
        let moved = scene.add("moved", &mesh, Pose::IDENTITY);
        let mut engine = Engine::cpu();
        for step in [0.0, 0.1, 0.5, 1.5] {
            scene.set_pose(moved, Pose::translation(scale * step, 0.0, scale * 0.3).unwrap());
            let case = Case::new(format!("{scale} {shift} {step}"), scene.clone(), f64::MIN_POSITIVE.max(scale * 0.01));
            let expected = case.expected(Method::Brute).expect("in range");
            let agree = Tally::default().compare(&mut engine, &[Way::cpu(Method::Bvh)], &case, &expected);
            agree.unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
