use super::*;
use allide::Aabb;

#[test]
fn a_box_is_healthy() {
    let found = cube(1.0).inspected();
    assert!(found.is_healthy() && found.is_closed());
    assert_eq!((found.shells.len(), found.mesh().topology().edge_count()), (1, 18));
}

#[test]
fn an_empty_mesh_is_not() {
    let empty = Shape::default();
    assert_eq!(empty.problems(), [(Problem::Empty, 1)]);
    assert!(!empty.inspected().is_closed() && empty.inspected().bounds.is_empty());
}

#[test]
fn holes_are_counted_with_their_places() {
    // Two triangles of different faces are missing: the lower and the upper one.
    let mut shape = cube(1.0);
    shape.triangles.remove(2);
    shape.triangles.remove(0);
    let found = shape.inspected();
    assert!(found.problems().eq([(Problem::OpenEdges, 6)]));
    assert!(!found.is_closed() && found.volume.is_none());
    let below = Aabb { min: [-1.0; 3].into(), max: [1.0, 1.0, -1.0].into() };
    let above = Aabb { min: [-1.0, -1.0, 1.0].into(), max: [1.0; 3].into() };
    let borders: Vec<_> = found.borders.iter().map(|border| (border.edges, border.region)).collect();
    assert_eq!(borders, [(3, below), (3, above)]);
}

#[test]
fn a_turned_triangle_is_flipped() {
    let mut shape = cube(1.0);
    shape.triangles[3].swap(0, 2);
    assert_eq!(shape.problems(), [(Problem::FlippedEdges, 3)]);
    assert!(!shape.inspected().is_closed());
}

#[test]
fn boxes_with_a_common_edge_are_closed_but_not_manifold() {
    let shape = cube(1.0).and(block([1.0, 1.0, -1.0], [2.0, 2.0, 1.0]));
    assert_eq!(shape.problems(), [(Problem::NonManifoldEdges, 1)]);
    assert!(shape.inspected().is_closed());
}

#[test]
fn a_fin_is_an_open_edge_and_one_that_three_triangles_use() {
    let mut shape = cube(1.0);
    shape.corners.push([5.0, 5.0, 5.0]);
    let shape = shape.with(&[[5, 7, 8]]);
    assert_eq!(shape.problems(), [(Problem::OpenEdges, 2), (Problem::NonManifoldEdges, 1)]);
}

#[test]
fn a_box_inside_out_is_inverted() {
    let found = cube(1.0).inside_out().inspected();
    assert!(found.problems().eq([(Problem::InvertedShells, 1)]));
    assert_eq!(found.volume.unwrap().value, -8.0);
}

#[test]
fn a_mirrored_box_is_not_inverted() {
    let mirror = Pose::affine([[-2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [9.0, 0.0, 0.0]).unwrap();
    let found = inspected(&cube(1.0).mesh(), mirror);
    assert!(found.is_healthy());
    assert_eq!((found.volume.unwrap().value, found.bounds.min.x), (16.0, 7.0));
    let found = inspected(&cube(1.0).inside_out().mesh(), mirror);
    assert!(found.problems().eq([(Problem::InvertedShells, 1)]));
}

#[test]
fn a_sheet_with_two_sides_is_flat_and_double() {
    let sheet =
        Shape { corners: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], triangles: vec![[0, 1, 2], [0, 2, 1]] };
    let found = sheet.inspected();
    assert_eq!(found.count(Problem::FlatShells), 1);
    assert_eq!(found.duplicate_triangles(), [[0, 1]]);
    assert_eq!(found.volume.unwrap().value, 0.0);
    assert_eq!(found.count(Problem::SelfOverlaps), 1);
}

#[test]
fn triangles_without_area_and_repeated_ones_are_listed() {
    let shape = cube(1.0).with(&[[0, 0, 7], [3, 3, 3]]);
    let found = shape.inspected();
    assert_eq!(found.degenerate_triangles(), [12, 13]);
    // A needle from corner to corner passes through the inside, and touches nothing but corners.
    assert_eq!(found.count(Problem::DegenerateTriangles), 2);
    assert!(found.is_closed());
    let found = cube(1.0).with(&[[0, 2, 3]]).inspected();
    assert_eq!(found.duplicate_triangles(), [[0, 12]]);
    assert_eq!(found.count(Problem::NonManifoldEdges), 3);
}

#[test]
fn self_overlaps_that_hang_together_are_one_cluster() {
    // A rod through two boxes, and a box that is touched by nothing.
    let rod = block([-5.0, -0.25, -0.25], [5.0, 0.25, 0.25]);
    let at = |x: f64| block([x - 1.0, -1.0, -1.0], [x + 1.0, 1.0, 1.0]);
    let found = at(-3.0).and(at(3.0)).and(at(30.0)).and(rod).inspected();
    // The long sides of the rod pass through both boxes.
    assert!(found.problems().eq([(Problem::SelfOverlaps, 1)]));
    let cluster = &found.clusters[0];
    assert_eq!(cluster.region, Aabb { min: [-4.0, -0.25, -0.25].into(), max: [4.0, 0.25, 0.25].into() });
    assert!(cluster.crossing > 0 && cluster.triangle_pairs >= cluster.crossing);
    assert!(cluster.triangles.is_sorted() && cluster.triangles.iter().all(|&triangle| !(24..36).contains(&triangle)));
    // Two rods make two clusters: the one with more pairs comes first.
    let apart = |x: f64| at(x).and(block([x - 5.0, -0.25, -0.25], [x, 0.25, 0.25]));
    let found = apart(0.0).and(apart(100.0)).and(at(200.0).and(at(201.0))).inspected();
    assert_eq!(found.clusters.len(), 3);
    assert!(found.clusters.is_sorted_by_key(|cluster| std::cmp::Reverse(cluster.triangle_pairs)));
    let total: usize = found.clusters.iter().map(|cluster| cluster.triangle_pairs).sum();
    let mut scene = Scene::new();
    scene.add("part", found.mesh(), Pose::IDENTITY);
    let report = Engine::cpu().run(&scene, &allide::SelfOverlaps::of_all()).unwrap();
    assert_eq!(total, report.findings().len());
}

#[test]
fn objects_come_in_order_and_removed_ones_not_at_all() {
    let (good, bad) = (cube(1.0).mesh(), cube(1.0).without(1).mesh());
    let mut scene = Scene::new();
    let ids: Vec<_> = (0..50)
        .map(|k| {
            let pose = Pose::translation(f64::from(k), 0.0, 0.0).unwrap();
            scene.add("part", if k % 3 == 0 { &bad } else { &good }, pose)
        })
        .collect();
    scene.remove(ids[7]);
    for threads in [1, 3] {
        let found = inspect(&mut Engine::cpu_with_threads(threads).unwrap(), &scene).unwrap();
        assert!(found.objects.iter().map(|object| object.object).eq(scene.ids()));
        for object in &found.objects {
            let index = object.object.index();
            assert_eq!((object.is_healthy(), object.bounds.min.x), (index % 3 != 0, index as f64 - 1.0));
        }
        assert!(found.run.stats.total_ms > 0.0);
    }
}
