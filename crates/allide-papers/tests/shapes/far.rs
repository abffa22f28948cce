//! FAR.

use crate::{all, any_outcome, falls, numbers, ours, outcome, rises, table};
use allide_papers::Drawing;

/// Figure 1 of FAR.
#[test]
fn leaves_come_off_and_every_overlap_is_found() {
    let Some(outcome) = outcome("far-1") else { return };
    assert!(numbers(outcome, "objects").iter().all(|&count| count == 5.0));
    let [boxes, met] = ["pairs of tight boxes", "pairs that overlap"].map(|title| numbers(outcome, title));
    assert!(boxes.iter().zip(&met).all(|(boxes, met)| boxes >= met));
    let left = outcome.tables[0].columns.iter().filter(|column| column.title.starts_with("pairs left")).count();
    assert_eq!(left, 2, "cells, and as published");
}

/// Figure 4 of FAR.
#[test]
fn offsets_shrink_with_pixels_and_boxes_tend_to_twice_the_triangle() {
    let outcome = outcome("far-4").unwrap_or(any_outcome("far-4"));
    for title in ["exact offsets", "UOBB", "boxes along the axes"] {
        assert!(falls(&numbers(outcome, title)), "{title}");
    }
    let ratio = numbers(outcome, "UOBB : exact");
    assert!(ratio.iter().all(|&ratio| ratio > 1.0) && (ratio[ratio.len() - 1] - 2.0).abs() < 0.1, "{ratio:?}");
    let [exact, boxes] = ["exact offsets", "UOBB"].map(|title| numbers(outcome, title));
    assert!(exact.iter().zip(&boxes).all(|(exact, boxes)| exact <= boxes));
}

/// Section 4.1 of FAR, and what section 3.3 says of samples.
#[test]
fn tighter_offsets_and_half_of_the_radius_leave_fewer_triangles() {
    let Some(outcome) = outcome("far-4") else { return };
    let covers = table(outcome, "covers");
    let left = |cover: &str, samples: &str| -> f64 {
        covers.only("cover", cover).only("samples", samples).numbers("triangles left").iter().sum()
    };
    let all = ["faces", "uobb", "bounded", "exact"];
    for samples in ["anywhere", "centre"] {
        let left = all.map(|cover| left(cover, samples));
        assert!(left.is_sorted_by(|loose, tight| tight <= loose) && left[3] < left[0], "{samples}: {left:?}");
    }
    assert!(all.iter().all(|cover| left(cover, "centre") < left(cover, "anywhere")));
}

/// Section 4.3 of FAR. That no pair is missed is checked while it runs.
#[test]
fn larger_distances_leave_more_and_find_more() {
    let outcome = outcome("far-4.3").unwrap_or(any_outcome("far-4.3"));
    let found = numbers(outcome, "triangle pairs that are closer");
    assert!(rises(&found) && found[0] > 0.0, "{found:?}");
    assert!(rises(&numbers(outcome, "distance")));
    if all().1 {
        let left = numbers(outcome, "triangles left, FAR, UOBBs drawn in order (published)");
        assert!(left.is_sorted() && left[0] < left[left.len() - 1], "{left:?}");
    }
}

/// Figure 5 of FAR.
#[test]
fn pieces_come_off_while_a_dragon_breaks() {
    let outcome = outcome("far-5").unwrap_or(any_outcome("far-5"));
    assert!(rises(&numbers(outcome, "objects")), "{:?}", numbers(outcome, "objects"));
    assert!(numbers(outcome, "trees built from nothing, CPU").iter().all(|&ms| ms > 0.0));
}

/// Figure 6 of FAR.
#[test]
fn far_leaves_fewer_pairs_than_boxes_and_no_fewer_than_overlap() {
    let Some(outcome) = outcome("far-6") else { return };
    let [boxes, met] = ["pairs of tight boxes", "pairs that overlap"].map(|title| numbers(outcome, title));
    for name in ["pairs left, FAR, cells (ours)", "pairs left, FAR, UOBBs drawn in order (published)"] {
        let left = numbers(outcome, name);
        // Our engines look at boxes around turned boxes, so more than tight boxes can be left.
        let turned = numbers(outcome, "pairs of boxes around turned boxes");
        assert!(turned.iter().zip(&boxes).all(|(turned, tight)| turned >= tight), "{turned:?} {boxes:?}");
        assert!(left.iter().zip(&turned).all(|(left, turned)| left <= turned), "{name}: {left:?} {turned:?}");
        assert!(left.iter().zip(&met).all(|(left, met)| left >= met), "{name}: {left:?} {met:?}");
    }
    assert!(ours(outcome, "pairs of tight boxes for each pair reported, cells") >= 1.0);
    let offsets = table(outcome, "offsets");
    let left = |name: &str| offsets.only("offset", name).numbers("pairs left")[0];
    assert_eq!(offsets.rows.len(), 9, "cells, as published, and seven more");
    let reported = offsets.numbers("pairs reported");
    let met: f64 = met.iter().sum();
    assert!(
        offsets.numbers("pairs left").iter().zip(&reported).all(|(left, own)| own <= left && *own >= met),
        "{reported:?}"
    );
    assert!(left("faces, centre") <= left("FAR, UOBBs drawn in order (published)"));
    assert!(left("exact, centre") <= left("exact, anywhere"));
}

/// Figure 7 of FAR. That FAR misses nothing is checked while it runs: a wrong answer is an error.
#[test]
fn cullide_misses_what_falls_between_pixels() {
    let Some(outcome) = outcome("far-7") else { return };
    let [all, missed] = ["triangle pairs", "missed, CULLIDE (published, sampled)"].map(|title| numbers(outcome, title));
    assert!(missed.iter().zip(&all).all(|(missed, all)| missed <= all));
    assert!(missed.iter().sum::<f64>() > 0.0, "{missed:?} of {all:?} at few pixels");
    let pictures = outcome.drawings.iter().filter_map(|drawing| match drawing {
        Drawing::Picture { picture, .. } => Some(picture),
        Drawing::Plot { .. } => None,
    });
    let pictures: Vec<_> = pictures.collect();
    assert!(pictures.len() == 2 && pictures[0] != pictures[1], "what is missed is seen");
}

/// Section 5.2 of FAR.
#[test]
fn four_contenders_are_timed_on_the_frames_of_three_scenes() {
    let Some(outcome) = outcome("far-5.2") else { return };
    let is_time = |column: &&allide_papers::Column| column.is_measured && !column.title.starts_with("GPU at work");
    let measured: Vec<_> = outcome.tables[0].columns.iter().filter(is_time).collect();
    assert_eq!(measured.len(), 4);
    assert!(measured.iter().all(|column| numbers(outcome, &column.title).iter().all(|&ms| ms > 0.0)));
    let means = table(outcome, "means");
    for column in means.columns.iter().filter(|column| column.is_measured) {
        let times = means.numbers(&column.title);
        assert!(times.len() == 3 && times.iter().all(|&time| time > 0.0), "{}: {times:?}", column.title);
    }
    let [boxes, triangles] = ["triangles drawn by FAR", "triangles drawn by CULLIDE"].map(|title| means.numbers(title));
    assert!(boxes.iter().zip(&triangles).all(|(boxes, triangles)| boxes > triangles), "boxes have twelve triangles");
}

/// Section 6 of FAR.
#[test]
fn rates_are_counts_over_times() {
    let Some(outcome) = outcome("far-rates") else { return };
    let [drawn, queries, ms] =
        ["triangles drawn", "occlusion queries", "time of passes"].map(|title| numbers(outcome, title));
    assert!(drawn.len() == 3 && drawn.iter().zip(&queries).all(|(drawn, queries)| *queries > 0.0 && drawn > queries));
    for (count, title) in [(&drawn, "triangles"), (&queries, "queries")] {
        let rates = numbers(outcome, title);
        let right =
            count.iter().zip(&ms).zip(&rates).all(|((count, ms), rate)| (count / ms / 1e3 / rate - 1.0).abs() < 1e-9);
        assert!(right, "{title}: {rates:?}");
    }
}
