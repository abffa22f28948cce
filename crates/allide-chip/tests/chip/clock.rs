use super::{Scene, rings};
use allide_chip::{Config, Cycles, Run};
use allide_geom::DVec3;
use allide_geom::kdop::Order;
use glam::{DAffine3, DQuat};

/// One triangle each, in general position.
fn single(distance: f64) -> Scene {
    let triangle = vec![[DVec3::ZERO, DVec3::new(1.0, 0.1, 0.2), DVec3::new(0.3, 1.0, 0.1)]];
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
    let there = DAffine3::from_rotation_translation(turn, DVec3::X * distance);
    Scene { triangles: [triangle.clone(), triangle], poses: [DAffine3::IDENTITY, there] }
}

#[test]
fn a_separated_pair_takes_a_load_and_the_pipeline() {
    let run = single(5.0).run(&Config::fpga2006());
    // The request in cycle 0, 20 cycles to load, and the first axis, which separates, leaves nine cycles after it
    // entered in cycle 20. Until then, eight more have entered.
    assert_eq!(run.length, 30);
    assert_eq!(run.cycles, Cycles { busy: 9, testing_on: 0, memory: 19, triangles: 0, draining: 2 });
    assert_eq!((run.node_tests, run.axis_tests, run.bursts, run.memory_busy), (1, 9, 4, 20));
}

#[test]
fn an_overlapping_pair_takes_all_axes_and_the_triangle_unit() {
    let run = single(0.0).run(&Config::fpga2006());
    // Axes enter in cycles 20 to 43; the last leaves in 52. Triangles take 4 + 2 · 4 cycles to load, until 64, and 32
    // to test.
    assert_eq!(run.length, 97);
    assert_eq!(run.found[0].cycle, 96);
    // Afterwards there is nothing else to do than to test on, until all 64 axes are tested: that delays nothing.
    assert_eq!((run.axis_tests, run.triangle_tests, run.bursts), (64, 1, 6));
    assert_eq!((run.cycles.busy, run.cycles.testing_on), (24, 40));
    assert_eq!(run.triangles_busy, 32);
}

#[test]
fn narrow_words_need_two_stages_and_a_burst_less() {
    let run = single(5.0).run(&Config { bits: 18, ..Config::fpga2006() });
    assert_eq!(run.length, 30 - 2 - 8);
}

fn total(config: &Config) -> Run {
    let mut sum = Run::default();
    for step in 0..12 {
        let run = rings(0.6 + 0.2 * f64::from(step), f64::from(step)).run(config);
        sum.length += run.length;
        sum.bursts += run.bursts;
        sum.node_tests += run.node_tests;
        sum.most_waiting = sum.most_waiting.max(run.most_waiting);
        sum.cache_hits += run.cache_hits;
    }
    sum
}

/// Figure 7, on our rings.
#[test]
fn testing_on_while_loading_is_a_gain() {
    let base = Config { axes: 12, ..Config::fpga2006() };
    let [with, without] = [true, false].map(|test_on| total(&Config { test_on, ..base.clone() }));
    assert!(
        with.length < without.length && with.node_tests <= without.node_tests,
        "{} {}",
        with.length,
        without.length
    );
}

/// Section 5.2.
#[test]
fn a_queue_needs_far_more_memory_than_a_stack() {
    let [stack, queue] =
        [Order::Stack, Order::Queue].map(|order| total(&Config { order, ..Config::fpga2006() }).most_waiting);
    assert!(queue > 4 * stack, "{queue} {stack}");
}

/// Section 7: pipelines shift the limit to memory, which narrow words and a cache give back.
#[test]
fn with_many_pipelines_memory_is_the_limit() {
    let many = Config { pipelines: 8, ..Config::fpga2006() };
    let [one, eight] = [Config::fpga2006(), many.clone()].map(|config| total(&config).length);
    let narrow = total(&Config { bits: 16, ..many.clone() }).length;
    let cached = total(&Config { bits: 16, cache_nodes: 256, ..many });
    assert!(eight < one && eight > one / 8, "{one} {eight}");
    assert!(narrow < eight && cached.length < narrow && cached.cache_hits > 0, "{eight} {narrow} {}", cached.length);
}

/// Several pairs at once, with a buffer each.
#[test]
fn more_units_are_faster_while_memory_keeps_up() {
    let fast = Config { axes: 24, bits: 18, cache_nodes: 1024, ..Config::fpga2006() };
    let [one, two] = [1, 2].map(|units| total(&Config { units, buffers: units, ..fast.clone() }).length);
    assert!(two < one, "{one} {two}");
}

/// Figure 3: the second and the third burst cost time, so words of 19 bits, sign included, are faster than those of 20, and 41 faster
/// than 42.
#[test]
fn speed_falls_where_bursts_begin() {
    let [at_19, at_20, at_41, at_42] =
        [19, 20, 41, 42].map(|bits| total(&Config { bits, multiplier_bits: 64, ..Config::fpga2006() }).length);
    assert!(at_19 < at_20 && at_41 < at_42, "{at_19} {at_20} {at_41} {at_42}");
    let narrow = total(&Config { bits: 7, ..Config::fpga2006() }).length;
    assert!(narrow > at_19, "false positives cost more than bits save: {narrow} {at_19}");
}

/// Figure 5: the first axes separate more often than later ones.
#[test]
fn later_axes_separate_less_often() {
    let run = rings(1.8, 1.1).run(&Config::fpga2006());
    let mean = |range: std::ops::Range<usize>| {
        let count = range.len() as f64;
        range.filter_map(|i| run.axes.probability(i)).sum::<f64>() / count
    };
    assert!(mean(0..8) > 2.0 * mean(16..24), "{} {}", mean(0..8), mean(16..24));
}
