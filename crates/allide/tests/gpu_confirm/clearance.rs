//! The clearance filter against the CPU.

use crate::families::{self, Pair, Random};
use crate::harness::{Scene, closer, gpu};
use crate::large;
use allide_geom::distance;
use std::collections::HashSet;

/// Returns how many pairs are closer than the limit, and how many were kept.
#[allow(clippy::print_stdout)]
fn check(name: &str, family: fn(&mut Random) -> Pair, frame: &[Pair], limit: f64) -> Option<(usize, usize)> {
    let gpu = gpu()?;
    let mut random = Random::new(11);
    let pairs: Vec<Pair> = frame.iter().copied().chain((0..20_000).map(|_| family(&mut random))).collect();
    let scene = Scene::of(&pairs);
    let kept: HashSet<[u32; 2]> = closer(&gpu, &scene, limit).expect("a healthy GPU").into_iter().collect();
    let mut close = 0;
    for &[a, b] in &scene.pairs {
        if distance(&scene.triangle(a), &scene.triangle(b)).distance < limit {
            close += 1;
            assert!(kept.contains(&[a, b]), "{name}: {:?} and {:?} were dropped", scene.corners(a), scene.corners(b));
        }
    }
    println!("{name} within {limit:e}: {} pairs, {close} close, {} kept", pairs.len(), kept.len());
    Some((close, kept.len()))
}

#[test]
fn no_close_pair_is_dropped_and_few_others_are_kept() {
    for limit in [1e-9, 1e-3, 0.1, 0.5] {
        let Some((close, kept)) = check("random", families::random, &[], limit) else { return };
        assert!(close > 1000 && kept < close + 20, "{close} close, {kept} kept");
    }
    for limit in [0.0, 0.3, 1.0, 30.0] {
        check("touching", families::touching, &[], limit);
        check("small grid", families::small_grid, &[], limit);
        check("degenerate", families::degenerate, &[], limit);
    }
    for limit in [1e-300, 1e-100, 1e-20, 1.0, 1e20, 1e100, 1e300] {
        check("any exponents", families::any_exponents, &[], limit);
    }
    for limit in [0.25, 1.0, 1000.0, 1e9, 1e300] {
        check("small", large::small, &[large::frame()], limit);
        check("extremes", large::extremes, &[large::frame()], limit);
        check("inside cells", large::inside_cells, &[large::frame()], limit);
        check("needles", large::needles, &[large::frame()], limit);
    }
}

#[test]
fn limits_next_to_the_distance_keep_the_pair() {
    // Along an axis the distances are exact: a limit just above must keep the pair.
    for limit in [2.0f64.next_up(), 2.0 + 1e-9, 1.0f64.next_up()] {
        let Some((close, kept)) = check("small grid", families::small_grid, &[], limit) else { return };
        assert!(close > 0 && kept >= close);
    }
}
