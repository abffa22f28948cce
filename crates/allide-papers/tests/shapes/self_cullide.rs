//! "Self-intersections with Cullide".

use crate::{any_outcome, falls, numbers, outcome, rises};
use allide_papers::Drawing;

/// Figures 6 and 7 of Self-CULLIDE.
#[test]
fn self_cullide_finds_no_more_than_there_is() {
    for id in ["self-cullide-6", "self-cullide-7"] {
        let Some(outcome) = outcome(id) else { return };
        let [all, found] = ["triangle pairs", "found"].map(|title| numbers(outcome, title));
        assert!(all.iter().all(|&count| count > 0.0 && count == all[0]), "{id}: the body has self-intersections");
        assert!(found.iter().zip(&all).all(|(found, all)| found <= all), "{id}");
        let kept = numbers(outcome, "found, small ones kept");
        assert!(kept.iter().zip(&found).all(|(kept, found)| kept >= found) && kept.iter().sum::<f64>() > 0.0, "{id}");
        // The pictures of these bodies have intersections in them.
        assert!(outcome.drawings.iter().any(|drawing| drawing.name() == "body"), "{id}");
    }
    let [bunny, cows] = ["self-cullide-6", "self-cullide-7"].map(|id| numbers(any_outcome(id), "triangle pairs")[0]);
    assert!(cows > bunny, "one area against many: {bunny} and {cows}");
}

/// Figure 8 of Self-CULLIDE.
#[test]
fn both_bodies_are_pruned_at_several_sizes() {
    let Some(outcome) = outcome("self-cullide-8") else { return };
    for body in ["bunny", "cows"] {
        let rows = outcome.tables[0].only("body", body);
        assert!(rises(&rows.numbers("triangles")), "{body}");
        let [before, after] = ["triangles", "triangles left"].map(|title| rows.numbers(title));
        assert!(before.iter().zip(&after).all(|(before, after)| after < before), "{body}: something is pruned");
    }
}

/// Figures 9, 10 and 12 of Self-CULLIDE.
#[test]
fn each_pass_leaves_no_more_than_the_last() {
    for id in ["self-cullide-9", "self-cullide-10", "self-cullide-12"] {
        let Some(outcome) = outcome(id) else { return };
        assert!(numbers(outcome, "triangles rendered").iter().all(|&count| count > 0.0), "{id}");
        let [before, left] = ["triangles before", "triangles left"].map(|title| numbers(outcome, title));
        assert!(falls(&left) || left.len() == 1, "{id}: {left:?}");
        assert!(before[1..] == left[..left.len() - 1] && left[0] <= before[0], "{id}: {before:?} {left:?}");
        assert_eq!(numbers(outcome, "pass"), (1..=left.len()).map(|pass| pass as f64).collect::<Vec<_>>());
    }
}

/// Figure 12 of Self-CULLIDE.
#[test]
fn the_set_after_each_pass_is_drawn() {
    let Some(outcome) = outcome("self-cullide-12") else { return };
    let sheet = outcome.drawings.iter().find_map(|drawing| match drawing {
        Drawing::Picture { name: "sets", picture, .. } => Some(picture),
        _ => None,
    });
    let sheet = sheet.expect("a picture of sets");
    // A tile for the model and one for each pass, of 120 by 75 pixels.
    assert!(sheet.width * sheet.height >= (1 + outcome.tables[0].rows.len()) * 120 * 75);
    let [left, drawn] = ["triangles left", "triangles drawn in the picture"].map(|title| numbers(outcome, title));
    assert_eq!(left, drawn);
}

/// Sections 6.1 and 7 of Self-CULLIDE.
#[test]
fn choices_of_self_cullide_change_what_is_found_only_as_they_say() {
    let Some(outcome) = outcome("self-cullide-choices") else { return };
    for body in ["bunny", "cows"] {
        let rows = outcome.tables[0].only("body", body);
        let of = |variant: &str, title: &str| rows.only("variant", variant).numbers(title)[0];
        let found = |variant: &str| of(variant, "found");
        let published = found("as published");
        assert_eq!(published, found("without an order (ours)"), "{body}: the order is no matter");
        assert!(found("small and edge-on triangles kept (7)") >= published, "{body}");
        let [random, connected] = ["random hierarchy (6.1)", "as published"].map(|name| of(name, "triangles left"));
        assert!(random >= connected, "{body}: leaves drawn by lot are pruned less: {random} and {connected}");
        assert!(found("down to single triangles, in seven directions (ours)") <= published, "{body}: it prunes more");
        if body == "cows" {
            // Many overlaps, of which more rounds lose more, and more is kept where small triangles are.
            assert!(found("until nothing more goes (ours)") <= published);
            let leaves = crate::table(outcome, "leaves").only("body", body);
            let of = |leaf: f64| {
                let rows = leaves.numbers("triangles of a leaf, at most").into_iter().zip(leaves.numbers("found"));
                rows.filter(|row| row.0 == leaf).map(|row| row.1).fold(0.0, f64::max)
            };
            assert!(of(1.0) < of(16.0), "the pass over single triangles loses findings: {} and {}", of(1.0), of(16.0));
        }
        assert!(of("directions by orientation (7)", "views") <= of("as published", "views"), "{body}");
        assert!(of("CPU below 2,000 triangles (7)", "passes") == 0.0, "{body}: there are fewer from the start");
        assert_eq!(found("CPU below 2,000 triangles (7)"), of("as published", "triangle pairs"), "{body}");
    }
}

/// Figure 11 of Self-CULLIDE.
#[test]
fn both_curves_of_pruning_rise_to_the_end() {
    let Some(outcome) = outcome("self-cullide-11") else { return };
    for body in ["bunny", "cows"] {
        let rows = outcome.tables[0].only("body", body);
        let [pruned, time] = ["triangles pruned so far", "time so far"].map(|title| rows.numbers(title));
        assert!(pruned.is_sorted() && time.is_sorted(), "{body}");
        assert!((time[time.len() - 1] - 100.0).abs() < 1e-6 && pruned.iter().all(|part| (0.0..=100.0).contains(part)));
    }
}
