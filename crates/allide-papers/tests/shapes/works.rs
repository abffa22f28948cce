//! The chip, the slides and the thesis.

use crate::{falls, numbers, ours, outcome, rises, table};
use allide_papers::{Kind, Line};

/// Figure 3 of the chip.
#[test]
fn words_have_a_best_width_and_bursts_step_after_18_and_40_bits_behind_the_point() {
    let outcome = outcome("chip-3").unwrap();
    assert_eq!(ours(outcome, "bits after the point that one burst holds"), 18.0);
    assert_eq!(ours(outcome, "bits after the point that two bursts hold"), 40.0);
    let best = ours(outcome, "word that is fastest, sign included");
    assert!((16.0..=19.0).contains(&best), "{best}");
    assert!(outcome.published.iter().all(|row| row.ours.as_ref().is_some_and(|(kind, _)| *kind == Kind::Fitted)));
    let at = |bits: f64| {
        let place = numbers(outcome, "bits of a word").iter().position(|&own| own == bits).unwrap();
        numbers(outcome, "mean time")[place]
    };
    assert!(at(8.0) > at(12.0) && at(12.0) > at(18.0) && at(19.0) < at(20.0) && at(41.0) < at(42.0));
}

/// Figure 5 of the chip.
#[test]
fn further_axes_separate_less_often() {
    let outcome = outcome("chip-5").unwrap();
    assert!(falls(&numbers(outcome, "pairs")));
    let share = outcome.tables[0].numbers("share of pairs");
    let mean = |axes: std::ops::Range<usize>| {
        let own: Vec<f64> = share[axes].iter().copied().filter(|share| share.is_finite()).collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    assert!(mean(0..6) > 2.0 * mean(24..64), "{share:?}");
}

/// Figure 6 of the chip.
#[test]
fn the_best_number_of_axes_is_inside_the_range() {
    let best = ours(outcome("chip-6").unwrap(), "number of axes that is fastest");
    assert!((16.0..=32.0).contains(&best), "{best}");
    let sensitivity = table(outcome("chip-6").unwrap(), "sensitivity");
    assert_eq!(sensitivity.only("variant", "a blob").rows.len(), 10);
    assert!(sensitivity.numbers("time above the best").iter().all(|&loss| loss >= 0.0));
}

/// Figure 7 of the chip.
#[test]
fn testing_on_never_costs_in_the_mean() {
    let gains = numbers(outcome("chip-7").unwrap(), "less time, mean");
    assert!(gains.iter().all(|&gain| gain >= 0.0) && gains[0] > 1.0, "{gains:?}");
}

/// Figure 8 of the chip.
#[test]
fn the_speed_up_hangs_on_what_is_assumed_of_software() {
    let outcome = outcome("chip-8").unwrap();
    let speed_up = ours(outcome, "speed-up over software");
    assert!((3.0..6.0).contains(&speed_up), "{speed_up}");
    let assumed = table(outcome, "sensitivity").numbers("speed-up");
    assert!(rises(&assumed) && (assumed[1] - speed_up).abs() < 1e-9, "{assumed:?}");
    assert!(falls(&numbers(outcome, "triangle pairs found")), "less is found farther apart");
}

/// Section 6.1 of the chip.
#[test]
fn wide_words_take_four_multipliers_a_product() {
    let outcome = outcome("chip-synthesis").unwrap();
    let [model, counted] = ["multipliers of the datapath", "multipliers"].map(|title| outcome.tables[0].numbers(title));
    assert!(model.iter().all(|&count| count == 12.0));
    let multipliers = &outcome.published[0].ours;
    assert!(multipliers.as_ref().is_some_and(|(kind, _)| *kind == Kind::Given), "{multipliers:?}");
    let has_yosys = !outcome.labels.iter().any(|label| label.starts_with("not on this machine"));
    eprintln!("Yosys counted: {has_yosys}");
    assert!(!has_yosys || counted == model, "{counted:?}");
    assert!(!has_yosys || rises(&numbers(outcome, "slices at least")));
}

/// Greß and Zachmann. That trees which are rebuilt and trees which are moved find the same is checked while it runs.
#[test]
fn fronts_grow_with_triangles_and_depth_and_are_shorter_than_arrays_with_null() {
    let Some(outcome) = outcome("fronts-analysis") else { return };
    assert!(rises(&numbers(outcome, "node pairs")) && rises(&numbers(outcome, "fronts")));
    let depth = table(outcome, "depth");
    assert!(rises(&depth.numbers("node pairs")) && rises(&depth.numbers("triangle pairs")));
    let bodies = table(outcome, "objects");
    assert!(rises(&bodies.numbers("objects")) && rises(&bodies.numbers("node pairs")));
    let motion = table(outcome, "motion").numbers("node pairs");
    assert!(motion.iter().all(|&count| count == motion[0]), "what is new does not change what is looked at");
    for table in &outcome.tables {
        let [packed, null] = ["node pairs", "pairs of arrays with NULL"].map(|title| table.numbers(title));
        assert!(packed.iter().zip(&null).all(|(packed, null)| packed < null), "{packed:?} {null:?}");
        let measured = table.columns.iter().filter(|column| column.is_measured);
        assert!(
            measured.clone().count() == 4
                && measured.clone().all(|column| table.numbers(&column.title).iter().all(|&ms| ms > 0.0))
        );
    }
}

/// Figures 3.2, 3.3, 3.6 and 3.7 of the thesis.
#[test]
fn particles_hit_from_outside_and_counts_add_up() {
    for id in ["thesis-3.2", "thesis-3.3", "thesis-3.4", "thesis-3.6", "thesis-3.7"] {
        let outcome = outcome(id).unwrap();
        let sums = numbers(outcome, "impacts since the start");
        assert!(rises(&sums) && sums[sums.len() - 1] == numbers(outcome, "impacts").iter().sum::<f64>(), "{id}");
        let colliders = table(outcome, "colliders");
        assert_eq!(colliders.numbers("impacts").iter().sum::<f64>(), sums[sums.len() - 1], "{id}");
        let slowest = colliders.numbers("slowest into the surface");
        assert!(slowest.iter().filter(|speed| speed.is_finite()).all(|&speed| speed >= -1e-9), "{id}: {slowest:?}");
    }
    let kinds = table(outcome("thesis-3.2").unwrap(), "colliders").numbers("impacts");
    assert!(kinds.iter().filter(|&&count| count > 0.0).count() >= 3, "{kinds:?}");
    for id in ["thesis-3.3", "thesis-3.7"] {
        assert_eq!(ours(outcome(id).unwrap(), "impacts after the first"), 0.0, "{id}");
    }
}

/// Figure 3.4 of the thesis.
#[test]
fn balls_bounce_more_often_than_three_times_and_fewer_do_so_each_time() {
    let bounces = table(outcome("thesis-3.4").unwrap(), "bounces").numbers("impacts, flights seen from the start");
    assert!(bounces.len() > 4 && falls(&bounces), "{bounces:?}");
}

/// Figure 3.5 of the thesis. That each impact is in a pixel or lost is asserted while it runs.
#[test]
fn maps_with_more_pixels_lose_fewer_impacts_and_maps_of_frames_fewer_than_one_of_all() {
    let outcome = outcome("thesis-3.5").unwrap();
    let titles = ["impacts", "pixels hit", "lost, a map for each frame", "lost, one map of the whole flight"];
    let [impacts, hit, lost, of_flight] = titles.map(|title| numbers(outcome, title));
    assert!(lost.is_sorted_by(|p, q| p >= q) && hit.is_sorted(), "{lost:?} {hit:?}");
    assert!(hit.iter().zip(&lost).zip(&impacts).all(|((hit, lost), all)| hit + lost == *all));
    assert!(lost.iter().zip(&of_flight).all(|(lost, of_flight)| lost <= of_flight), "{lost:?} {of_flight:?}");
    let [hit, covered, repeated] =
        ["pixels hit, one map", "covered, one map", "repeated, one map"].map(|title| numbers(outcome, title));
    let sums = hit.iter().zip(&covered).zip(&repeated).map(|((hit, covered), repeated)| hit + covered + repeated);
    assert_eq!(sums.collect::<Vec<_>>(), impacts);
}

/// Figure 4.12 of the thesis.
#[test]
fn degenerate_rays_make_no_count_wrong() {
    let Some(outcome) = outcome("thesis-4.12") else { return };
    let [truth, found] = ["interferes", "found"].map(|title| numbers(outcome, title));
    assert!(truth.iter().zip(&found).all(|(truth, found)| found <= truth), "{truth:?} {found:?}");
    assert!(truth.contains(&1.0) && truth.contains(&0.0) && found.contains(&1.0));
    let apart = outcome.tables[0].only("solids", "apart");
    for title in ["largest count", "smallest count"] {
        let counts = apart.numbers(title);
        assert!(counts.len() == 6 && counts.iter().all(|&count| count == 0.0), "{title}: {counts:?}");
    }
    let inside = outcome.tables[0].only("solids", "one in the other");
    assert!(
        inside
            .numbers("largest count")
            .iter()
            .zip(inside.numbers("found"))
            .all(|(most, found)| (*most > 0.0) == (found > 0.0))
    );
}

/// Figures 4.13 and 4.14 of the thesis.
#[test]
fn more_pixels_find_no_less_in_the_sum_and_never_more_than_there_is() {
    for id in ["thesis-4.13", "thesis-4.14"] {
        let Some(outcome) = outcome(id) else { return };
        let [pairs, found, objects, involved] =
            ["pairs", "pairs found", "objects", "objects found"].map(|title| numbers(outcome, title));
        assert!(found.iter().zip(&pairs).all(|(found, pairs)| found <= pairs), "{id}");
        assert!(involved.iter().zip(&objects).all(|(found, objects)| found <= objects), "{id}");
        assert!(
            pairs[0] > 0.0 && found[found.len() - 1] >= found[0] && found[found.len() - 1] > 0.0,
            "{id}: {found:?}"
        );
    }
}

/// Figures 4.15 and 4.16 of the thesis: the work is linear. Times of tiny scenes are too short for a line, so what is claimed is
/// that every step was timed, and that a line through numbers that are not linear is told from one that is.
#[test]
fn time_is_measured_for_each_step_by_pixels_and_by_queries() {
    for (id, what) in [("thesis-4.15", "objects"), ("thesis-4.16", "polygons")] {
        let Some(outcome) = outcome(id) else { return };
        assert!(rises(&numbers(outcome, what)), "{id}");
        for name in ["by pixels", "by queries"] {
            assert!(numbers(outcome, name).iter().all(|&ms| ms > 0.0), "{id}");
        }
        assert!(
            outcome.published.iter().all(|row| row.ours.as_ref().is_some_and(|(kind, _)| *kind == Kind::Measured)),
            "{id}"
        );
    }
    let bent = [[1.0, 1.0], [2.0, 4.0], [3.0, 9.0], [4.0, 16.0], [5.0, 25.0], [6.0, 36.0]];
    assert!(Line::through(&bent).r_squared < 0.97 && Line::through(&bent.map(|[x, _]| [x, 3.0 * x])).r_squared > 0.999);
}

/// Tables 4.1 and 4.2 of the thesis.
#[test]
fn the_tables_have_the_rows_of_the_thesis() {
    let Some(first) = outcome("thesis-table-4.1") else { return };
    assert_eq!(numbers(first, "pixels"), [65_536.0, 307_200.0, 65_536.0, 307_200.0]);
    assert!(first.published.len() == 12 && numbers(first, "total").iter().all(|&ms| ms > 0.0));
    let second = outcome("thesis-table-4.2").unwrap();
    assert_eq!(numbers(second, "polygons"), [606.0, 1_076.0]);
    let [with, without] = ["all, interfering", "all, apart"].map(|title| numbers(second, title));
    assert!(with.iter().chain(&without).all(|&ms| ms > 0.0));
}
