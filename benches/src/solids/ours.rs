//! allide: from arrays to a first answer, then frame by frame with the same engine.

use super::case::{Case, Lap, Verdict, Verdicts};
use allide::{Engine, Error, Mesh, Overlaps, PairClass, Pose, Question, Report, Scene, Solids, TrianglePair};
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Instant;

/// The question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ours {
    Solids,
    SolidPairs,
    Overlaps,
    OverlapPairs,
    /// With depth, volume and area.
    Measured,
    /// And with curves, patches and contacts.
    Contacts,
}

impl Ours {
    pub const ALL: [Self; 6] =
        [Self::Solids, Self::SolidPairs, Self::Overlaps, Self::OverlapPairs, Self::Measured, Self::Contacts];
    /// This many of them do not measure.
    pub const QUICK: usize = 4;

    pub fn name(self) -> &'static str {
        match self {
            Self::Solids => "allide, solids",
            Self::SolidPairs => "allide, solids, pairs only",
            Self::Overlaps => "allide, overlaps",
            Self::OverlapPairs => "allide, overlaps, pairs only",
            Self::Measured => "allide, solids, depth, volume",
            Self::Contacts => "allide, and curves, contacts",
        }
    }

    pub fn is_about_solids(self) -> bool {
        !matches!(self, Self::Overlaps | Self::OverlapPairs)
    }

    pub fn answer(self, case: &Case, pairs: &[Vec<(u32, u32)>]) -> Result<Lap, String> {
        let lap = match self {
            Self::Solids => laps(case, pairs, &Solids::new()),
            Self::SolidPairs => laps(case, pairs, &Solids::new().pairs_only()),
            Self::Overlaps => laps(case, pairs, &Overlaps::new()),
            Self::OverlapPairs => laps(case, pairs, &Overlaps::new().pairs_only()),
            Self::Measured => laps(case, pairs, &Solids::new().measured()),
            Self::Contacts => laps(case, pairs, &Solids::new().with_contacts()),
        };
        lap.map_err(|error| error.to_string())
    }
}

fn laps<Q: Question<Finding = TrianglePair>>(
    case: &Case,
    pairs: &[Vec<(u32, u32)>],
    question: &Q,
) -> Result<Lap, Error> {
    // A caller has the arrays in memory already: the copy is not part of the answer.
    let input = case.objects.clone();
    let mut lap = Lap { build: None, queries: Vec::new(), answers: Vec::new() };
    let mut start = Instant::now();
    let meshes: Vec<Mesh> =
        input.into_par_iter().map(|object| Mesh::new(object.positions, object.triangles)).collect::<Result<_, _>>()?;
    let mut scene = Scene::new();
    let mut last = None;
    for (index, mesh) in meshes.iter().enumerate() {
        last = Some(scene.add(index.to_string(), mesh, Pose::IDENTITY));
    }
    let mut engine = Engine::cpu();
    for ((frame, offset), pairs) in case.frames.iter().enumerate().zip(pairs) {
        if let Some(last) = last.filter(|_| frame > 0) {
            start = Instant::now();
            scene.set_pose(last, allide_scenes::moved(offset.x, offset.y, offset.z));
        }
        let report = engine.run(&scene, question)?;
        lap.queries.push(start.elapsed().as_secs_f64() * 1e3);
        lap.answers.push(verdicts(&report, pairs));
    }
    Ok(lap)
}

fn verdicts(report: &Report<TrianglePair>, pairs: &[(u32, u32)]) -> Verdicts {
    let mut found: HashMap<(u32, u32), Verdict> = HashMap::new();
    for set in &report.sets {
        let ids: Vec<u32> = set.objects.iter().map(|id| id.index() as u32).collect();
        let all = ids.iter().flat_map(|&a| ids.iter().map(move |&b| (a, b)));
        found.extend(all.map(|pair| (pair, Verdict::Same)));
    }
    for pair in &report.pairs {
        let verdict = match pair.class {
            PairClass::Contained if pair.inside == Some(pair.a) => Verdict::Within,
            PairClass::Contained => Verdict::Around,
            PairClass::Duplicate => Verdict::Same,
            PairClass::Hard => Verdict::Hard,
            PairClass::Touch => Verdict::Touch,
            _ => Verdict::Meet,
        };
        found.insert((pair.a.index() as u32, pair.b.index() as u32), verdict);
    }
    pairs.iter().map(|pair| found.get(pair).copied().unwrap_or(Verdict::Apart)).collect()
}
