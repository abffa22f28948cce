use super::shown;
use crate::table::{Table, grouped};
use allide::{Engine, Nearest, ObjectPair, Scene};
use allide_scenes::{Random, moved, shapes::icosphere};
use std::time::Instant;

/// Balls anywhere: the nearest two, by a report of all pairs and alone.
pub fn table(most: usize) -> Result<String, String> {
    let ball = icosphere(2);
    let mut table = Table::new(["balls", "pairs", "run, all pairs", "closest"]);
    for count in [most / 20, most / 5, most] {
        let (mut scene, mut random) = (Scene::new(), Random::new(1));
        let size = 6.0 * (count as f64).cbrt();
        for _ in 0..count {
            let [x, y, z] = random.point(0.0, size);
            scene.add("", &ball, moved(x, y, z));
        }
        let text = |error: allide::Error| error.to_string();
        let mut engine = Engine::cpu();
        let start = Instant::now();
        let report = engine.run(&scene, &Nearest::new()).map_err(text)?;
        let all = start.elapsed().as_secs_f64() * 1e6;
        let key = |pair: &ObjectPair| (pair.nearest.map(|nearest| nearest.distance.to_bits()), pair.a, pair.b);
        let expected = report.pairs.iter().map(key).min();
        let (mut best, mut found) = (f64::INFINITY, None);
        for _ in 0..super::ROUNDS {
            let (mut engine, start) = (Engine::cpu(), Instant::now());
            found = engine.closest(&scene, &Nearest::new()).map_err(text)?;
            best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
        if found.as_ref().map(key) != expected {
            return Err(format!("{count} balls: another pair is the closest"));
        }
        table.row([grouped(count as u64), grouped(report.pairs.len() as u64), shown(all), shown(best)]);
    }
    Ok(format!("320 triangles a ball; both start from meshes, and the report of all pairs is timed once.\n\n{table}"))
}
