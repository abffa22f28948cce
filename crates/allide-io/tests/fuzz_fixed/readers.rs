//! Mutants of files of every format.

use crate::memory::{alone, peak_of};
use crate::mutants::{Random, mutate};
use allide_fuzz::{Format, check_3mf_model, check_gzip, check_reader, options};
use std::path::{Path, PathBuf};

pub struct Seed {
    pub format: Format,
    pub is_gzip: bool,
    pub bytes: Vec<u8>,
}

/// The files of a folder whose format is known.
pub fn seeds(folder: &str) -> Vec<Seed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seed = |path: &PathBuf| {
        let is_gzip = path.extension().is_some_and(|extension| extension == "gz");
        Some(Seed { format: Format::from_path(path)?, is_gzip, bytes: std::fs::read(path).unwrap() })
    };
    paths.iter().filter_map(seed).collect()
}

#[test]
fn mutated_files_break_no_promise() {
    const MUTANTS: usize = 100_000;
    let _alone = alone();
    let (good, bad) = (seeds("good"), seeds("corpus"));
    let mut random = Random(2024);
    let mut accepted = 0;
    for mutant in 0..MUTANTS {
        // Good files as often as bad ones: they are few, but a change of them leads farther.
        let seeds = if mutant % 2 == 0 { &good } else { &bad };
        let Seed { format, is_gzip, bytes } = &seeds[random.below(seeds.len())];
        let mut bytes = bytes.clone();
        let other = &bad[random.below(bad.len())].bytes;
        for _ in 0..1 + random.below(3) {
            mutate(&mut bytes, other, &mut random);
        }
        let check = || if *is_gzip { check_gzip(&bytes) } else { check_reader(*format, &bytes) };
        let (is_accepted, peak) = peak_of(check);
        accepted += usize::from(is_accepted);
        let bound = 8 * options().limits.unpacked_bytes as usize + 100 * bytes.len();
        assert!(peak < bound, "mutant {mutant}: {peak} bytes for a {format:?} file of {}", bytes.len());
    }
    // If hardly anything were accepted, the checks of what is accepted would mean little.
    assert!(accepted > MUTANTS / 20, "only {accepted} accepted");
}

#[test]
fn mutated_3mf_models_break_no_promise() {
    let _alone = alone();
    let xml = r#"<model><resources><object id="1" name="a"><mesh><vertices><vertex x="0" y="0" z="0"/>
        <vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/>
        </triangles></mesh></object><object id="2"><components><component objectid="1"/><component objectid="1"
        transform="1 0 0 0 1 0 0 0 1 0 0 5"/></components></object></resources><build><item objectid="2"
        transform="0 1 0 -1 0 0 0 0 1 2.5 0 0"/><item objectid="1"/></build></model>"#;
    assert!(check_3mf_model(xml.as_bytes()));
    let mut random = Random(3);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = xml.as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            mutate(&mut bytes, xml.as_bytes(), &mut random);
        }
        accepted += usize::from(check_3mf_model(&bytes));
    }
    assert!(accepted > 1_000, "only {accepted} accepted");
}
