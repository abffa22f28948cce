//! Section 6: how many triangles and queries a second.

use super::{Course, breaking, bunnies, follow, leaves, published};
use crate::{Bench, Claim, Contender, Data, Error, Kind, Outcome, Published, Said, Steps, Table, Told};
use allide::Scene;
use allide_io::plot::{Axis, Plot, Series};

/// Triangles drawn, queries, and the milliseconds of all passes of the published pipeline and of the GPU at work, over all frames.
fn work<M: Fn() -> Vec<Scene>>(
    bench: &mut Bench,
    steps: &Steps<'_>,
    course: &Course<M>,
    contender: &Contender,
) -> Result<[f64; 4], Error> {
    let followed = follow(bench, steps, course, std::slice::from_ref(contender), true)?;
    let mut sums = [0.0; 4];
    for answer in &followed.answers[0] {
        let [_, queries, rendered] = answer.drawn();
        let more = [rendered as f64, queries as f64, answer.pass_ms.iter().sum(), answer.gpu_ms];
        // A frame in which nothing was drawn has no time of a GPU.
        let more = more.map(|number| if rendered == 0 && number.is_nan() { 0.0 } else { number });
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
    table = table.measured("time of passes", "ms").measured("GPU at work", "ms");
    table = table.measured("triangles", "M/s").measured("queries", "M/s");
    for (name, [rendered, queries, ms, gpu]) in rows {
        let rates = [rendered, queries].map(|count| count / ms / 1e3);
        let times = [ms, gpu, rates[0], rates[1]].map(Into::into);
        table.row([name.into(), rendered.into(), queries.into()].into_iter().chain(times));
    }
    steps.at(1, 1)?;
    let outcome = Outcome::default().table(table.without_empty());
    Ok(super::breaking::labels(bench).into_iter().fold(outcome, Outcome::label))
}

/// The statements about section 6.
pub(crate) fn tell_6_rates(data: &Data<'_>) -> Told {
    let table = data.first();
    let [triangles, queries] = ["triangles", "queries"].map(|title| table.numbers(title));
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
    let least = |numbers: &[f64]| numbers.iter().copied().fold(f64::NAN, f64::min);
    let most = |numbers: &[f64]| numbers.iter().copied().fold(f64::NAN, f64::max);
    let (all, gpu) = (table.sum("time of passes"), table.sum("GPU at work"));
    let source = "section 6";
    Told::default()
        .plot("", plot)
        .row(Published::new("triangles drawn", 40.0, "M/s", source).measured(Said::span(&triangles)))
        .row(Published::new("occlusion queries", 1.2, "M/s", source).measured(Said::span(&queries)))
        .claim(Claim::tests(
            Kind::Measured,
            &[("least", least(&triangles)), ("most", most(&triangles))],
            least(&triangles) > 40.0,
            [
                "The published pipeline draws {least} to {most} million triangles a second of its passes, more than the paper's 40 million on all scenes.",
                "The published pipeline draws {least} to {most} million triangles a second of its passes, not more than the paper's 40 million on all scenes.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Measured,
            &[("least", least(&queries)), ("most", most(&queries))],
            least(&queries) > 1.2,
            [
                "It makes {least} to {most} million queries a second, more than the paper's 1.2 million.",
                "It makes {least} to {most} million queries a second, not more than the paper's 1.2 million. Passes are timed by this machine's clock, with all that is between two draws.",
            ],
        ))
        .claim(
            Claim::tests(
                Kind::Measured,
                &[("all", all), ("gpu", gpu), ("part", 100.0 * gpu / all)],
                gpu > 0.5 * all,
                [
                    "The GPU is at work for {gpu} of {all} ms ({part} %): the rates are those of drawing.",
                    "The GPU is at work for {gpu} of {all} ms ({part} %): the rates are those of the host and of waiting, not of drawing.",
                ],
            )
            .unknown("Whether the GPU, the host or waiting for queries limits these rates was not recorded."),
        )
}
