//! The cost of views on scenes of all kinds: order-free against ordered reduction, and views against trees. Prints markdown
//! for a record.
//!
//! `allide reproduce` repeats the measurements of the papers. Every answer is compared with the CPU's exact one before it is
//! timed; one that is not what its method promises is an error.

use crate::Failure;
use crate::table::{Table, grouped, ms, times};
use allide::{Method, Scene, TrianglePair};
use allide_papers::{Answer, Bench, Contender, Device, New, Options, Size, between, within};
use allide_scenes::scenes::{self, Breaking, Leaves};
use allide_scenes::{Motion, triangle_count};

pub const HELP: &str = "\
allide-bench views [order] [where] [--small]

  order    order-free against ordered reduction, 10 to 4,000 objects
  where    views against trees over kinds of scenes
  --small  sizes for a software adapter

Without a part: both. ALLIDE_ADAPTER picks an adapter. The scenes of the papers: allide reproduce.";

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    const PARTS: [&str; 2] = ["order", "where"];
    if let Some(other) = arguments.iter().find(|word| *word != "--small" && !PARTS.contains(&word.as_str())) {
        return Err(format!("unexpected {other:?}\n\n{HELP}").into());
    }
    let is_small = arguments.iter().any(|word| word == "--small");
    let has = |part: &str| {
        let mut named = arguments.iter().filter(|word| *word != "--small").peekable();
        named.peek().is_none() || named.any(|word| word == part)
    };
    let size = if is_small { Size::Reduced } else { Size::Full };
    let mut bench = Bench::open(&Options { device: Device::Gpu, size, models: None })?;
    println!("# Methods that look\n");
    println!("- adapter: {}; {} CPU threads", bench.adapter(), bench.threads());
    println!("- command: `allide-bench views {}`", arguments.join(" "));
    println!("- times: medians from arrays in memory to sorted findings in memory, all positions new in each run");
    if has("order") {
        order(&mut bench, is_small)?;
    }
    if has("where") {
        kinds(&mut bench, is_small)?;
    }
    Ok(())
}

/// Order-free against ordered reduction.
fn order(bench: &mut Bench, is_small: bool) -> Result<(), Failure> {
    println!("\n## Order-free against ordered reduction\n");
    println!("Tumbling bodies of 100 triangles each, whose boxes meet about once per body.\n");
    let methods = ["cullide", "cullide(reduction=ordered)", "far(cover=uobb)", "far(cover=uobb, reduction=ordered)"];
    let headings = ["method", "objects", "pairs", "missed", "left", "passes", "draws", "queries", "ms"];
    let mut table = Table::new(headings);
    for objects in [10, 100, 1_000, 4_000].into_iter().take(if is_small { 2 } else { 4 }) {
        let scene = scenes::asteroids(3, objects, 100);
        let expected = bench.expected(&scene, &between(Method::Divide))?;
        for method in methods {
            let answer = bench.time(&scene, between, &Contender::new(method, method)?, New::Positions, &expected)?;
            let [draws, queries, _] = answer.drawn();
            let numbers = [objects, expected.findings().len(), answer.missed].map(grouped);
            let left = answer.triangles_left().map_or_else(|| "-".into(), grouped);
            let cells = [left, grouped(answer.passes().len()), grouped(draws), grouped(queries), ms(answer.ms)];
            table.row([format!("`{method}`")].into_iter().chain(numbers).chain(cells));
        }
    }
    print!("{table}");
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ask {
    Between,
    Within,
}

fn answer(bench: &mut Bench, ask: Ask, scene: &Scene, contender: &Contender) -> Result<Answer<TrianglePair>, Failure> {
    Ok(match ask {
        Ask::Between => {
            let expected = bench.expected(scene, &between(Method::Divide))?;
            bench.time(scene, between, contender, New::Positions, &expected)?
        }
        Ask::Within => {
            let expected = bench.expected(scene, &within(Method::Divide))?;
            bench.time(scene, within, contender, New::Positions, &expected)?
        }
    })
}

/// Where views win over trees, and where they lose.
fn kinds(bench: &mut Bench, is_small: bool) -> Result<(), Failure> {
    let size = |full: usize| if is_small { full / 10 } else { full };
    let cases: Vec<(&str, Ask, Scene)> = vec![
        ("two bodies, deep", Ask::Between, scenes::bunnies(size(20_000))),
        ("two bodies, deep, large", Ask::Between, scenes::bunnies(size(200_000))),
        ("two bodies that meet a little", Ask::Between, scenes::blobs(size(200_000))),
        ("threaded, apart", Ask::Between, scenes::knots(size(3_000), 16)),
        ("pieces, flying", Ask::Between, Breaking::new(size(35_000), size(112_000), 320).at(40.0 / 24.0)),
        ("leaves", Ask::Between, Leaves::new(size(16_600), size(1_500)).at(1.0)),
        ("many bodies, spread out", Ask::Between, scenes::asteroids(1, size(1_000), 500)),
        ("ground with stones", Ask::Between, scenes::terrain(if is_small { 64 } else { 256 }, size(1_000))),
        ("boxes that all touch", Ask::Between, scenes::building(if is_small { 1 } else { 5 }, [7, 4])),
        ("long needles", Ask::Between, scenes::needles(size(10_000))),
        ("one body with itself", Ask::Within, scenes::deformed_bunny(size(100_000))),
        ("two bodies as one, with itself", Ask::Within, scenes::merged_cows(size(100_000))),
        ("crumpled cloth with itself", Ask::Within, scenes::cloth(size(100_000))),
    ];
    println!("\n## Views against trees\n");
    println!(
        "Milliseconds. The last column: how many times as long `far` takes as the tree on the same GPU; below 1 it wins.\n"
    );
    let contenders =
        [Contender::new("far", "far")?, Contender::new("bvh", "bvh")?.on_gpu(), Contender::new("auto", "auto")?];
    let headings = ["scene", "objects", "triangles", "findings", "`far`", "`bvh`, GPU", "`auto`, CPU", "`far` : `bvh`"];
    let mut table = Table::new(headings);
    for (name, ask, scene) in cases {
        let answers: Result<Vec<_>, Failure> =
            contenders.iter().map(|contender| answer(bench, ask, &scene, contender)).collect();
        let answers = answers?;
        let numbers = [scene.objects().len(), triangle_count(&scene), answers[0].report.findings().len()].map(grouped);
        let ratio = times(answers[0].ms / answers[1].ms);
        let walls = answers.iter().map(|answer| ms(answer.ms));
        table.row([name.to_string()].into_iter().chain(numbers).chain(walls).chain([ratio]));
    }
    print!("{table}");
    Ok(())
}
