//! Section 4.3: localised distance culling.

use super::{CELLS, PUBLISHED, cells, published, reduced_views};
use crate::outcome::shown;
use crate::{Bench, Contender, Error, New, Outcome, Published, Said, Steps, Table};
use allide::{Clearance, Method};
use allide_io::plot::Axis;
use allide_scenes::scenes;

const TREES: &str = "trees, CPU";

/// Distances, as parts of the scene's size.
const PARTS: [f64; 5] = [0.000_1, 0.000_3, 0.001, 0.003, 0.01];

/// Section 4.3.
pub(crate) fn section_4_3(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let scene = scenes::asteroids(3, bench.size(8, 60, 400), 100);
    let parts = bench.size(&PARTS[2..], &PARTS, &PARTS);
    let size = allide_scenes::bounds(&scene).size().max_element();
    let contenders = bench.able(vec![cells()?, published(bench)?, Contender::new(TREES, "bvh")?]);
    let mut table = Table::new("")
        .column("distance", "of the scene's size")
        .counts(["triangle pairs that are closer", "pairs of boxes"]);
    for contender in contenders.iter().filter(|contender| contender.is_gpu) {
        table = table.counts([format!("triangles left, {}", contender.name).as_str()]).counts([format!(
            "object pairs left, {}",
            contender.name
        )
        .as_str()]);
    }
    for contender in &contenders {
        table = table.measured(contender.name.clone(), "ms");
    }
    for (place, &part) in parts.iter().enumerate() {
        let question = Clearance::within(part * size)?.with_triangles();
        let ask = |method: Method| question.clone().method(method);
        let expected = bench.expected(&scene, &ask(Method::Divide))?;
        let (mut left, mut times) = (Vec::new(), Vec::new());
        for (step, contender) in contenders.iter().enumerate() {
            steps.at(place * contenders.len() + step, parts.len() * contenders.len())?;
            let answer = bench.time(&scene, ask, contender, New::Positions, &expected)?;
            if contender.is_gpu {
                left.extend(
                    [answer.triangles_left(), answer.pairs_left()].map(|left| left.map_or(f64::NAN, |x| x as f64)),
                );
            }
            times.push(answer.ms);
        }
        let counts = [expected.findings().len() as f64, expected.run.stats.object_candidates as f64];
        let numbers = [part].into_iter().chain(counts).chain(left).chain(times);
        table.row(numbers.map(Into::into));
    }
    steps.at(1, 1)?;
    let axes = [Axis::linear("distance / size of the scene"), Axis::linear("triangles")];
    let titles = [CELLS, PUBLISHED].map(|name| format!("triangles left, {name}"));
    let columns = [titles[0].as_str(), titles[1].as_str(), "triangle pairs that are closer"];
    let plot = table.plot("What localised distance culling leaves (section 4.3)", axes, "distance", &columns);
    let count = scene.objects().len();
    let source = "section 4.3";
    let misses = Published::new("triangle pairs closer than D that are missed", 0.0, "", source);
    let cost = Published::new("time", "not given", "ms", source);
    let (misses, cost) = match bench.lacks() {
        None => (misses.ours(0.0), cost.timed(Said::span(&table.numbers(PUBLISHED)))),
        Some(_) => (misses, cost),
    };
    let ends = |title: &str| {
        let numbers = table.numbers(title);
        [numbers.first(), numbers.last()].map(|number| shown(number.copied().unwrap_or(f64::NAN)))
    };
    let pairs = ends("triangle pairs that are closer");
    let last = parts[parts.len() - 1];
    let paragraph = match bench.lacks() {
        None => {
            let [cells, drawn] = titles.each_ref().map(|title| ends(title));
            format!(
                "The paper grows offsets by D/2 and drops what is farther apart than D; it gives no numbers. Among {count} bodies of 100 \
                 triangles, {} triangle pairs are closer than {} of the scene's size and {} closer than {}. The published \
                 pipeline leaves {} and {} triangles, cells {} and {}; both find every pair, with its distance.",
                pairs[0], parts[0], pairs[1], last, drawn[0], drawn[1], cells[0], cells[1]
            )
        }
        Some(_) => format!(
            "The paper grows offsets by D/2 and drops what is farther apart than D; it gives no numbers. Among {count} bodies of 100 \
             triangles, {} triangle pairs are closer than {} of the scene's size and {} closer than {}, by trees on the CPU.",
            pairs[0], parts[0], pairs[1], last
        ),
    };
    let labels = [
        bench.reduced(count, 400, "bodies of a full run"),
        reduced_views(bench),
        bench.without_gpu("distance culling by FAR"),
    ];
    let outcome = Outcome::default().plot("", plot).table(table).published([misses, cost]).paragraph(paragraph);
    Ok(labels.into_iter().fold(outcome, Outcome::label))
}
