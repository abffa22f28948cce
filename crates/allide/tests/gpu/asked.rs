//! Ways to ask a GPU: until the first finding, about one object, for object pairs alone, with a watch.

use crate::harness::{check_any, engine};
use allide::{
    Clearance, Device, Engine, Error, GpuOptions, Method, Overlaps, QuestionKind, Scene, SelfOverlaps, Watch,
};
use allide_scenes::shapes;
use allide_scenes::suite::{Case, Way, hard_cases};

#[test]
fn a_witness_is_a_finding_by_every_method() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    for Case { name, scene, clearance, .. } in hard_cases(300..301) {
        for Way { method, .. } in Way::on(Device::Gpu) {
            let name = format!("{name}, {method}");
            if method.answers(QuestionKind::Overlaps) {
                check_any(&name, &mut gpu, &scene, &Overlaps::new().method(method));
            }
            if method.answers(QuestionKind::SelfOverlaps) {
                check_any(&name, &mut gpu, &scene, &SelfOverlaps::of_all().method(method));
            }
            if method.answers(QuestionKind::Clearance) {
                let near = Clearance::within(clearance).unwrap().method(method);
                check_any(&name, &mut gpu, &scene, &near);
                check_any(&name, &mut gpu, &scene, &near.with_triangles());
            }
        }
    }
}

#[test]
fn one_object_and_object_pairs_alone_are_as_on_the_cpu() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let mut cpu = Engine::cpu();
    for Case { name, scene, clearance, .. } in hard_cases(310..311) {
        let pairs = Overlaps::new().pairs_only();
        let found = gpu.run(&scene, &pairs).unwrap();
        assert_eq!((&found.pairs, found.findings()), (&cpu.run(&scene, &pairs).unwrap().pairs, &[][..]), "{name}");
        for id in scene.ids() {
            for method in [Method::Bvh, Method::Fronts, Method::KDOP, Method::FAR] {
                let expected = cpu.run(&scene, &Overlaps::new().of(id)).unwrap();
                let found = gpu.run(&scene, &Overlaps::new().of(id).method(method)).unwrap();
                let same = (&found.pairs, found.findings()) == (&expected.pairs, expected.findings());
                assert!(same, "{name}, {method}: {id:?}");
                check_any(&name, &mut gpu, &scene, &Overlaps::new().of(id).method(method));
            }
            let near = Clearance::within(clearance).unwrap().with_triangles().of(id);
            let (found, expected) = (gpu.run(&scene, &near).unwrap(), cpu.run(&scene, &near).unwrap());
            assert!((&found.pairs, found.findings()) == (&expected.pairs, expected.findings()), "{name}: {id:?}");
        }
    }
}

#[test]
fn a_cancelled_run_says_so_and_the_next_one_is_right() {
    let Some(gpu) = engine(GpuOptions::default()) else { return };
    let mut scene = Scene::new();
    let ball = shapes::icosphere(5);
    scene.add("", &ball, allide::Pose::IDENTITY);
    scene.add("", &ball, allide_scenes::moved(0.3, 0.2, 0.1));
    let expected = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
    let watch = Watch::new();
    let mut gpu = gpu.with_watch(&watch);
    assert_eq!(gpu.run(&scene, &Overlaps::new()).unwrap().findings(), expected.findings());
    assert_eq!(watch.fraction(), 1.0);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(2));
            watch.cancel();
        });
        // Whether it ends before or after that is up to the machine.
        while gpu.run(&scene, &Overlaps::new()) != Err(Error::Cancelled) {}
    });
    let mut gpu = gpu.with_watch(&Watch::new());
    assert_eq!(gpu.run(&scene, &Overlaps::new()).unwrap().findings(), expected.findings());
}
