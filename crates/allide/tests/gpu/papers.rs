//! What the papers measure: the data have the shape that they claim, on small scenes.

use crate::harness::engine;
use allide::{Engine, GpuOptions, Method};
use allide_scenes::Motion;
use allide_scenes::papers::fronts::Along;
use allide_scenes::papers::{Measured, Timer, far, fronts, self_cullide};
use allide_scenes::scenes::{self, Breaking};
use allide_scenes::suite::Way;

fn timer(engine: Engine) -> Timer {
    Timer::new(engine, 1)
}

fn assert_right<'a>(answers: impl IntoIterator<Item = &'a Measured>) {
    answers.into_iter().for_each(|answer| assert!(answer.is_right() && answer.wall_ms > 0.0, "{answer:?}"));
}

#[test]
fn a_break_is_timed_with_its_new_objects_and_leaves_fewer_pairs_than_boxes() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let ways = [far::published(64), Way::gpu(Method::FAR), far::cullide(64), Way::cpu(Method::Bvh)];
    let make = || {
        let breaking = Breaking::new(600, 3_000, 30);
        [6, 20, 44].into_iter().map(move |frame| (frame, breaking.at(frame as f64 / 24.0)))
    };
    let frames = far::course(&mut timer(engine), &ways, make).unwrap();
    assert!(
        frames.is_sorted_by(|a, b| a.objects < b.objects) && frames[0].objects == 2,
        "objects are new in each frame"
    );
    for frame in &frames {
        assert_right(&frame.answers);
        assert!(frame.triangles == 3_600 && frame.rebuilt_ms > 0.0);
        for answer in &frame.answers[..2] {
            let left = answer.pairs_left.unwrap();
            assert!(left <= frame.boxes && left >= frame.overlapping, "{left} of {}: {answer:?}", frame.boxes);
        }
        assert_eq!(frame.answers[3].pairs_left, None);
    }
    // The published boxes are so tight in larger views; here they are half as many at least.
    let fewer = [0, 1].map(|way| far::fewer_pairs(&frames, way).unwrap());
    assert!(fewer.iter().all(|&fewer| fewer > 1.2), "{fewer:?}");
    assert_eq!(far::fewer_pairs(&frames, 3), None);
    let published = frames.iter().map(|frame| frame.answers[0].drawn());
    let [draws, queries, rendered] = published.fold([0; 3], |sum, drawn| [0, 1, 2].map(|k| sum[k] + drawn[k]));
    assert!(queries > 0 && draws > queries && rendered > 12 * queries, "{draws} {queries} {rendered}");
    assert!(frames[1].answers[0].rates().is_some_and(|rates| rates.iter().all(|&rate| rate > 0.0)));
}

#[test]
fn tighter_offsets_and_half_of_the_radius_leave_fewer_triangles() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let answers = far::still(&mut timer(engine), &far::offsets(128), &scenes::bunnies(2_000)).unwrap();
    assert_right(&answers);
    let left: Vec<u64> = answers.iter().map(|answer| answer.triangles_left().unwrap()).collect();
    assert_eq!(left.len(), 8);
    for radius in left.chunks(4) {
        // Faces, boxes by fragments, boxes around edges, the offset itself.
        assert!(radius.is_sorted_by(|loose, tight| tight <= loose) && radius[3] < radius[0], "{left:?}");
    }
    assert!((0..4).all(|offset| left[offset + 4] < left[offset]), "{left:?}");
}

#[test]
fn distance_culling_leaves_more_for_larger_distances_and_misses_nothing() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let scene = scenes::asteroids(3, 12, 100);
    let ways = [far::published(64), Way::gpu(Method::Bvh)];
    let size = allide_scenes::bounds(&scene).size().max_element();
    let distances = [0.001, 0.01, 0.1].map(|part| part * size);
    let rows = far::distances(&mut timer(engine), &ways, &scene, &distances).unwrap();
    rows.iter().for_each(|(_, answers)| assert_right(answers));
    let found: Vec<usize> = rows.iter().map(|(_, answers)| answers[0].found).collect();
    let left: Vec<u64> = rows.iter().map(|(_, answers)| answers[0].triangles_left().unwrap()).collect();
    assert!(found.is_sorted_by(|a, b| a < b) && left.is_sorted() && left[0] < left[2], "{found:?} {left:?}");
}

#[test]
fn variants_of_self_cullide_are_measured_beside_each_other() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let variants = self_cullide::variants(128);
    let ways: Vec<Way> = variants.iter().map(|(_, way)| *way).collect();
    let row = self_cullide::pruned(&mut timer(engine), &ways, &scenes::merged_cows(2_000)).unwrap();
    assert_right(&row.answers);
    assert_eq!((row.triangles, row.answers.len()), (2_000, variants.len()));
    let of = |name: &str| variants.iter().position(|(own, _)| own.starts_with(name)).unwrap();
    let found = |name: &str| row.answers[of(name)].found;
    assert_eq!(found("as published"), found("order-free"), "the order is no matter");
    assert!(found("small") > found("order-free") && found("order-free") >= found("until"));
    let answer = &row.answers[of("as published")];
    let progress = self_cullide::progress(answer, row.triangles);
    assert!(progress.is_sorted_by(|a, b| a[0] < b[0] && a[1] <= b[1]), "{progress:?}");
    assert!(progress.last().is_some_and(|&[spent, gone]| (spent - 1.0).abs() < 1e-9 && gone == 1.0));
}

#[test]
fn trees_that_are_rebuilt_and_trees_that_are_moved_find_the_same() {
    let Some(engine) = engine(GpuOptions::default()) else { return };
    let mut timer = timer(engine);
    for (along, at) in [(Along::Objects, &[2, 20][..]), (Along::Triangles, &[300, 3_000]), (Along::Depth, &[1, 60])] {
        let rows = fronts::analysis(&mut timer, along, at).unwrap();
        assert_eq!(rows.iter().map(|row| row.deforms).collect::<Vec<_>>(), [false, true, false, true]);
        rows.iter().for_each(|row| assert_right(&row.answers));
        assert!(rows[0].pairs < rows[2].pairs, "{along:?}: {} and {}", rows[0].pairs, rows[2].pairs);
    }
}
