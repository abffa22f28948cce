//! The options of the sampled methods: what each does, and that none finds what is not there.

use crate::harness::engine;
use allide::{
    Directions, Engine, Frame, GpuOptions, Hierarchy, Method, Overlaps, Pass, Pose, Reduction, Report, Rounds, Scene,
    SelfOverlaps, Small, TrianglePair, Views,
};
use allide_scenes::scenes;
use allide_scenes::suite::Findings;

const PIXELS: u32 = 160;
const USUAL: Views = Views { resolution: Some(PIXELS), ..Views::DEFAULT };

/// The findings inside objects, and the passes.
fn folds(gpu: &mut Engine, scene: &Scene, views: Views) -> (Report<TrianglePair>, Vec<Pass>) {
    let report = gpu.run(scene, &SelfOverlaps::of_all().method(Method::SelfCullide(views))).unwrap();
    let passes = report.run.stats.gpu.as_ref().map(|gpu| gpu.passes().to_vec()).unwrap_or_default();
    (report, passes)
}

fn exact(scene: &Scene) -> Report<TrianglePair> {
    Engine::cpu().run(scene, &SelfOverlaps::of_all()).unwrap()
}

/// How many pairs are found, after a look that all are true.
fn count(found: &Report<TrianglePair>, exact: &Report<TrianglePair>) -> usize {
    let [found, exact] = [found, exact].map(|report| Findings::from(report).listed());
    assert!(found.iter().all(|pair| exact.binary_search(pair).is_ok()), "nothing is extra");
    found.len()
}

#[test]
fn keeping_what_a_view_can_hardly_show_misses_less_and_drops_less() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::merged_cows(12_000);
    let exact = exact(&scene);
    let all = count(&exact, &exact);
    let once = Views { rounds: Rounds::Once, ..USUAL };
    let kept = Views { small: Small::Kept, ..once };
    let (lost, passes) = folds(&mut gpu, &scene, once);
    let (found, more) = folds(&mut gpu, &scene, kept);
    let (ordered, _) = folds(&mut gpu, &scene, Views { reduction: Reduction::Ordered, ..kept });
    let (until, _) = folds(&mut gpu, &scene, Views { small: Small::Kept, ..USUAL });
    let [few, many, eroded] = [&lost, &found, &until].map(|report| count(report, &exact));
    assert_eq!(Findings::from(&found).listed(), Findings::from(&ordered).listed(), "both reductions keep the same");
    // At this size hardly anything is found as published. It is no cure: what is seen edge-on stays, but hides nothing.
    assert!(few < all / 10 && many > few + all / 20 && eroded < many, "{few}, {many} and {eroded} of {all}");
    let left = |passes: &[Pass]| passes.last().map_or(0, |pass| pass.triangles);
    assert!(left(&more) > 2 * left(&passes), "{} and {}", left(&more), left(&passes));
}

#[test]
fn a_level_is_looked_at_once_as_published() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::merged_cows(3_000);
    let exact = exact(&scene);
    let (until, many) = folds(&mut gpu, &scene, USUAL);
    let (once, few) = folds(&mut gpu, &scene, Views { rounds: Rounds::Once, ..USUAL });
    // The object, parts of 16³ triangles if it has more, of 16² and 16, and triangles.
    assert!((4..=5).contains(&few.len()) && many.len() > few.len(), "{few:?}");
    assert!(few.iter().all(|pass| pass.views == 7), "{few:?}");
    assert!(count(&once, &exact) > count(&until, &exact), "what is not looked at again is not lost");
}

#[test]
fn patches_of_the_mesh_are_dropped_sooner_than_parts_by_lot() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::deformed_bunny(3_000);
    let exact = exact(&scene);
    let once = Views { rounds: Rounds::Once, ..USUAL };
    let left = |gpu: &mut Engine, hierarchy| {
        let (found, passes) = folds(gpu, &scene, Views { hierarchy, ..once });
        count(&found, &exact);
        passes.iter().filter(|pass| pass.level == "parts").map(|pass| pass.triangles).min().unwrap()
    };
    let (connected, random) = (left(&mut gpu, Hierarchy::Connected), left(&mut gpu, Hierarchy::Random));
    // By lot, parts are spread over the whole surface, and hardly any is in front of all others.
    assert!(random > 2_500 && connected < random / 2, "{connected} and {random}");
}

#[test]
fn few_directions_are_chosen_by_what_they_show_or_by_what_they_did() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::deformed_bunny(3_000);
    let exact = exact(&scene);
    let views = |gpu: &mut Engine, directions| {
        let (found, passes) = folds(gpu, &scene, Views { directions, ..USUAL });
        assert!(count(&found, &exact) > 0);
        let left = passes.last().map_or(0, |pass| pass.triangles);
        assert!(left < 600, "{directions:?}: {passes:?}");
        passes.iter().map(|pass| pass.views).collect::<Vec<_>>()
    };
    assert!(views(&mut gpu, Directions::All).iter().all(|&views| views == 7));
    assert!(views(&mut gpu, Directions::Oriented).iter().all(|&views| views == 3));
    // There is nothing to go by in the first run.
    assert!(views(&mut gpu, Directions::Coherent).iter().all(|&views| views == 7));
    for _ in 0..2 {
        assert!(views(&mut gpu, Directions::Coherent).iter().all(|&views| views == 3));
    }
}

#[test]
fn leaves_of_several_triangles_end_the_search_as_published_and_lose_less() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::merged_cows(3_000);
    let exact = exact(&scene);
    let published = |leaf: u32| Views {
        leaf,
        frame: Frame::Whole,
        directions: Directions::Axes,
        rounds: Rounds::Once,
        reduction: Reduction::Ordered,
        ..USUAL
    };
    let [(single, all), (leaves, fewer), (one, none)] =
        [1, 16, 3_000].map(|leaf| folds(&mut gpu, &scene, published(leaf)));
    assert!(all.last().unwrap().level == "triangles" && fewer.last().unwrap().level == "parts", "{fewer:?}");
    // The same passes, less the last.
    assert_eq!(fewer.len() + 1, all.len());
    assert!(fewer.iter().zip(&all).all(|(p, q)| p.triangles == q.triangles && p.views == 3));
    let [single, leaves, one] = [&single, &leaves, &one].map(|report| count(report, &exact));
    assert!(single < leaves && leaves <= one, "{single}, {leaves} and {one} of {}", count(&exact, &exact));
    assert!(none.len() <= 2, "an object of that many triangles is a leaf: {none:?}");
    // Leaves that are larger than all divide nothing, and without an order it is the same.
    let order_free = Views { reduction: Reduction::OrderFree, ..published(16) };
    assert_eq!(count(&folds(&mut gpu, &scene, order_free).0, &exact), leaves);
}

#[test]
fn a_frame_around_the_whole_scene_shows_every_object_in_every_pass() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // Two pairs far apart: regions of their own, unless the frame is whole.
    let mut scene = scenes::bunnies(800);
    let far = scenes::bunnies(800);
    for (place, object) in far.objects().iter().enumerate() {
        let aside = Pose::translation(100.0, 0.0, 0.0).unwrap().after(object.pose()).unwrap();
        scene.add(format!("far {place}"), object.mesh(), aside);
    }
    let exact = Engine::cpu().run(&scene, &Overlaps::new().with_duplicates()).unwrap();
    let all = Findings::from(&exact).listed();
    let mut run = |frame: Frame| {
        let views = Views { frame, rounds: Rounds::Once, ..USUAL };
        let report = gpu.run(&scene, &Overlaps::new().with_duplicates().method(Method::Cullide(views))).unwrap();
        let found = Findings::from(&report).listed();
        assert!(found.iter().all(|pair| all.binary_search(pair).is_ok()), "nothing is extra");
        (found.len(), report.run.stats.gpu.unwrap().passes().to_vec())
    };
    let [(cropped, regions), (whole, one)] = [Frame::Cropped, Frame::Whole].map(&mut run);
    assert!(regions[0].views == 6 && one.iter().all(|pass| pass.views == 3), "{regions:?} {one:?}");
    assert!(whole < cropped, "pixels are a hundred times as large: {whole} and {cropped} of {}", all.len());
}

#[test]
fn below_a_number_of_triangles_the_cpu_pairs_them() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::merged_cows(3_000);
    let exact = exact(&scene);
    let (all, passes) = folds(&mut gpu, &scene, Views { cpu_below: 3_000, ..USUAL });
    assert!(passes.is_empty() && count(&all, &exact) == count(&exact, &exact), "{passes:?}");
    let (found, passes) = folds(&mut gpu, &scene, Views { cpu_below: 2_000, ..USUAL });
    let [last, before] = [1, 2].map(|back| passes[passes.len() - back].triangles);
    assert!(last <= 2_000 && before > 2_000, "{passes:?}");
    let (usual, _) = folds(&mut gpu, &scene, USUAL);
    assert!(count(&found, &exact) > count(&usual, &exact));
}

#[test]
fn all_options_together_find_nothing_that_is_not_there_between_objects_either() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let scene = scenes::bunnies(2_000);
    let question = Overlaps::new();
    let exact = Engine::cpu().run(&scene, &question).unwrap();
    let all = Findings::from(&exact).listed();
    for reduction in [Reduction::OrderFree, Reduction::Ordered] {
        let views = Views { small: Small::Kept, hierarchy: Hierarchy::Random, reduction, cpu_below: 50, ..USUAL };
        for directions in [Directions::Oriented, Directions::Coherent] {
            let method = Method::Cullide(Views { directions, rounds: Rounds::Once, ..views });
            let found = gpu.run(&scene, &question.clone().method(method)).unwrap();
            let found = Findings::from(&found).listed();
            assert!(
                found.iter().all(|pair| all.binary_search(pair).is_ok()) && found.len() > all.len() / 2,
                "{method}"
            );
        }
    }
}
