//! FCL and Coal, through their Python modules where there are any: the objects go into a file, a script times both.

use super::case::{Case, Lap, Rows};
use crate::python::{Script, Words, numbers};
use std::path::{Path, PathBuf};

/// Names in the script, and as they are shown.
const NAMES: [(&str, &str); 2] = [("fcl", "FCL"), ("coal", "Coal")];

/// The script, for at least one of the modules.
pub struct Python {
    script: Script,
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
    let script = Script::new(include_str!("peers.py"))?;
    let versions = script.call(&[])?;
    let mut python = Python { script, names: Vec::new() };
    let version = |(key, shown): &(&str, &str)| versions[*key].as_str().map(|version| format!("{shown} {version}"));
    let shown: Vec<String> = NAMES.iter().filter_map(version).collect();
    python.names = NAMES.into_iter().filter(|(key, _)| versions[*key].is_string()).collect();
    let found = (!python.names.is_empty()).then_some(python);
    Ok((found, shown.join(" and ")))
}

impl Python {
    /// Writes the scene for the script, and returns where.
    pub fn write(&self, case: &Case, pairs: &[Vec<(u32, u32)>]) -> Result<PathBuf, String> {
        let mut words = Words::default();
        words.objects(&case.objects);
        words.whole(case.moving as usize);
        words.whole(case.frames.len());
        for (offset, pairs) in case.frames.iter().zip(pairs) {
            offset.to_array().iter().for_each(|&x| words.real(x));
            words.pairs(pairs);
        }
        let path = self.script.file("scene");
        words.write(&path)?;
        Ok(path)
    }

    /// One round of each library.
    pub fn answer(
        &self,
        scene: &Path,
        case: &Case,
        pairs: &[Vec<(u32, u32)>],
    ) -> Result<Vec<(&'static str, Lap)>, String> {
        let out = self.script.file("distances");
        let lap = |&(key, shown): &(&str, &'static str)| {
            let printed = self.script.call(&[scene, &out, Path::new(key)])?;
            read(&printed[key], numbers(&out)?, case, pairs)
                .map(|lap| (shown, lap))
                .ok_or_else(|| format!("{key}: no times"))
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
