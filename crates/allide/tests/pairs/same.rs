use allide::{Clearance, Engine, Error, Mesh, Nearest, NearestPoints, Overlaps, Pair, Pose, Scene};
use allide_scenes::edges::{bad_poses, bad_shapes};
use allide_scenes::hard::{self, KINDS, Kind};
use allide_scenes::{Random, moved, scenes::Cell, turned};

/// All numbers of two points, to the last bit.
fn bits(nearest: NearestPoints) -> [u64; 7] {
    let NearestPoints { distance, on_a, on_b, .. } = nearest;
    [distance, on_a.x, on_a.y, on_a.z, on_b.x, on_b.y, on_b.z].map(f64::to_bits)
}

/// A pose of meshes of a kind: in place, moved, turned, mirrored, or flattened into a plane, a line or a point.
fn pose(kind: Kind, random: &mut Random) -> Pose {
    let size = hard::unit(kind);
    let place = random.point(-2.0, 2.0).map(|x| x * size);
    let whole = place.map(|x| (x / size).floor() * size);
    match random.below(8) {
        0 | 1 => Pose::IDENTITY,
        2 => Pose::translation(place[0], place[1], place[2]).unwrap(),
        3 => Pose::translation(whole[0], whole[1], whole[2]).unwrap(),
        4 | 5 => turned(random.direction(), random.between(0.0, 6.0), place),
        6 => Pose::affine([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]], whole).unwrap(),
        _ => {
            let [x, y, z] = [0; 3].map(|_| f64::from(random.below(2) as u32));
            Pose::affine([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], whole).unwrap()
        }
    }
}

/// Compares all answers about two meshes with those about a scene of them; whether they overlap.
fn check(engine: &mut Engine, pair: &Pair, meshes: [&Mesh; 2], poses: [Pose; 2], name: &str) -> bool {
    let mut scene = Scene::new();
    meshes.iter().zip(poses).for_each(|(mesh, pose)| _ = scene.add("", mesh, pose));
    let [pose_a, pose_b] = &poses;
    let is_overlap = !engine.run(&scene, &Overlaps::new().with_duplicates()).unwrap().pairs.is_empty();
    // Twice: the second time, it remembers what overlapped.
    assert_eq!([0; 2].map(|_| pair.overlaps(pose_a, pose_b).unwrap()), [is_overlap; 2], "{name}");

    let nearest =
        engine.run(&scene, &Nearest::new().with_duplicates()).unwrap().pairs.first().and_then(|pair| pair.nearest);
    assert_eq!(pair.nearest(pose_a, pose_b).unwrap().map(bits), nearest.map(bits), "{name}");
    let distance = nearest.map_or(1.0, |nearest| nearest.distance);
    for limit in [0.5 * distance, distance, distance.next_up(), 2.0 * distance].into_iter().filter(|&limit| limit > 0.0)
    {
        if let Ok(question) = Clearance::within(limit) {
            let is_near = !engine.run(&scene, &question.with_duplicates()).unwrap().pairs.is_empty();
            assert_eq!(pair.is_within(limit, pose_a, pose_b).unwrap(), is_near, "{name} within {limit}");
        }
    }
    is_overlap
}

#[test]
fn two_meshes_have_the_answers_of_a_scene_of_them() {
    let (mut engine, mut overlaps) = (Engine::cpu(), 0);
    for kind in KINDS {
        for seed in 0..12 {
            let mut random = Random::new(seed * 64 + kind as u64);
            let sizes = [random.below(90), 1 + random.below(20)];
            let meshes = sizes.map(|count| hard::mesh(kind, count, &mut random));
            let [a, b] = [&meshes[0], &meshes[if seed % 4 == 0 { 0 } else { 1 }]];
            let pair = Pair::new(a, b);
            for step in 0..6 {
                let poses = [0; 2].map(|_| pose(kind, &mut random));
                let name = format!("{} {seed} {step}", kind.name());
                overlaps += usize::from(check(&mut engine, &pair, [a, b], poses, &name));
            }
        }
    }
    assert!((100..600).contains(&overlaps), "of 864, {overlaps}");
}

#[test]
fn large_meshes_have_the_same_answers_at_every_step_of_a_way() {
    let Cell { arm, cell } = Cell::new(6);
    let (pair, mut engine, mut random) = (Pair::new(&cell, &arm), Engine::cpu(), Random::new(3));
    let poses = Cell::way(40).chain((0..40).map(|_| Cell::pose(&mut random)));
    let hits = poses.filter(|pose| check(&mut engine, &pair, [&cell, &arm], [Pose::IDENTITY, *pose], "arm")).count();
    assert!((20..60).contains(&hits), "{hits}");
}

#[test]
fn many_threads_ask_one_pair() {
    let Cell { arm, cell } = Cell::new(8);
    let (pair, mut random) = (Pair::new(&cell, &arm), Random::new(5));
    let poses: Vec<Pose> = (0..60).map(|_| Cell::pose(&mut random)).collect();
    let ask = || -> Vec<(bool, bool)> {
        let ask =
            |pose| (pair.overlaps(&Pose::IDENTITY, pose).unwrap(), pair.is_within(0.1, &Pose::IDENTITY, pose).unwrap());
        poses.iter().map(ask).collect()
    };
    let expected = ask();
    assert!(expected.iter().any(|hit| hit.0) && expected.iter().any(|hit| !hit.1));
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        all.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap(), expected));
    });
}

#[test]
fn what_is_no_pose_is_an_error_and_so_is_what_is_no_distance() {
    let here = Pose::IDENTITY;
    for shape in bad_shapes() {
        let pair = Pair::new(&shape, &shape);
        for bad in bad_poses() {
            let is_named = |error: Error, name| matches!(error, Error::OutOfRange { object, .. } if object == name);
            assert!(is_named(pair.overlaps(&bad, &here).unwrap_err(), "a"));
            assert!(is_named(pair.nearest(&here, &bad).unwrap_err(), "b"));
            assert!(is_named(pair.is_within(1.0, &here, &bad).unwrap_err(), "b"));
        }
    }
    let nothing = Mesh::new(Vec::new(), Vec::new()).unwrap();
    let pair = Pair::new(&nothing, &bad_shapes()[0]);
    assert!(!pair.overlaps(&here, &here).unwrap() && pair.nearest(&here, &moved(1.0, 0.0, 0.0)).unwrap().is_none());
    for distance in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert!(matches!(pair.is_within(distance, &here, &here), Err(Error::ClearanceNotPositive(_))));
    }
}
