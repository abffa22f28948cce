//! Scenes at rest.

use super::measure::{Ask, Bench, both, far, shown};
use super::{Job, bodies};
use crate::Failure;
use crate::table::{Table, grouped, ms, times};
use allide::{Method, Scene};
use allide_scenes::Motion;
use allide_scenes::scenes::{self, Breaking, Leaves};
use allide_scenes::suite::Way;
use allide_scenes::triangle_count as triangles;

/// Figure 7 of FAR.
pub fn bunnies(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let real = bodies::real(job, "bunny.obj.gz")?;
    let scene = match &real {
        Some(bunny) => scenes::deep(bunny),
        None => scenes::bunnies(job.size(69_452, 8_000)),
    };
    let expected = bench.expected(&scene, Ask::Between)?;
    println!("\n## Two bunnies deep in each other (FAR, Figure 7)\n");
    println!(
        "{}, {} triangles, {} pairs overlap. The paper: 2 × 68 k, 2,000 to 4,000 pairs, CULLIDE at 1400² \"misses a number\".\n",
        bodies::origin(real.is_some()),
        grouped(triangles(&scene)),
        grouped(expected.findings().len())
    );
    let published = Some(job.resolution.unwrap_or(job.size(1400, 512) as u32));
    let mut ways: Vec<Way> = both(published).map(|views| Way::gpu(Method::Cullide(views))).into();
    ways.extend(bench.covers(job.resolution));
    if job.resolution.is_none() {
        ways.extend(bench.covers(published));
    }
    ways.extend([Way::gpu(Method::Bvh), Way::cpu(Method::Bvh), Way::cpu(Method::Auto)]);
    let mut table = Table::new(["method", "found", "candidates", "draws", "GPU ms", "wall ms"]);
    for way in ways {
        let Some(timed) = bench.time(&scene, Ask::Between, &way, &expected)? else { continue };
        let candidates = grouped(timed.report.run.stats.candidates);
        table.row([shown(&way), timed.verdict(), candidates, grouped(timed.draws()), ms(timed.gpu_ms), ms(timed.wall)]);
    }
    print!("{table}");
    Ok(())
}

/// Where views win over trees, and where they lose.
pub fn kinds(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let size = |published: usize| job.size(published, published / 10);
    let cases: Vec<(&str, Ask, Scene)> = vec![
        ("two bodies, deep", Ask::Between, scenes::bunnies(size(20_000))),
        ("two bodies, deep, large", Ask::Between, scenes::bunnies(size(200_000))),
        ("two bodies that meet a little", Ask::Between, scenes::blobs(size(200_000))),
        ("threaded, apart", Ask::Between, scenes::knots(size(3_000), 16)),
        ("pieces, flying", Ask::Between, Breaking::new(size(35_000), size(112_000), 320).at(40.0 / 24.0)),
        ("leaves", Ask::Between, Leaves::new(size(16_600), size(1_500)).at(1.0)),
        ("many bodies, spread out", Ask::Between, scenes::asteroids(1, size(1_000), 500)),
        ("ground with stones", Ask::Between, scenes::terrain(job.size(256, 64), size(1_000))),
        ("boxes that all touch", Ask::Between, scenes::building(job.size(5, 1), [7, 4])),
        ("long needles", Ask::Between, scenes::needles(size(10_000))),
        ("one body with itself", Ask::Within, scenes::deformed_bunny(size(100_000))),
        ("two bodies as one, with itself", Ask::Within, scenes::merged_cows(size(100_000))),
        ("crumpled cloth with itself", Ask::Within, scenes::cloth(size(100_000))),
    ];
    println!("\n## Views against trees\n");
    println!(
        "Wall ms. The last column: how many times as long `far` takes as the tree on the same GPU; below 1 it wins.\n"
    );
    let headings = ["scene", "objects", "triangles", "findings", "`far`", "`bvh`, GPU", "`auto`, CPU", "`far` : `bvh`"];
    let mut table = Table::new(headings);
    for (name, ask, scene) in cases {
        let expected = bench.expected(&scene, ask)?;
        let ways = [Way::gpu(far(job.resolution)), Way::gpu(Method::Bvh), Way::cpu(Method::Auto)];
        let mut walls = Vec::new();
        for way in ways {
            walls.push(bench.time(&scene, ask, &way, &expected)?.map(|timed| timed.wall));
        }
        let ratio = walls[0].zip(walls[1]).map_or(f64::NAN, |(far, bvh)| far / bvh);
        let numbers = [scene.objects().len(), triangles(&scene), expected.findings().len()].map(grouped);
        let walls = walls.into_iter().map(ms);
        table.row([name.to_string()].into_iter().chain(numbers).chain(walls).chain([times(ratio)]));
    }
    print!("{table}");
    Ok(())
}
