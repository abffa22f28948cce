//! Figures 3 and 5 to 8 of the chip's paper, and its synthesis.

mod sensitivity;
mod synthesis;

pub(crate) use synthesis::{synthesis, tell_synthesis};

use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Said, Steps, Table, Told};
use allide_chip::Config;
use allide_chip::figures::{self, Arrangement, Scale, Sweep};
use allide_geom::Triangle;
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::shapes::headlight;

/// The triangles of the part that the paper measures with.
const PART: usize = 5_947;

/// The part.
fn part() -> Vec<Triangle> {
    triangles(&headlight(PART))
}

fn triangles(mesh: &allide::Mesh) -> Vec<Triangle> {
    mesh.triangles().iter().map(|triangle| triangle.map(|corner| mesh.positions()[corner as usize])).collect()
}

/// Fewer distances and rotations than in a full run.
fn arrangement(bench: &Bench, sweep: Sweep) -> (Arrangement, String) {
    let full = sweep.arrangement();
    let count = |arrangement: &Arrangement| arrangement.distances.len() * arrangement.turns;
    let chosen = match sweep {
        Sweep::Software => bench.size(
            Arrangement { distances: vec![0.2, 0.35, 0.5], turns: 1 },
            Arrangement { distances: (1..=8).map(|step| f64::from(step) * 0.1).collect(), turns: 4 },
            full.clone(),
        ),
        _ => bench.size(
            Arrangement { distances: vec![0.35, 0.45], turns: 1 },
            Arrangement { distances: vec![0.2, 0.3, 0.4, 0.5], turns: 3 },
            full.clone(),
        ),
    };
    let label = bench.reduced(count(&chosen), count(&full), "distances and rotations of a full run");
    (chosen, label)
}

/// Runs a sweep of the machine of the paper, which is a model in cycles.
fn swept(bench: &Bench, steps: &Steps<'_>, sweep: Sweep) -> Result<Outcome, Error> {
    let (arrangement, label) = arrangement(bench, sweep);
    steps.at(0, 1)?;
    let figure = sweep.figure(&figures::Bench::new(part(), arrangement), &Config::fpga2006())?;
    let mut table = Table::new("");
    for column in &figure.columns {
        let unit = if column.unit == "ms" { "ms, modelled" } else { column.unit };
        table = table.column(column.title.clone(), unit);
    }
    for row in &figure.rows {
        table.row(row.iter().map(|&number| number.into()));
    }
    Ok(Outcome::default().table(table).label(label))
}

/// The plot of a figure of the chip.
pub fn plot(figure: &figures::Figure) -> Plot {
    let axis = |scale: Scale, label: &str| match scale {
        Scale::Linear => Axis::linear(label),
        Scale::Logarithmic => Axis::logarithmic(label),
    };
    let drawn = figure.columns.iter().enumerate().skip(1).filter(|(_, column)| column.is_drawn);
    let series = drawn
        .map(|(index, column)| Series::new(column.title.clone(), figure.rows.iter().map(|row| [row[0], row[index]])));
    let [x, y] = figure.scales;
    Plot { title: figure.title.clone(), x: axis(x, &figure.x), y: axis(y, &figure.y), series: series.collect() }
}

/// The x of the row with the least number of a column.
fn best(table: &Table, x: &str, title: &str) -> f64 {
    let points = table.points(x, title).into_iter().filter(|point| point[1].is_finite());
    points.min_by(|p, q| p[1].total_cmp(&q[1])).map_or(f64::NAN, |point| point[0])
}

/// Figure 3.
pub(crate) fn figure_3(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let outcome = swept(bench, steps, Sweep::Bits)?;
    steps.at(1, 1)?;
    Ok(outcome)
}

/// The statements about figure 3.
pub(crate) fn tell_3(data: &Data<'_>) -> Told {
    let (table, x) = (data.first(), "bits of a word");
    let axes = [Axis::linear("bits of a word, sign included"), Axis::linear("time of a query [ms], modelled")];
    let fastest = best(&table, x, "mean time");
    let widest = |bursts: f64| {
        table.those("bursts of a node", |own| own <= bursts).numbers(x).into_iter().fold(f64::NAN, f64::max)
    };
    let (one, two) = (widest(1.0), widest(2.0));
    let source = "figure 3, section 4.3";
    Told::default()
        .plot("", table.plot("Time against the width of words (figure 3), modelled", axes, x, &["mean time"]))
        .row(Published::new("word that is fastest, sign included", 19.0, "bits", "section 6.1").fitted(fastest))
        .row(Published::new("bits after the point that one burst holds", 18.0, "bits", source).fitted(one - 1.0))
        .row(Published::new("bits after the point that two bursts hold", 40.0, "bits", source).fitted(two - 1.0))
        .claim(Claim::tests(
            Kind::Fitted,
            &[("one", one - 1.0), ("two", two - 1.0), ("word", one)],
            one == 19.0 && two == 41.0,
            [
                "The paper does not say how many bits the links of a node have. We chose 40, of the 33 to 40 with which a second burst is read beyond {one} bits after the point and a third beyond {two}, as published; so these limits are no result.",
                "With our links of a node, a second burst is read beyond {one} bits after the point and a third beyond {two}; the paper has 18 and 40.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Modelled,
            &[("fastest", fastest), ("one", one)],
            fastest == one,
            [
                "Words of {fastest} bits with their sign are the fastest: the widest that one burst holds. Section 6.1 says 19, and section 4.3 18 after the point, which are 19 with the sign.",
                "Words of {fastest} bits with their sign are the fastest, not the widest that one burst holds, {one}; section 6.1 says 19.",
            ],
        ))
}

/// Figure 5.
pub(crate) fn figure_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let outcome = swept(bench, steps, Sweep::Separation)?;
    steps.at(1, 1)?;
    Ok(outcome)
}

/// The statements about figure 5.
pub(crate) fn tell_5(data: &Data<'_>) -> Told {
    let (table, x) = (data.first(), "axes tested before");
    let axes = [Axis::linear(x), Axis::linear("pairs that the next axis separates [%]")];
    let mean = |from: f64, to: f64| {
        let own = table.those(x, |axis| from <= axis && axis < to);
        let shares: Vec<f64> = own.numbers("share of pairs").into_iter().filter(|share| share.is_finite()).collect();
        shares.iter().sum::<f64>() / shares.len() as f64
    };
    let [first, middle, last] = [mean(0.0, 6.0), mean(6.0, 24.0), mean(24.0, 64.0)];
    let source = "figure 5, section 5.3";
    let row = |what: &str| Published::new(what, "less with every axis", "%", source);
    Told::default()
        .plot("", table.plot("The next axis (figure 5)", axes, x, &["share of pairs"]))
        .row(row("pairs that an axis separates, of the first six").counted(first))
        .row(row("pairs that an axis separates, after 24").counted(last))
        .claim(Claim::tests(
            Kind::Counted,
            &[("first", first), ("middle", middle), ("last", last)],
            first > middle && middle > last,
            [
                "The more axes have been tested, the less probable it is that another one separates, as in the paper: {first} % each of the first six in the mean, {middle} % up to 24, {last} % after.",
                "It is not so that each axis is less probable to separate than those before: {first} % each of the first six in the mean, {middle} % up to 24, {last} % after.",
            ],
        ))
}

/// Figure 6.
pub(crate) fn figure_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let outcome = swept(bench, &steps.part(0, 2), Sweep::Axes)?;
    let (arrangement, _) = arrangement(bench, Sweep::Axes);
    let table = sensitivity::axes(bench, &steps.part(1, 2), &arrangement)?;
    steps.at(1, 1)?;
    Ok(outcome.table(table))
}

/// The statements about figure 6.
pub(crate) fn tell_6(data: &Data<'_>) -> Told {
    let (table, x) = (data.first(), "axes per pair, n");
    let axes = [Axis::linear(x), Axis::linear("time of a query [ms], modelled")];
    let plot = table.plot(
        "Time against the number of axes (figure 6), modelled",
        axes,
        x,
        &["testing on", "n axes and no more"],
    );
    let (with, without) = (best(&table, x, "testing on"), best(&table, x, "n axes and no more"));
    let source = "figure 6, section 5.3";
    let told = Told::default()
        .plot("", plot)
        .row(Published::new("number of axes that is fastest", 24.0, "axes", source).modelled(without))
        .row(Published::new("the same, testing on while loading", "not given", "axes", source).modelled(with))
        .claim(Claim::tests(
            Kind::Modelled,
            &[("without", without), ("with", with)],
            without == 24.0,
            [
                "On our part, {without} axes are the fastest, as in the paper, {with} where one tests on while loading.",
                "On our part, {without} axes are the fastest, not the paper's 24, and {with} where one tests on while loading.",
            ],
        ));
    sensitivity::tell_axes(data, told, source)
}

/// Figure 7.
pub(crate) fn figure_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let outcome = swept(bench, steps, Sweep::TestOn)?;
    steps.at(1, 1)?;
    Ok(outcome)
}

/// The statements about figure 7.
pub(crate) fn tell_7(data: &Data<'_>) -> Told {
    let (table, x) = (data.first(), "axes per pair, n");
    let gains = table.numbers("less time, mean");
    let least = gains.iter().copied().fold(f64::NAN, f64::min);
    let most =
        |keep: fn(f64) -> bool| table.those(x, keep).numbers("less time, mean").into_iter().fold(f64::NAN, f64::max);
    // A load takes 20 cycles: section 5.3.
    let (short, long) = (most(|axes| axes < 20.0), most(|axes| axes >= 20.0));
    let worst = table.numbers("least gain of a query").into_iter().fold(f64::NAN, f64::min);
    let source = "figure 7, section 5.3";
    let axes = [Axis::linear(x), Axis::linear("gain [%], modelled")];
    Told::default()
        .plot("", table.plot("Testing on while loading (figure 7), modelled", axes, x, &["less time, mean"]))
        .row(Published::new("gain of testing on while loading", "a speed-up", "%", source).modelled(Said::span(&gains)))
        .claim(Claim::tests(
            Kind::Modelled,
            &[("least", least), ("short", short), ("long", long)],
            least >= 0.0 && short > long,
            [
                "Testing on speeds up or costs nothing in the mean ({least} % at least), most where n axes take less than the 20 cycles of a load: up to {short} %, elsewhere up to {long} %.",
                "Testing on gains {least} % at least in the mean, up to {short} % where n axes take less than the 20 cycles of a load, and up to {long} % elsewhere.",
            ],
        ))
        .claim(Claim::states(
            Kind::Modelled,
            &[("slower", table.sum("slower queries")), ("all", table.sum("queries")), ("worst", 0.0 - worst)],
            "{slower} of {all} single queries are slower, by {worst} % at most.",
        ))
}

/// Figure 8.
pub(crate) fn figure_8(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let outcome = swept(bench, &steps.part(0, 2), Sweep::Software)?;
    let (arrangement, _) = arrangement(bench, Sweep::Software);
    let outcome = outcome.table(sensitivity::software(&steps.part(1, 2), &arrangement)?);
    steps.at(1, 1)?;
    let mut measured = Table::new("part").counts(["triangles"]);
    measured.row([part().len().into()]);
    Ok(outcome.table(measured))
}

/// The statements about figure 8.
pub(crate) fn tell_8(data: &Data<'_>) -> Told {
    let (table, x) = (data.first(), "distance of the centres / diameter of the part");
    let (chip, software) = ("the chip", "software on the same memory, modelled");
    let axes = [Axis::linear(x), Axis::logarithmic("time of a query [ms], modelled")];
    let plot = table.plot("All triangle pairs (figure 8), both modelled", axes, x, &[chip, software]);
    let speed_up = table.sum(software) / table.sum(chip);
    let source = "figure 8, section 6.2";
    let told = Told::default()
        .plot("", plot)
        .row(Published::new("speed-up over software", 4.0, "times", source).modelled(speed_up))
        .row(
            Published::new("triangles of the part", PART as f64, "", "section 6.2")
                .given(data.table("part").last("triangles")),
        );
    sensitivity::tell_software(data, told)
}
