//! The suite, in every way of a GPU.
//!
//! Random scenes are many for the tree, which is quick, and fewer for methods that take longer on a software adapter. A method
//! that is new is among the others.

use crate::harness::{agree, engine};
use allide::{Device, Engine, GpuOptions, Method};
use allide_scenes::suite::{Case, Tally, Way, built_in_cases, edge_cases, hard_cases, small_cases};

/// The ways that are drawn, or all others.
fn ways(is_drawn: bool) -> Vec<Way> {
    Way::on(Device::Gpu).filter(|way| way.is_drawn() == is_drawn).collect()
}

/// Every way but `bvh`, which is `auto` on a GPU.
fn computed() -> Vec<Way> {
    ways(false).into_iter().filter(|way| way.method != Method::Bvh).collect()
}

/// How many seeds of random scenes each method gets: `auto`, `fronts`, others.
type Seeds = [u64; 3];

fn check_random(options: GpuOptions, first: u64, seeds: Seeds) {
    let Some(mut gpu) = engine(options) else { return };
    let of = |way: &Way| match way.method {
        Method::Auto => seeds[0],
        Method::Fronts => seeds[1],
        _ => seeds[2],
    };
    let mut tally = Tally::default();
    for seed in 0..seeds[0] {
        let ways: Vec<Way> = computed().into_iter().filter(|way| seed < of(way)).collect();
        tally.join(&agree(&mut gpu, &ways, hard_cases(first + seed..first + seed + 1)));
    }
    assert!(tally.counts.iter().all(|&count| count > 1000), "{:?}", tally.counts);
}

/// Each seed makes a dozen scenes. `ALLIDE_CASES=84` is a run of a thousand.
#[test]
fn random_scenes_agree() {
    // A second run, without optional features, needs fewer.
    let is_plain = std::env::var_os("ALLIDE_GPU_FEATURES").is_some();
    let asked = std::env::var("ALLIDE_CASES").ok().and_then(|count| count.parse().ok());
    let seeds = asked.unwrap_or(if is_plain { 12 } else { 24 });
    check_random(GpuOptions::default(), 0, [seeds, seeds / 4, 1 + seeds / 40]);
}

#[test]
fn random_scenes_agree_without_subgroups() {
    check_random(GpuOptions { subgroups: false, ..GpuOptions::default() }, 1000, [7, 4, 1]);
}

#[test]
fn random_scenes_agree_with_unchecked_kernels() {
    check_random(GpuOptions { checked: false, ..GpuOptions::default() }, 2000, [7, 4, 1]);
}

fn check(ways: &[Way], cases: impl IntoIterator<Item = Case>) -> Option<Tally> {
    let mut gpu = engine(GpuOptions::default())?;
    Some(agree(&mut gpu, ways, cases))
}

#[test]
fn scenes_at_the_edges_agree() {
    let Some(tally) = check(&ways(false), edge_cases()) else { return };
    assert!(tally.counts.iter().all(|&count| count > 500), "{:?}", tally.counts);
}

#[test]
fn small_scenes_agree() {
    check(&computed(), small_cases());
}

#[test]
fn small_scenes_agree_where_everything_is_close() {
    let closer = |case: Case| Case { clearance: case.clearance * 5.0, ..case };
    check(&[Way::gpu(Method::Auto)], small_cases().map(closer));
}

#[test]
fn large_scenes_agree() {
    check(&[Way::gpu(Method::Auto), Way::gpu(Method::Fronts)], built_in_cases());
}

#[test]
fn parts_of_an_answer_agree() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let trees = [Way::gpu(Method::Auto), Way::gpu(Method::Fronts)];
    let check = |gpu: &mut Engine, ways: &[Way], case: Case| {
        let whole = case.expected(Method::Auto).unwrap();
        Tally::compare_parts(gpu, ways, (&case, 3), &whole).unwrap_or_else(|error| panic!("{error}"));
    };
    small_cases().chain(hard_cases(1..3)).for_each(|case| check(&mut gpu, &trees, case));
    edge_cases().into_iter().for_each(|case| check(&mut gpu, &computed(), case));
}

/// What software draws is slow: few scenes here, random ones in `far_drawn` and `cullide`.
#[test]
fn drawn_ways_agree() {
    let Some(tally) = check(&ways(true), edge_cases()) else { return };
    let (found, all) = tally.sampled;
    assert!(found > 100 && found < all, "{found} of {all}");
}
