//! Figures 9 to 12: what each pass takes, and leaves.

use super::bodies::leaves;
use super::{Body, MANNER, RESOLUTION, manner, pruned, published};
use crate::{Bench, Claim, Data, Error, Kind, Line, Outcome, Published, Steps, Table, Told, look, within};
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
        .counts(MANNER)
        .column("triangles pruned so far", "%")
        .measured("time", "ms")
        .measured("time so far", "%");
    let total = answer.pass_ms.iter().sum::<f64>();
    let (mut before, mut spent) = (all, 0.0);
    for (number, pass) in answer.passes().iter().enumerate() {
        let ms = answer.pass_ms.get(number).copied().unwrap_or(f64::NAN);
        spent += ms;
        let left = pass.triangles as f64;
        let [leaf, directions] = manner();
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
            leaf,
            directions,
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
    each(bench, steps, Body::Bunny)
}

/// Figure 10.
pub(crate) fn figure_10(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    each(bench, steps, Body::Cows)
}

fn each(bench: &mut Bench, steps: &Steps<'_>, body: Body) -> Result<Outcome, Error> {
    steps.at(0, 1)?;
    let table = passes(bench, body)?;
    steps.at(1, 1)?;
    Ok(Outcome::default().table(table).label(label(bench, body)))
}

/// The statements about figure 9.
pub(crate) fn tell_9(data: &Data<'_>) -> Told {
    tell_each(data, Body::Bunny, ["Each pass over the bunny (figure 9)", "figure 9, section 6"])
}

/// The statements about figure 10.
pub(crate) fn tell_10(data: &Data<'_>) -> Told {
    tell_each(data, Body::Cows, ["Each pass over the cows (figure 10)", "figure 10, section 6"])
}

fn tell_each(data: &Data<'_>, body: Body, [title, source]: [&'static str; 2]) -> Told {
    let table = data.first();
    let plot = Plot {
        title: title.into(),
        x: Axis::linear("pass"),
        y: Axis::logarithmic("triangles; time [µs]"),
        series: vec![
            Series::new("triangles rendered", table.points("pass", "triangles rendered")),
            Series::new("triangles left", table.points("pass", "triangles left")),
            Series::new("time [µs]", table.points("pass", "time").into_iter().map(|[pass, ms]| [pass, 1e3 * ms])),
        ],
    };
    let before = table.numbers("triangles before").first().copied().unwrap_or(f64::NAN);
    let count = table.last("pass");
    let [drawn, asked] = ["triangles rendered", "queries"].map(|title| Line::through(&table.points(title, "time")));
    Told::default()
        .plot("", plot)
        .row(Published::new("triangles", body.least() as f64, "", source).counted(before))
        .row(Published::new("passes", "drawn, not given", "", source).counted(count))
        .row(Published::new("time of a query, by a line through passes", "not given", "µs", source).measured(1e3 * asked.slope))
        .claim(Claim::states(
            Kind::Counted,
            &[("passes", count), ("gone", before - table.last("triangles left")), ("before", before)],
            "{passes} passes take {gone} of {before} triangles away.",
        ))
        .claim(Claim::tests(
            Kind::Measured,
            &[("r2", drawn.r_squared), ("slope", 1e6 * drawn.slope)],
            drawn.r_squared < 0.9 || drawn.slope < 0.0,
            [
                "The time of a pass does not grow linearly with the triangles rendered, as the paper says it need not: the line through both has a slope of {slope} ns a triangle, and R² = {r2}.",
                "The time of a pass grows linearly with the triangles rendered, though the paper says it need not: {slope} ns a triangle, R² = {r2}.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Measured,
            &[("r2", asked.r_squared), ("us", 1e3 * asked.slope), ("ms", asked.start)],
            asked.r_squared > 0.9 && asked.slope > 0.0,
            [
                "It follows the number of queries: {us} µs for each and {ms} ms more, R² = {r2}.",
                "It does not follow the number of queries either: {us} µs for each and {ms} ms more, R² = {r2}.",
            ],
        ))
        .claim(leaves(&table))
}

/// Figure 11.
pub(crate) fn figure_11(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let mut both: Option<Table> = None;
    for (place, body) in Body::BOTH.into_iter().enumerate() {
        steps.at(place, 2)?;
        let table = passes(bench, body)?;
        match &mut both {
            None => both = Some(table),
            Some(all) => all.rows.extend(table.rows),
        }
    }
    steps.at(1, 1)?;
    let outcome = Outcome::default().table(both.unwrap_or_default());
    Ok(outcome.label(label(bench, Body::Bunny)).label(label(bench, Body::Cows)))
}

/// The statements about figure 11.
pub(crate) fn tell_11(data: &Data<'_>) -> Told {
    let table = data.first();
    let of = |body: Body| table.only("body", body.name());
    let series =
        Body::BOTH.map(|body| Series::new(body.name(), of(body).points("triangles pruned so far", "time so far")));
    let plot = Plot {
        title: "Time against what is pruned (figure 11)".into(),
        x: Axis::linear("triangles pruned so far [%]"),
        y: Axis::linear("time so far [%]"),
        series: series.into(),
    };
    let source = "figure 11, section 6";
    let [bunny, cows] = Body::BOTH.map(|body| late(&of(body)));
    Told::default()
        .plot("", plot)
        .row(Published::new("time for the last 3 % that are pruned, cows, between", 40.0, "%", source).measured(cows))
        .row(Published::new("the same, bunny", "the same tendency", "%", source).measured(bunny))
        .claim(late_claim(
            cows,
            [
                "On the cows, the last 3 % of what is pruned take {low} to {high} % of the time, about the paper's 40 %.",
                "On the cows, the last 3 % of what is pruned take {low} to {high} % of the time, not the paper's 40 %.",
                "On the cows, the last 3 % of what is pruned go with other triangles in one pass, so they take something between {low} and {high} % of the time: whether the paper's 40 % cannot be told.",
            ],
        ))
        .claim(late_claim(
            bunny,
            [
                "On the bunny they take {low} to {high} %, the same tendency.",
                "On the bunny they take {low} to {high} %, another tendency.",
                "On the bunny they take something between {low} and {high} %, which leaves it open, too.",
            ],
        ))
}

fn late_claim([low, high]: [f64; 2], [follows, otherwise, open]: [&'static str; 3]) -> Claim {
    let numbers = [("low", low), ("high", high)];
    let is_open = low < 30.0 && high > 50.0 || high - low > 20.0;
    let claim = Claim::tests(Kind::Measured, &numbers, low <= 50.0 && high >= 30.0, [follows, otherwise]);
    claim.unknown(open).open_if(is_open)
}

/// The least and the largest share of the time that can have been spent after 97 % of what is pruned in the end was pruned: a pass
/// does not tell when inside it a triangle was pruned.
fn late(table: &Table) -> [f64; 2] {
    let points = table.points("triangles pruned so far", "time so far");
    let Some(&[end, _]) = points.last() else { return [f64::NAN; 2] };
    let time = |points: &[[f64; 2]]| points.iter().map(|point| point[1]).fold(0.0, f64::max);
    let before: Vec<[f64; 2]> = points.iter().copied().filter(|point| point[0] <= 0.97 * end).collect();
    let most = 100.0 - time(&before);
    let is_exact = before.last().is_some_and(|point| point[0] == 0.97 * end);
    [if is_exact { most } else { 100.0 - time(&points[..=before.len().min(points.len() - 1)]) }, most]
}

/// Figure 12.
pub(crate) fn figure_12(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    steps.at(0, 3)?;
    let mut table = passes(bench, Body::Bunny)?;
    steps.at(1, 3)?;
    let scene = Body::Bunny.scene(bench, bench.size(600, 5_000, 5_000)).made;
    let expected = bench.expected(&scene, &within(Method::Divide))?;
    let contender = published(resolution(bench))?;
    let sets = bench.keeping_sets(|bench| bench.answer(&scene, within, &contender, &expected))?;
    steps.at(2, 3)?;
    table = table.counts(["triangles drawn in the picture"]);
    let drawn = sets.passes().iter().map(|pass| pass.left.iter().map(|(_, left)| left.len()).sum::<usize>());
    table.rows.iter_mut().zip(drawn).for_each(|(row, drawn)| row.push(drawn.into()));
    let sheet = look::sheet(bench, &scene, sets.passes());
    steps.at(1, 1)?;
    let outcome = Outcome::default().picture("sets", "The bunny, and what each pass leaves", sheet).table(table);
    Ok(outcome.label(label(bench, Body::Bunny)))
}

/// The statements about figure 12.
pub(crate) fn tell_12(data: &Data<'_>) -> Told {
    let table = data.first();
    let axes = [Axis::linear("pass"), Axis::logarithmic("triangles left")];
    let plot = table.plot("What each pass leaves of the bunny (figure 12)", axes, "pass", &["triangles left"]);
    let drawn = table.numbers("triangles drawn in the picture").iter().filter(|&&count| count > 0.0).count() as f64;
    let before = table.numbers("triangles before").first().copied().unwrap_or(f64::NAN);
    Told::default()
        .plot("", plot)
        .row(Published::new("the sets after each pass, in one picture", "drawn", "sets", "figure 12").counted(drawn))
        .claim(Claim::states(
            Kind::Counted,
            &[("passes", table.last("pass")), ("before", before), ("left", table.last("triangles left"))],
            "The model and the set that each of {passes} passes leaves are drawn as in the paper, from {before} triangles down to {left}.",
        ))
        .claim(leaves(&table))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(points: &[[f64; 2]]) -> Table {
        let mut table = Table::new("").column("triangles pruned so far", "%").measured("time so far", "%");
        points.iter().for_each(|point| table.row(point.map(Into::into)));
        table
    }

    #[test]
    fn a_pass_that_prunes_most_does_not_tell_what_its_last_triangles_took() {
        // The last pass prunes from 30 to 99 % in 71 % of the time: its last 3 % take anything up to all of that.
        assert_eq!(late(&table(&[[0.0, 10.0], [30.0, 29.0], [99.0, 100.0]])), [0.0, 71.0]);
        // Where a pass of its own prunes the rest, it is known.
        assert_eq!(late(&table(&[[50.0, 20.0], [97.0, 60.0], [100.0, 100.0]])), [40.0, 40.0]);
        assert_eq!(late(&table(&[[50.0, 20.0], [98.0, 60.0], [100.0, 100.0]])), [40.0, 80.0]);
        assert!(late(&table(&[]))[0].is_nan());
    }
}
