//! Real models, which are not part of the project: where they are absent, tests say so.

use allide::{Clearance, Engine, Method, Overlaps, Pose, Scene, SelfOverlaps};
use allide_io::{Format, Options, read_file};
use std::path::{Path, PathBuf};

/// The folder of models: `ALLIDE_MODELS`, or `../shared/models` beside the repository.
fn models() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let folder = std::env::var_os("ALLIDE_MODELS").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    #[expect(clippy::print_stderr, reason = "a test that leaves something out says so")]
    {
        eprintln!("left out: no real models; set ALLIDE_MODELS to a folder with figures/, cad/ and hard/");
    }
    None
}

const TRIANGLES: [(&str, usize); 8] = [
    ("figures/bunny.obj.gz", 69_451),
    ("figures/cow.obj", 5_804),
    ("figures/dragon.ply.gz", 871_414),
    ("figures/dragon_res2.ply.gz", 202_520),
    ("figures/dragon_res3.ply.gz", 47_794),
    ("figures/armadillo.obj.gz", 86_482),
    ("cad/fcl_env.obj", 2_180),
    ("cad/fcl_rob.obj", 216),
];

#[test]
fn real_models_have_their_known_number_of_triangles() {
    let Some(folder) = models() else { return };
    let options = Options { whole: true, ..Options::default() };
    let count = |path: &Path| {
        let content = read_file(path, &options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
        content.objects[0].mesh.triangles().len()
    };
    for (name, triangles) in TRIANGLES {
        assert_eq!(count(&folder.join(name)), triangles, "{name}");
    }
    let files = ["figures", "cad", "hard"].map(|name| std::fs::read_dir(folder.join(name)).unwrap());
    let paths: Vec<PathBuf> = files.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    for path in paths.iter().filter(|path| Format::from_path(path).is_some()) {
        assert!(count(path) > 0, "{}", path.display());
    }
}

/// Open, non-manifold and flipped edges, all edges, and shells: counted by another program from the coordinates of corners.
const EDGES: [(&str, [usize; 5]); 8] = [
    ("cad/fcl_env.obj", [1856, 0, 0, 4198, 85]),
    ("cad/fcl_rob.obj", [96, 27, 0, 341, 4]),
    ("cad/piston.stl", [0, 0, 0, 3210, 4]),
    ("figures/cow.obj", [0, 0, 0, 8706, 1]),
    ("hard/40509.stl", [16, 0, 9, 21563, 10]),
    ("hard/building.off", [489, 0, 0, 48612, 1]),
    ("hard/degenerated-sd.off", [663, 0, 0, 20541, 8]),
    ("hard/pig.stl", [1296, 0, 0, 25920, 17]),
];

#[test]
fn real_models_have_their_known_open_edges_and_shells() {
    let Some(folder) = models() else { return };
    let options = Options { whole: true, ..Options::default() };
    for (name, expected) in EDGES {
        let content = read_file(&folder.join(name), &options, &mut |_| {}).unwrap();
        let topology = content.objects[0].mesh.topology();
        let edges = [topology.open_edges(), topology.non_manifold_edges(), topology.flipped_edges()];
        let [open, non_manifold, flipped] = edges.map(<[_]>::len);
        let found = [open, non_manifold, flipped, topology.edge_count(), topology.shells().len()];
        assert_eq!(found, expected, "{name}");
    }
}

/// Every model twice, the second time turned and moved into the first.
fn scene(path: &Path) -> Scene {
    let mut scene = Scene::new();
    for loaded in read_file(path, &Options::default(), &mut |_| {}).expect("a good file").objects {
        scene.add(loaded.name.clone(), &loaded.mesh, loaded.pose);
        let shift = loaded.mesh.bounds().size() * 0.2;
        let pose = Pose::rotation_translation([1.0, 2.0, 0.5], 0.4, shift.to_array()).unwrap();
        scene.add(format!("{} again", loaded.name), &loaded.mesh, pose.after(&loaded.pose).unwrap());
    }
    scene
}

#[test]
fn methods_agree_on_real_models() {
    let Some(folder) = models() else { return };
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
