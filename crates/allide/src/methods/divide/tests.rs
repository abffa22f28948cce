//! Both ways through `divide` against `brute`, whatever the size of the objects.

use super::{large, random, small};
use crate::confirm::{Batch, DistanceSink, OverlapSink, SelfOverlapSink, Sink};
use crate::methods::brute;
use crate::world::{self, WorldPair};
use crate::{Mesh, Pose, Scene};

/// Triangles of all sizes, many of them on a coarse grid, so that they touch and repeat; some far larger than the others.
fn soup(seed: u64, count: usize) -> Mesh {
    let mut next = random(seed);
    let mut positions: Vec<[f64; 3]> = Vec::new();
    for triangle in 0..count {
        let (size, step) = [(40, 1.0), (16, 1.0 / 64.0), (3, 1.0), (3, 0.37)][(triangle % 11).min(3)];
        let origin = [next(11) as f64, next(11) as f64, next(11) as f64];
        positions.extend([0; 3].map(|_| origin.map(|x| x + next(size) as f64 * step)));
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
    } else {
        assert!(pair.a.id == pair.b.id, "these objects are small");
    }
    expected.len()
}

#[test]
fn both_ways_find_what_brute_finds() {
    for (seed, (count_a, count_b)) in [(0, 3), (40, 1), (300, 200), (900, 700), (2200, 150)].into_iter().enumerate() {
        let mut scene = Scene::new();
        let offset = [0.0, 1.0e9][seed % 2];
        let pose = Pose::translation(offset + 0.5, 0.0, -offset);
        scene.add("a", &soup(seed as u64, count_a), Pose::translation(offset, 0.0, -offset));
        scene.add("b", &soup(seed as u64 + 50, count_b), pose);
        let objects = world::objects(&scene, &[]).expect("in range");
        let pair = WorldPair { a: &objects[0], b: &objects[1] };
        pair.a.place();
        pair.b.place();
        let overlaps = check(pair, &OverlapSink::new(pair), |finding| (finding.a, finding.b));
        let near = check(pair, &DistanceSink::new(pair, 1.5, true), |finding| (finding.a, finding.b));
        assert!(near >= overlaps && (count_a < 300 || overlaps > 100), "{overlaps} overlaps, {near} near");
        let own = WorldPair { a: &objects[0], b: &objects[0] };
        check(own, &SelfOverlapSink::new(&objects[0]), |finding| (finding.a, finding.b));
    }
}
