//! What an engine keeps from run to run speeds up the next answer and never changes it.

use allide::{Clearance, Device, Engine, Mesh, Method, Overlaps, Pose, QuestionKind, Scene, SelfOverlaps};
use allide_scenes::suite::{Case, Tally, Way};

/// A closed bumpy ball, coarse enough for brute force.
fn ball(size: u32, bump: f64) -> Mesh {
    Mesh::new(positions(size, bump), triangles(size)).expect("finite and in range")
}

fn positions(size: u32, bump: f64) -> Vec<[f64; 3]> {
    let point = |k: u32| {
        let (turn, tilt) = (f64::from(k % size), f64::from(k / size));
        let (turn, tilt) = (turn / f64::from(size) * std::f64::consts::TAU, tilt / f64::from(size - 1) * 3.0 - 1.5);
        let radius = 1.0 + bump * (5.0 * turn).sin() * (4.0 * tilt).cos();
        [radius * tilt.cos() * turn.cos(), radius * tilt.cos() * turn.sin(), radius * tilt.sin()]
    };
    (0..size * size).map(point).collect()
}

fn triangles(size: u32) -> Vec<[u32; 3]> {
    let quad = |k: u32| {
        let (row, next) = (k / size * size, (k % size + 1) % size);
        let (a, b) = (k, row + next);
        [[a, b, a + size], [b, b + size, a + size]]
    };
    (0..size * (size - 1)).flat_map(quad).collect()
}

/// One engine for each method, asked again and again, against a new one that compares everything with everything.
fn check(scene: &Scene, engines: &mut [(Way, Engine)]) -> usize {
    let case = Case::new("kept", scene.clone(), 0.2);
    let expected = case.expected(Method::Brute).unwrap();
    for (way, engine) in engines {
        let agree = Tally::default().compare(engine, &[*way], &case, &expected);
        agree.unwrap_or_else(|error| panic!("{error}"));
    }
    expected.counts()[0]
}

fn engines() -> Vec<(Way, Engine)> {
    let ways = Way::on(Device::Cpu).filter(|way| way.method != Method::Brute);
    ways.map(|way| (way, Engine::cpu())).collect()
}

#[test]
fn moved_objects_are_found_where_they_are_now() {
    let mesh = ball(14, 0.2);
    let mut scene = Scene::new();
    scene.add("still", &mesh, Pose::IDENTITY);
    let moving = scene.add("moving", &mesh, Pose::IDENTITY);
    let mut engines = engines();
    let counts: Vec<usize> = (0..6)
        .map(|frame| {
            let t = f64::from(frame);
            let pose = if frame % 2 == 0 {
                Pose::translation(0.7 * t, 0.1, 0.0).unwrap()
            } else {
                Pose::rotation_translation([1.0, t, -2.0], 0.7 * t, [0.3 * t, 0.2, 0.1]).unwrap()
            };
            scene.set_pose(moving, pose);
            check(&scene, &mut engines)
        })
        .collect();
    assert!(counts[1] > 0 && counts[4] == 0, "some frames touch, some do not: {counts:?}");
}

#[test]
fn deformed_objects_are_found_in_their_new_shape() {
    let mesh = ball(12, 0.0);
    let mut scene = Scene::new();
    let soft = scene.add("soft", &mesh, Pose::IDENTITY);
    scene.add("hard", &mesh, Pose::translation(1.5, 0.3, 0.0).unwrap());
    let mut engines = engines();
    let counts: Vec<usize> = [0.0, 0.3, 0.9, 1.6, 0.0]
        .into_iter()
        .map(|bump| {
            scene.set_positions(soft, positions(12, bump)).expect("as many as before");
            check(&scene, &mut engines)
        })
        .collect();
    assert_eq!(counts[0], counts[4]);
    assert!(counts.windows(2).any(|pair| pair[0] != pair[1]), "the shape matters: {counts:?}");
}

#[test]
fn auto_builds_trees_once_the_same_shapes_were_asked_about_often() {
    let mesh = ball(10, 0.1);
    let mut scene = Scene::new();
    scene.add("a", &mesh, Pose::IDENTITY);
    let b = scene.add("b", &mesh, Pose::translation(0.4, 0.2, 0.1).unwrap());
    let mut engine = Engine::cpu();
    let methods: Vec<&str> = (0..12)
        .map(|frame| {
            scene.set_pose(b, Pose::translation(0.4, 0.01 * f64::from(frame), 0.1).unwrap());
            let report = engine.run(&scene, &Overlaps::new()).unwrap();
            let expected = Engine::cpu().run(&scene, &Overlaps::new().method(Method::Brute)).unwrap();
            assert_eq!(report.findings(), expected.findings());
            report.run.methods[0].name()
        })
        .collect();
    // After that, whichever was faster: what the clock says is not for a test.
    assert_eq!(methods[..5], ["divide", "divide", "divide", "divide", "bvh"]);
    scene.add("c", &ball(9, 0.1), Pose::IDENTITY);
    assert_eq!(engine.run(&scene, &Overlaps::new()).unwrap().run.means(), "divide, cpu");
}

#[test]
fn a_terrain_with_many_neighbours_gets_a_tree_and_the_same_findings() {
    let size = 100;
    let height = |x: u32, y: u32| 0.3 * (f64::from(x) * 0.5).sin() * (f64::from(y) * 0.3).cos();
    let ground =
        (0..size * size).map(|k| [f64::from(k % size), f64::from(k / size), height(k % size, k / size)]).collect();
    let cell = |k: u32| k + k / (size - 1);
    let quad = |k: u32| [[k, k + 1, k + size], [k + 1, k + size + 1, k + size]];
    let triangles = (0..(size - 1) * (size - 1)).flat_map(|k| quad(cell(k))).collect();
    let mut scene = Scene::new();
    scene.add("terrain", &Mesh::new(ground, triangles).unwrap(), Pose::IDENTITY);
    let stone = ball(6, 0.1);
    for k in 0..100 {
        let (x, y) = (f64::from(k % 10) * 9.0 + 5.0, f64::from(k / 10) * 9.0 + 6.0);
        scene.add(format!("stone {k}"), &stone, Pose::translation(x, y, f64::from(k % 3)).unwrap());
    }
    let mut engine = Engine::cpu();
    let expected = engine.run(&scene, &Overlaps::new().method(Method::Divide)).unwrap();
    let found = engine.run(&scene, &Overlaps::new()).unwrap();
    assert_eq!((&found.pairs, found.findings()), (&expected.pairs, expected.findings()));
    assert_eq!(found.run.means(), "divide+bvh, cpu");
    assert!(found.pairs.len() > 5);
    let near = Clearance::within(0.5).unwrap();
    let expected = engine.run(&scene, &near.clone().method(Method::Divide)).unwrap();
    assert_eq!(engine.run(&scene, &near).unwrap().pairs, expected.pairs);
}

#[test]
fn ignored_groups_are_not_tested_against_each_other() {
    let mesh = ball(8, 0.0);
    let mut scene = Scene::new();
    let ids: Vec<_> = (0..3)
        .map(|k| scene.add(format!("{k}"), &mesh, Pose::translation(0.3 * f64::from(k), 0.0, 0.0).unwrap()))
        .collect();
    let (pipes, walls) = (scene.add_group(), scene.add_group());
    scene.set_group(ids[0], pipes);
    scene.set_group(ids[1], pipes);
    scene.set_group(ids[2], walls);
    let pairs = |scene: &Scene, method| {
        let report = Engine::cpu().run(scene, &Overlaps::new().method(method)).unwrap();
        report.pairs.iter().map(|pair| (pair.a.index(), pair.b.index())).collect::<Vec<_>>()
    };
    for method in Method::on(Device::Cpu).filter(|method| method.answers(QuestionKind::Overlaps)) {
        assert_eq!(pairs(&scene, method), [(0, 1), (0, 2), (1, 2)]);
    }
    scene.ignore(pipes, pipes);
    scene.ignore(walls, pipes);
    assert!(pairs(&scene, Method::Divide).is_empty() && pairs(&scene, Method::Brute).is_empty());
}

#[test]
fn the_length_of_an_axis_does_not_matter() {
    let turned = |length: f64| {
        let pose = Pose::rotation_translation([0.0, 0.0, length], std::f64::consts::FRAC_PI_2, [0.0; 3]).unwrap();
        pose.apply([1.0, 0.0, 0.0].into())
    };
    for length in [f64::from_bits(1), 1e-200, 1e-160, 1e160, f64::MAX] {
        assert_eq!(turned(length), turned(1.0), "{length:e}");
    }
}

#[test]
fn impossible_questions_are_refused() {
    let mesh = ball(5, 0.0);
    let mut scene = Scene::new();
    let only = scene.add("only", &mesh, Pose::IDENTITY);
    let mut other = Scene::new();
    other.add("x", &mesh, Pose::IDENTITY);
    let far = other.add("y", &mesh, Pose::IDENTITY);
    let error = Engine::cpu().run(&scene, &SelfOverlaps::of(far)).unwrap_err();
    assert_eq!(error.to_string(), "object 1 is not in the scene, which has 1: it was removed, or is of another scene");
    assert!(Clearance::within(0.0).is_err() && Clearance::within(f64::NAN).is_err());
    let error = scene.set_positions(only, vec![[0.0; 3]; 3]).unwrap_err();
    assert_eq!(error.to_string(), "object \"only\" has 25 vertices, but 3 positions were given");
    scene.set_pose(only, Pose::affine([[1e300, 0.0, 0.0], [0.0, 1e300, 0.0], [0.0, 0.0, 1e300]], [1e308; 3]).unwrap());
    let report = Engine::cpu().run(&scene, &Overlaps::new());
    assert!(report.is_ok());
    scene.set_pose(only, Pose::affine([[f64::MAX; 3]; 3], [0.0; 3]).unwrap());
    let error = Engine::cpu().run(&scene, &Overlaps::new()).unwrap_err();
    assert!(error.to_string().contains("a coordinate that is not finite"), "{error}");
}
