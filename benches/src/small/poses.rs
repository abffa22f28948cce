use super::python::{Fcl, Matrix};
use super::{microseconds, shown};
use crate::table::{Table, grouped};
use allide::{Engine, Overlaps, Pair, Pose, Scene};
use allide_scenes::{Random, scenes::Cell};

/// An arm anywhere in its cell, and on a way through it.
pub fn table((coarse, count): (usize, usize), fcl: Option<&Fcl>) -> Result<String, String> {
    let Cell { arm, cell } = Cell::new(coarse);
    let pair = Pair::new(&cell, &arm);
    let (mut random, text) = (Random::new(1), |error: allide::Error| error.to_string());
    let anywhere: Vec<Pose> = (0..count).map(|_| Cell::pose(&mut random)).collect();
    let mut table = Table::new(["poses", "collide", "Pair", "any, 2 threads", "within 0.05", "FCL"]);
    for (name, poses) in [("anywhere", anywhere), ("on a way", Cell::way(count).collect())] {
        let matrices: Vec<Matrix> = poses.iter().map(Matrix::of).collect();
        let poses: Vec<Pose> = matrices.iter().map(Matrix::pose).collect();
        let hits: Vec<bool> =
            poses.iter().map(|pose| pair.overlaps(&Pose::IDENTITY, pose)).collect::<Result<_, _>>().map_err(text)?;
        let of_pair = microseconds(count, |k| _ = pair.overlaps(&Pose::IDENTITY, &poses[k]));
        let within = microseconds(count, |k| _ = pair.is_within(0.05, &Pose::IDENTITY, &poses[k]));
        let (mut scene, mut engine) = (Scene::new(), Engine::cpu_with_threads(2).map_err(text)?);
        scene.add("cell", &cell, Pose::IDENTITY);
        let moving = scene.add("arm", &arm, Pose::IDENTITY);
        let mut answers = vec![Ok(false); count];
        let any = microseconds(count, |k| {
            scene.set_pose(moving, poses[k]);
            answers[k] = engine.any(&scene, &Overlaps::new()).map(|found| found.is_some());
        });
        if answers.into_iter().collect::<Result<Vec<bool>, _>>().map_err(text)? != hits {
            return Err(format!("an arm {name}: a scene and a pair of meshes differ"));
        }
        let theirs = fcl.map(|fcl| fcl.ask([&cell, &arm], &matrices, &hits)).transpose()?;
        let collide =
            format!("{} of {}", grouped(hits.iter().filter(|hit| **hit).count() as u64), grouped(count as u64));
        let theirs = theirs.map_or_else(|| "-".to_owned(), shown);
        table.row([name.to_owned(), collide, shown(of_pair), shown(any), shown(within), theirs]);
    }
    let [of_arm, of_cell] = [&arm, &cell].map(|mesh| grouped(mesh.triangles().len() as u64));
    Ok(format!("{of_arm} triangles in a cell of {of_cell}.\n\n{table}"))
}
