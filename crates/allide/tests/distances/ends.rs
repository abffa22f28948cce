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

#[test]
fn ties_are_in_units_of_the_objects_wherever_these_are() {
    for (offset, far, near) in [(0.0, 1.5, 1.0), (1.8e13, 1.5, 1.0), (1.0e6, 1.0 + 1.0e-9, 1.0), (4.0e15, 3.0, 2.0)] {
        let sheet = |z: [f64; 2]| {
            let at = |x: f64, y: f64, z: f64| [offset + x, offset + y, offset + z];
            let [p, q] = z;
            let corners = vec![
                at(0.0, 0.0, p),
                at(4.0, 0.0, p),
                at(0.0, 4.0, p),
                at(8.0, 0.0, q),
                at(12.0, 0.0, q),
                at(8.0, 4.0, q),
            ];
            Mesh::new(corners, vec![[0, 1, 2], [3, 4, 5]]).unwrap()
        };
        let mut scene = Scene::new();
        scene.add("", &sheet([0.0, 0.0]), Pose::IDENTITY);
        // The triangles with the smaller numbers are the farther ones.
        scene.add("", &sheet([far, near]), Pose::IDENTITY);
        for method in methods() {
            let report = run(&scene, &Nearest::new().method(method));
            assert_eq!(nearest(&report.pairs[0]).distance, near, "{method} at {offset}");
        }
        exact::check_all("moved away", &scene);
    }
}

#[test]
fn far_away_the_smallest_distance_is_as_right_as_near() {
    for (name, mut scene) in cases::all() {
        let away = Pose::translation(1.0e6, -2.5e6, 3.0e6).unwrap();
        for id in scene.ids().collect::<Vec<_>>() {
            let pose = *scene.objects()[id.index()].pose();
            scene.set_pose(id, away.after(&pose).unwrap());
        }
        one_answer(&name, &scene);
        exact::check_all(&name, &scene);
    }
}
