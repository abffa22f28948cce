//! Where edges are inside.

use super::{TWO, boxes, raycast, square};
use allide::DVec3;
use allide::raycast::{Algorithm, Axis, Projection, RaycastOptions};

/// From a point to a segment.
fn distance(point: DVec3, [from, to]: [DVec3; 2]) -> f64 {
    let along = to - from;
    let t = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    point.distance(from + along * t)
}

#[test]
fn points_are_on_their_edge_and_in_the_other_solid_within_the_stated_precision() {
    let Some(raycast) = raycast() else { return };
    let scene = boxes(&TWO);
    let mut seen = 0;
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        for projection in [Projection::Orthographic, Projection::Perspective] {
            for size in [[128, 128], [300, 77]] {
                let options = RaycastOptions {
                    axis,
                    projection,
                    size,
                    view_dependent_offset: true,
                    locate: true,
                    ..RaycastOptions::default()
                };
                let report = raycast.run_with(&scene, &options).unwrap();
                let precision = report.precision;
                let pixel = DVec3::new(precision.pixel[0], precision.pixel[1], precision.depth).length();
                let within = pixel + precision.offset;
                let points: usize = report.edges.iter().map(|edge| edge.points.len()).sum();
                assert_eq!(Some(points), report.pixels.inside.map(|count| count as usize));
                for edge in &report.edges {
                    let other = 1 - edge.object.index();
                    for &(point, around) in &edge.points {
                        assert_eq!(around.map(|id| id.index()), Some(other), "{options:?}");
                        assert!(distance(point, edge.ends) <= within, "{options:?}: {edge:?}");
                        let [low, high] = TWO[other].map(DVec3::from);
                        let inside = point.clamp(low, high);
                        assert!(point.distance(inside) <= within, "{options:?}: {point} in {low} to {high}");
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn ends_of_edges_are_the_vertices_of_the_mesh() {
    let Some(raycast) = raycast() else { return };
    let scene = boxes(&TWO);
    let report = raycast.run_with(&scene, &RaycastOptions { locate: true, ..square(64) }).unwrap();
    assert!(!report.edges.is_empty());
    for edge in &report.edges {
        let positions = scene.get(edge.object).unwrap().mesh().positions();
        assert_eq!(edge.vertices.map(|vertex| positions[vertex as usize]), edge.ends);
    }
}

#[test]
fn algorithms_with_one_word_locate_edges_and_do_not_say_in_what() {
    let Some(raycast) = raycast() else { return };
    let scene = boxes(&TWO);
    let both = raycast.run_with(&scene, &RaycastOptions { locate: true, ..square(64) }).unwrap();
    for algorithm in [Algorithm::IdentifyOne, Algorithm::IdentifyOneWithoutStencilRead] {
        let one = raycast.run_with(&scene, &RaycastOptions { algorithm, locate: true, ..square(64) }).unwrap();
        assert_eq!(one.edges.len(), both.edges.len());
        for (one, both) in one.edges.iter().zip(&both.edges) {
            assert_eq!((one.object, one.ends), (both.object, both.ends));
            assert!(one.points.iter().map(|point| point.0).eq(both.points.iter().map(|point| point.0)));
            assert!(one.points.iter().all(|point| point.1.is_none()));
        }
    }
}

#[test]
fn depths_are_read_only_if_asked_for_and_something_interferes() {
    let Some(raycast) = raycast() else { return };
    let plain = raycast.run_with(&boxes(&TWO), &square(64)).unwrap();
    assert!(plain.edges.is_empty() && plain.interferes);
    let apart = boxes(&[TWO[0], [[5.0; 3], [6.0; 3]]]);
    let none = raycast.run_with(&apart, &RaycastOptions { locate: true, ..square(64) }).unwrap();
    assert!(none.edges.is_empty() && !none.interferes);
}
