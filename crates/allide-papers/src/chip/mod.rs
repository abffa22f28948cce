//! Figures 3 and 5 to 8 of the chip's paper, and its synthesis.

mod synthesis;

pub(crate) use synthesis::synthesis;

use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Steps, Table};
use allide_chip::Config;
use allide_chip::figures::{self, Arrangement, Scale, Sweep};
use allide_geom::Triangle;
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::shapes::headlight;

/// The triangles of the part that the paper measures with.
const PART: usize = 5_947;

/// The part.
fn part() -> Vec<Triangle> {
    let mesh = headlight(PART);
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

/// Runs a sweep and makes an outcome of it, without what was published.
fn swept(bench: &Bench, steps: &Steps<'_>, sweep: Sweep) -> Result<(figures::Figure, Outcome), Error> {
    let (arrangement, label) = arrangement(bench, sweep);
    steps.at(0, 1)?;
    let figure = sweep.figure(&figures::Bench::new(part(), arrangement), &Config::fpga2006())?;
    steps.at(1, 1)?;
    let mut table = Table::new("");
    for column in &figure.columns {
        table = table.column(column.title.clone(), column.unit);
    }
    for row in &figure.rows {
        table.row(row.iter().map(|&number| number.into()));
    }
    let outcome =
        Outcome::default().plot("", plot(&figure)).table(table).paragraph(figure.notes.join(" ")).label(label);
    Ok((figure, outcome))
}

fn plot(figure: &figures::Figure) -> Plot {
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

/// Figure 3.
pub(crate) fn figure_3(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (figure, outcome) = swept(bench, steps, Sweep::Bits)?;
    let best = figure.best(1).unwrap_or(f64::NAN);
    let bursts =
        |count: f64| figure.rows.iter().filter(|row| row[2] <= count).map(|row| row[0]).fold(f64::NAN, f64::max);
    let source = "figure 3, section 4.3";
    Ok(outcome.published([
        Published::new("width of words that is fastest", [18.0, 19.0], "bits", "figure 3, sections 4.3 and 6.1")
            .ours(best),
        Published::new("widest word that one burst holds", 18.0, "bits", source).ours(bursts(1.0)),
        Published::new("widest word that two bursts hold", 40.0, "bits", source).ours(bursts(2.0)),
    ]))
}

/// Figure 5.
pub(crate) fn figure_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (figure, outcome) = swept(bench, steps, Sweep::Separation)?;
    let mean = |axes: std::ops::Range<usize>| {
        let shares: Vec<f64> =
            figure.column(1).skip(axes.start).take(axes.len()).filter(|share| share.is_finite()).collect();
        shares.iter().sum::<f64>() / shares.len().max(1) as f64
    };
    let [first, last] = [mean(0..6), mean(24..64)];
    Ok(outcome.published([Published::new(
        "pairs that the next axis separates",
        "less with every axis",
        "%",
        "figure 5, section 5.2",
    )
    .ours(format!("{} of the first six axes, {} after 24", shown(first), shown(last)))]))
}

/// Figure 6.
pub(crate) fn figure_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (figure, outcome) = swept(bench, steps, Sweep::Axes)?;
    let best = figure.best(2).unwrap_or(f64::NAN);
    let with = figure.best(1).unwrap_or(f64::NAN);
    let source = "figure 6, section 5.2";
    Ok(outcome.published([
        Published::new("number of axes that is fastest", 24.0, "axes", source).ours(best),
        Published::new("the same, testing on while loading", "not given", "axes", source).ours(with),
    ]))
}

/// Figure 7.
pub(crate) fn figure_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (figure, outcome) = swept(bench, steps, Sweep::TestOn)?;
    let gains: Vec<f64> = figure.column(1).collect();
    Ok(outcome.published([Published::new(
        "gain of testing on while loading",
        "a speed-up",
        "%",
        "figure 7, section 5.2",
    )
    .ours(crate::Said::span(&gains))]))
}

/// Figure 8.
pub(crate) fn figure_8(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (figure, outcome) = swept(bench, steps, Sweep::Software)?;
    let [chip, software] = [1, 2].map(|column| figure.column(column).sum::<f64>());
    let triangles = Published::new("triangles of the part", PART as f64, "", "section 6.2").ours(PART as f64);
    Ok(outcome.published([
        Published::new("speed-up over software", 4.0, "times", "figure 8, section 6.2").ours(software / chip),
        triangles,
    ]))
}
