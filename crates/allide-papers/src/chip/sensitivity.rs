//! How much figures 6 and 8 hang on what is not published.

use super::{best, part, triangles};
use crate::{Bench, Claim, Data, Error, Kind, Published, Said, Steps, Table, Told};
use allide_chip::Config;
use allide_chip::figures::{self, Arrangement, Software};
use allide_geom::Triangle;
use allide_io::plot::{Axis, Plot, Series};
use allide_scenes::shapes;

/// Numbers of axes that are tried.
const COUNTS: [usize; 10] = [10, 12, 16, 18, 20, 22, 24, 26, 28, 32];

/// What differs, the part, and the machine.
type Variant = (&'static str, Vec<Triangle>, Config);

/// Other parts, latencies, words and clocks than those of figure 6.
fn variants(bench: &Bench) -> Vec<Variant> {
    let usual = Config::fpga2006();
    let mut slow = usual.clone();
    slow.memory.latency = 12;
    let mut quick = usual.clone();
    quick.memory.latency = 1;
    let around = bench.size(30, 100, 149);
    vec![
        ("as in the figure", part(), usual.clone()),
        ("a blob", triangles(&shapes::blob(1, bench.size(600, 5_947, 5_947))), usual.clone()),
        ("a knot", triangles(&shapes::knot(2, 3, 0.35, around, 20)), usual.clone()),
        ("memory latency of 1 cycle", part(), quick),
        ("memory latency of 12 cycles", part(), slow),
        ("words of 19 bits", part(), Config { bits: 19, ..usual.clone() }),
        ("a clock of 50 MHz", part(), Config { clock: 50.0, ..usual }),
    ]
}

/// Times by the number of axes, without testing on, as in figure 6.
pub(super) fn axes(bench: &Bench, steps: &Steps<'_>, arrangement: &Arrangement) -> Result<Table, Error> {
    let variants = variants(bench);
    let mut table = Table::new("sensitivity").counts(["variant", "axes"]).column("time", "ms, modelled");
    table = table.column("time above the best", "%");
    for (place, (name, part, config)) in variants.iter().enumerate() {
        let bench = figures::Bench::new(part.clone(), arrangement.clone());
        let mut times = Vec::new();
        for (step, &axes) in COUNTS.iter().enumerate() {
            steps.at(place * COUNTS.len() + step, variants.len() * COUNTS.len())?;
            let config = Config { axes, more_axes: 0, test_on: false, ..config.clone() };
            let runs = bench.runs(&config)?;
            times.push(runs.iter().map(|run| run.seconds(&config) * 1e3).sum::<f64>() / runs.len() as f64);
        }
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        for (axes, time) in COUNTS.into_iter().zip(times) {
            table.row([(*name).into(), axes.into(), time.into(), (100.0 * (time / least - 1.0)).into()]);
        }
    }
    Ok(table)
}

/// The statements about other parts and machines.
pub(super) fn tell_axes(data: &Data<'_>, told: Told, source: &'static str) -> Told {
    let table = data.table("sensitivity");
    let mut names: Vec<String> = table.rows.iter().map(|row| row[0].shown()).collect();
    names.dedup();
    let each: Vec<Table> = names.iter().map(|name| table.only("variant", name)).collect();
    let bests: Vec<f64> = each.iter().map(|own| best(own, "axes", "time")).collect();
    let series =
        names.iter().zip(&each).map(|(name, own)| Series::new(name.clone(), own.points("axes", "time above the best")));
    let plot = Plot {
        title: "Other parts and machines (figure 6), modelled".into(),
        x: Axis::linear("axes per pair, n"),
        y: Axis::linear("time above the best [%], modelled"),
        series: series.collect(),
    };
    let (least, most) =
        (bests.iter().copied().fold(f64::NAN, f64::min), bests.iter().copied().fold(f64::NAN, f64::max));
    let at_24 = table.those("axes", |axes| axes == 24.0).numbers("time above the best");
    let loss = at_24.into_iter().fold(f64::NAN, f64::max);
    told.plot("sensitivity", plot)
        .row(
            Published::new("the same, other parts, latencies, words and clocks", "not given", "axes", source)
                .modelled(Said::span(&bests)),
        )
        .claim(Claim::tests(
            Kind::Modelled,
            &[("variants", names.len() as f64), ("least", least), ("most", most), ("loss", loss)],
            least == most,
            [
                "The best number is the same for all of {variants} parts and machines that are tried, {least} to {most}; 24 axes cost {loss} % more than the best at most.",
                "The best number is {least} to {most} on {variants} parts and machines that are tried, so 24 is no property of the design alone; 24 axes cost up to {loss} % more than the best.",
            ],
        ))
}

/// Speed-ups by what software is assumed to take for an axis.
pub(super) fn software(steps: &Steps<'_>, arrangement: &Arrangement) -> Result<Table, Error> {
    let config = Config::fpga2006();
    let bench = figures::Bench::new(part(), arrangement.clone());
    steps.at(0, 4)?;
    let chip: f64 = bench.runs(&config)?.iter().map(|run| run.seconds(&config)).sum();
    let usual = Software::default();
    let mut table = Table::new("sensitivity").counts(["cycles of an axis"]).column("speed-up", "times, modelled");
    let cycles = [usual.axis_cycles / 2, usual.axis_cycles, 2 * usual.axis_cycles];
    for (step, axis_cycles) in cycles.into_iter().enumerate() {
        steps.at(step + 1, 4)?;
        let software = Software { axis_cycles, ..usual };
        let seconds: f64 = bench.software(&config, &software)?.iter().sum();
        table.row([axis_cycles.into(), (seconds / chip).into()]);
    }
    Ok(table)
}

/// The statements about software.
pub(super) fn tell_software(data: &Data<'_>, told: Told) -> Told {
    let table = data.table("sensitivity");
    let speed_up = |row: usize| table.numbers("speed-up").get(row).copied().unwrap_or(f64::NAN);
    let cycles = |row: usize| table.numbers("cycles of an axis").get(row).copied().unwrap_or(f64::NAN);
    let axes = [Axis::linear("cycles of an axis in software, assumed"), Axis::linear("speed-up, modelled")];
    let plot =
        table.plot("The speed-up by what is assumed of software (figure 8)", axes, "cycles of an axis", &["speed-up"]);
    let numbers = [
        ("usual", cycles(1)),
        ("speed-up", speed_up(1)),
        ("few", cycles(0)),
        ("least", speed_up(0)),
        ("many", cycles(2)),
        ("most", speed_up(2)),
    ];
    told.plot("sensitivity", plot).claim(Claim::tests(
        Kind::Modelled,
        &numbers,
        speed_up(0) > 3.5 && speed_up(2) < 4.5,
        [
            "A model of the chip against a model of software: {speed-up} times as fast with {usual} cycles an axis in software, {least} with {few} and {most} with {many}, about the paper's 4 throughout.",
            "A model of the chip against a model of software: {speed-up} times as fast with {usual} cycles an axis in software, which are assumed, {least} with {few} and {most} with {many}. The paper measured about 4 with a processor; this neither supports nor contradicts it.",
        ],
    ))
}
