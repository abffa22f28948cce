//! Sections 6.1 and 7: hierarchies, directions, small triangles, and when the CPU takes over.

use super::{Body, RESOLUTION, with};
use crate::outcome::shown;
use crate::{Bench, Contender, Error, New, Outcome, Published, Steps, Table, within};
use allide::Method;
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::triangle_count;

/// Names of the variants that fit beside each other.
const SHORT: [&str; 8] = ["published", "random", "small kept", "oriented", "coherent", "CPU last", "no order", "until"];

/// The published method, and each remedy and choice that the paper names.
fn variants(resolution: u32) -> Result<Vec<Contender>, Error> {
    Ok(vec![
        with("as published", "reduction=ordered", resolution)?,
        with("random hierarchy (6.1)", "reduction=ordered, hierarchy=random", resolution)?,
        with("small and edge-on triangles kept (7)", "reduction=ordered, small=kept", resolution)?,
        with("directions by orientation (7)", "reduction=ordered, directions=oriented", resolution)?,
        with("directions by coherence (7)", "reduction=ordered, directions=coherent", resolution)?,
        with("CPU below 2,000 triangles (7)", "reduction=ordered, cpu-below=2000", resolution)?,
        with("without an order (ours)", "reduction=order-free", resolution)?,
        Contender::new("until nothing more goes (ours)", &format!("self-cullide(resolution={resolution})"))?,
    ])
}

/// Sections 6.1 and 7.
pub(crate) fn sections_6_1_and_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let resolution = bench.size(64, RESOLUTION, RESOLUTION);
    let variants = variants(resolution)?;
    let mut table = Table::new("")
        .counts([
            "body",
            "triangles",
            "variant",
            "triangle pairs",
            "found",
            "triangles left",
            "passes",
            "views",
            "queries",
        ])
        .measured("time", "ms");
    let all = Body::BOTH.len() * variants.len();
    let mut origins = Vec::new();
    for (place, body) in Body::BOTH.into_iter().enumerate() {
        let made = body.scene(bench, bench.size(600, 5_000, 70_000));
        origins.push(format!("{}, {}", body.name(), made.label()));
        let scene = &made.made;
        let expected = bench.expected(scene, &within(Method::Divide))?;
        for (step, contender) in variants.iter().enumerate() {
            steps.at(place * variants.len() + step, all)?;
            let answer = bench.time(scene, within, contender, New::Positions, &expected)?;
            let right = expected.findings().len();
            let left = answer.triangles_left().map_or(f64::NAN, |left| left as f64);
            let views: u64 = answer.passes().iter().map(|pass| u64::from(pass.views)).sum();
            let [_, queries, _] = answer.drawn();
            let first = [body.name().into(), triangle_count(scene).into(), contender.name.clone().into()];
            let counts = [right.into(), (right - answer.missed).into(), left.into(), answer.passes().len().into()];
            table.row(first.into_iter().chain(counts).chain([views.into(), queries.into(), answer.ms.into()]));
        }
    }
    steps.at(1, 1)?;
    let number = |body: Body, variant: usize, title: &str| {
        let rows = table.only("body", body.name()).only("variant", &variants[variant].name);
        rows.numbers(title).first().copied().unwrap_or(f64::NAN)
    };
    let series = Body::BOTH
        .map(|body| Series::new(body.name(), (0..variants.len()).map(|k| [(k + 1) as f64, number(body, k, "time")])));
    let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
    let plot = Plot {
        title: format!("Choices of Self-CULLIDE at {resolution}² (sections 6.1 and 7)"),
        x: Axis::named("variant, in the order of the paragraph", SHORT),
        y: Axis::logarithmic("time [ms]"),
        series: series.into(),
    };
    let slower = |body: Body| number(body, 1, "time") / number(body, 0, "time");
    let fewer = |body: Body| 100.0 * (1.0 - number(body, 3, "views") / number(body, 0, "views"));
    let compared = [
        Published::new("time with a random hierarchy : by connectivity, bunny", "poor", "times", "section 6.1")
            .timed(slower(Body::Bunny)),
        Published::new("the same, cows", "poor", "times", "section 6.1").timed(slower(Body::Cows)),
        Published::new("found where small triangles are kept, cows", "proposed", "pairs", "section 7").ours(format!(
            "{} instead of {} of {}",
            shown(number(Body::Cows, 2, "found")),
            shown(number(Body::Cows, 0, "found")),
            shown(number(Body::Cows, 0, "triangle pairs"))
        )),
        Published::new("views spared by orientation, bunny", "proposed", "%", "section 7").ours(fewer(Body::Bunny)),
    ];
    let paragraph = format!(
        "The paper found a random hierarchy poor and proposes, for later, to choose directions by orientation or by coherence, \
         to keep triangles that a view shows badly, and to turn to the CPU for the last ones. Variants: {}. Here, a random \
         hierarchy takes {} times as long on the bunny and {} times on the cows. Keeping small triangles finds {} of {} pairs on the \
         cows where the published method finds {}.",
        names.join(", "),
        shown(slower(Body::Bunny)),
        shown(slower(Body::Cows)),
        shown(number(Body::Cows, 2, "found")),
        shown(number(Body::Cows, 2, "triangle pairs")),
        shown(number(Body::Cows, 0, "found")),
    );
    let labels = [
        bench.reduced(bench.size(600, 5_000, 70_000), 70_000, "triangles of a full run"),
        if resolution < RESOLUTION {
            format!("reduced: views of {resolution}² in place of 500²")
        } else {
            String::new()
        },
    ];
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    Ok(labels.into_iter().chain(origins).fold(outcome, Outcome::label))
}
