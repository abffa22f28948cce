//! Section 6: how many triangles and queries a second.

use super::{Course, breaking, bunnies, follow, leaves, published};
use crate::{Bench, Contender, Error, Outcome, Published, Said, Steps, Table};
use allide::Scene;
use allide_io::plot::{Axis, Plot, Series};

/// Triangles drawn, queries, and the milliseconds of all passes of the published pipeline, over all frames.
fn work<M: Fn() -> Vec<Scene>>(
    bench: &mut Bench,
    steps: &Steps<'_>,
    course: &Course<M>,
    contender: &Contender,
) -> Result<[f64; 3], Error> {
    let followed = follow(bench, steps, course, std::slice::from_ref(contender), true)?;
    let mut sums = [0.0; 3];
    for answer in &followed.answers[0] {
        let [_, queries, rendered] = answer.drawn();
        let more = [rendered as f64, queries as f64, answer.pass_ms.iter().sum()];
        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    Ok(sums)
}

/// Section 6.
pub(crate) fn section_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let contender = published(bench)?;
    let (leaves, breaking, bunnies) = (
        leaves::course(bench, bench.size(2, 3, 8)),
        breaking::course(bench, bench.size(2, 3, 8)),
        bunnies::course(bench),
    );
    let rows = [
        ("leaves", work(bench, &steps.part(0, 3), &leaves, &contender)?),
        ("breaking", work(bench, &steps.part(1, 3), &breaking, &contender)?),
        ("bunnies", work(bench, &steps.part(2, 3), &bunnies, &contender)?),
    ];
    let mut table = Table::new("").counts(["scene", "triangles drawn", "occlusion queries"]);
    table = table.measured("time of passes", "ms").measured("triangles", "M/s").measured("queries", "M/s");
    for (name, [rendered, queries, ms]) in rows {
        let rates = [rendered, queries].map(|count| count / ms / 1e3);
        table.row([name.into(), rendered.into(), queries.into(), ms.into(), rates[0].into(), rates[1].into()]);
    }
    steps.at(1, 1)?;
    let [triangles, queries] = ["triangles", "queries"].map(|title| table.numbers(title));
    let source = "section 6";
    let compared = [
        Published::new("triangles drawn", 40.0, "M/s", source).timed(Said::span(&triangles)),
        Published::new("occlusion queries", 1.2, "M/s", source).timed(Said::span(&queries)),
    ];
    let paragraph = format!(
        "The paper draws 40 million triangles a second and makes 1.2 million queries, on a card of 2003. The published pipeline \
         on this device draws {} million triangles and makes {} million queries a second, times of passes on this machine's clock with \
         everything between two draws included: a query that must be read before the next pass can begin leaves a GPU idle, and \
         each of them draws a part of few triangles.",
        Said::span(&triangles),
        Said::span(&queries)
    );
    let bars =
        |numbers: &[f64]| (1..).map(f64::from).zip(numbers.iter().copied()).map(|(x, y)| [x, y]).collect::<Vec<_>>();
    let constant = |y: f64| [[1.0, y], [2.0, y], [3.0, y]];
    let plot = Plot {
        title: "Triangles and queries a second (section 6)".into(),
        x: Axis::named("scene", ["leaves", "breaking", "bunnies"]),
        y: Axis::logarithmic("millions a second"),
        series: vec![
            Series::new("triangles", bars(&triangles)),
            Series::new("triangles, published", constant(40.0)),
            Series::new("queries", bars(&queries)),
            Series::new("queries, published", constant(1.2)),
        ],
    };
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    Ok(super::breaking::labels(bench).into_iter().fold(outcome, Outcome::label))
}
