//! The same answer from peers: parry tells which surfaces meet and which parts contain others, and manifold3d what those share whose
//! surfaces meet.

use super::case::{Case, Lap, Verdict};
use super::parry::{self, Way};
use super::python;
use crate::python::Script;

pub const NAME: &str = "parry3d-f64, then manifold3d";
/// The library that is asked about surfaces that meet.
pub const MANIFOLD: &str = "manifold3d";

/// One run on the first frame.
///
/// # Errors
/// A peer that fails.
pub fn answer(script: &Script, case: &Case, pairs: &[(u32, u32)]) -> Result<Lap, String> {
    let mut lap = parry::answer(case, &[pairs.to_vec()], Way::Own)?;
    let verdicts = &mut lap.answers[0];
    let open: Vec<usize> = (0..pairs.len()).filter(|&pair| verdicts[pair] == Verdict::Meet).collect();
    if open.is_empty() {
        return Ok(lap);
    }
    // Only parts of these pairs are built.
    let mut parts: Vec<u32> = open.iter().flat_map(|&pair| [pairs[pair].0, pairs[pair].1]).collect();
    parts.sort_unstable();
    parts.dedup();
    let number = |part: u32| parts.partition_point(|&other| other < part) as u32;
    let some = Case::new(&case.title, parts.iter().map(|&part| case.objects[part as usize].clone()).collect());
    let rest: Vec<(u32, u32)> = open.iter().map(|&pair| (number(pairs[pair].0), number(pairs[pair].1))).collect();
    let volumes = python::answer(script, MANIFOLD, &some, &rest)?;
    for (&pair, &verdict) in open.iter().zip(&volumes.answers[0]) {
        verdicts[pair] = if verdict == Verdict::NoVolume { Verdict::Touch } else { verdict };
    }
    lap.build = lap.build.zip(volumes.build).map(|(parry, manifold)| parry + manifold);
    lap.queries[0] += volumes.queries[0];
    Ok(lap)
}
