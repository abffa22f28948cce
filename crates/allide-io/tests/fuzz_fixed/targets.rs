//! Every fuzz target, on mutants of what it takes.

use crate::memory::alone;
use crate::mutants::{Random, mutate};
use std::path::{Path, PathBuf};

/// The programs of `fuzz/fuzz_targets`, as modules.
#[path = "../../../../fuzz/fuzz_targets"]
mod programs {
    #[path = "animation.rs"]
    pub mod animation;
    #[path = "distances.rs"]
    pub mod distances;
    #[path = "draco.rs"]
    pub mod draco;
    #[path = "gltf.rs"]
    pub mod gltf;
    #[path = "gzip.rs"]
    pub mod gzip;
    #[path = "meshopt.rs"]
    pub mod meshopt;
    #[path = "npz.rs"]
    pub mod npz;
    #[path = "obj.rs"]
    pub mod obj;
    #[path = "off.rs"]
    pub mod off;
    #[path = "particles.rs"]
    pub mod particles;
    #[path = "ply.rs"]
    pub mod ply;
    #[path = "scenes.rs"]
    pub mod scenes;
    #[path = "stl.rs"]
    pub mod stl;
    #[path = "threemf.rs"]
    pub mod threemf;
    #[path = "triangles.rs"]
    pub mod triangles;
}

type Target = (&'static str, fn(&[u8]), &'static [&'static str]);

/// Each target, and the folders with files to start from, relative to the workspace.
const TARGETS: [Target; 15] = [
    ("animation", programs::animation::run, &[FRAMES, GOOD]),
    ("distances", programs::distances::run, &[]),
    ("draco", programs::draco::run, &[PACKED]),
    ("gltf", programs::gltf::run, &[GOOD, BAD]),
    ("gzip", programs::gzip::run, &[GOOD]),
    ("meshopt", programs::meshopt::run, &[PACKED]),
    ("npz", programs::npz::run, &[FRAMES]),
    ("obj", programs::obj::run, &[GOOD, BAD]),
    ("off", programs::off::run, &[GOOD]),
    ("particles", programs::particles::run, &[SCENES]),
    ("ply", programs::ply::run, &[GOOD]),
    ("scenes", programs::scenes::run, &[]),
    ("stl", programs::stl::run, &[GOOD]),
    ("threemf", programs::threemf::run, &[GOOD]),
    ("triangles", programs::triangles::run, &[]),
];

const GOOD: &str = "crates/allide-io/tests/good";
const BAD: &str = "crates/allide-io/tests/corpus";
const PACKED: &str = "crates/allide-io/tests/compressed";
const FRAMES: &str = "crates/allide-io/tests/frames";
const SCENES: &str = "crates/allide-particles/scenes";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is in folders, by name; without any, some noise.
fn seeds(folders: &[&str]) -> Vec<Vec<u8>> {
    let files = |folder: &&str| {
        let entries = root().join(folder).read_dir().unwrap_or_else(|error| panic!("{folder}: {error}"));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let mut found: Vec<Vec<u8>> = folders.iter().flat_map(files).map(|path| std::fs::read(path).unwrap()).collect();
    if found.is_empty() {
        let mut random = Random(7);
        found = (0..20).map(|_| (0..80).map(|_| random.next() as u8).collect()).collect();
    }
    found
}

#[test]
fn targets_keep_their_promises_on_mutants() {
    const MUTANTS: usize = 200;
    let _alone = alone();
    for (name, run, folders) in TARGETS {
        let seeds = seeds(folders);
        let mut random = Random(name.len() as u64);
        seeds.iter().for_each(|seed| run(seed));
        for _ in 0..MUTANTS {
            let mut bytes = seeds[random.below(seeds.len())].clone();
            let other = &seeds[random.below(seeds.len())];
            for _ in 0..1 + random.below(3) {
                mutate(&mut bytes, other, &mut random);
            }
            run(&bytes);
        }
    }
}

#[test]
fn seeds_of_new_kinds_are_accepted() {
    let path = |name: &str| root().join(FRAMES).join(name);
    assert_eq!(allide_fuzz::check_frames(&std::fs::read(path("turn.gltf")).unwrap()), 3);
    assert_eq!(allide_fuzz::check_frames(&std::fs::read(path("moves.npz")).unwrap()), 3);
    assert_eq!(allide_fuzz::check_arrays(&std::fs::read(path("moves.arrays")).unwrap()), 3);
    for (name, text) in allide_particles::scene::BUILT_IN {
        assert!(allide_fuzz::check_particles(text.as_bytes()), "{name}");
    }
    for seed in seeds(&[PACKED]) {
        assert!(allide_fuzz::check_draco(&seed) && allide_fuzz::check_meshopt(&seed));
    }
}

#[test]
fn every_target_is_a_program_and_is_run_here() {
    let listed: Vec<&str> = TARGETS.iter().map(|(name, ..)| *name).collect();
    let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    let mut programs: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")?.strip_suffix(".rs\""))
        .collect();
    programs.sort();
    assert_eq!(programs, listed);
    let mut files: Vec<String> = root()
        .join("fuzz/fuzz_targets")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, listed);
}
