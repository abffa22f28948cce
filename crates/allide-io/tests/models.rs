//! Real models, where they are present: beside the repository, in `../shared/models`.

use allide_io::{Format, Options, read_file};
use std::path::{Path, PathBuf};

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    if !folder.is_dir() {
        eprintln!("left out: {} is not there", folder.display());
        return;
    }
    let options = Options { whole: true, ..Options::default() };
    let count = |path: &Path| {
        let objects = read_file(path, &options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
        objects[0].mesh.triangles().len()
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
