//! How far a search goes: precision, budgets, cancellation.

use super::*;
use allide::{Error, Watch};
use std::time::{Duration, Instant};

/// Two wedges with a common face that is oblique to all axes: they share nothing, and cells there are divided to the end.
pub(super) fn wedges() -> Scene {
    let wedge =
        |corners: [[f64; 3]; 4]| Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    still(vec![wedge([[0.0; 3], x, y, z]), wedge([[1.0; 3], x, z, y])])
}

#[test]
fn the_smallest_precision_is_a_small_part_of_what_is_looked_at() {
    let mut random = Random::new(3);
    for round in 0..60 {
        let scale = [1.0, 1e-3, 7e5, 1e-300, 1e300][round % 5] * random.between(1.0, 2.0);
        let sides = [0, 1, 2].map(|_| random.between(0.01, 1.0) * scale);
        let a = cuboid([0.0; 3], sides);
        let b = cuboid(sides.map(|k| 0.5 * k), sides.map(|k| 1.5 * k));
        // Far from both, and near nothing: it does not count.
        let far = cuboid([1e4 * scale; 3], [2e4 * scale; 3]);
        let precision = [0.0, -1.0, f64::NAN, f64::NEG_INFINITY, f64::MIN_POSITIVE][round / 5 % 5];
        let found = Rays::cpu().across(4).run(&still(vec![a, b, far]), precision).unwrap();
        assert_eq!(numbers(&found), [(0, 1)], "{round}");
        let longest = sides.into_iter().fold(0.0, f64::max) * 1.5;
        let part = found.precision / longest;
        assert!(part > 0.0 && part < 2f64.powi(-21), "{round}: {part}");
    }
}

#[test]
fn a_budget_bounds_cells_and_says_what_may_hide() {
    let scene = wedges();
    let mut last = f64::INFINITY;
    for cells in [0, 1, 64, 1_000, 10_000, 100_000] {
        let found = Rays::cpu().cells(cells).run(&scene, 1e-4).unwrap();
        assert!(found.pairs.is_empty());
        let [pair] = &found.undecided[..] else { panic!("{cells}: {:?}", found.undecided) };
        assert_eq!((pair.a.index(), pair.b.index()), (0, 1));
        assert!(pair.precision >= 1e-4 && pair.precision <= last, "{cells}: {pair:?}");
        assert!(found.finding.rays <= cells.max(1), "{cells}: {:?}", found.finding);
        last = pair.precision;
    }
    assert!(last < 0.02, "{last}");
    assert!(Rays::cpu().run(&scene, 0.02).unwrap().undecided.is_empty());
}

#[test]
fn what_a_budget_leaves_out_is_no_thicker_than_reported() {
    let (mut random, mut counts) = (Random::new(4), [0; 2]);
    for round in 0..60 {
        let boxes: Vec<[[f64; 3]; 2]> = (0..6)
            .map(|_| {
                let low = random.point(0.0, 1.0);
                [low, low.map(|k| k + random.between(0.05, 0.8))]
            })
            .collect();
        // All turned alike: what two share is still a box.
        let pose = turned([1.0, 2.0, 3.0], 37.0 * f64::from(round), [0.0; 3]);
        let scene = scene(&boxes.iter().map(|&[low, high]| (cuboid(low, high), pose)).collect::<Vec<_>>());
        let found = Rays::cpu().across(2).cells([0, 100, 2_000, 30_000][round as usize % 4]).run(&scene, 0.01).unwrap();
        for a in 0..boxes.len() {
            for b in a + 1..boxes.len() {
                let side = |k: usize| boxes[a][1][k].min(boxes[b][1][k]) - boxes[a][0][k].max(boxes[b][0][k]);
                let width = side(0).min(side(1)).min(side(2));
                let is_found = found.pairs.iter().any(|pair| (pair.a.index(), pair.b.index()) == (a, b));
                let hidden = found.undecided.iter().find(|pair| (pair.a.index(), pair.b.index()) == (a, b));
                assert!(!is_found || width > 0.0 && hidden.is_none());
                if let Some(hidden) = hidden {
                    assert!(width < hidden.precision, "{round}: {width} {hidden:?}");
                }
                assert!(is_found || hidden.is_some() || width < 1.001 * found.precision, "{round}: {width}");
                counts[0] += usize::from(is_found);
                counts[1] += usize::from(hidden.is_some() && width > 0.01);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn a_watch_sees_progress_and_cancels() {
    let watch = Watch::new();
    let rays = Rays::cpu().with_watch(&watch);
    rays.run(&wedges(), 0.05).unwrap();
    assert_eq!((watch.stage(), watch.fraction()), ("measure", 1.0));
    // Without a budget, this would take days.
    let endless = Rays::cpu().cells(u64::MAX).with_watch(&watch);
    let scene = wedges();
    std::thread::scope(|threads| {
        let run = threads.spawn(|| endless.run(&scene, 0.0));
        let start = Instant::now();
        while watch.stage() != "find" || watch.fraction() == 0.0 && start.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(1));
            assert!(!run.is_finished());
        }
        watch.cancel();
        assert_eq!(run.join().unwrap().map(|found| found.pairs), Err(Error::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(60));
    });
    assert!(watch.fraction() < 0.5);
    assert!(matches!(rays.run(&still(vec![]), 1.0), Err(Error::Cancelled)));
}
