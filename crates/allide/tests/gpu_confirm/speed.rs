//! How fast the kernels are: `cargo test --release -p allide --test gpu_confirm -- --ignored --nocapture speed`.

use crate::families::{self, Pair, Random};
use crate::harness::{Run, Scene, closer, confirm, gpu};
use crate::large;
use allide::gpu_confirm::{Integers, Rule};
use allide_gpu::StageTime;

/// Triangles of a bumpy sheet against a second one above it: most pairs apart, many neighbours.
fn sheets(count: usize) -> Vec<Pair> {
    let mut random = Random::new(3);
    let mut height = |x: usize, y: usize| ((x * 7919 + y * 104_729) % 13) as f64 / 9.0 + random.unit() * 0.1;
    let mut pairs = Vec::with_capacity(count);
    for k in 0..count {
        let (x, y) = (k % 1000, k / 1000);
        let corner = |dx: usize, dy: usize, z: f64| [(x + dx) as f64, (y + dy) as f64, z];
        let mut triangle = |lift: f64| {
            let z = [height(x, y), height(x + 1, y), height(x, y + 1)].map(|z| ((z + lift) * 1024.0).round() / 1024.0);
            [corner(0, 0, z[0]), corner(1, 0, z[1]), corner(0, 1, z[2])]
        };
        pairs.push([triangle(0.0), triangle((k % 3) as f64)]);
    }
    pairs
}

#[allow(clippy::print_stdout)]
#[test]
#[ignore = "measures"]
fn speed_of_every_tier() {
    let Some(gpu) = gpu() else { return };
    println!("{}", gpu.description());
    let software = gpu.description().kind == allide_gpu::Kind::Software;
    let count = if software { 200_000 } else { 4_000_000 };
    let family = |family: fn(&mut Random) -> Pair| {
        let mut random = Random::new(5);
        (0..count).map(|_| family(&mut random)).collect::<Vec<Pair>>()
    };
    let rate = |pairs: usize, stage: &StageTime| match stage.ms {
        Some(ms) => format!("{pairs} pairs in {ms:.3} ms, {:.1} M/s", pairs as f64 / ms / 1e3),
        None => "not measured".to_string(),
    };
    let kinds: [(&str, Vec<Pair>); 4] = [
        ("sheets", sheets(count)),
        ("random", family(families::random)),
        ("coplanar", family(families::coplanar)),
        ("enlarged", family(large::enlarged)),
    ];
    for (name, pairs) in kinds {
        let scene = Scene::of(&pairs);
        let start = std::time::Instant::now();
        let vertices = scene.vertices().len();
        println!("{name}: {:.1} M vertices/s placed", vertices as f64 / start.elapsed().as_secs_f64() / 1e6);
        for rule in [Rule::Between, Rule::Within] {
            for integers in [Integers::Limbs, Integers::Int64] {
                if integers == Integers::Int64 && !gpu.has_int64() {
                    continue;
                }
                let run = Run { rule, integers, capacity: pairs.len() };
                let answers: Vec<_> = (0..3).map(|_| confirm(&gpu, &scene, run).expect("a healthy GPU")).collect();
                let best = |stage: usize| {
                    let by_time = |p: &&StageTime, q: &&StageTime| p.ms.partial_cmp(&q.ms).expect("numbers");
                    answers.iter().map(|answer| &answer.stages[stage]).min_by(by_time).expect("three")
                };
                println!(
                    "{name}, {rule:?}, {integers:?}: filter {}; exact {}",
                    rate(pairs.len(), best(0)),
                    rate(answers[0].counts[2] as usize, best(1)),
                );
            }
        }
        let (kept, stages) = closer(&gpu, &scene, 0.1).expect("a healthy GPU");
        println!("{name}: closer {}, {} kept", rate(pairs.len(), &stages[0]), kept.len());
    }
}
