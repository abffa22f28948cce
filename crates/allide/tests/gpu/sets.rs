//! What each pass of a visibility method leaves, triangle by triangle.

use crate::harness::engine;
use allide::{Engine, GpuOptions, Method, ObjectId, Overlaps, Pass, Report, Scene, SelfOverlaps, TrianglePair, Watch};
use allide_scenes::{scenes, triangle_count};
use std::collections::BTreeSet;

type Set = BTreeSet<(ObjectId, u32)>;

fn set(pass: &Pass) -> Set {
    pass.left.iter().flat_map(|(object, own)| own.iter().map(move |&triangle| (*object, triangle))).collect()
}

/// Triangles that take part in a finding.
fn found(report: &Report<TrianglePair>) -> Set {
    let of = |pair: &allide::ObjectPair| {
        let (a, b) = (pair.a, pair.b);
        report.findings_of(pair).iter().flat_map(move |finding| [(a, finding.a), (b, finding.b)]).collect::<Vec<_>>()
    };
    report.pairs.iter().flat_map(of).collect()
}

/// Sets shrink, have as many triangles as passes say, and the last one has all that is found. Unless they are asked for, they are empty.
fn assert_kept(
    engine: Engine,
    scene: &Scene,
    run: impl Fn(&mut Engine, &Scene) -> Report<TrianglePair>,
    name: &str,
) -> Engine {
    let watch = Watch::new();
    let mut engine = engine.with_watch(&watch);
    let [silent, told] = [false, true].map(|keep| {
        watch.keep_sets(keep);
        run(&mut engine, scene)
    });
    assert_eq!(silent.findings(), told.findings(), "{name}");
    let passes = |report: &Report<TrianglePair>| report.run.stats.gpu.as_ref().unwrap().passes().to_vec();
    assert!(passes(&silent).iter().all(|pass| pass.left.is_empty()), "{name}");
    let passes = passes(&told);
    assert!(!passes.is_empty() && passes[0].triangles > 0, "{name}");
    let mut before: Set = scene
        .ids()
        .flat_map(|id| (0..scene.objects()[id.index()].mesh().triangles().len() as u32).map(move |k| (id, k)))
        .collect();
    assert_eq!(before.len(), triangle_count(scene));
    for pass in &passes {
        let set = set(pass);
        assert_eq!(set.len() as u64, pass.triangles, "{name}: {pass:?}");
        assert!(pass.left.is_sorted_by_key(|(object, _)| *object), "{name}");
        assert!(pass.left.iter().all(|(_, own)| !own.is_empty() && own.is_sorted_by(|x, y| x < y)), "{name}");
        assert!(set.is_subset(&before), "{name}: nothing comes back");
        before = set;
    }
    let found = found(&told);
    assert!(!found.is_empty() && found.is_subset(&before), "{name}: what is found was left");
    engine
}

#[test]
fn sets_between_objects_shrink_to_what_is_found() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    let methods = [
        "far",
        "far(cover=faces, reduction=ordered, rounds=once, resolution=64)",
        "far(cover=uobb, resolution=64)",
        "cullide(resolution=256)",
        "cullide(reduction=ordered, rounds=once, resolution=256)",
    ];
    for scene in [scenes::bunnies(1_500), scenes::asteroids(3, 12, 100)] {
        for name in methods {
            let method: Method = name.parse().unwrap();
            let run = |engine: &mut Engine, scene: &Scene| engine.run(scene, &Overlaps::new().method(method)).unwrap();
            engine = assert_kept(engine, &scene, run, name);
        }
    }
}

#[test]
fn sets_inside_objects_shrink_to_what_is_found() {
    let Some(mut engine) = engine(GpuOptions::default()) else { return };
    for name in ["far", "self-cullide(resolution=256)", "self-cullide(reduction=ordered, rounds=once, resolution=256)"]
    {
        let method: Method = name.parse().unwrap();
        let run =
            |engine: &mut Engine, scene: &Scene| engine.run(scene, &SelfOverlaps::of_all().method(method)).unwrap();
        engine = assert_kept(engine, &scenes::merged_cows(2_000), run, name);
    }
}
