//! FCL and Coal, through their Python modules where there are any: the objects go into a file, a script times both.

use super::case::{Case, Lap, Rows};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const SCRIPT: &str = include_str!("peers.py");
/// Names the interpreter that has the modules; without it, `python3`.
const INTERPRETER: &str = "ALLIDE_PEERS_PYTHON";
/// Names in the script, and as they are shown.
const NAMES: [(&str, &str); 2] = [("fcl", "FCL"), ("coal", "Coal")];

/// An interpreter with at least one of the modules.
pub struct Python {
    interpreter: PathBuf,
    /// Holds the script and what goes in and out.
    folder: TempDir,
    names: Vec<(&'static str, &'static str)>,
}

/// The interpreter, if it has any of the modules, and remarks about what it has.
pub fn find() -> (Option<Python>, Vec<String>) {
    let hint = "install python-fcl and coal, and name the interpreter in ALLIDE_PEERS_PYTHON";
    match look() {
        Ok((Some(python), versions)) => {
            let mut remarks = vec![format!("{versions}, called from Python; the cost of a call is taken off.")];
            let missing = NAMES.iter().filter(|name| !python.names.contains(name)).map(|(_, name)| *name);
            remarks.extend(missing.map(|name| format!("{name} is left out: no module; {hint}.")));
            (Some(python), remarks)
        }
        Ok((None, _)) => (None, vec![format!("FCL and Coal are left out: no modules; {hint}.")]),
        Err(error) => (None, vec![format!("FCL and Coal are left out: {error}; {hint}.")]),
    }
}

fn look() -> Result<(Option<Python>, String), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    std::fs::write(folder.path().join("peers.py"), SCRIPT).map_err(|error| error.to_string())?;
    let interpreter = std::env::var_os(INTERPRETER).map_or_else(|| "python3".into(), PathBuf::from);
    let mut python = Python { interpreter, folder, names: Vec::new() };
    let versions: serde_json::Value = python.call(&[])?;
    let version = |(key, shown): &(&str, &str)| versions[*key].as_str().map(|version| format!("{shown} {version}"));
    let shown: Vec<String> = NAMES.iter().filter_map(version).collect();
    python.names = NAMES.into_iter().filter(|(key, _)| versions[*key].is_string()).collect();
    let found = (!python.names.is_empty()).then_some(python);
    Ok((found, shown.join(" and ")))
}

impl Python {
    fn call(&self, arguments: &[&Path]) -> Result<serde_json::Value, String> {
        let script = self.folder.path().join("peers.py");
        let output = Command::new(&self.interpreter).arg(script).args(arguments).output();
        let Output { status, stdout, stderr } = output.map_err(|error| format!("no interpreter: {error}"))?;
        if !status.success() {
            let text = String::from_utf8_lossy(&stderr);
            return Err(text.lines().last().unwrap_or("the interpreter failed").to_owned());
        }
        serde_json::from_slice(&stdout).map_err(|error| format!("not what the script should print: {error}"))
    }

    /// Writes the scene for the script, and returns where.
    pub fn write(&self, case: &Case, pairs: &[Vec<(u32, u32)>]) -> Result<PathBuf, String> {
        let mut bytes = Vec::new();
        let mut put = |word: [u8; 8]| bytes.extend(word);
        let whole = |number: usize| (number as u64).to_le_bytes();
        put(whole(case.objects.len()));
        for object in &case.objects {
            put(whole(object.positions.len()));
            put(whole(object.triangles.len()));
            object.positions.as_flattened().iter().for_each(|x| put(x.to_le_bytes()));
            object.triangles.as_flattened().iter().for_each(|&vertex| put(whole(vertex as usize)));
        }
        put(whole(case.moving as usize));
        put(whole(case.frames.len()));
        for (offset, pairs) in case.frames.iter().zip(pairs) {
            offset.to_array().iter().for_each(|x| put(x.to_le_bytes()));
            put(whole(pairs.len()));
            pairs.iter().flat_map(|&(a, b)| [a, b]).for_each(|object| put(whole(object as usize)));
        }
        let path = self.folder.path().join("scene");
        std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
        Ok(path)
    }

    /// One round of each library.
    pub fn answer(
        &self,
        scene: &Path,
        case: &Case,
        pairs: &[Vec<(u32, u32)>],
    ) -> Result<Vec<(&'static str, Lap)>, String> {
        let out = self.folder.path().join("distances");
        let lap = |&(key, shown): &(&str, &'static str)| {
            let printed = self.call(&[scene, &out, Path::new(key)])?;
            let bytes = std::fs::read(&out).map_err(|error| error.to_string())?;
            let numbers = bytes.as_chunks::<8>().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
            read(&printed[key], numbers, case, pairs).map(|lap| (shown, lap)).ok_or_else(|| format!("{key}: no times"))
        };
        self.names.iter().map(lap).collect()
    }
}

/// Times from what the script printed, answers from what it wrote. Libraries know no limit: pairs beyond it are dropped here.
fn read(printed: &serde_json::Value, distances: Vec<f64>, case: &Case, pairs: &[Vec<(u32, u32)>]) -> Option<Lap> {
    let (build, call) = (printed["build"].as_f64()?, printed["call"].as_f64()?);
    let times = printed["queries"].as_array()?;
    let mut lap = Lap { build: Some(build * 1e3), queries: Vec::new(), answers: Vec::new(), measured: None };
    let mut left = &distances[..];
    for (time, pairs) in times.iter().zip(pairs) {
        let (own, rest) = left.split_at_checked(pairs.len())?;
        left = rest;
        let seconds = (time.as_f64()? - call * pairs.len() as f64).max(0.0);
        lap.queries.push(seconds * 1e3);
        let rows = pairs.iter().zip(own).map(|(&(a, b), &distance)| (a, b, distance.max(0.0)));
        lap.answers.push(rows.filter(|row| row.2 < case.limit).collect::<Rows>());
    }
    (lap.queries.len() == pairs.len()).then_some(lap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_script_prints_becomes_times_and_rows() {
        let case = Case::new("", Vec::new(), 2.0);
        let pairs = vec![vec![(0, 1), (0, 2)], vec![(1, 2)]];
        let printed = serde_json::json!({ "build": 0.5, "queries": [0.004, 0.001], "call": 0.001 });
        let lap = read(&printed, vec![1.5, 2.0, 0.25], &case, &pairs).expect("all is there");
        assert_eq!((lap.build, lap.queries), (Some(500.0), vec![2.0, 0.0]));
        assert_eq!(lap.answers, [vec![(0, 1, 1.5)], vec![(1, 2, 0.25)]]);
        assert!(read(&printed, vec![1.5], &case, &pairs).is_none());
        assert!(read(&serde_json::json!({ "build": 0.5 }), vec![1.5, 2.0, 0.25], &case, &pairs).is_none());
    }
}
