//! Ray casting as a method of an engine: pairs are proposed, and decided exactly.

use super::{TWO, boxes};
use crate::harness::engine;
use allide::raycast::Algorithm;
use allide::{Device, Engine, Error, Faults, GpuError, GpuOptions, Guarantee, Mesh, Method, ObjectPair};
use allide::{Overlaps, PairClass, Pose, Proposals, Report, Scene, Solids, TrianglePair};
use allide_scenes::shapes::{cuboid, icosphere, merge};
use allide_scenes::{Random, turned};

fn raycast(algorithm: Algorithm, resolution: u32) -> Method {
    Method::Raycast { algorithm, resolution: Some(resolution) }
}

fn ask(gpu: &mut Engine, scene: &Scene, method: Method) -> Report<TrianglePair> {
    gpu.run(scene, &Solids::new().method(method)).unwrap()
}

fn proposals(report: &Report<TrianglePair>) -> Proposals {
    report.run.stats.proposals.expect("it proposes")
}

/// All about the pairs that share volume.
fn sharing(report: &Report<TrianglePair>) -> Vec<(&ObjectPair, &[TrianglePair])> {
    let pairs = report.pairs.iter().filter(|pair| pair.class != PairClass::Touch);
    pairs.map(|pair| (pair, report.findings_of(pair))).collect()
}

fn numbers(report: &Report<TrianglePair>) -> Vec<[usize; 2]> {
    report.pairs.iter().map(|pair| [pair.a.index(), pair.b.index()]).collect()
}

/// Boxes and balls in all directions, some of which interfere and some of which lie inside others.
fn random_solids(seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    for _ in 0..count {
        let half = random.point(0.1, 0.8);
        let mesh = if random.below(2) == 0 { cuboid(half.map(|x| -x), half) } else { icosphere(1) };
        scene.add("", &mesh, turned(random.direction(), random.between(0.0, 6.0), random.point(-2.0, 2.0)));
    }
    scene
}

#[test]
fn whatever_an_algorithm_proposes_what_is_reported_shares_volume_and_has_its_exact_class() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut found = [0; 5];
    let mut all = 0;
    for seed in 0..8 {
        let scene = random_solids(seed, 12);
        let exact = Engine::cpu().run(&scene, &Solids::new()).unwrap();
        let expected = sharing(&exact);
        all += expected.len();
        for (place, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            let report = ask(&mut gpu, &scene, raycast(algorithm, 128));
            for own in sharing(&report) {
                let same = expected.iter().find(|(pair, _)| (pair.a, pair.b) == (own.0.a, own.0.b));
                let same = same.unwrap_or_else(|| panic!("seed {seed}, {algorithm}: {:?} is false", own.0));
                assert_eq!((own.0.class, own.0.inside, own.1), (same.0.class, same.0.inside, same.1));
            }
            assert_eq!(report.pairs.len(), sharing(&report).len(), "none that only touches");
            assert_eq!(proposals(&report).confirmed, report.pairs.len() as u64);
            assert_eq!(proposals(&report).proposed(), report.run.stats.object_candidates);
            assert_eq!((report.run.guarantee, &report.run.devices[..]), (Guarantee::Sampled, &[Device::Gpu][..]));
            assert_eq!(report.run.methods, [raycast(algorithm, 128)]);
            let stats = report.run.stats.gpu.as_ref().unwrap();
            assert_eq!(
                (stats.adapter.is_empty(), stats.attempts, stats.tiers.cpu),
                (false, 1, report.run.stats.candidates)
            );
            found[place] += report.pairs.len();
        }
        // Algorithm 1 says that something interferes, so all pairs are looked at.
        let report = ask(&mut gpu, &scene, raycast(Algorithm::Detect, 128));
        assert_eq!(sharing(&report).len(), expected.len(), "seed {seed}");
    }
    // The less an algorithm tells, the more is proposed.
    let [one, two, three, four, five] = found;
    assert!(one == all && two == three && two >= five && five >= four && 4 * four >= 3 * all, "{found:?} of {all}");
}

#[test]
fn proposed_pairs_that_share_no_volume_are_dropped_and_counted_by_the_reason() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut scene = boxes(&TWO);
    scene.add("touching", &cuboid([2.0, 0.0, 0.0], [3.0, 1.0, 1.0]), Pose::IDENTITY);
    // A corner of its box, and nothing of itself, is where the first box and the open one are.
    scene.add("apart", &cuboid([-1.0; 3], [1.0; 3]), turned([0.0, 0.0, 1.0], 0.7, [-1.2, -1.2, 0.0]));
    let closed = cuboid([0.05, 0.05, -0.9], [0.15, 0.15, -0.5]);
    let positions = closed.positions().iter().map(|point| point.to_array()).collect();
    scene.add("open", &Mesh::new(positions, closed.triangles()[1..].to_vec()).unwrap(), Pose::IDENTITY);
    let exact = Engine::cpu().run(&scene, &Solids::new()).unwrap();
    let report = ask(&mut gpu, &scene, raycast(Algorithm::Detect, 256));
    let near = exact.run.stats.object_candidates;
    let (proposals, own) = (proposals(&report), numbers(&report));
    assert_eq!(proposals.proposed(), near, "whatever comes near");
    assert_eq!((proposals.confirmed, own.len() as u64), (1, 1), "{own:?} {proposals:?}");
    assert_eq!([proposals.touch, proposals.apart, proposals.not_closed], [1; 3], "{proposals:?}");
    assert_eq!(exact.pairs.len(), 2, "the exact answer also tells who touches");
}

#[test]
fn an_object_that_crosses_itself_is_counted_and_in_no_pair() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let [a, b] = TWO.map(|[low, high]| cuboid(low, high));
    let crossing = merge([(&a, Pose::IDENTITY), (&b, Pose::IDENTITY)]);
    let mut scene = Scene::new();
    scene.add("crossing", &crossing, Pose::IDENTITY);
    scene.add("beside", &cuboid([0.0, 2.25, 2.5], [0.75, 2.75, 3.25]), Pose::IDENTITY);
    let report = ask(&mut gpu, &scene, raycast(Algorithm::IdentifyBoth, 128));
    assert_eq!((numbers(&report), proposals(&report).with_itself), (vec![], 1), "{:?}", proposals(&report));
    let report = ask(&mut gpu, &scene, raycast(Algorithm::IdentifyOne, 128));
    assert_eq!((proposals(&report).apart, proposals(&report).confirmed), (1, 0));
}

#[test]
fn duplicates_take_part_once_and_are_paired_like_all_others() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    // More copies than counts have room for.
    let mut corners = vec![TWO[0]; 300];
    corners.push(TWO[1]);
    let report = ask(&mut gpu, &boxes(&corners), raycast(Algorithm::IdentifyBoth, 64));
    assert_eq!((report.pairs.len(), report.sets.len(), proposals(&report).dropped()), (1, 1, 0));
    assert_eq!(report.pairs[0].stands_for, [300, 1]);
}

#[test]
fn objects_that_come_near_no_other_do_not_widen_the_view() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let far = boxes(&[TWO[0], TWO[1], [[1000.0; 3], [1001.0; 3]]]);
    assert_eq!(numbers(&ask(&mut gpu, &far, raycast(Algorithm::IdentifyBoth, 64))), [[0, 1]]);
}

#[test]
fn one_witness_is_enough_and_two_that_touch_are_none() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let any = |gpu: &mut Engine, scene: &Scene, method| gpu.any(scene, &Solids::new().method(method)).unwrap();
    let touching = boxes(&[TWO[0], [[2.0, 0.5, 0.5], [3.0, 1.5, 1.5]]]);
    for method in Algorithm::ALL.map(|algorithm| raycast(algorithm, 64)).into_iter().chain([Method::RAYS]) {
        assert_eq!(any(&mut gpu, &touching, method), None, "{method}");
        let witness = any(&mut gpu, &boxes(&TWO), method).expect("they share volume");
        assert_eq!([witness.a.index(), witness.b.index()], [0, 1], "{method}");
    }
}

#[test]
fn rays_on_a_gpu_find_what_they_find_on_the_cpu() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for seed in 0..3 {
        let scene = random_solids(100 + seed, 12);
        let method = Method::Rays { resolution: Some(64) };
        let (own, other) = (ask(&mut gpu, &scene, method), ask(&mut Engine::cpu(), &scene, method));
        assert_eq!((&own.pairs, own.findings(), proposals(&own)), (&other.pairs, other.findings(), proposals(&other)));
        assert_eq!((&own.run.devices[..], &other.run.devices[..]), (&[Device::Gpu][..], &[Device::Cpu][..]));
        assert!(!own.pairs.is_empty() && own.run.stats.gpu.is_some());
    }
}

fn with(faults: Faults) -> Option<Engine> {
    engine(GpuOptions { faults, ..GpuOptions::default() })
}

#[test]
fn a_lost_device_is_opened_again_and_a_full_one_tried_again() {
    for (method, submissions) in
        [(raycast(Algorithm::IdentifyBoth, 64), 7), (Method::Rays { resolution: Some(16) }, 100)]
    {
        for faults in [
            Faults { lose_after_submissions: Some(submissions), ..Faults::default() },
            Faults { fail_allocation: Some(3), ..Faults::default() },
        ] {
            let Some(mut gpu) = with(faults.clone()) else { return };
            let mut is_repeated = false;
            for _ in 0..submissions {
                let report = ask(&mut gpu, &boxes(&TWO), method);
                assert_eq!(numbers(&report), [[0, 1]], "{method}, {faults:?}");
                is_repeated |= report.run.stats.gpu.is_some_and(|stats| stats.attempts > 1);
                if is_repeated {
                    break;
                }
            }
            assert!(is_repeated, "{method}, {faults:?}");
        }
    }
}

#[test]
fn without_a_gpu_that_works_the_cpu_casts_rays_and_says_so_and_the_rasteriser_is_missed() {
    let lost = || with(Faults { lose_after_submissions: Some(0), ..Faults::default() });
    let Some((mut gpu, other)) = lost().zip(lost()) else { return };
    for method in [Method::RAYS, Method::RAYCAST] {
        let error = gpu.run(&boxes(&TWO), &Solids::new().method(method)).unwrap_err();
        assert!(matches!(error, Error::Gpu(GpuError::Lost(_))), "{error}");
    }
    let mut other = other.or_cpu();
    let report = ask(&mut other, &boxes(&TWO), Method::RAYS);
    assert_eq!((numbers(&report), report.run.means()), (vec![[0, 1]], "rays, cpu".to_string()));
    assert!(report.run.warnings[0].contains("lost"), "{:?}", report.run.warnings);
    assert!(other.run(&boxes(&TWO), &Solids::new().method(Method::RAYCAST)).is_err());
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let error = gpu.run(&boxes(&TWO), &Overlaps::new().method(Method::RAYCAST)).unwrap_err();
    assert!(matches!(error, Error::NotForQuestion { method: "raycast", question: "overlaps" }), "{error}");
    let wide = Solids::new().method(raycast(Algorithm::Detect, 1 << 20));
    let error = gpu.run(&boxes(&TWO), &wide).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::TooWide { side: 1_048_576, .. })), "{error}");
    let nothing = ask(&mut gpu, &Scene::new(), Method::RAYCAST);
    assert_eq!((nothing.pairs.len(), proposals(&nothing)), (0, Proposals::default()));
}
