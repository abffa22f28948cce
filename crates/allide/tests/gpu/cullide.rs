//! The drawn methods whose answers are sampled: nothing extra, and what is in plain sight is found.

use crate::harness::engine;
use allide::{
    Engine, Error, GpuError, GpuOptions, Guarantee, Mesh, Method, ObjectPair, Overlaps, Pose, Reduction, Report, Scene,
    SelfOverlaps, TrianglePair, Views,
};
use allide_scenes::shapes;
use allide_scenes::suite::{Way, hard_cases, small_cases};
use std::collections::HashSet;

type Findings = HashSet<(usize, usize, TrianglePair)>;

fn views(resolution: u32, reduction: Reduction) -> Views {
    Views { resolution: Some(resolution), reduction, ..Views::DEFAULT }
}

/// Object pairs with triangle pairs and classes.
fn all(report: &Report<TrianglePair>) -> Findings {
    let of = |pair: &ObjectPair| {
        let (a, b) = (pair.a.index(), pair.b.index());
        report.findings_of(pair).iter().map(move |&finding| (a, b, finding)).collect::<Vec<_>>()
    };
    report.pairs.iter().flat_map(of).collect()
}

fn objects(findings: &Findings) -> HashSet<(usize, usize)> {
    findings.iter().map(|&(a, b, _)| (a, b)).collect()
}

/// What a method finds, which both reductions do, after a look that nothing is extra; and everything.
fn look(
    mut engine: Engine,
    [free, ordered]: [Method; 2],
    run: impl Fn(&mut Engine, Method) -> Result<Report<TrianglePair>, Error>,
) -> (Engine, Findings, Findings) {
    let exact = all(&run(&mut Engine::cpu(), Method::Divide).unwrap());
    let [free, ordered] = [free, ordered].map(|method| {
        let report = run(&mut engine, method).unwrap();
        assert_eq!((report.run.guarantee, report.run.means()), (Guarantee::Sampled, Way::gpu(method).to_string()));
        all(&report)
    });
    assert!(free == ordered, "both reductions lead to the same findings");
    assert!(free.is_subset(&exact), "nothing is extra");
    (engine, free, exact)
}

const REDUCTIONS: [Reduction; 2] = [Reduction::OrderFree, Reduction::Ordered];

/// By cullide.
fn overlaps(engine: Engine, scene: &Scene, resolution: u32) -> (Engine, Findings, Findings) {
    let methods = REDUCTIONS.map(|reduction| Method::Cullide(views(resolution, reduction)));
    look(engine, methods, |engine, method| engine.run(scene, &Overlaps::new().with_duplicates().method(method)))
}

/// By self-cullide.
fn folds(engine: Engine, scene: &Scene, resolution: u32) -> (Engine, Findings, Findings) {
    let methods = REDUCTIONS.map(|reduction| Method::SelfCullide(views(resolution, reduction)));
    look(engine, methods, |engine, method| engine.run(scene, &SelfOverlaps::of_all().method(method)))
}

fn balls(places: &[[f64; 3]]) -> Scene {
    let ball = shapes::icosphere(3);
    let mut scene = Scene::new();
    for &[x, y, z] in places {
        scene.add("ball", &ball, Pose::translation(x, y, z).unwrap());
    }
    scene
}

#[test]
fn balls_that_cross_are_found_and_others_are_not() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let scene = balls(&[[0.0; 3], [1.2, 0.3, 0.2], [0.1, 3.0, 0.0], [1.3, 3.3, 0.9], [5.0, 0.0, 0.0]]);
    // An odd number of pixels: at the border, a quad of fragments reaches beyond the picture.
    let (engine, odd, _) = overlaps(engine, &scene, 301);
    let (_, found, exact) = overlaps(engine, &scene, 300);
    assert_eq!(objects(&odd), objects(&exact));
    assert_eq!(objects(&found), HashSet::from([(0, 1), (2, 3)]));
    assert_eq!(objects(&exact), objects(&found));
    assert!(found.len() > exact.len() / 4, "{} of {}", found.len(), exact.len());
}

#[test]
fn passes_tell_what_they_left() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = balls(&[[0.0; 3], [1.2, 0.3, 0.2], [4.0, 0.0, 0.0]]);
    let report = gpu.run(&scene, &Overlaps::new().method(Method::Cullide(views(200, Reduction::OrderFree)))).unwrap();
    let passes = report.run.stats.gpu.unwrap().passes().to_vec();
    let levels: Vec<_> = passes.iter().map(|pass| pass.level).collect();
    assert!(levels.is_sorted() && levels[0] == "objects" && levels[levels.len() - 1] == "triangles", "{levels:?}");
    assert_eq!((passes[0].objects, passes[0].pairs, passes[0].triangles), (2, 1, 2 * 1280));
    for pass in &passes {
        assert_eq!((pass.views, pass.draws, pass.pixels), (3, 9, 3 * 200 * 200), "{pass:?}");
        assert_eq!((pass.writes, pass.queries, pass.resolution), (6, 0, 200), "{pass:?}");
        assert_eq!((pass.cover, pass.reduction), ("triangle", "order-free"));
        assert!(pass.parts >= pass.objects && pass.triangles >= pass.parts);
    }
    assert!(passes.is_sorted_by(|x, y| x.triangles >= y.triangles), "{passes:?}");
    assert!(passes[passes.len() - 1].triangles < 800, "{passes:?}");
    // Each pass renders what the one before left, nine times. A level below starts with all of that.
    assert_eq!(passes[0].rendered, 9 * 2 * 1280);
    for two in passes.windows(2) {
        assert_eq!(two[1].rendered, 9 * two[0].triangles, "{passes:?}");
    }
}

/// Two triangles that cross, plainly in each view along an axis.
fn crossing(size: f64) -> [Mesh; 2] {
    [[0.0, size], [size, 0.0]].map(|[low, high]| {
        let corners = vec![[0.0, 0.0, low], [size, 0.0, high], [0.0, size, high]];
        Mesh::new(corners, vec![[0, 1, 2]]).unwrap()
    })
}

#[test]
fn what_crosses_between_pixels_is_missed_and_the_report_says_sampled() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    // A pixel is larger than all of the first two. They share views with the others, whose boxes are around them.
    for (mesh, place) in crossing(0.1).iter().chain(&crossing(20.0)).zip([15.013, 15.013, 0.0, 0.0]) {
        scene.add("triangle", mesh, Pose::translation(place, place, place).unwrap());
    }
    let (engine, found, exact) = overlaps(engine, &scene, 40);
    assert_eq!(objects(&exact), HashSet::from([(0, 1), (2, 3)]));
    assert_eq!(objects(&found), HashSet::from([(2, 3)]));
    let (_, found, _) = overlaps(engine, &scene, 2000);
    assert_eq!(found, exact, "with smaller pixels nothing is missed here");
}

#[test]
fn pairs_far_from_each_other_have_views_of_their_own() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    for (pair, place) in [0.0, 5000.0, 7000.0, 7004.0].into_iter().enumerate() {
        for mesh in crossing(1.0) {
            scene.add("triangle", &mesh, Pose::translation(place, 100.0 * pair as f64, 0.0).unwrap());
        }
    }
    // In a view of all of them a pixel is larger than any.
    let (mut engine, found, exact) = overlaps(engine, &scene, 40);
    assert_eq!(objects(&exact).len(), 4);
    assert_eq!(found, exact);
    let report = engine.run(&scene, &Overlaps::new().method(Method::Cullide(views(40, Reduction::OrderFree)))).unwrap();
    let passes = report.run.stats.gpu.unwrap().passes().to_vec();
    assert_eq!((passes[0].views, passes[0].draws), (4 * 3, 4 * 9), "{passes:?}");
}

#[test]
fn the_number_of_draws_does_not_grow_with_the_number_of_pairs() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    for pairs in [4, 100] {
        let mut scene = Scene::new();
        for pair in 0..pairs {
            for mesh in crossing(1.0) {
                scene.add("triangle", &mesh, Pose::translation(10.0 * f64::from(pair), 0.0, 0.0).unwrap());
            }
        }
        let report =
            engine.run(&scene, &Overlaps::new().method(Method::Cullide(views(40, Reduction::OrderFree)))).unwrap();
        let passes = report.run.stats.gpu.unwrap().passes().to_vec();
        assert_eq!((passes[0].views, passes[0].draws), (4 * 3, 4 * 9), "{passes:?}");
    }
}

#[test]
fn a_level_is_left_when_nothing_more_goes() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    let ball = shapes::icosphere(4);
    let mut scene = Scene::new();
    scene.add(
        "two in one",
        &shapes::merge([(&ball, Pose::IDENTITY), (&ball, Pose::translation(0.3, 0.2, 0.1).unwrap())]),
        Pose::IDENTITY,
    );
    scene.add("ball", &ball, Pose::translation(0.9, 0.1, 0.2).unwrap());
    let between = engine
        .run(&scene, &Overlaps::new().method(Method::Cullide(views(300, Reduction::OrderFree))))
        .unwrap()
        .run
        .stats;
    let within = engine
        .run(&scene, &SelfOverlaps::of_all().method(Method::SelfCullide(views(300, Reduction::OrderFree))))
        .unwrap()
        .run
        .stats;
    for stats in [between, within] {
        let passes = stats.gpu.unwrap().passes().to_vec();
        for level in passes.chunk_by(|x, y| x.level == y.level).filter(|level| level.len() > 1) {
            assert_eq!(level[level.len() - 2].parts, level[level.len() - 1].parts, "{passes:?}");
        }
        // And not before that: rounds that take little away are followed by others.
        let few = passes
            .windows(2)
            .any(|x| x[0].level == x[1].level && x[0].parts > x[1].parts && x[0].parts - x[1].parts < x[0].parts / 16);
        assert!(few, "{passes:?}");
    }
}

#[test]
fn more_objects_than_queries_of_a_set() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    for pair in 0..2100 {
        for mesh in crossing(3.0) {
            let (x, y) = (4.0 * f64::from(pair % 48), 4.0 * f64::from(pair / 48));
            scene.add("triangle", &mesh, Pose::translation(x, y, 0.01 * f64::from(pair)).unwrap());
        }
    }
    let (_, found, exact) = overlaps(engine, &scene, 512);
    assert_eq!(objects(&exact).len(), 2100);
    assert_eq!(found, exact);
}

#[test]
fn few_objects_and_empty_ones_have_an_answer() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    let none = Mesh::new(Vec::new(), Vec::new()).unwrap();
    let points = Mesh::new(vec![[0.0; 3]; 3], Vec::new()).unwrap();
    let mut scene = Scene::new();
    for mesh in [&none, &points, &shapes::icosphere(1), &none, &shapes::icosphere(1)] {
        let (next, found, exact) = overlaps(engine, &scene, 64);
        engine = next;
        assert_eq!(objects(&found), objects(&exact));
        let (next, found, exact) = folds(engine, &scene, 64);
        engine = next;
        assert_eq!(found, exact);
        scene.add("object", mesh, Pose::translation(0.3 * scene.objects().len() as f64, 0.1, 0.2).unwrap());
    }
    let (_, found, _) = overlaps(engine, &scene, 64);
    assert_eq!(objects(&found), HashSet::from([(2, 4)]));
}

#[test]
fn hard_scenes_and_those_of_all_sizes_have_nothing_extra() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    let sizes = ["far_away", "huge", "tiny"];
    let scenes = small_cases().filter(|case| sizes.contains(&case.name.as_str()));
    let mut total = 0;
    for case in scenes.chain(hard_cases(7..8)) {
        let (next, found, _) = overlaps(engine, &case.scene, 32);
        let (next, inside, _) = folds(next, &case.scene, 32);
        total += found.len() + inside.len();
        engine = next;
    }
    assert!(total > 100, "{total}");
}

#[test]
fn duplicates_and_instances_in_the_same_place_are_found() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let (_, found, exact) = overlaps(engine, &balls(&[[0.0; 3], [0.0; 3]]), 400);
    let same = |findings: &Findings| findings.iter().filter(|(_, _, pair)| pair.a == pair.b).count();
    assert_eq!(same(&exact), 1280);
    assert!(same(&found) > 1000, "{}", same(&found));
}

#[test]
fn groups_that_ignore_each_other_are_not_paired() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let mut scene = balls(&[[0.0; 3], [1.2, 0.3, 0.2], [0.4, 1.0, 0.3]]);
    let group = scene.add_group();
    let ids: Vec<_> = scene.ids().collect();
    scene.set_group(ids[0], group);
    scene.set_group(ids[1], group);
    scene.ignore(group, group);
    let (_, found, exact) = overlaps(engine, &scene, 300);
    assert_eq!(objects(&found), HashSet::from([(0, 2), (1, 2)]));
    assert_eq!(objects(&exact), objects(&found));
}

#[test]
fn a_folded_sheet_is_found_and_a_clean_ball_is_not() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    // A strip that bends upwards and comes back down through itself.
    let (width, length) = (8u32, 60u32);
    let point = |x: u32, s: u32| {
        let t = 4.5 * f64::from(s) / f64::from(length);
        [f64::from(x) * 0.2, t - 2.0 * t.sin() * 1.2, -2.0 * t.cos()]
    };
    let positions = (0..=length).flat_map(|s| (0..=width).map(move |x| point(x, s))).collect();
    let row = width + 1;
    let triangles = (0..length).flat_map(|s| {
        (0..width).flat_map(move |x| {
            let a = s * row + x;
            [[a, a + 1, a + row], [a + 1, a + row + 1, a + row]]
        })
    });
    let mut folded = Scene::new();
    folded.add("strip", &Mesh::new(positions, triangles.collect()).unwrap(), Pose::IDENTITY);
    let both = shapes::icosphere(3);
    folded.add(
        "two in one",
        &shapes::merge([(&both, Pose::IDENTITY), (&both, Pose::translation(1.1, 0.4, 0.2).unwrap())]),
        Pose::IDENTITY,
    );
    folded.add("clean", &both, Pose::translation(0.5, 0.0, 0.0).unwrap());
    let (next, found, exact) = folds(engine, &folded, 300);
    engine = next;
    assert!(objects(&exact).contains(&(1, 1)) && !objects(&exact).contains(&(2, 2)));
    assert_eq!(objects(&found), objects(&exact));
    assert!(found.len() > exact.len() / 4, "{} of {}", found.len(), exact.len());
    let mut clean = Scene::new();
    let id = clean.add("ball", &both, Pose::IDENTITY);
    let mut engine = engine;
    let report = engine
        .run(&clean, &SelfOverlaps::of(id).method(Method::SelfCullide(views(300, Reduction::OrderFree))))
        .unwrap();
    let passes = report.run.stats.gpu.unwrap().passes().to_vec();
    assert!(report.pairs.is_empty() && passes[passes.len() - 1].triangles == 0, "{passes:?}");
}

#[test]
fn deformed_and_moved_objects_are_looked_at_as_they_are_now() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let mut scene = balls(&[[0.0; 3], [3.0, 0.0, 0.0]]);
    let ids: Vec<_> = scene.ids().collect();
    let (engine, found, _) = overlaps(engine, &scene, 200);
    assert!(found.is_empty());
    scene.set_pose(ids[1], Pose::translation(1.2, 0.2, 0.1).unwrap());
    let (engine, found, exact) = overlaps(engine, &scene, 200);
    assert!(!found.is_empty() && objects(&found) == objects(&exact));
    let flat = scene.objects()[0].mesh().positions().iter().map(|p| [p.x * 0.1, p.y, p.z]).collect();
    scene.set_positions(ids[0], flat).unwrap();
    scene.add("third", &shapes::icosphere(2), Pose::translation(0.0, 1.3, 0.3).unwrap());
    let (_, found, exact) = overlaps(engine, &scene, 200);
    assert!(!found.is_empty() && objects(&found) == objects(&exact));
}

#[test]
fn more_pixels_than_the_adapter_has_are_an_error_with_the_limit_and_the_next_answer_is_right() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    let scene = balls(&[[0.0; 3], [1.2, 0.3, 0.2]]);
    let error =
        engine.run(&scene, &Overlaps::new().method(Method::Cullide(views(1 << 20, Reduction::OrderFree)))).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::TooWide { side: 1_048_576, limit, .. }) if limit >= 4096), "{error}");
    // Nothing had come to the GPU by then.
    let (mut engine, found, exact) = overlaps(engine, &scene, 300);
    assert_eq!(objects(&found), objects(&exact));
    assert_eq!(all(&engine.run(&scene, &Overlaps::new()).unwrap()), exact);
}

#[test]
fn questions_that_these_methods_do_not_answer_and_devices_without_them_are_errors() {
    let scene = balls(&[[0.0; 3], [1.2, 0.3, 0.2]]);
    let error = Engine::cpu().run(&scene, &Overlaps::new().method(Method::CULLIDE)).unwrap_err();
    assert!(matches!(error, Error::NotOnCpu { method: "cullide" }), "{error}");
    let error = Engine::cpu().run(&scene, &SelfOverlaps::of_all().method(Method::SELF_CULLIDE)).unwrap_err();
    assert!(matches!(error, Error::NotOnCpu { method: "self-cullide" }), "{error}");
    let error = Engine::cpu().run(&scene, &SelfOverlaps::of_all().method(Method::CULLIDE)).unwrap_err();
    assert!(matches!(error, Error::NotForQuestion { method: "cullide", .. }), "{error}");
    let error = Engine::cpu().run(&scene, &Overlaps::new().method(Method::SELF_CULLIDE)).unwrap_err();
    assert!(matches!(error, Error::NotForQuestion { method: "self-cullide", .. }), "{error}");
}
