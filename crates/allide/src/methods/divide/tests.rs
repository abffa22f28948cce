//! Both ways through `divide` against `brute`, whatever the size of the objects.

use super::{large, random, small};
use crate::confirm::{Batch, DistanceSink, Keep, OverlapSink, SelfOverlapSink, Sink};
use crate::methods::brute;
use crate::world::{self, WorldPair};
use crate::{Mesh, Pose, Scene};

/// Triangles of all sizes, many of them on a coarse grid, so that they touch and repeat; some far larger than the others.
fn soup(seed: u64, count: usize, scale: f64) -> Mesh {
    let mut next = random(seed);
    let mut positions: Vec<[f64; 3]> = Vec::new();
    for triangle in 0..count {
        let (size, step) = [(40, 1.0), (16, 1.0 / 64.0), (3, 1.0), (3, 0.37)][(triangle % 11).min(3)];
        let origin = [next(11) as f64, next(11) as f64, next(11) as f64];
        positions.extend([0; 3].map(|_| origin.map(|x| (x + next(size) as f64 * step) * scale)));
    }
    let triangles = (0..count as u32).map(|index| [3 * index, 3 * index + 1, 3 * index + 2]).collect();
    Mesh::new(positions, triangles).expect("finite and in range")
}

fn findings<F: Copy>(batch: Option<Batch<F>>, key: impl Fn(&F) -> (u32, u32)) -> Option<Vec<(u32, u32)>> {
    let mut keys: Vec<_> = batch?.findings.iter().map(key).collect();
    keys.sort_unstable();
    Some(keys)
}

fn check<S: Sink>(pair: WorldPair<'_>, sink: &S, key: impl Fn(&S::Finding) -> (u32, u32) + Copy) -> usize {
    let expected = findings(Some(brute::search(pair, sink)), key).unwrap_or_default();
    assert_eq!(findings(Some(large(pair, sink)), key).as_ref(), Some(&expected), "divided");
    if let Some(found) = findings(small::search(pair, sink), key) {
        assert_eq!(found, expected, "compared directly");
    }
    expected.len()
}

#[test]
fn both_ways_find_what_brute_finds() {
    let sizes = [(0, 3), (40, 1), (300, 200), (900, 700), (2200, 150)];
    // Among them scales where 32-bit floats end, and where even those of 64 bits can do no more than add.
    for scale in [1.0, 1.0e150, 1.0e-150, 1.0e38, 1.0e-43] {
        for (seed, &(count_a, count_b)) in sizes.iter().enumerate() {
            // Beyond the range of plain arithmetic the exact test is slow.
            let most = if scale == 1.0 { usize::MAX } else { 50 };
            let (count_a, count_b) = (count_a.min(most), count_b.min(most));
            let mut scene = Scene::new();
            let offset = [0.0, 1.0e9][seed % 2] * scale;
            scene.add("a", &soup(seed as u64, count_a, scale), Pose::translation(offset, 0.0, -offset).unwrap());
            let pose = Pose::translation(offset + 0.5 * scale, 0.0, -offset).unwrap();
            scene.add("b", &soup(seed as u64 + 50, count_b, scale), pose);
            let objects = world::objects(&scene, &[]).expect("in range");
            let pair = WorldPair { a: &objects[0], b: &objects[1] };
            world::place(objects.iter().collect());
            let overlaps = check(pair, &OverlapSink::new(pair, Keep::All), |finding| (finding.a, finding.b));
            let near = check(pair, &DistanceSink::new(pair, 1.5 * scale, true), |finding| (finding.a, finding.b));
            assert!(near >= overlaps && (count_a < 300 || overlaps > 100), "{overlaps} overlaps, {near} near");
            let own = WorldPair { a: &objects[0], b: &objects[0] };
            check(own, &SelfOverlapSink::new(&objects[0]), |finding| (finding.a, finding.b));
        }
    }
}

#[test]
fn small_objects_are_compared_directly() {
    let mut scene = Scene::new();
    scene.add("a", &soup(1, 900, 1.0), Pose::IDENTITY);
    scene.add("b", &soup(2, 700, 1.0), Pose::IDENTITY);
    let objects = world::objects(&scene, &[]).expect("in range");
    let pair = WorldPair { a: &objects[0], b: &objects[1] };
    assert!(small::search(pair, &OverlapSink::new(pair, Keep::All)).is_some());
}
