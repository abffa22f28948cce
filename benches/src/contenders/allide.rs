//! allide itself: arrays, meshes, scene, answer.

use super::{Answer, Lap, Pair, Question, later_frame};
use crate::arrays::Arrays;
use allide::{Clearance, DVec3, Engine, Error, Mesh, Overlaps, Pose, Report, Scene, SelfOverlaps, TrianglePair};
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// Takes the arrays over, as a mesh does.
pub fn answer(input: Vec<Arrays>, question: &Question) -> Result<Lap, Error> {
    let start = Instant::now();
    let meshes: Vec<Mesh> =
        input.into_par_iter().map(|object| Mesh::new(object.positions, object.triangles)).collect::<Result<_, _>>()?;
    let checked = start.elapsed();
    let mut scene = Scene::new();
    for (index, mesh) in meshes.iter().enumerate() {
        scene.add(index.to_string(), mesh, Pose::IDENTITY);
    }
    let mut engine = Engine::cpu();
    match question {
        Question::Overlaps => {
            let report = engine.run(&scene, &Overlaps::new().with_duplicates())?;
            Ok(lap(start, checked, || Answer::Pairs(pairs(&report))))
        }
        Question::SelfOverlaps => {
            let report = engine.run(&scene, &SelfOverlaps::of_all())?;
            Ok(lap(start, checked, || Answer::Pairs(pairs(&report))))
        }
        &Question::Clearance(limit) => {
            let report = engine.run(&scene, &Clearance::within(limit)?)?;
            Ok(lap(start, checked, || Answer::Distances(distances(&report))))
        }
        Question::Moving(offsets) => moving(&mut scene, &mut engine, offsets),
    }
}

/// Stops the clock before the answer is copied for comparing.
fn lap(start: Instant, checked: Duration, copy: impl FnOnce() -> Answer) -> Lap {
    let time = start.elapsed();
    Lap { time, unchecked: Some(time - checked), answer: copy() }
}

fn moving(scene: &mut Scene, engine: &mut Engine, offsets: &[DVec3]) -> Result<Lap, Error> {
    let mut times = Vec::new();
    let mut frames = Vec::new();
    for offset in offsets {
        let start = Instant::now();
        if let Some(second) = scene.ids().nth(1) {
            scene.set_pose(second, allide_scenes::moved(offset.x, offset.y, offset.z));
        }
        let report = engine.run(scene, &Overlaps::new().with_duplicates())?;
        times.push(start.elapsed());
        frames.push(pairs(&report));
    }
    Ok(Lap { time: later_frame(&mut times), unchecked: None, answer: Answer::Frames(frames) })
}

fn pairs(report: &Report<TrianglePair>) -> Vec<Pair> {
    let of = |pair: &allide::ObjectPair| {
        let (a, b) = (pair.a.index() as u32, pair.b.index() as u32);
        report.findings_of(pair).iter().map(move |finding| [a, b, finding.a, finding.b]).collect::<Vec<_>>()
    };
    report.pairs.iter().flat_map(of).collect()
}

fn distances<Finding>(report: &Report<Finding>) -> Vec<(u32, u32, f64)> {
    let of = |pair: &allide::ObjectPair| {
        let apart = pair.nearest.map_or(f64::NAN, |nearest| nearest.distance);
        (pair.a.index() as u32, pair.b.index() as u32, apart)
    };
    report.pairs.iter().map(of).collect()
}
