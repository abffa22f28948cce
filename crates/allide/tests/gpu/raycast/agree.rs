//! What must not depend on the algorithm and its options.

use super::truth::interfering;
use super::{TWO, boxes, numbers, pairs, raycast, scene, square, unordered};
use allide::raycast::{
    Algorithm, Axis, EarlyExit, EdgeRule, Projection, Raycast, RaycastOptions, RaycastReport, Sided,
};
use allide::{Error, GpuError, Mesh, Pose, Scene};
use allide_scenes::shapes::{cuboid, icosphere, knot};
use allide_scenes::{Random, turned};

/// Boxes in all directions, some of which interfere.
fn random_boxes(seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    for _ in 0..count {
        let half = random.point(0.2, 0.6);
        let pose = turned(random.direction(), random.between(0.0, 6.0), random.point(-1.5, 1.5));
        scene.add("", &cuboid(half.map(|x| -x), half), pose);
    }
    scene
}

/// What every choice of these must not change.
fn found(report: &RaycastReport) -> (bool, Vec<usize>, Vec<usize>, Vec<[usize; 2]>) {
    (report.interferes, numbers(&report.penetrating), numbers(&report.penetrated), pairs(report))
}

fn run(raycast: &Raycast, scene: &Scene, options: RaycastOptions) -> RaycastReport {
    raycast.run_with(scene, &options).unwrap()
}

#[test]
fn all_five_algorithms_agree_on_which_boxes_interfere() {
    let Some(raycast) = raycast() else { return };
    let (mut sure, mut wrong) = (0, 0);
    for seed in 0..6 {
        let scene = random_boxes(seed, 4 + 3 * seed as usize);
        let by = |algorithm| {
            run(&raycast, &scene, RaycastOptions { algorithm, early_exit: EarlyExit::Never, ..square(200) })
        };
        let [one, two, three, four, five] = Algorithm::ALL.map(by);
        for report in [&two, &three, &four, &five] {
            assert_eq!(report.interferes, one.interferes, "seed {seed}");
            assert_eq!(numbers(&report.penetrating), numbers(&two.penetrating), "seed {seed}");
        }
        // Queries see all objects around an edge, words only the last.
        assert!(four.penetrated.iter().all(|id| five.penetrated.contains(id)), "seed {seed}");
        assert_eq!((two.pixels.inside, two.pixels.negative), (three.pixels.inside, Some(0)));
        assert_eq!(two.pixels.inside, four.pixels.inside);
        let truth = interfering(&scene);
        let confirmed = four.object_pairs().into_iter().filter(|pair| truth.contains(pair)).count();
        (sure, wrong) = (sure + confirmed, wrong + four.inside_themselves().len());
        assert_eq!(confirmed == 0, truth.is_empty(), "seed {seed}");
    }
    assert_eq!((sure > 20, wrong), (true, 0), "{sure} pairs");
}

#[test]
fn a_solid_inside_another_is_found_whichever_is_drawn_first() {
    let Some(raycast) = raycast() else { return };
    let (ball, cube) = (icosphere(2), cuboid([-2.0; 3], [2.0; 3]));
    for (meshes, inner) in [([&ball, &cube], 0), ([&cube, &ball], 1)] {
        let scene = scene(meshes);
        let report = run(&raycast, &scene, square(64));
        assert_eq!(pairs(&report), [[inner, 1 - inner]]);
        let queries = run(&raycast, &scene, RaycastOptions { algorithm: Algorithm::Queries, ..square(64) });
        assert_eq!((numbers(&queries.penetrating), numbers(&queries.penetrated)), (vec![inner], vec![1 - inner]));
        assert_eq!(interfering(&scene).len(), 1);
    }
}

#[test]
fn one_pass_for_both_sides_and_two_passes_and_every_early_exit_find_the_same() {
    let Some(raycast) = raycast() else { return };
    for scene in [random_boxes(11, 8), boxes(&TWO), boxes(&[TWO[0], [[5.0; 3], [6.0; 3]]])] {
        for algorithm in Algorithm::ALL {
            let expected = found(&run(&raycast, &scene, RaycastOptions { algorithm, ..square(97) }));
            for sided in [Sided::OnePass, Sided::TwoPasses] {
                for early_exit in [EarlyExit::Never, EarlyExit::Maximum, EarlyExit::Query] {
                    let report = run(&raycast, &scene, RaycastOptions { algorithm, sided, early_exit, ..square(97) });
                    assert_eq!(found(&report), expected, "{algorithm:?} {sided:?} {early_exit:?}");
                    let is_early = early_exit != EarlyExit::Never && !report.interferes;
                    assert_eq!(report.early_exit, is_early, "{algorithm:?} {early_exit:?}");
                    if is_early {
                        assert_eq!(report.pixels.inside, None, "no pixel is read");
                    }
                }
            }
        }
    }
}

#[test]
fn views_along_every_axis_with_and_without_perspective_find_two_boxes_that_cross_well() {
    let Some(raycast) = raycast() else { return };
    let scene = boxes(&TWO);
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        for projection in [Projection::Orthographic, Projection::Perspective] {
            for view_dependent_offset in [false, true] {
                for edges in [EdgeRule::Nearest, EdgeRule::AsPrinted] {
                    let options = RaycastOptions { axis, projection, view_dependent_offset, edges, ..square(128) };
                    let report = run(&raycast, &scene, options);
                    assert_eq!(unordered(&report), [[0, 1]], "{options:?}");
                }
            }
        }
    }
}

#[test]
fn without_perspective_an_offset_that_depends_on_the_view_is_the_same() {
    let Some(raycast) = raycast() else { return };
    let scene = random_boxes(5, 10);
    let [plain, depends] = [false, true].map(|view_dependent_offset| {
        let report = run(&raycast, &scene, RaycastOptions { view_dependent_offset, ..square(100) });
        (found(&report), report.pixels)
    });
    assert_eq!(plain, depends);
}

#[test]
fn solids_that_are_convex_or_not_and_apart_interfere_neither_with_each_other_nor_with_themselves() {
    let Some(raycast) = raycast() else { return };
    let meshes: [Mesh; 3] = [icosphere(3), knot(2, 3, 0.3, 90, 8), cuboid([-1.0; 3], [1.0; 3])];
    let mut random = Random::new(3);
    for turn in 0..6 {
        let mut scene = Scene::new();
        for (place, mesh) in meshes.iter().enumerate() {
            let at = [8.0 * place as f64, 0.0, 0.0];
            scene.add("", mesh, turned(random.direction(), f64::from(turn), at));
        }
        for algorithm in Algorithm::ALL {
            for early_exit in [EarlyExit::Never, EarlyExit::Query] {
                let options = RaycastOptions { algorithm, early_exit, size: [512, 256], ..RaycastOptions::default() };
                let report = run(&raycast, &scene, options);
                let found = (report.interferes, report.objects(), report.pixels.inside.unwrap_or(0));
                assert_eq!(found, (false, vec![], 0), "{algorithm:?}, turn {turn}");
            }
        }
    }
}

#[test]
fn scenes_of_any_scale_and_place_are_seen_alike() {
    let Some(raycast) = raycast() else { return };
    let expected = run(&raycast, &boxes(&TWO), square(64));
    for scale in [1e-300, 1e-12, 1e12, 5e307] {
        let scene = boxes(&TWO.map(|ends| ends.map(|corner| corner.map(|x| (x - 2.0) * scale))));
        let report = run(&raycast, &scene, square(64));
        assert_eq!((found(&report), report.pixels), (found(&expected), expected.pixels), "{scale}");
    }
    let far = boxes(&TWO.map(|ends| ends.map(|corner| corner.map(|x| x + 1e9))));
    assert_eq!(found(&run(&raycast, &far, square(64))), found(&expected));
}

#[test]
fn without_anything_to_see_nothing_is_found() {
    let Some(raycast) = raycast() else { return };
    let empty = Mesh::new(vec![], vec![]).unwrap();
    let point = Mesh::new(vec![[1.0; 3]; 3], vec![[0, 1, 2]]).unwrap();
    let flat = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let mut many = scene([&empty, &point, &flat]);
    many.add("", &cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
    for scene in [Scene::new(), scene([&empty]), scene([&point]), scene([&flat]), many] {
        for algorithm in Algorithm::ALL {
            let report = run(&raycast, &scene, RaycastOptions { algorithm, ..square(16) });
            assert_eq!(found(&report), (false, vec![], vec![], vec![]), "{algorithm:?}");
        }
    }
}

#[test]
fn views_wider_than_an_image_and_bad_options_are_errors_and_the_next_run_works() {
    let Some(raycast) = raycast() else { return };
    let scene = boxes(&TWO);
    let wide = raycast.run_with(&scene, &RaycastOptions { size: [1 << 20, 4], ..RaycastOptions::default() });
    assert!(matches!(wide, Err(Error::Gpu(GpuError::TooWide { side: 1_048_576, .. }))), "{wide:?}");
    let none = raycast.run_with(&scene, &RaycastOptions { size: [0, 4], ..RaycastOptions::default() });
    assert!(matches!(none, Err(Error::BadOption { .. })), "{none:?}");
    assert!(run(&raycast, &scene, square(64)).interferes);
    // One ray, and views that are no square.
    for size in [[1, 1], [1, 300], [300, 1], [257, 3]] {
        let early_exit = EarlyExit::Maximum;
        run(&raycast, &scene, RaycastOptions { size, early_exit, locate: true, ..RaycastOptions::default() });
    }
}

#[test]
fn more_objects_than_a_set_has_queries_are_all_told() {
    let Some(raycast) = raycast() else { return };
    let (columns, count) = (70, 4200);
    let cell = |k: usize| [4.0 * (k % columns) as f64, 4.0 * (k / columns) as f64];
    let mut corners: Vec<_> = (0..count).map(cell).map(|[x, y]| [[x, y, 0.0], [x + 2.0, y + 2.0, 2.0]]).collect();
    let [x, y] = cell(count - 1);
    corners.push([[x + 1.0, y + 1.0, 1.0], [x + 3.0, y + 3.0, 3.0]]);
    let scene = boxes(&corners);
    for algorithm in [Algorithm::IdentifyBoth, Algorithm::Queries] {
        let options = RaycastOptions { algorithm, size: [1120, 960], ..RaycastOptions::default() };
        let report = run(&raycast, &scene, options);
        assert_eq!(numbers(&report.objects()), [count - 1, count], "{algorithm:?}");
    }
}

/// Objects that were reported with themselves, over scenes of boxes.
fn with_themselves(raycast: &Raycast, options: RaycastOptions) -> usize {
    let own = |seed| run(raycast, &random_boxes(seed, 8), options).inside_themselves().len();
    (0..12).map(own).sum()
}

#[test]
fn boxes_interfere_with_themselves_unless_their_edges_are_moved_by_0_87_pixels_at_every_depth() {
    let Some(raycast) = raycast() else { return };
    // Lines are up to half a pixel beside themselves, and a corner moves by 0.58 of the offset along each axis.
    let at = |offset| with_themselves(&raycast, RaycastOptions { offset, ..square(256) });
    assert!(at(0.0) > 0 && at(0.5) > 0);
    assert_eq!([0.9, 1.0, 2.0].map(at), [0; 3]);
    // With perspective, that is a matter of depth.
    let at = |offset, view_dependent_offset| {
        let projection = Projection::Perspective;
        with_themselves(&raycast, RaycastOptions { offset, projection, view_dependent_offset, ..square(256) })
    };
    assert!(at(0.9, false) > 0);
    assert_eq!((at(0.9, true), at(1.0, true)), (0, 0));
}
