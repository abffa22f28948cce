//! What the method cannot do. Each test says why in its name, and shows what would help.

use super::truth::interfering;
use super::{TWO, boxes, numbers, pairs, raycast, scene, square, unordered};
use allide::raycast::{Algorithm, Axis, EarlyExit, EdgeRule, RaycastOptions};
use allide::{Mesh, Pose};
use allide_scenes::shapes::{cuboid, merge, revolved, subdivided_cuboid};

#[test]
fn interference_behind_a_dense_cluster_of_edges_is_missed_unless_resolution_rises_or_the_cluster_is_drawn_first() {
    let Some(raycast) = raycast() else { return };
    // Figure 4.11: a plate with more edges than pixels in front of two boxes.
    let plate = subdivided_cuboid([-1.0, -1.0, -2.0], [4.0, 4.0, -1.0], [40, 40, 1]);
    let [a, b] = TWO.map(|[low, high]| cuboid(low, high));
    let scene = scene([&plate, &a, &b]);
    assert_eq!(interfering(&scene).len(), 1);
    assert!(!raycast.run_with(&scene, &square(40)).unwrap().interferes);
    let finer = raycast.run_with(&scene, &square(400)).unwrap();
    assert_eq!(unordered(&finer), [[1, 2]]);
    let last = raycast.run_with(&scene, &RaycastOptions { edges: EdgeRule::AsPrinted, ..square(40) }).unwrap();
    assert_eq!(unordered(&last), [[1, 2]]);
}

/// Two bars that cross at right angles, each through the other.
fn bars(half: f64) -> allide::Scene {
    boxes(&[[[-2.0, -half, -half], [2.0, half, half]], [[-half, -2.0, -0.5 * half], [half, 2.0, 1.5 * half]]])
}

#[test]
fn bars_thinner_than_pixels_are_missed_at_low_resolution() {
    let Some(raycast) = raycast() else { return };
    let scene = bars(0.02);
    assert_eq!(interfering(&scene).len(), 1);
    assert!(!raycast.run_with(&scene, &square(32)).unwrap().interferes);
    assert_eq!(unordered(&raycast.run_with(&scene, &square(1024)).unwrap()), [[0, 1]]);
}

#[test]
fn objects_far_apart_for_their_size_are_missed_because_a_pixel_is_larger_than_they_are() {
    let Some(raycast) = raycast() else { return };
    let near = boxes(&TWO);
    assert!(raycast.run_with(&near, &square(256)).unwrap().interferes);
    let far = boxes(&[TWO[0], TWO[1], [[1000.0; 3], [1001.0; 3]]]);
    assert!(!raycast.run_with(&far, &square(256)).unwrap().interferes);
}

#[test]
fn of_several_objects_around_an_edge_only_the_last_drawn_is_reported() {
    let Some(raycast) = raycast() else { return };
    let [inner, middle, outer] = [[[-1.0; 3], [1.0; 3]], [[-2.0; 3], [2.0; 3]], [[-3.0; 3], [3.0; 3]]];
    let scene = boxes(&[inner, outer, middle]);
    assert_eq!(interfering(&scene).len(), 3);
    let report = raycast.run_with(&scene, &square(64)).unwrap();
    assert_eq!(pairs(&report), [[0, 2], [2, 1]]);
    // The count has both, and queries name both.
    let maximum = RaycastOptions { early_exit: EarlyExit::Maximum, ..square(64) };
    assert_eq!(raycast.run_with(&scene, &maximum).unwrap().pixels.extremes, Some([2, 0]));
    let queries = RaycastOptions { algorithm: Algorithm::Queries, ..square(64) };
    assert_eq!(numbers(&raycast.run_with(&scene, &queries).unwrap().penetrated), [1, 2]);
}

#[test]
fn an_object_that_crosses_itself_is_reported_with_itself_and_dropped_with_that_reason() {
    let Some(raycast) = raycast() else { return };
    let [a, b] = TWO.map(|[low, high]| cuboid(low, high));
    let scene = scene([&merge([(&a, Pose::IDENTITY), (&b, Pose::IDENTITY)])]);
    let report = raycast.run_with(&scene, &square(64)).unwrap();
    assert_eq!(pairs(&report), [[0, 0]]);
    assert!(
        raycast.run_with(&scene, &RaycastOptions { algorithm: Algorithm::Detect, ..square(64) }).unwrap().interferes
    );
    let confirmed = report.confirm(|_, _| panic!("there is only one object"));
    assert_eq!((confirmed.pairs, confirmed.with_itself, confirmed.apart), (vec![], 1, 0));
}

#[test]
fn coincident_copies_are_missed_because_the_offset_lifts_their_edges_out() {
    let Some(raycast) = raycast() else { return };
    let scene = boxes(&[TWO[0], TWO[0]]);
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        assert!(!raycast.run_with(&scene, &RaycastOptions { axis, ..square(128) }).unwrap().interferes);
    }
}

#[test]
fn copies_and_walls_thinner_than_the_offset_are_missed_because_it_lifts_edges_out() {
    let Some(raycast) = raycast() else { return };
    // A pixel is 1 / 64, and the normal of a corner has 0.58 of its length along each axis: edges move by 0.009.
    let copy = |by: f64| boxes(&[[[0.0; 3], [2.0; 3]], [[by; 3], [2.0 + by; 3]]]);
    let wall = |thick: f64| boxes(&[[[0.0; 3], [2.0; 3]], [[thick; 3], [2.0 - thick; 3]]]);
    for (missed, found) in [(copy(0.004), copy(0.05)), (wall(0.004), wall(0.05))] {
        assert_eq!((interfering(&missed).len(), interfering(&found).len()), (1, 1));
        assert!(!raycast.run_with(&missed, &square(128)).unwrap().interferes);
        assert_eq!(unordered(&raycast.run_with(&found, &square(128)).unwrap()), [[0, 1]]);
        // A smaller offset finds more.
        let close = RaycastOptions { offset: 0.125, ..square(128) };
        assert_eq!(unordered(&raycast.run_with(&missed, &close).unwrap()), [[0, 1]]);
    }
    // Where edges stick out of their own solid into the other, however little, the offset helps.
    let little = boxes(&[[[0.0; 3], [2.0; 3]], [[1.999, 0.5, 0.5], [3.0, 1.5, 1.5]]]);
    assert_eq!(unordered(&raycast.run_with(&little, &square(128)).unwrap()), [[0, 1]]);
}

#[test]
fn an_edge_that_is_moved_into_a_close_neighbour_is_a_false_pair_and_dropped_with_that_reason() {
    let Some(raycast) = raycast() else { return };
    // The smaller box hovers above the larger one, at a hundredth of a pixel.
    let scene = boxes(&[[[0.0; 3], [4.0, 4.0, 1.0]], [[1.0, 1.0, 1.0003], [3.0, 3.0, 2.0]]]);
    let truth = interfering(&scene);
    assert!(truth.is_empty());
    let report = raycast.run_with(&scene, &RaycastOptions { axis: Axis::Y, ..square(128) }).unwrap();
    assert_eq!(pairs(&report), [[1, 0]]);
    let confirmed = report.confirm(|a, b| truth.contains(&[a, b]));
    assert_eq!((confirmed.pairs, confirmed.with_itself, confirmed.apart), (vec![], 0, 1));
}

/// A pot with a lid that leaves a gap, and a spout that is open at its end.
fn teapot() -> Mesh {
    let open = |mesh: Mesh, keep: fn([f64; 3]) -> bool| {
        let positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point| point.to_array()).collect();
        let is_kept = |triangle: &&[u32; 3]| triangle.iter().any(|&corner| keep(positions[corner as usize]));
        let triangles = mesh.triangles().iter().filter(is_kept).copied().collect();
        Mesh::new(positions.clone(), triangles).unwrap()
    };
    let pot = open(revolved(&[[1.0, 0.0], [1.5, 0.6], [1.2, 1.4]], 24), |[_, _, z]| z < 1.39);
    let lid = open(revolved(&[[0.9, 1.45], [0.4, 1.7]], 24), |[_, _, z]| z > 1.46);
    merge([(&pot, Pose::IDENTITY), (&lid, Pose::IDENTITY)])
}

#[test]
fn an_open_mesh_shows_in_negative_counts_and_may_report_what_is_not_there() {
    let Some(raycast) = raycast() else { return };
    let pot = teapot();
    let table = subdivided_cuboid([-2.0, -2.0, -1.0], [2.0, 2.0, -0.5], [40, 40, 1]);
    // Seen from above, through the gap.
    let turned = allide_scenes::turned([1.0, 0.0, 0.0], std::f64::consts::PI, [0.0; 3]);
    let mut scene = allide::Scene::new();
    scene.add("pot", &pot, turned);
    scene.add("table", &table, turned);
    let one = RaycastOptions { algorithm: Algorithm::IdentifyOne, early_exit: EarlyExit::Maximum, ..square(128) };
    let report = raycast.run_with(&scene, &RaycastOptions { early_exit: EarlyExit::Never, ..one }).unwrap();
    assert!(report.pixels.negative.is_some_and(|count| count > 0), "{:?}", report.pixels);
    let extremes = raycast.run_with(&scene, &one).unwrap().pixels.extremes;
    assert!(extremes.is_some_and(|[_, least]| least < 0), "{extremes:?}");
    // Closed, the same pot is beyond doubt.
    let closed = super::scene([&revolved(&[[1.0, 0.0], [1.5, 0.6], [1.2, 1.4]], 24), &table]);
    let report = raycast.run_with(&closed, &RaycastOptions { early_exit: EarlyExit::Never, ..one }).unwrap();
    assert_eq!((report.interferes, report.pixels.negative), (false, Some(0)));
}

#[test]
fn edges_inside_128_solids_or_more_are_missed_because_counts_have_8_bits() {
    let Some(raycast) = raycast() else { return };
    let count = 260;
    let half = |k: usize| 1.0 + k as f64;
    let nested: Vec<_> = (0..count).map(|k| [[-half(k); 3], [half(k); 3]]).collect();
    let options = RaycastOptions { algorithm: Algorithm::IdentifyOne, early_exit: EarlyExit::Never, ..square(2048) };
    let report = raycast.run_with(&boxes(&nested), &options).unwrap();
    // Box k is inside of 259 - k others: of 1 to 127, or of 257 to 259, which look like 1 to 3.
    let around = |k: usize| (count - 1 - k) % 256;
    let expected: Vec<usize> = (0..count).filter(|&k| (1..128).contains(&around(k))).collect();
    assert_eq!(numbers(&report.penetrating), expected);
    assert!(report.pixels.negative.is_some_and(|count| count > 0), "which looks like an open mesh");
}
