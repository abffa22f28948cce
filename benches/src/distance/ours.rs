//! allide: from arrays to a first answer, then frame by frame with the same engine.

use super::case::{Case, Lap, Rows};
use allide::{Clearance, Engine, Error, Mesh, Nearest, Pose, Report, Scene, TriangleDistance};
use rayon::prelude::*;
use std::time::Instant;

pub fn answer(case: &Case) -> Result<Lap, String> {
    laps(case).map_err(|error| error.to_string())
}

fn laps(case: &Case) -> Result<Lap, Error> {
    // A caller has the arrays in memory already: the copy is not part of the answer.
    let input = case.objects.clone();
    let mut lap = Lap { build: None, queries: Vec::new(), answers: Vec::new(), measured: None };
    let mut start = Instant::now();
    let meshes: Vec<Mesh> =
        input.into_par_iter().map(|object| Mesh::new(object.positions, object.triangles)).collect::<Result<_, _>>()?;
    let mut scene = Scene::new();
    for (index, mesh) in meshes.iter().enumerate() {
        scene.add(index.to_string(), mesh, Pose::IDENTITY);
    }
    let mut engine = Engine::cpu();
    let ids: Vec<_> = scene.ids().collect();
    for (frame, offset) in case.frames.iter().enumerate() {
        if frame > 0 {
            start = Instant::now();
            scene.set_pose(ids[case.moving as usize], allide_scenes::moved(offset.x, offset.y, offset.z));
        }
        let of = case.of.map(|object| ids[object as usize]);
        let report = if case.limit.is_finite() {
            let question = Clearance::within(case.limit)?.method(case.method);
            engine.run(&scene, &of.map_or(question.clone(), |id| question.of(id)))?
        } else {
            let question = Nearest::new().method(case.method);
            engine.run(&scene, &of.map_or(question.clone(), |id| question.of(id)))?
        };
        lap.queries.push(start.elapsed().as_secs_f64() * 1e3);
        lap.measured.get_or_insert(report.run.stats.candidates);
        lap.answers.push(rows(&report));
    }
    Ok(lap)
}

fn rows(report: &Report<TriangleDistance>) -> Rows {
    let apart = |pair: &allide::ObjectPair| pair.nearest.map_or(f64::NAN, |nearest| nearest.distance);
    report.pairs.iter().map(|pair| (pair.a.index() as u32, pair.b.index() as u32, apart(pair))).collect()
}
