use super::python::{Fcl, Matrix};
use super::{microseconds, shown};
use crate::table::Table;
use allide::{Engine, Mesh, Overlaps, Pair, Pose, Scene};
use allide_scenes::{Random, shapes::cuboid, turned};

/// Two cubes at several distances, still or moved before every question.
pub fn table(count: usize, fcl: Option<&Fcl>) -> Result<String, String> {
    let cube = cuboid([-0.5; 3], [0.5; 3]);
    let mut table = Table::new(["cubes", "overlaps", "any", "any, 2 threads", "run, 2 threads", "Pair", "FCL"]);
    for (name, near, far) in [("far apart", 5.0, 9.0), ("boxes meet", 1.2, 1.5), ("overlapping", 0.2, 0.8)] {
        let mut random = Random::new(1);
        let mut matrices: Vec<Matrix> = Vec::new();
        for _ in 0..count {
            let place = [random.between(near, far), 0.0, 0.0];
            matrices.push(Matrix::of(&turned(random.direction(), random.between(0.0, 6.0), place)));
        }
        let poses: Vec<Pose> = matrices.iter().map(Matrix::pose).collect();
        let pair = Pair::new(&cube, &cube);
        let hits: Vec<bool> =
            poses.iter().map(|pose| pair.overlaps(&Pose::IDENTITY, pose)).collect::<Result<_, _>>().map_err(text)?;
        let any = |engine: Engine| {
            ask(engine, &cube, &poses, |engine, scene| engine.any(scene, &Overlaps::new()).map(|found| found.is_some()))
        };
        let run = |engine: Engine| {
            ask(engine, &cube, &poses, |engine, scene| {
                engine.run(scene, &Overlaps::new()).map(|report| !report.pairs.is_empty())
            })
        };
        let two = || Engine::cpu_with_threads(2).map_err(text);
        let of_pair = microseconds(count, |k| _ = pair.overlaps(&Pose::IDENTITY, &poses[k]));
        let answers = [any(Engine::cpu())?, any(two()?)?, run(two()?)?];
        if answers.iter().any(|(_, found)| *found != hits) {
            return Err(format!("cubes {name}: a scene and a pair of them differ"));
        }
        let theirs = fcl.map(|fcl| fcl.ask([&cube, &cube], &matrices, &hits)).transpose()?;
        let overlaps = hits.iter().filter(|hit| **hit).count();
        let mut row = vec![name.to_owned(), format!("{overlaps} of {count}")];
        row.extend(answers.iter().map(|(time, _)| shown(*time)));
        row.extend([shown(of_pair), theirs.map_or_else(|| "-".to_owned(), shown)]);
        table.row(row);
    }
    Ok(table.to_string())
}

fn text(error: allide::Error) -> String {
    error.to_string()
}

/// One engine and one scene, in which one of the cubes moves: the time, and the answers.
fn ask(
    mut engine: Engine,
    cube: &Mesh,
    poses: &[Pose],
    question: impl Fn(&mut Engine, &Scene) -> Result<bool, allide::Error>,
) -> Result<(f64, Vec<bool>), String> {
    let mut scene = Scene::new();
    scene.add("a", cube, Pose::IDENTITY);
    let other = scene.add("b", cube, Pose::IDENTITY);
    let mut answers = vec![Ok(false); poses.len()];
    let time = microseconds(poses.len(), |k| {
        scene.set_pose(other, poses[k]);
        answers[k] = question(&mut engine, &scene);
    });
    Ok((time, answers.into_iter().collect::<Result<_, _>>().map_err(text)?))
}
