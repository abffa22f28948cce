//! On real models every method gives the same findings. The models are not part of the project: where they are absent, the
//! test says so.

use allide::{Clearance, Engine, Method, Overlaps, Pose, Scene, SelfOverlaps};
use allide_io::{Options, read_file};
use std::path::{Path, PathBuf};

fn models() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let folder = std::env::var_os("ALLIDE_MODELS").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// Every model twice, the second time turned and moved into the first.
fn scene(path: &Path) -> Scene {
    let mut scene = Scene::new();
    for loaded in read_file(path, &Options::default(), &mut |_| {}).expect("a good file") {
        scene.add(loaded.name.clone(), &loaded.mesh, loaded.pose);
        let shift = loaded.mesh.bounds().size() * 0.2;
        let pose = Pose::rotation_translation([1.0, 2.0, 0.5], 0.4, shift.to_array());
        scene.add(format!("{} again", loaded.name), &loaded.mesh, pose.after(&loaded.pose));
    }
    scene
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that leaves something out says so")]
fn methods_agree_on_real_models() {
    let Some(folder) = models() else {
        eprintln!("left out: no real models; set ALLIDE_MODELS to a folder with cad/ and hard/");
        return;
    };
    let mut findings = 0;
    for name in [
        "cad/crank.stl",
        "cad/link.obj",
        "cad/fcl_env.obj",
        "cad/nut-big.stl",
        "cad/sprocket-20teeth.obj",
        "hard/degenerated-sd.off",
        "hard/spheres_intersecting.off",
        "hard/two_spheres.stl",
        "hard/building.off",
        "hard/knot1.off",
        "hard/mech-holes-shark.off",
        "hard/pig.stl",
        "figures/cow.obj",
    ] {
        let scene = scene(&folder.join(name));
        let extent = scene.objects()[0].mesh().bounds().size().max_element();
        let mut engine = Engine::cpu();
        let overlaps = engine.run(&scene, &Overlaps::new().method(Method::Divide)).unwrap();
        let folds = engine.run(&scene, &SelfOverlaps::of_all().method(Method::Divide)).unwrap();
        let near = Clearance::within(0.01 * extent).unwrap();
        let nearest = engine.run(&scene, &near.clone().method(Method::Divide)).unwrap();
        findings += overlaps.findings().len() + folds.findings().len();
        let small = scene.objects()[0].mesh().triangles().len() < 2500;
        for method in [Method::Bvh, Method::Sweep, Method::Brute] {
            if method == Method::Brute && !small {
                continue;
            }
            let found = engine.run(&scene, &Overlaps::new().method(method)).unwrap();
            assert_eq!((&found.pairs, found.findings()), (&overlaps.pairs, overlaps.findings()), "{name}, {method:?}");
            let found = engine.run(&scene, &SelfOverlaps::of_all().method(method)).unwrap();
            assert_eq!((&found.pairs, found.findings()), (&folds.pairs, folds.findings()), "{name}, {method:?}");
            let found = engine.run(&scene, &near.clone().method(method)).unwrap();
            assert_eq!(found.pairs, nearest.pairs, "{name}, {method:?}");
        }
    }
    assert!(findings > 5_000, "{findings}");
}
