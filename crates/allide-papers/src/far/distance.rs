//! Section 4.3: localised distance culling.

use super::{CELLS, PUBLISHED, cells, published, reduced_views};
use crate::{Bench, Claim, Contender, Data, Error, Kind, New, Outcome, Published, Said, Steps, Table, Told};
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
    let mut table = Table::new("").column("distance", "of the scene's size").counts([
        "bodies",
        "triangle pairs that are closer",
        "pairs of boxes",
    ]);
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
        let counts = [
            scene.objects().len() as f64,
            expected.findings().len() as f64,
            expected.run.stats.object_candidates as f64,
        ];
        let numbers = [part].into_iter().chain(counts).chain(left).chain(times);
        table.row(numbers.map(Into::into));
    }
    steps.at(1, 1)?;
    let labels = [
        bench.reduced(scene.objects().len(), 400, "bodies of a full run"),
        reduced_views(bench),
        bench.without_gpu("distance culling by FAR"),
    ];
    Ok(labels.into_iter().fold(Outcome::default().table(table), Outcome::label))
}

/// The statements about section 4.3.
pub(crate) fn tell_4_3(data: &Data<'_>) -> Told {
    let table = data.first();
    let axes = [Axis::linear("distance / size of the scene"), Axis::linear("triangles")];
    let titles = [CELLS, PUBLISHED].map(|name| format!("triangles left, {name}"));
    let columns = [titles[0].as_str(), titles[1].as_str(), "triangle pairs that are closer"];
    let plot = table.plot("What localised distance culling leaves (section 4.3)", axes, "distance", &columns);
    let first = |title: &str| table.numbers(title).first().copied().unwrap_or(f64::NAN);
    let pairs = "triangle pairs that are closer";
    let source = "section 4.3";
    Told::default()
        .plot("", plot)
        .row(
            Published::new("time, UOBBs in order", "not given", "ms", source)
                .measured(Said::span(&table.numbers(PUBLISHED))),
        )
        .row(Published::new("time, cells", "not given", "ms", source).measured(Said::span(&table.numbers(CELLS))))
        .row(Published::new("time, trees on the CPU", "not given", "ms", source).measured(Said::span(&table.numbers(TREES))))
        .claim(Claim::states(
            Kind::Counted,
            &[
                ("bodies", first("bodies")),
                ("few", first(pairs)),
                ("near", first("distance")),
                ("many", table.last(pairs)),
                ("far", table.last("distance")),
            ],
            "Among {bodies} bodies of 100 triangles, {few} triangle pairs are closer than {near} of the scene's size and {many} closer than {far}. Every method found each of them with its distance, or the run would have failed.",
        ))
        .claim(Claim::states(
            Kind::Counted,
            &[
                ("few drawn", first(&titles[1])),
                ("drawn", table.last(&titles[1])),
                ("few", first(&titles[0])),
                ("cells", table.last(&titles[0])),
            ],
            "Offsets that are grown by half of the distance leave {few drawn} and {drawn} triangles as published, {few} and {cells} by cells; the paper gives no numbers.",
        ))
}
