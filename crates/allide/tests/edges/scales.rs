//! Numbers near the ends of the range: a scene that is huge or tiny as a whole has the same findings.

use super::methods;
use allide::{Clearance, Engine, Overlaps, Report, SelfOverlaps};
use allide_scenes::edges::scaled;

/// Powers of two near 1e±100, 1e±150, 1e±250, and the last ones that keep all bits.
const EXPONENTS: [i32; 8] = [-332, 332, -498, 498, -830, 830, -950, 1010];

#[test]
fn the_scale_of_a_scene_changes_no_finding() {
    let expected_scene = scaled(1.0, 800);
    let mut engine = Engine::cpu();
    let overlaps = engine.run(&expected_scene, &Overlaps::new()).unwrap();
    let folds = engine.run(&expected_scene, &SelfOverlaps::of_all()).unwrap();
    let near = engine.run(&expected_scene, &Clearance::within(0.125).unwrap().with_triangles()).unwrap();
    assert!(overlaps.findings().len() > 100 && near.findings().len() > 1000);
    for exponent in EXPONENTS {
        let factor = 2f64.powi(exponent);
        let scene = scaled(factor, 800);
        for method in methods() {
            let found = engine.run(&scene, &Overlaps::new().method(method)).unwrap();
            assert_eq!(found.findings(), overlaps.findings(), "{method:?} at 2^{exponent}");
            assert_eq!(found.pairs, overlaps.pairs, "{method:?} at 2^{exponent}");
            let found = engine.run(&scene, &SelfOverlaps::of_all().method(method)).unwrap();
            assert_eq!(found.findings(), folds.findings(), "{method:?} at 2^{exponent}");
            let question = Clearance::within(0.125 * factor).unwrap().with_triangles().method(method);
            let found = engine.run(&scene, &question).unwrap();
            let triangles = |found: &allide::TriangleDistance| (found.a, found.b);
            let list = |report: &Report<_>| report.findings().iter().map(triangles).collect::<Vec<_>>();
            assert_eq!(list(&found), list(&near), "{method:?} at 2^{exponent}");
            for (found, expected) in found.findings().iter().zip(near.findings()) {
                let off = found.nearest.distance / factor - expected.nearest.distance;
                assert!(off.abs() < 1e-13, "{method:?} at 2^{exponent}: off by {off}");
            }
        }
    }
}
