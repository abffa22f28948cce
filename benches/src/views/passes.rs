//! What each pass leaves, and what the order of drawing costs.

use super::measure::{Ask, Bench, Timed, both, far, shown};
use super::{Job, bodies};
use crate::Failure;
use crate::table::{Table, grouped, ms};
use allide::{Cover, Method, Offset, Reduction, Scene};
use allide_scenes::suite::Way;
use allide_scenes::{scenes, triangle_count as triangles};

/// The resolution of "Self-intersections with CULLIDE".
const PUBLISHED: u32 = 500;

/// The examples of "Self-intersections with CULLIDE".
pub fn within(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let sizes = |least: usize| {
        let all = [least, 20_000, 70_000, 140_000, 270_000];
        all.into_iter().take(if job.small { 2 } else { all.len() })
    };
    println!("\n## One object with itself (Self-intersections with CULLIDE)\n");
    println!(
        "The paper, at 500²: the bunny 20 ms (5 k triangles) to 600 ms (270 k), the cows 35 ms (3 k) to 1,000 ms (270 k).\n"
    );
    let mut scenes: Vec<(&str, Scene)> = Vec::new();
    scenes.extend(sizes(5_000).map(|size| ("bunny, one ear in its head", scenes::deformed_bunny(size))));
    scenes.extend(sizes(3_000).map(|size| ("two cows as one", scenes::merged_cows(size))));
    let real = bodies::real(job, "cow.obj")?;
    scenes.extend(real.map(|cow| ("two real cows as one", scenes::merged(&cow, &cow))));
    let [free, ordered] = both(Some(job.resolution.unwrap_or(PUBLISHED)));
    let ways = [
        Way::gpu(Method::SelfCullide(free)),
        Way::gpu(Method::SelfCullide(ordered)),
        Way::gpu(far(job.resolution)),
        Way::gpu(Method::Bvh),
        Way::cpu(Method::Bvh),
        Way::cpu(Method::Auto),
    ];
    let headings = ["scene", "triangles", "pairs", "method", "found", "left", "passes", "GPU ms", "wall ms"];
    let mut table = Table::new(headings);
    let mut pruned = Vec::new();
    for (name, scene) in scenes {
        let expected = bench.expected(&scene, Ask::Within)?;
        for way in &ways {
            let Some(timed) = bench.time(&scene, Ask::Within, way, &expected)? else { continue };
            let numbers = [triangles(&scene), expected.findings().len()].map(grouped);
            let (left, passes) = left(&timed);
            let cells = [shown(way), timed.verdict(), left, passes, ms(timed.gpu_ms), ms(timed.wall)];
            table.row([name.to_string()].into_iter().chain(numbers).chain(cells));
            if *way == ways[0] {
                pruned.push((name, triangles(&scene), timed));
            }
        }
    }
    print!("{table}");
    println!("\nWhat each pass of {} leaves:\n", shown(&ways[0]));
    let headings = ["scene", "triangles", "pass", "level", "parts left", "triangles left", "views", "draws", "ms"];
    let mut table = Table::new(headings);
    for (name, triangles, timed) in &pruned {
        let passes = timed.report.run.stats.gpu.iter().flat_map(|gpu| gpu.passes());
        for (number, pass) in passes.enumerate() {
            let numbers = [pass.parts, pass.triangles, u64::from(pass.views), pass.draws].map(grouped);
            let cells = [name.to_string(), grouped(*triangles), (number + 1).to_string(), pass.level.to_string()];
            table.row(cells.into_iter().chain(numbers).chain([ms(pass.ms)]));
        }
    }
    print!("{table}");
    Ok(())
}

/// Triangles that the last pass left, and how many passes there were; `-` for methods without.
fn left(timed: &Timed) -> (String, String) {
    let passes = timed.report.run.stats.gpu.as_ref().map(|gpu| gpu.passes()).unwrap_or_default();
    let none = || "-".to_string();
    passes.last().map_or_else(|| (none(), none()), |last| (grouped(last.triangles), grouped(passes.len())))
}

/// Order-free against ordered reduction.
pub fn order(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let counts = [10, 100, 1_000, 4_000];
    println!("\n## Order-free against ordered reduction\n");
    println!("Tumbling bodies of 100 triangles each, whose boxes meet about once per body.\n");
    let cullide = both(job.resolution).map(Method::Cullide);
    let far = |reduction| Method::Far { resolution: job.resolution, cover: Cover::Offset(Offset::Uobb, reduction) };
    let offset = [Reduction::OrderFree, Reduction::Ordered].map(far);
    let headings = ["method", "objects", "pairs", "found", "left", "passes", "draws", "GPU ms", "wall ms"];
    let mut table = Table::new(headings);
    for objects in counts.into_iter().take(if job.small { 2 } else { counts.len() }) {
        let scene = scenes::asteroids(3, objects, 100);
        let expected = bench.expected(&scene, Ask::Between)?;
        for way in cullide.into_iter().chain(offset).map(Way::gpu) {
            let Some(timed) = bench.time(&scene, Ask::Between, &way, &expected)? else { continue };
            let (left, passes) = left(&timed);
            let numbers = [objects, expected.findings().len()].map(grouped);
            let cells = [timed.verdict(), left, passes, grouped(timed.draws()), ms(timed.gpu_ms), ms(timed.wall)];
            table.row([shown(&way)].into_iter().chain(numbers).chain(cells));
        }
    }
    print!("{table}");
    Ok(())
}
