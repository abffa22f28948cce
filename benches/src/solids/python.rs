//! manifold3d, alone and through trimesh, where Python has the modules: the volume that a pair shares, in floating point.

use super::case::{Case, Lap, Verdict};
use crate::python::{Script, Words, numbers};
use std::path::Path;

/// Names in the script, which are those of the modules.
const NAMES: [&str; 2] = ["manifold3d", "trimesh"];
/// Volumes within this fraction of a part's volume are taken for nothing, or for all of it: trimesh rounds to single precision.
const ROUNDING: f64 = 1e-6;

/// The script, for at least one of the modules, and remarks about what there is.
pub fn find() -> (Option<(Script, Vec<&'static str>)>, Vec<String>) {
    let hint = "install manifold3d and trimesh, and name the interpreter in ALLIDE_PEERS_PYTHON";
    let look = || {
        let script = Script::new(include_str!("peers.py"))?;
        let versions = script.call(&[])?;
        Ok::<_, String>((script, versions))
    };
    let (script, versions) = match look() {
        Ok(found) => found,
        Err(error) => return (None, vec![format!("manifold3d and trimesh are left out: {error}; {hint}.")]),
    };
    let names: Vec<_> = NAMES.into_iter().filter(|name| versions[*name].is_string()).collect();
    let remark = |name: &&'static str| match versions[*name].as_str() {
        Some(version) => format!("{name} {version}, called from Python once per pair, on the first frame alone."),
        None => format!("{name} is left out: no module; {hint}."),
    };
    let remarks = NAMES.iter().map(remark).collect();
    ((!names.is_empty()).then_some((script, names)), remarks)
}

/// One run of one library.
///
/// # Errors
/// A script that fails.
pub fn answer(script: &Script, name: &str, case: &Case, pairs: &[(u32, u32)]) -> Result<Lap, String> {
    let (scene, out) = (script.file("scene"), script.file("volumes"));
    let mut words = Words::default();
    words.objects(&case.objects);
    words.pairs(pairs);
    words.write(&scene)?;
    let printed = script.call(&[&scene, &out, Path::new(name)])?;
    read(&printed[name], &numbers(&out)?, pairs.len()).ok_or_else(|| format!("{name}: no times"))
}

/// Times from what the script printed, verdicts from the volumes that it wrote.
fn read(printed: &serde_json::Value, volumes: &[f64], count: usize) -> Option<Lap> {
    let (build, query) = (printed["build"].as_f64()?, printed["query"].as_f64()?);
    let (rows, rest) = volumes.as_chunks::<3>();
    let verdicts: Vec<_> = rows.iter().map(|&row| verdict(row)).collect();
    let is_complete = verdicts.len() == count && rest.is_empty();
    is_complete.then_some(Lap { build: Some(build * 1e3), queries: vec![query * 1e3], answers: vec![verdicts] })
}

/// From the common volume and those of both parts.
fn verdict([common, a, b]: [f64; 3]) -> Verdict {
    let is_all = |volume: f64| common >= volume * (1.0 - ROUNDING);
    match (is_all(a), is_all(b)) {
        _ if common <= a.min(b) * ROUNDING => Verdict::NoVolume,
        (true, true) => Verdict::Same,
        (true, false) => Verdict::Within,
        (false, true) => Verdict::Around,
        (false, false) => Verdict::Hard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_become_verdicts() {
        let printed = serde_json::json!({ "build": 0.5, "query": 0.25 });
        let volumes = [0.0, 1.0, 1.0, 1.0, 1.0, 2.0, 0.5, 2.0, 0.5, 0.1, 1.0, 1.0, 1.0, 1.0, 1.0];
        let lap = read(&printed, &volumes, 5).expect("all is there");
        assert_eq!((lap.build, lap.queries), (Some(500.0), vec![250.0]));
        let expected = [Verdict::NoVolume, Verdict::Within, Verdict::Around, Verdict::Hard, Verdict::Same];
        assert_eq!(lap.answers, [expected]);
        assert!(read(&printed, &volumes[1..], 5).is_none() && read(&printed, &volumes, 4).is_none());
    }
}
