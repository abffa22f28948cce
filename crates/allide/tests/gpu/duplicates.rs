//! Duplicates on a GPU: the same sets, and no search among copies.

use crate::harness::{assert_same, engine};
use allide::{Device, Engine, GpuOptions, Guarantee, Overlaps, Pose, QuestionKind, Scene};
use allide_scenes::shapes;
use allide_scenes::suite::Way;

/// Copies in one place and in another, a ring through all of them, and one that goes through half of them.
fn scene(copies: u32) -> Scene {
    let part = shapes::torus(1.0, 0.3, 12, 8);
    let mut scene = Scene::new();
    let [ring, other] = [0.25, 0.5].map(|x| scene.add("ring", &part, Pose::translation(x, 0.1, 0.2).unwrap()));
    let [some, ignored] = [scene.add_group(), scene.add_group()];
    for copy in 0..copies {
        let id = scene.add("copy", &part, Pose::translation(f64::from(copy % 2) * 3.0, 0.0, 0.0).unwrap());
        if copy % 4 < 2 {
            scene.set_group(id, some);
        }
    }
    scene.set_group(other, ignored);
    scene.ignore(some, ignored);
    assert!(ring < other);
    scene
}

#[test]
fn copies_are_not_searched_against_each_other_on_any_device() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let (few, many) = (scene(4), scene(80));
    for Way { method, .. } in Way::on(Device::Gpu) {
        if !method.answers(QuestionKind::Overlaps) || method.guarantee() == Guarantee::Sampled {
            continue;
        }
        let question = Overlaps::new().method(method);
        let expected = Engine::cpu().run(&many, &Overlaps::new()).unwrap();
        let told: u32 = expected.pairs.iter().map(|pair| pair.stands_for[0] * pair.stands_for[1]).sum();
        assert_eq!((expected.sets.len(), told), (2, 1 + 40 + 20));
        assert!(expected.pairs.len() <= 5, "{:?}", expected.pairs);
        let candidates = |gpu: &mut Engine, scene: &Scene| match gpu.run(scene, &question) {
            Err(error) if error.is_lacking() => None,
            report => Some(report.unwrap()),
        };
        let (Some(found), Some(some)) = (candidates(&mut gpu, &many), candidates(&mut gpu, &few)) else { continue };
        assert_same(&method.to_string(), &found, &expected);
        // Twenty times the copies, twenty times the work.
        let (all, some) = (found.run.stats.candidates, some.run.stats.candidates);
        assert!(all <= 20 * some, "{method}: {all} of {some}");
        let with = question.clone().with_duplicates();
        let expected = Engine::cpu().run(&few, &Overlaps::new().with_duplicates()).unwrap();
        assert_same(&method.to_string(), &gpu.run(&few, &with).unwrap(), &expected);
        assert!(gpu.any(&many, &question).unwrap().is_some());
    }
}
