//! What each pass leaves, and what the order of drawing costs.

use super::measure::{Bench, both, far, rates, shown, verdict};
use super::{Job, bodies};
use crate::Failure;
use crate::table::{Table, grouped, ms};
use allide::{Cover, Method, Offset, Reduction, Rendering, Scene};
use allide_scenes::papers::{Measured, self_cullide};
use allide_scenes::scenes;
use allide_scenes::suite::Way;

/// The examples of "Self-intersections with CULLIDE".
pub fn within(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let sizes = |least: usize| {
        let all = [least].into_iter().chain(self_cullide::SIZES.into_iter().skip(1));
        all.take(if job.small { 2 } else { self_cullide::SIZES.len() })
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
    let variants = self_cullide::variants(job.resolution.unwrap_or(self_cullide::PIXELS));
    let others = [far(job.resolution), Method::Bvh].map(|method| ("", Way::gpu(method)));
    let others = others.into_iter().chain([Method::Bvh, Method::Auto].map(|method| ("", Way::cpu(method))));
    let named: Vec<(&str, Way)> = variants.into_iter().chain(others).collect();
    let ways: Vec<Way> = named.iter().map(|(_, way)| *way).collect();
    let headings =
        ["scene", "triangles", "pairs", "method", "variant", "found", "left", "passes", "views", "GPU ms", "wall ms"];
    let mut table = Table::new(headings);
    let mut pruned = Vec::new();
    for (name, scene) in scenes {
        let row = self_cullide::pruned(&mut bench.timer, &ways, &scene)?;
        bench.note(&row.answers);
        for ((variant, way), answer) in named.iter().zip(&row.answers) {
            let numbers = [row.triangles, row.pairs].map(grouped);
            let (left, passes) = left(answer);
            let views: u64 = answer.passes.iter().map(|pass| u64::from(pass.views)).sum();
            let cells = [shown(way), (*variant).to_string(), verdict(answer), left, passes, grouped(views)];
            let times = [ms(answer.gpu_ms), ms(answer.wall_ms)];
            table.row([name.to_string()].into_iter().chain(numbers).chain(cells).chain(times));
        }
        pruned.push((name, row));
    }
    print!("{table}");
    println!("\nWhat each pass of {} renders and leaves (Figures 9 to 11):\n", shown(&ways[0]));
    let headings = [
        "scene",
        "triangles",
        "pass",
        "level",
        "parts left",
        "triangles left",
        "views",
        "queries",
        "rendered",
        "ms",
        "time spent",
        "gone",
    ];
    let mut table = Table::new(headings);
    for (name, row) in &pruned {
        let answer = &row.answers[0];
        let progress = self_cullide::progress(answer, row.triangles);
        for ((number, pass), [spent, gone]) in answer.passes.iter().enumerate().zip(progress) {
            let numbers = [pass.parts, pass.triangles, u64::from(pass.views), pass.queries, pass.rendered].map(grouped);
            let cells = [name.to_string(), grouped(row.triangles), (number + 1).to_string(), pass.level.to_string()];
            let parts = [spent, gone].map(|part| format!("{:.0} %", 100.0 * part));
            table.row(cells.into_iter().chain(numbers).chain([ms(pass.ms)]).chain(parts));
        }
    }
    print!("{table}");
    Ok(())
}

/// Triangles that the last pass left, and how many passes there were; `-` for methods without.
fn left(answer: &Measured) -> (String, String) {
    let none = || "-".to_string();
    let passes = &answer.passes;
    passes.last().map_or_else(|| (none(), none()), |last| (grouped(last.triangles), grouped(passes.len())))
}

/// Order-free against ordered reduction.
pub fn order(bench: &mut Bench, job: &Job) -> Result<(), Failure> {
    let counts = [10, 100, 1_000, 4_000];
    println!("\n## Order-free against ordered reduction\n");
    println!("Tumbling bodies of 100 triangles each, whose boxes meet about once per body.\n");
    let cullide = both(job.resolution).map(Method::Cullide);
    let far = |reduction| {
        let rendering = Rendering { reduction, ..Rendering::DEFAULT };
        Method::Far { resolution: job.resolution, cover: Cover::Offset(Offset::Uobb, rendering) }
    };
    let offset = [Reduction::OrderFree, Reduction::Ordered].map(far);
    let headings = [
        "method",
        "objects",
        "pairs",
        "found",
        "left",
        "passes",
        "draws",
        "queries",
        "GPU ms",
        "wall ms",
        "M triangles/s",
        "M queries/s",
    ];
    let mut table = Table::new(headings);
    let ways: Vec<Way> = cullide.into_iter().chain(offset).map(Way::gpu).collect();
    for objects in counts.into_iter().take(if job.small { 2 } else { counts.len() }) {
        let scene = scenes::asteroids(3, objects, 100);
        let answers = allide_scenes::papers::far::still(&mut bench.timer, &ways, &scene)?;
        bench.note(&answers);
        for answer in &answers {
            let (left, passes) = left(answer);
            let numbers = [objects, answer.found + answer.missed].map(grouped);
            let [draws, queries, _] = answer.drawn().map(grouped);
            let cells = [verdict(answer), left, passes, draws, queries, ms(answer.gpu_ms), ms(answer.wall_ms)];
            table.row([shown(&answer.way)].into_iter().chain(numbers).chain(cells).chain(rates(answer)));
        }
    }
    print!("{table}");
    Ok(())
}
