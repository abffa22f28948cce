use super::{Scene, ring, rings};
use allide_chip::{ChipError, Config, Machine, Memory, Query};
use allide_geom::kdop::{Order, traverse};
use allide_geom::{DVec3, overlap};
use glam::DAffine3;

/// All pairs, by the exact predicate.
fn truth(scene: &Scene) -> Vec<(u32, u32)> {
    let [a, b] = [0, 1].map(|side| (0..scene.triangles[side].len() as u32).map(scene.placed(side)).collect::<Vec<_>>());
    let all = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
    all.filter(|&(i, j)| overlap(&a[i], &b[j]).is_some()).map(|(i, j)| (i as u32, j as u32)).collect()
}

/// Machines that differ in one thing or several.
fn machines() -> Vec<Config> {
    let fpga = Config::fpga2006();
    let mut machines = vec![
        fpga.clone(),
        Config::asic2005(),
        Config { order: Order::Queue, ..fpga.clone() },
        Config { test_on: false, ..fpga.clone() },
        Config { axes: 0, more_axes: 0, ..fpga.clone() },
        Config { axes: 3, more_axes: 100, ..fpga.clone() },
        Config { pipelines: 4, cache_nodes: 64, ..fpga.clone() },
        Config { pipelines: 5, units: 3, buffers: 3, ..fpga.clone() },
        Config { units: 2, buffers: 1, cache_nodes: 1, ..fpga.clone() },
        Config { clock: 250.0, triangle_interval: 100, triangle_latency: 1, ..fpga.clone() },
    ];
    machines.extend([5, 8, 19, 20, 42].map(|bits| Config {
        bits,
        multiplier_bits: bits.max(fpga.multiplier_bits),
        ..fpga.clone()
    }));
    machines.extend([6, 14, 18, 26].map(|faces| Config { faces, ..fpga.clone() }));
    machines
}

#[test]
fn every_machine_finds_what_exact_software_finds() {
    let mut found = 0;
    for (distance, angle) in [(0.4, 0.4), (0.9, 0.4), (1.3, 1.1), (1.8, 1.1), (9.0, 0.0)] {
        let mut scene = rings(distance, angle);
        scene.triangles = [ring(16, 6), ring(12, 6)];
        let truth = truth(&scene);
        found += truth.len();
        for config in machines() {
            let run = scene.run(&config);
            assert_eq!(run.pairs(), truth, "{config:?}");
            assert_eq!(run.cycles.total(), run.length * config.units as u64, "{config:?}");
            let verdicts: u64 = run.axes.separated.iter().chain(&run.axes.passed).sum();
            assert_eq!(verdicts, run.node_tests);
            assert!(run.found.is_sorted_by_key(|found| found.cycle) && run.memory_busy < run.length);
        }
    }
    assert!(found > 200, "{found}");
}

/// Without testing on, the machine tests exactly the pairs that a walk in software does.
#[test]
fn node_tests_are_those_of_software() {
    for order in [Order::Stack, Order::Queue] {
        let scene = rings(1.8, 1.1);
        let config = Config { test_on: false, more_axes: 0, order, ..Config::fpga2006() };
        let trees = scene.trees(config.faces);
        let query = Query::new(&config, [&trees[0], &trees[1]], scene.poses).unwrap();
        let apart = |i, j| query.axes().separating(query.node(0, i), query.node(1, j)).is_some();
        let visits = traverse([trees[0].nodes(), trees[1].nodes()], order, apart, |_, _| {});
        let run = scene.run(&config);
        assert_eq!((run.node_tests, run.triangle_tests), (visits.tests, visits.leaves));
        assert_eq!(run.axes.separated.iter().sum::<u64>(), visits.apart);
    }
}

#[test]
fn objects_without_triangles_take_no_cycle() {
    let scene = Scene { triangles: [vec![], vec![[DVec3::ZERO; 3]]], poses: [DAffine3::IDENTITY; 2] };
    let run = scene.run(&Config::fpga2006());
    assert_eq!((run.length, run.found.len(), run.node_tests), (0, 0, 0));
}

#[test]
fn degenerate_triangles_that_touch_are_found() {
    let point = vec![[DVec3::ONE; 3]; 5];
    let scene = Scene { triangles: [point.clone(), point], poses: [DAffine3::IDENTITY; 2] };
    let run = scene.run(&Config::fpga2006());
    assert_eq!(run.found.len(), 25);
    // The transform to a unit triangle cannot see them.
    assert_eq!(run.disagreements, 25);
}

#[test]
fn queries_for_other_machines_are_errors() {
    let scene = rings(1.0, 0.0);
    let config = Config::fpga2006();
    let trees = scene.trees(24);
    let trees = [&trees[0], &trees[1]];
    let query = Query::new(&config, trees, scene.poses).unwrap();
    let error =
        |config: Config| Machine::new(config).unwrap().run(&query, [&scene.placed(0), &scene.placed(1)]).unwrap_err();
    assert_eq!(error(Config { faces: 14, ..config.clone() }), ChipError::Faces { expected: 14, given: 24 });
    assert_eq!(error(Config { bits: 18, ..config.clone() }), ChipError::Words { expected: 18, given: 35 });
    let small = Config { memory: Memory { bytes: 1000, ..config.memory.clone() }, ..config.clone() };
    assert_eq!(error(small), ChipError::Memory { bytes: query.bytes(), limit: 1000 });
    assert!(Query::new(&Config { faces: 6, ..config.clone() }, trees, scene.poses).is_err());
    assert!(Query::new(&Config { bits: 99, ..config.clone() }, trees, scene.poses).is_err());
    let flat = DAffine3::from_scale(DVec3::new(1.0, 1.0, 0.0));
    assert!(matches!(Query::new(&config, trees, [flat, flat]), Err(ChipError::Fixed(_))));
}
