//! Any exact method, with any number of threads, gives the same findings in the same order.

use allide::{Clearance, Engine, Mesh, Method, Overlaps, Pose, Report, Scene, SelfOverlaps};
use proptest::prelude::*;

/// How coordinates are drawn: what is hard differs.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Small triangles anywhere.
    Loose,
    /// Corners on a coarse integer grid: coplanar, touching, degenerate and repeated triangles.
    Grid,
    /// Long and thin.
    Needles,
    /// A few large ones among many tiny ones in a corner.
    Mixed,
    /// Far from the origin, where coordinates are coarse.
    Far,
}

fn mesh(kind: Kind, count: usize, seed: u64) -> Mesh {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut unit = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut point = |size: f64| [unit() * size, unit() * size, unit() * size];
    let sum = |p: [f64; 3], q: [f64; 3]| [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
    let mut positions = Vec::new();
    for index in 0..count {
        let corners = match kind {
            Kind::Loose => {
                let origin = point(4.0);
                [origin, sum(origin, point(0.7)), sum(origin, point(0.7))]
            }
            Kind::Grid => [point(4.0), point(4.0), point(4.0)].map(|p| p.map(f64::floor)),
            Kind::Needles => {
                let (origin, along) = (point(4.0), point(4.0));
                [origin, sum(origin, along), sum(sum(origin, along), point(0.01))]
            }
            Kind::Mixed if index % 16 == 0 => [point(4.0), point(4.0), point(4.0)],
            Kind::Mixed => {
                let origin = point(0.01);
                [origin, sum(origin, point(0.003)), sum(origin, point(0.003))]
            }
            Kind::Far => {
                let origin = sum(point(4.0), [1.0e7, -3.0e7, 1.0e8]);
                [origin, sum(origin, point(1.0)), sum(origin, point(1.0))]
            }
        };
        positions.extend(corners);
    }
    let triangles = (0..count as u32).map(|index| [3 * index, 3 * index + 1, 3 * index + 2]).collect();
    Mesh::new(positions, triangles).expect("finite and in range")
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Loose), Just(Kind::Grid), Just(Kind::Needles), Just(Kind::Mixed), Just(Kind::Far)]
}

/// What must not depend on method or threads: everything but the cost.
fn answer<F: Copy>(report: Report<F>) -> (Vec<allide::ObjectPair>, Vec<F>) {
    let findings = report.findings().to_vec();
    (report.pairs, findings)
}

fn engines() -> Vec<Engine> {
    [1, 2, 7].map(|threads| Engine::cpu_with_threads(threads).expect("threads")).into()
}

/// Asks all questions in all ways; returns how many findings each had.
fn check(scene: &Scene, clearance: f64) -> [usize; 3] {
    let mut brute = Engine::cpu();
    let overlaps = answer(brute.run(scene, &Overlaps::new().method(Method::Brute)).unwrap());
    let folds = answer(brute.run(scene, &SelfOverlaps::of_all().method(Method::Brute)).unwrap());
    let near = Clearance::within(clearance).unwrap();
    let near_pairs = answer(brute.run(scene, &near.clone().method(Method::Brute)).unwrap());
    let near_triangles = answer(brute.run(scene, &near.clone().with_triangles().method(Method::Brute)).unwrap());
    for mut engine in engines() {
        for method in [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep] {
            let say = format!("{method:?}, {} threads", engine.threads());
            assert_eq!(answer(engine.run(scene, &Overlaps::new().method(method)).unwrap()), overlaps, "{say}");
            assert_eq!(answer(engine.run(scene, &SelfOverlaps::of_all().method(method)).unwrap()), folds, "{say}");
            assert_eq!(answer(engine.run(scene, &near.clone().method(method)).unwrap()), near_pairs, "{say}");
            let question = near.clone().with_triangles().method(method);
            assert_eq!(answer(engine.run(scene, &question).unwrap()), near_triangles, "{say}");
            assert_eq!(
                engine.any(scene, &Overlaps::new().method(method)).unwrap().is_some(),
                !overlaps.0.is_empty(),
                "{say}"
            );
            assert_eq!(
                engine.any(scene, &near.clone().method(method)).unwrap().is_some(),
                !near_pairs.0.is_empty(),
                "{say}"
            );
        }
    }
    [overlaps.1.len(), folds.1.len(), near_triangles.1.len()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_scenes_have_one_answer(
        kind in kinds(),
        sizes in prop::collection::vec(0usize..120, 1..5),
        seed in any::<u64>(),
        turn in -3.0..3.0f64,
        clearance in prop_oneof![Just(0.05), Just(0.5), Just(1e-9)],
    ) {
        let mut scene = Scene::new();
        for (index, &size) in sizes.iter().enumerate() {
            let mesh = mesh(kind, size, seed.wrapping_add(index as u64));
            scene.add(format!("object {index}"), &mesh, Pose::IDENTITY);
            if index == 1 {
                // An instance, turned a little, so that poses and shared trees are exercised.
                scene.add("instance", &mesh, Pose::rotation_translation([1.0, 2.0, 3.0], turn, [0.3, -0.2, 0.1]).unwrap());
            }
        }
        check(&scene, clearance);
    }
}

#[test]
fn crowded_scenes_are_divided_again_and_still_agree() {
    // Enough tiny triangles in one corner to overflow the cells of the first lattice.
    let mut scene = Scene::new();
    scene.add("a", &mesh(Kind::Mixed, 1500, 1), Pose::IDENTITY);
    scene.add("b", &mesh(Kind::Mixed, 1500, 2), Pose::IDENTITY);
    let [overlaps, folds, near] = check(&scene, 0.0001);
    assert!(overlaps > 100 && folds > 100 && near > overlaps, "{overlaps} {folds} {near}");
}

#[test]
fn objects_too_large_to_compare_directly_agree() {
    // More pairs of triangles than are compared all with all: these objects go through the sieve.
    for (kind, seed) in [(Kind::Loose, 1), (Kind::Mixed, 2), (Kind::Far, 3), (Kind::Needles, 4)] {
        let mut scene = Scene::new();
        scene.add("a", &mesh(kind, 1500, seed), Pose::IDENTITY);
        scene.add("b", &mesh(kind, 1100, seed + 100), Pose::translation(0.3, 0.1, -0.2).unwrap());
        let [overlaps, _, near] = check(&scene, 0.02);
        assert!(overlaps > 10 && near > overlaps, "{kind:?}: {overlaps} overlaps, {near} near");
    }
}

#[test]
fn many_identical_triangles_have_all_their_pairs() {
    let triangle = vec![[0.25, 0.5, 0.0], [1.25, 0.5, 0.0], [0.25, 1.5, 0.0]];
    let one = Mesh::new(triangle, vec![[0, 1, 2]; 700]).unwrap();
    let mut scene = Scene::new();
    let (a, b) = (scene.add("a", &one, Pose::IDENTITY), scene.add("b", &one, Pose::IDENTITY));
    let mut engine = Engine::cpu();
    for method in Method::on(allide::Device::Cpu) {
        let report = engine.run(&scene, &Overlaps::new().method(method)).unwrap();
        assert_eq!(report.between(a, b).len(), 700 * 700, "{method:?}");
        let report = engine.run(&scene, &SelfOverlaps::of(a).method(method)).unwrap();
        assert_eq!(report.findings().len(), 700 * 699 / 2, "{method:?}");
    }
}

#[test]
fn poses_at_the_ends_of_the_range_lose_no_pair() {
    let end = f64::MAX;
    let wall = |x: f64| vec![[x, -end, -end], [x, end, -end], [x, 0.0, end]];
    let floor = vec![[-end, -end, 0.0], [end, -end, 0.0], [0.0, end, 0.0]];
    let mirrored = Pose::affine([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).unwrap();
    let least = f64::from_bits(1);
    let dust = vec![[least, least, least], [3.0 * least, least, least], [least, 3.0 * least, least]];
    let huge = 2.0f64.powi(1000);
    let magnified = Pose::affine([[huge, 0.0, 0.0], [0.0, huge, 0.0], [0.0, 0.0, huge]], [0.0; 3]).unwrap();
    for (pose, corners) in [(mirrored, [wall(1.0), floor]), (magnified, [dust.clone(), dust])] {
        let mut scene = Scene::new();
        for corners in corners {
            scene.add("one", &Mesh::new(corners, vec![[0, 1, 2]]).unwrap(), pose);
        }
        let [x, y, z] = scene.triangle(scene.ids().next().unwrap(), 0);
        scene.add("in place", &Mesh::new([x, y, z].map(Into::into).into(), vec![[0, 1, 2]]).unwrap(), Pose::IDENTITY);
        assert_eq!(check(&scene, 1.0)[0], 3, "{pose:?}");
    }
}
