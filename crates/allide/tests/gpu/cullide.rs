//! The drawn methods whose answers are sampled.

use crate::harness::engine;
use allide::{
    Engine, GpuOptions, Guarantee, Mesh, Method, Overlaps, Pose, Reduction, Report, Scene, TrianglePair, Views,
};
use std::collections::HashSet;

fn views(resolution: u32, reduction: Reduction) -> Views {
    Views { resolution: Some(resolution), reduction, ..Views::default() }
}

fn exact(scene: &Scene) -> Report<TrianglePair> {
    Engine::cpu().run(scene, &Overlaps::new().method(Method::Divide)).unwrap()
}

/// Object pairs with triangle pairs and classes.
fn all(report: &Report<TrianglePair>) -> HashSet<(usize, usize, TrianglePair)> {
    let of = |pair: &allide::ObjectPair| {
        let (a, b) = (pair.a.index(), pair.b.index());
        report.findings_of(pair).iter().map(move |&finding| (a, b, finding)).collect::<Vec<_>>()
    };
    report.pairs.iter().flat_map(of).collect()
}

#[test]
fn smoke() {
    let Some(gpu) = engine(GpuOptions::default()) else { return };
    let mut gpu = gpu.with_views(views(256, Reduction::OrderFree));
    for (name, scene) in allide_scenes::small_suite() {
        let exact = all(&exact(&scene));
        for reduction in [Reduction::OrderFree, Reduction::Ordered] {
            gpu = gpu.with_views(views(256, reduction));
            let report = gpu.run(&scene, &Overlaps::new().method(Method::Cullide)).unwrap();
            let found = all(&report);
            assert_eq!(report.guarantee, Guarantee::Sampled);
            println!(
                "{name} {} of {} {report} {:#?}",
                found.len(),
                exact.len(),
                report
                    .stats
                    .gpu
                    .as_ref()
                    .unwrap()
                    .passes
                    .iter()
                    .map(|p| format!(
                        "{} {} {} {} {} {} {:.1}",
                        p.level, p.objects, p.parts, p.triangles, p.pairs, p.draws, p.ms
                    ))
                    .collect::<Vec<_>>()
            );
            assert!(found.is_subset(&exact), "{name}");
        }
    }
}
