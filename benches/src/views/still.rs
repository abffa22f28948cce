//! Scenes at rest.

use super::measure::{Bench, both, far, rates, shown, verdict};
use super::{Job, bodies};
use crate::Failure;
use crate::table::{Table, grouped, ms, times};
use allide::{Method, Overlaps, Scene, SelfOverlaps};
use allide_scenes::Motion;
use allide_scenes::papers::{far as paper, fronts};
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
    let pixels = job.resolution.unwrap_or(job.size(paper::PIXELS as usize, 512) as u32);
    let published = Some(pixels);
    let mut ways: Vec<Way> = both(published).map(|views| Way::gpu(Method::Cullide(views))).into();
    ways.push(paper::cullide(pixels));
    // The published pipeline first.
    ways.extend(paper::offsets(pixels));
    ways.extend(bench.covers(job.resolution));
    if job.resolution.is_none() {
        ways.extend(bench.covers(published));
    }
    ways.extend([Way::gpu(Method::Bvh), Way::cpu(Method::Bvh), Way::cpu(Method::Auto)]);
    let answers = paper::still(&mut bench.timer, &ways, &scene)?;
    bench.note(&answers);
    println!("\n## Two bunnies deep in each other (FAR, Figure 7)\n");
    println!(
        "{}, {} triangles, {} pairs overlap. The paper: 2 × 68 k, 2,000 to 4,000 pairs, CULLIDE at 1400² \"misses a number\".",
        bodies::origin(real.is_some()),
        grouped(triangles(&scene)),
        answers.first().map_or_else(String::new, |answer| grouped(answer.found + answer.missed))
    );
    println!("40 M triangles and 1.2 M queries a second (§6). `samples=centre` is p/2 (§3.3).\n");
    let headings = [
        "method",
        "found",
        "triangles left",
        "candidates",
        "draws",
        "queries",
        "rendered",
        "GPU ms",
        "wall ms",
        "M triangles/s",
        "M queries/s",
    ];
    let mut table = Table::new(headings);
    for answer in &answers {
        let left = answer.triangles_left().map_or_else(|| "-".into(), grouped);
        let drawn = answer.drawn().map(grouped);
        let cells = [shown(&answer.way), verdict(answer), left, grouped(answer.candidates)];
        let times = [ms(answer.gpu_ms), ms(answer.wall_ms)];
        table.row(cells.into_iter().chain(drawn).chain(times).chain(rates(answer)));
    }
    print!("{table}");
    Ok(())
}

/// Localised distance culling: FAR, §4.3.
pub fn distances(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let scene = scenes::asteroids(3, job.size(200, 30), 100);
    let size = allide_scenes::bounds(&scene).size().max_element();
    let distances = [0.0, 0.0001, 0.001, 0.003, 0.01].map(|part| part * size);
    let pixels = job.resolution.unwrap_or(job.size(paper::PIXELS as usize, 256) as u32);
    let ways = [paper::published(pixels), Way::gpu(far(job.resolution)), Way::gpu(Method::Bvh), Way::cpu(Method::Auto)];
    println!("\n## Triangles closer than a distance (FAR, §4.3)\n");
    println!("{} bodies of 100 triangles; distances as parts of the scene.\n", scene.objects().len());
    let headings =
        ["distance", "closer pairs", "method", "triangles left", "object pairs left", "candidates", "wall ms"];
    let mut table = Table::new(headings);
    for (distance, answers) in paper::distances(&mut bench.timer, &ways, &scene, &distances)? {
        bench.note(&answers);
        for answer in &answers {
            let left =
                [answer.triangles_left(), answer.pairs_left].map(|left| left.map_or_else(|| "-".into(), grouped));
            let pairs = grouped(answer.found + answer.missed);
            let cells = [format!("{:.4}", distance / size), pairs, shown(&answer.way)];
            let times = [grouped(answer.candidates), ms(answer.wall_ms)];
            table.row(cells.into_iter().chain(left).chain(times));
        }
    }
    print!("{table}");
    Ok(())
}

/// The analysis that Greß and Zachmann announce.
pub fn traversal(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    use fronts::Along;
    let few = job.small;
    let rows: [(Along, &str, &[usize]); 3] = [
        (Along::Objects, "objects", if few { &[2, 10, 50] } else { &[2, 10, 50, 200, 800] }),
        (Along::Triangles, "triangles each", if few { &[1_000, 10_000] } else { &[1_000, 10_000, 100_000, 1_000_000] }),
        (Along::Depth, "depth, %", if few { &[1, 20] } else { &[0, 1, 5, 20, 50, 100] }),
    ];
    println!("\n## Traversal by fronts (Greß and Zachmann)\n");
    println!(
        "Wall ms; *deforming*: all positions are new in each run, else only poses. `fronts` rebuilds its trees in each"
    );
    println!("run, `kdop(faces=6)` builds them once and moves them by matrices, as in the slides.\n");
    let ways = fronts::ways();
    let headings: Vec<String> = ["along", "at", "triangles", "pairs", "deforming"]
        .map(String::from)
        .into_iter()
        .chain(ways.iter().map(shown))
        .collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut table = Table::of(&headings);
    for (along, name, at) in rows {
        for row in fronts::analysis(&mut bench.timer, along, at)? {
            bench.note(&row.answers);
            let numbers = [row.at, row.triangles, row.pairs].map(grouped);
            let deforms = if row.deforms { "yes" } else { "no" }.to_string();
            let walls = row.answers.iter().map(|answer| ms(answer.wall_ms));
            table.row([name.to_string()].into_iter().chain(numbers).chain([deforms]).chain(walls));
        }
    }
    print!("{table}");
    Ok(())
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ask {
    Between,
    Within,
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
        let ways = [Way::gpu(far(job.resolution)), Way::gpu(Method::Bvh), Way::cpu(Method::Auto)];
        let between = |method| Overlaps::new().with_duplicates().method(method);
        let within = |method| SelfOverlaps::of_all().method(method);
        let expected = match ask {
            Ask::Between => bench.timer.expected(&scene, &between(Method::Divide))?,
            Ask::Within => bench.timer.expected(&scene, &within(Method::Divide))?,
        };
        let mut walls = Vec::new();
        for way in ways {
            let answer = match ask {
                Ask::Between => bench.timer.still(&scene, between, &way, &expected)?,
                Ask::Within => bench.timer.still(&scene, within, &way, &expected)?,
            };
            bench.note([&answer]);
            walls.push(Some(answer.wall_ms));
        }
        let ratio = walls[0].zip(walls[1]).map_or(f64::NAN, |(far, bvh)| far / bvh);
        let numbers = [scene.objects().len(), triangles(&scene), expected.findings().len()].map(grouped);
        let walls = walls.into_iter().map(ms);
        table.row([name.to_string()].into_iter().chain(numbers).chain(walls).chain([times(ratio)]));
    }
    print!("{table}");
    Ok(())
}
