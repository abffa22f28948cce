use super::*;
use allide_scenes::Random;

#[test]
fn random_soups_are_inspected_without_contradiction() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let places = 2 + random.below(3);
        let corners =
            (0..3 + random.below(12)).map(|_| [(); 3].map(|()| random.below(places) as f64)).collect::<Vec<_>>();
        let count = corners.len();
        let triangles = (0..random.below(30)).map(|_| [(); 3].map(|()| random.below(count) as u32)).collect::<Vec<_>>();
        let found = Shape { corners, triangles }.inspected();
        let topology = found.mesh().topology();
        assert_eq!(found.is_closed(), topology.is_closed() && !found.shells.is_empty());
        assert_eq!(found.degenerate_triangles().len(), found.mesh().degenerate_count());
        assert_eq!(found.borders.iter().map(|border| border.edges).sum::<usize>(), topology.open_edges().len());
        assert_eq!(found.is_healthy(), found.problems().next().is_none());
        assert_eq!(found.volume.is_some(), found.is_closed());
        for shell in &found.shells {
            assert_eq!(shell.is_closed, shell.volume.is_some());
            assert!(shell.parent.is_none_or(|parent| found.shells[parent as usize].is_closed));
            assert_eq!(shell.parent.is_some(), shell.depth.is_some_and(|depth| depth > 0));
        }
    }
}

#[test]
fn meshes_of_one_place_one_line_or_one_plane_are_no_solids() {
    let on = |at: fn(u32) -> [f64; 3]| Shape {
        corners: (0..20).map(at).collect(),
        triangles: (0..18).map(|k| [k, k + 1, k + 2]).collect(),
    };
    let point = on(|_| [1e300, -1e-300, 0.0]);
    assert_eq!(point.inspected().count(Problem::DegenerateTriangles), 18);
    assert!(!point.inspected().is_closed() && point.inspected().shells.is_empty());
    let line = on(|k| [f64::from(k); 3]);
    assert_eq!(line.inspected().count(Problem::DegenerateTriangles), 18);
    let plane = on(|k| [f64::from(k % 5), f64::from(k * k % 7), 3.0]);
    assert!(!plane.inspected().is_healthy() && plane.inspected().volume.is_none());
}

#[test]
fn many_shells_are_located_one_by_one() {
    // A thousand boxes beside each other, and a box around all.
    let mut shape = block([-1.0; 3], [2000.0, 2.0, 2.0]).inside_out();
    for k in 0..1000 {
        let x = f64::from(2 * k);
        shape = shape.and(block([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]));
    }
    let found = shape.inspected();
    assert_eq!(found.shells.len(), 1001);
    assert_eq!(found.count(Problem::InvertedShells), 1001);
    assert!(found.shells[1..].iter().all(|shell| shell.parent == Some(0)));
}

#[test]
fn a_pose_that_leaves_the_range_is_an_error() {
    let mut scene = Scene::new();
    let far = Pose::translation(f64::MAX, 0.0, 0.0).unwrap();
    scene.add("part", &block([f64::MAX / 2.0; 3], [f64::MAX; 3]).mesh(), far);
    assert!(inspect(&mut Engine::cpu(), &scene).is_err());
}
