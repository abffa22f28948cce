//! Distances that are, or whose squares are, at the ends of the range of numbers.

use super::asked::{clearance, one_answer};
use super::{cases, exact, methods, nearest, run};
use allide::{Mesh, Nearest, Pose, Scene};

#[test]
fn distances_whose_squares_overflow_have_one_answer() {
    for scale in [1e155, 1e200, 1e250] {
        let (name, scene) = cases::at_scale(scale);
        one_answer(&name, &scene);
        exact::check_all(&name, &scene);
    }
}

#[test]
fn subnormal_distances_are_told_apart() {
    for scale in [1e-307, 1e-310, 1e-320] {
        let (name, scene) = cases::at_scale(scale);
        one_answer(&name, &scene);
        exact::check_all(&name, &scene);
    }
}

#[test]
fn a_distance_beyond_all_numbers_is_infinite_and_still_one_row() {
    let far = |x: f64| Mesh::new(vec![[x; 3], [x, x, 0.0], [x, 0.0, x]], vec![[0, 1, 2]]).unwrap();
    let mut scene = Scene::new();
    scene.add("", &far(1.7e308), Pose::IDENTITY);
    scene.add("", &far(-1.7e308), Pose::IDENTITY);
    for method in methods() {
        let report = run(&scene, &Nearest::new().method(method));
        assert_eq!(report.pairs.len(), 1, "{method}");
        assert_eq!(nearest(&report.pairs[0]).distance, f64::INFINITY, "{method}");
        assert!(run(&scene, &clearance(f64::MAX).method(method)).pairs.is_empty(), "{method}");
    }
}
