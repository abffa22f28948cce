//! Figures 9 to 12: what each pass takes, and leaves.

use super::{Body, RESOLUTION, pruned, published};
use crate::outcome::shown;
use crate::{Bench, Error, Line, Outcome, Published, Steps, Table, look, within};
use allide::Method;
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::triangle_count;

fn resolution(bench: &Bench) -> u32 {
    bench.size(64, RESOLUTION, RESOLUTION)
}

/// The passes over a body: triangles before and after each, and times.
fn passes(bench: &mut Bench, body: Body) -> Result<Table, Error> {
    let scene = body.scene(bench, bench.size(600, body.least(), body.least())).made;
    let (answer, _) = pruned(bench, &scene, resolution(bench))?;
    let all = triangle_count(&scene) as f64;
    let mut table = Table::new("")
        .counts([
            "body",
            "pass",
            "level",
            "views",
            "draws",
            "queries",
            "triangles rendered",
            "parts left",
            "triangles before",
            "triangles left",
        ])
        .column("triangles pruned so far", "%")
        .measured("time", "ms")
        .measured("time so far", "%");
    let total = answer.pass_ms.iter().sum::<f64>();
    let (mut before, mut spent) = (all, 0.0);
    for (number, pass) in answer.passes().iter().enumerate() {
        let ms = answer.pass_ms.get(number).copied().unwrap_or(f64::NAN);
        spent += ms;
        let left = pass.triangles as f64;
        table.row([
            body.name().into(),
            (number + 1).into(),
            pass.level.into(),
            pass.views.into(),
            pass.draws.into(),
            pass.queries.into(),
            pass.rendered.into(),
            pass.parts.into(),
            before.into(),
            left.into(),
            (100.0 * (all - left) / all).into(),
            ms.into(),
            (100.0 * spent / total).into(),
        ]);
        before = left;
    }
    Ok(table)
}

fn label(bench: &Bench, body: Body) -> String {
    let own = bench.size(600, body.least(), body.least());
    bench.reduced(own, body.least(), "triangles")
}

/// Figure 9.
pub(crate) fn figure_9(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    each(bench, steps, Body::Bunny, ["9", "figure 9, section 6"])
}

/// Figure 10.
pub(crate) fn figure_10(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    each(bench, steps, Body::Cows, ["10", "figure 10, section 6"])
}

fn each(
    bench: &mut Bench,
    steps: &Steps<'_>,
    body: Body,
    [figure, source]: [&'static str; 2],
) -> Result<Outcome, Error> {
    steps.at(0, 1)?;
    let table = passes(bench, body)?;
    steps.at(1, 1)?;
    let count = table.rows.len() as f64;
    let plot = Plot {
        title: format!("Each pass over the {} (figure {figure})", body.name()),
        x: Axis::linear("pass"),
        y: Axis::logarithmic("triangles; time [µs]"),
        series: vec![
            Series::new("triangles rendered", table.points("pass", "triangles rendered")),
            Series::new("triangles left", table.points("pass", "triangles left")),
            Series::new("time [µs]", table.points("pass", "time").into_iter().map(|[pass, ms]| [pass, 1e3 * ms])),
        ],
    };
    let (first, last) = (table.numbers("triangles before"), table.numbers("triangles left"));
    let [before, after] = [first.first(), last.last()].map(|number| number.copied().unwrap_or(f64::NAN));
    let paragraph = format!(
        "The paper plots the time and the triangles rendered of each pass, and says that they need not depend linearly on each \
         other, because the number of queries differs. Our {} passes take {} of {} triangles away. Times are medians of runs after \
         the first, which compiles.",
        shown(count),
        shown(before - after),
        shown(before)
    );
    let linear = Line::through(&table.points("triangles rendered", "time"));
    let published = [
        Published::new("triangles", body.least() as f64, "", source).ours(before),
        Published::new("time against triangles rendered", "not necessarily linear", "", source)
            .timed(format!("a line explains {:.0} %", 100.0 * linear.r_squared)),
        Published::new("passes", "drawn, not given", "", source).ours(count),
    ];
    let outcome = Outcome::default().plot("", plot).table(table).published(published).paragraph(paragraph);
    Ok(outcome.label(label(bench, body)))
}

/// Figure 11.
pub(crate) fn figure_11(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let mut both: Option<Table> = None;
    let (mut series, mut said) = (Vec::new(), Vec::new());
    for (place, body) in Body::BOTH.into_iter().enumerate() {
        steps.at(place, 2)?;
        let table = passes(bench, body)?;
        series.push(Series::new(body.name(), table.points("triangles pruned so far", "time so far")));
        said.push(late(&table));
        match &mut both {
            None => both = Some(table),
            Some(all) => all.rows.extend(table.rows),
        }
    }
    steps.at(1, 1)?;
    let table = both.unwrap_or_default();
    let plot = Plot {
        title: "Time against what is pruned (figure 11)".into(),
        x: Axis::linear("triangles pruned so far [%]"),
        y: Axis::linear("time so far [%]"),
        series,
    };
    let paragraph = format!(
        "For the paper's cows, the last 2 to 3 % of the triangles that are pruned take about 40 % of the time. Of ours, the last \
         3 % take {} % of the time on the cows and {} % on the bunny.",
        shown(said[1]),
        shown(said[0])
    );
    let source = "figure 11, section 6";
    let published = [
        Published::new("time for the last 3 % that are pruned, cows", 40.0, "%", source).timed(said[1]),
        Published::new("the same, bunny", "the same tendency", "%", source).timed(said[0]),
    ];
    let outcome = Outcome::default().plot("", plot).table(table).published(published).paragraph(paragraph);
    Ok(outcome.label(label(bench, Body::Bunny)).label(label(bench, Body::Cows)))
}

/// The share of the time after 97 % of what is pruned in the end was pruned.
fn late(table: &Table) -> f64 {
    let points = table.points("triangles pruned so far", "time so far");
    let end = points.last().map_or(0.0, |point| point[0]);
    100.0 - points.iter().filter(|point| point[0] <= 0.97 * end).map(|point| point[1]).fold(0.0, f64::max)
}

/// Figure 12.
pub(crate) fn figure_12(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    steps.at(0, 3)?;
    let table = passes(bench, Body::Bunny)?;
    steps.at(1, 3)?;
    let scene = Body::Bunny.scene(bench, bench.size(600, 5_000, 5_000)).made;
    let expected = bench.expected(&scene, &within(Method::Divide))?;
    let contender = published(resolution(bench))?;
    let sets = bench.keeping_sets(|bench| bench.answer(&scene, within, &contender, &expected))?;
    steps.at(2, 3)?;
    let sheet = look::sheet(bench, &scene, sets.passes());
    steps.at(1, 1)?;
    let axes = [Axis::linear("pass"), Axis::logarithmic("triangles left")];
    let plot = table.plot("What each pass leaves of the bunny (figure 12)", axes, "pass", &["triangles left"]);
    let left = table.numbers("triangles left");
    let text: Vec<String> = left.iter().map(|&count| shown(count)).collect();
    let paragraph = format!(
        "The paper shows the bunny in the process of pruning, the model first and then the set that each call leaves. Ours is \
         drawn in the same way, from where everything would be seen. After each of our passes, this many of {} triangles are left: {}.",
        shown(triangle_count(&scene) as f64),
        text.join(", ")
    );
    let pictures = sets.passes().iter().filter(|pass| !pass.left.is_empty()).count();
    let published = [Published::new("the set after each pass", "drawn", "", "figure 12")
        .ours(format!("drawn, {pictures} of {} that are not empty", left.len()))];
    let outcome = Outcome::default().picture("sets", "The bunny, and what each pass leaves", sheet).plot("", plot);
    Ok(outcome.table(table).published(published).paragraph(paragraph).label(label(bench, Body::Bunny)))
}
