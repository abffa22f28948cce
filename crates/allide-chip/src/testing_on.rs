//! Testing on delays nothing (figure 7).
//!
//! Children are scheduled after n axes, whatever is tested on, and withdrawn if a later axis separates. Without such an
//! axis, all other parts do the same in every cycle. With a queue, tasks keep their order when some are withdrawn, all
//! times are maxima of sums, and no query can be slower. With a stack, the order depends on when verdicts come: fewer
//! tasks can come in a worse order, by a few cycles in one query of some hundreds.

use crate::{Config, Machine, Query, Run};
use allide_geom::kdop::{Axis, FixedAxes, Order, Orientations, Placed, Tree, axes};
use allide_geom::{DVec3, Triangle};
use glam::{DAffine3, DQuat};

/// Blocks on a bumpy sheet: `2 · size²` triangles.
fn sheet(size: usize, seed: f64) -> Vec<Triangle> {
    let point = |i: usize, j: usize| {
        let [x, y] = [i, j].map(|k| k as f64 / size as f64);
        DVec3::new(x, y, 0.2 * (9.0 * x + seed).sin() * (7.0 * y + seed).cos())
    };
    let cells = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
    cells
        .flat_map(|(i, j)| {
            let [p, q, r, s] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
            [[p, q, r], [p, r, s]]
        })
        .collect()
}

struct Case {
    parts: [Vec<Triangle>; 2],
    poses: [DAffine3; 2],
    trees: [Tree; 2],
}

impl Case {
    fn new(number: u32) -> Self {
        let number = f64::from(number);
        let parts = [sheet(9, number), sheet(7, 2.0 * number)];
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), number);
        let there = DAffine3::from_rotation_translation(turn, DVec3::new(0.3 * number.sin(), 0.2, 0.1 * number.cos()));
        let orientations = Orientations::standard(24).unwrap();
        let trees = parts.each_ref().map(|part| Tree::build(&orientations, part.len(), |i| part[i]).unwrap());
        Self { parts, poses: [DAffine3::IDENTITY, there], trees }
    }

    fn run(&self, config: &Config, change: impl FnOnce(&mut Query<'_>)) -> Run {
        let mut query = Query::new(config, [&self.trees[0], &self.trees[1]], self.poses).unwrap();
        change(&mut query);
        let [a, b] = [0, 1].map(|side| {
            move |i: u32| self.parts[side][i as usize].map(|corner| self.poses[side].transform_point3(corner))
        });
        Machine::new(config.clone()).unwrap().run(&query, [&a, &b]).unwrap()
    }
}

/// Axes beyond n that separate nothing, because they are the first n once more, change no cycle of any other part.
#[test]
fn axes_that_do_not_separate_cost_nothing() {
    let mut tested_on = 0;
    for number in 0..12 {
        let case = Case::new(number);
        for (axes_count, pipelines, units, order) in
            [(6, 1, 1, Order::Stack), (13, 1, 1, Order::Queue), (24, 2, 1, Order::Stack), (9, 1, 3, Order::Stack)]
        {
            let config = Config {
                axes: axes_count,
                more_axes: axes_count,
                pipelines,
                units,
                buffers: units,
                order,
                ..Config::fpga2006()
            };
            let twice = |query: &mut Query<'_>| {
                let [a, b] = [0, 1].map(|side| Placed { tree: &case.trees[side], pose: case.poses[side] });
                let growth = [0, 1].map(|side| case.trees[side].growth(case.poses[side]));
                let format = query.axes.format();
                let scale = format.scale_for([(&case.trees[0], growth[0]), (&case.trees[1], growth[1])]);
                let once: Vec<Axis> = axes(a, b, axes_count);
                let all: Vec<Axis> = once.iter().chain(&once).cloned().collect();
                query.axes = FixedAxes::new(&all, format, scale, growth);
            };
            let with = case.run(&config, twice);
            let without = case.run(&Config { test_on: false, ..config }, twice);
            assert_eq!((with.length, &with.found, with.bursts), (without.length, &without.found, without.bursts));
            assert_eq!(
                (with.memory_busy, with.triangles_busy, with.withdrawn),
                (without.memory_busy, without.triangles_busy, 0)
            );
            assert_eq!(with.cycles.busy, without.cycles.busy);
            tested_on += with.cycles.testing_on;
        }
    }
    assert!(tested_on > 10_000, "{tested_on}");
}

/// In a queue, tasks keep their order when some of them are withdrawn. Every time is then a maximum of sums of earlier
/// times, so none is later. In a stack, the order depends on when verdicts come, and fewer tasks can come in a worse
/// one: an anomaly that all list scheduling has (Graham 1969), here of a few cycles.
#[test]
fn testing_on_is_never_slower_in_a_queue_and_hardly_ever_in_a_stack() {
    let (mut slower, mut queries, mut with_in_all, mut without_in_all, mut gained) = (0, 0, 0, 0, 0);
    for number in 0..60 {
        let case = Case::new(number);
        for axes in [2, 7, 12, 19, 24, 31] {
            for order in [Order::Queue, Order::Stack] {
                let config = Config { axes, more_axes: 64 - axes, order, ..Config::fpga2006() };
                let with = case.run(&config, |_| {});
                let without = case.run(&Config { test_on: false, ..config }, |_| {});
                assert_eq!(with.pairs(), without.pairs());
                assert!(with.node_tests <= without.node_tests && with.bursts <= without.bursts);
                if order == Order::Queue {
                    assert!(with.length <= without.length, "{} {}", with.length, without.length);
                    gained += u32::from(with.length < without.length);
                } else {
                    slower += u32::from(with.length > without.length);
                    assert!(
                        with.length <= without.length + without.length / 100 + 100,
                        "{} {}",
                        with.length,
                        without.length
                    );
                    (with_in_all, without_in_all, queries) =
                        (with_in_all + with.length, without_in_all + without.length, queries + 1);
                }
            }
        }
    }
    assert!(gained > 100, "{gained}");
    assert!(with_in_all < without_in_all && slower * 20 < queries, "{slower} of {queries}");
}
