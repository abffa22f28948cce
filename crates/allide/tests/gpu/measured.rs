//! What objects share is measured alike wherever their triangles were found.

use crate::harness::engine;
use allide::{Device, Engine, GpuOptions, Guarantee, QuestionKind, Solids};
use allide_scenes::suite::Way;

#[test]
fn what_is_measured_does_not_depend_on_the_device() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut measured = 0;
    for (name, scene) in allide_scenes::small_suite() {
        if scene.objects().len() > 100 {
            continue;
        }
        let asked = Solids::new().with_contacts().tolerance(1e-3).unwrap();
        let expected = Engine::cpu().run(&scene, &asked).unwrap();
        measured += expected.pairs.iter().filter(|pair| pair.shared.is_some()).count();
        for Way { method, .. } in Way::on(Device::Gpu) {
            if !method.answers(QuestionKind::Solids) || method.guarantee() == Guarantee::Sampled {
                continue;
            }
            match gpu.run(&scene, &asked.clone().method(method)) {
                Err(error) if error.is_lacking() => {}
                report => {
                    let report = report.unwrap();
                    assert!(report.pairs == expected.pairs && report.sets == expected.sets, "{name} by {method}");
                }
            }
        }
    }
    assert!(measured > 10, "{measured}");
}
