//! What the method cannot do. Each test says why in its name, and shows what would help.

use super::truth::interfering;
use super::{TWO, boxes, numbers, pairs, raycast, scene, square, unordered};
use allide::raycast::{Algorithm, Axis, EarlyExit, EdgeRule, Extremes, RaycastOptions};
use allide::{Mesh, Pose, Scene};
use allide_scenes::shapes::{cuboid, cylinder, merge, revolved, subdivided_cuboid};
use allide_scenes::turned;
use std::f64::consts::PI;

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
fn bars(half: f64) -> Scene {
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
    assert_eq!(raycast.run_with(&scene, &maximum).unwrap().pixels.extremes, Some(Extremes { largest: 2, smallest: 0 }));
    let queries = RaycastOptions { algorithm: Algorithm::Queries, ..square(64) };
    assert_eq!(numbers(&raycast.run_with(&scene, &queries).unwrap().penetrated), [1, 2]);
}

#[test]
fn an_object_that_crosses_itself_is_reported_inside_itself_and_in_no_pair() {
    let Some(raycast) = raycast() else { return };
    let [a, b] = TWO.map(|[low, high]| cuboid(low, high));
    let scene = scene([&merge([(&a, Pose::IDENTITY), (&b, Pose::IDENTITY)])]);
    let report = raycast.run_with(&scene, &square(64)).unwrap();
    assert_eq!(pairs(&report), [[0, 0]]);
    assert!(
        raycast.run_with(&scene, &RaycastOptions { algorithm: Algorithm::Detect, ..square(64) }).unwrap().interferes
    );
    assert_eq!((unordered(&report), numbers(&report.inside_themselves())), (vec![], vec![0]));
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
fn an_edge_that_is_moved_into_a_close_neighbour_is_a_false_pair() {
    let Some(raycast) = raycast() else { return };
    // The smaller box hovers above the larger one, at a hundredth of a pixel.
    let scene = boxes(&[[[0.0; 3], [4.0, 4.0, 1.0]], [[1.0, 1.0, 1.0003], [3.0, 3.0, 2.0]]]);
    assert!(interfering(&scene).is_empty());
    let report = raycast.run_with(&scene, &RaycastOptions { axis: Axis::Y, ..square(128) }).unwrap();
    assert_eq!(pairs(&report), [[1, 0]]);
}

/// A mesh without the triangles that have no corner to keep.
fn opened(mesh: &Mesh, keep: impl Fn([f64; 3]) -> bool) -> Mesh {
    let positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point| point.to_array()).collect();
    let is_kept = |triangle: &&[u32; 3]| triangle.iter().any(|&corner| keep(positions[corner as usize]));
    let triangles = mesh.triangles().iter().filter(is_kept).copied().collect();
    Mesh::new(positions.clone(), triangles).unwrap()
}

/// The outline of a pot, which is open at its top in a teapot.
const POT: [[f64; 2]; 3] = [[1.0, 0.0], [1.5, 0.6], [1.2, 1.4]];

/// A pot with a lid that leaves a gap, and a spout that is open at both ends, one of them in the pot.
fn teapot() -> Mesh {
    let pot = opened(&revolved(&POT, 24), |[_, _, z]| z < 1.39);
    let lid = opened(&revolved(&[[0.9, 1.45], [0.4, 1.7]], 24), |[_, _, z]| z > 1.46);
    // Without the middles of its ends, which all their triangles have.
    let spout = cylinder(0.2, 1.0, 12, 1);
    let is_side = |triangle: &&[u32; 3]| {
        triangle
            .iter()
            .map(|&corner| spout.positions()[corner as usize])
            .all(|corner| corner.x != 0.0 || corner.y != 0.0)
    };
    let sides = spout.triangles().iter().filter(is_side).copied().collect();
    let spout = Mesh::new(spout.positions().iter().map(|point| point.to_array()).collect(), sides).unwrap();
    let aside = turned([0.0, 1.0, 0.0], 1.2, [1.0, 0.0, 0.7]);
    merge([(&pot, Pose::IDENTITY), (&lid, Pose::IDENTITY), (&spout, aside)])
}

/// Edges in every pixel, between two heights.
fn plate(from: f64, to: f64) -> Mesh {
    subdivided_cuboid([-2.0, -2.0, from], [2.0, 2.0, to], [40, 40, 1])
}

/// Algorithm 2, with all counts read.
fn counted() -> RaycastOptions {
    RaycastOptions { algorithm: Algorithm::IdentifyOne, early_exit: EarlyExit::Never, ..square(128) }
}

#[test]
fn an_open_mesh_shows_in_negative_counts_because_rays_enter_through_its_holes() {
    let Some(raycast) = raycast() else { return };
    // Seen from above: rays pass the gap beside the lid, and leave through the bottom.
    let over = turned([1.0, 0.0, 0.0], PI, [0.0; 3]);
    let mut scene = Scene::new();
    scene.add("pot", &teapot(), over);
    scene.add("table", &plate(-1.0, -0.5), over);
    let report = raycast.run_with(&scene, &counted()).unwrap();
    assert!(report.pixels.negative.is_some_and(|count| count > 0), "{:?}", report.pixels);
    let options = RaycastOptions { early_exit: EarlyExit::Maximum, ..counted() };
    let extremes = raycast.run_with(&scene, &options).unwrap().pixels.extremes;
    assert!(extremes.is_some_and(|extremes| extremes.smallest < 0), "{extremes:?}");
}

#[test]
fn an_open_mesh_is_reported_around_what_is_behind_its_holes_because_rays_do_not_leave_it() {
    let Some(raycast) = raycast() else { return };
    // Seen from below: rays enter through the bottom, and pass the gap beside the lid.
    let scene = scene([&teapot(), &plate(2.5, 3.0)]);
    let report = raycast.run_with(&scene, &square(128)).unwrap();
    assert!(pairs(&report).contains(&[1, 0]), "{:?}", pairs(&report));
    // Closed, the same pot is beyond doubt.
    let closed = super::scene([&revolved(&POT, 24), &plate(2.5, 3.0)]);
    let report = raycast.run_with(&closed, &counted()).unwrap();
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
