//! The synthesis of section 6.1: slices, multipliers, levels.

use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told};
use allide_chip::Config;
use allide_chip::rtl::{Counts, script, verilog};
use allide_files::Workplace;
use allide_io::plot::{Axis, Plot, Series};
use std::process::Command;

/// Of a Virtex II XC2V6000.
const SLICES: f64 = 33_792.0;

/// Multipliers of 18 by 18 bits that a pipeline of twelve products takes: words that are wider are divided in two.
fn multipliers(config: &Config) -> usize {
    12 * if config.bits > config.multiplier_bits { 4 } else { 1 }
}

/// What Yosys counts; nothing if it is not there.
fn counted(config: &Config) -> Result<Option<Counts>, Error> {
    let folder = Workplace::new()?;
    std::fs::write(folder.path().join("overlap.v"), verilog(config)?)?;
    let output = Command::new("yosys").args(["-p", &script("overlap.v")]).current_dir(folder.path()).output();
    // Whatever it lacks, it cannot count.
    Ok(output.ok().and_then(|output| Counts::parse(&String::from_utf8_lossy(&output.stdout))))
}

/// Section 6.1.
pub(crate) fn synthesis(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let machines: Vec<[usize; 2]> = bench.size(
        vec![[6, 9], [6, 12]],
        vec![[6, 9], [6, 18], [6, 19], [6, 27], [6, 35]],
        vec![[6, 9], [6, 18], [6, 19], [6, 27], [6, 35], [24, 9], [24, 18], [24, 19], [24, 27], [24, 35]],
    );
    let mut table = Table::new("")
        .counts(["faces", "bits", "multipliers of the datapath"])
        .counts(["multipliers", "look-up tables", "flip-flops", "levels", "slices at least"])
        .column("slices", "%");
    let mut is_there = true;
    for (place, &[faces, bits]) in machines.iter().enumerate() {
        steps.at(place, machines.len())?;
        let config = Config { faces, bits: bits as u32, ..Config::fpga2006() };
        let counts = if is_there { counted(&config)? } else { None };
        is_there = counts.is_some();
        let of = |count: fn(&Counts) -> u64| counts.as_ref().map_or(f64::NAN, |counts| count(counts) as f64);
        let slices = of(Counts::fewest_slices);
        let parts = [of(|counts| counts.multipliers), of(|counts| counts.luts), of(|counts| counts.flip_flops)];
        let first = [faces.into(), bits.into(), multipliers(&config).into()];
        let rest = [of(|counts| counts.levels), slices, 100.0 * slices / SLICES];
        table.row(first.into_iter().chain(parts.into_iter().chain(rest).map(Into::into)));
    }
    steps.at(1, 1)?;
    let has_all = machines.contains(&[24, 35]);
    let yosys =
        if is_there { "" } else { "not on this machine: slices and look-up tables need Yosys, which is not installed" };
    let reduced = if has_all { "" } else { "reduced: 6-DOPs in place of 24-DOPs, whose synthesis takes minutes" };
    Ok(Outcome::default().table(table.without_empty()).label(yosys).label(reduced))
}

/// The statements about section 6.1.
pub(crate) fn tell_synthesis(data: &Data<'_>) -> Told {
    let table = data.first();
    let of_faces = |faces: f64| table.those("faces", |own| own == faces);
    let published_one = of_faces(24.0).those("bits", |bits| bits == 35.0);
    let (slices, share) = (published_one.last("slices at least"), published_one.last("slices"));
    let mut series = Vec::new();
    for (faces, name) in [(6.0, "slices at least, 6-DOPs"), (24.0, "slices at least, 24-DOPs")] {
        let points = of_faces(faces).points("bits", "slices at least");
        if !points.is_empty() {
            series.push(Series::new(name, points));
        }
    }
    series
        .push(Series::new("multipliers of the datapath", of_faces(6.0).points("bits", "multipliers of the datapath")));
    let plot = Plot {
        title: "Parts that the datapath takes (section 6.1)".into(),
        x: Axis::linear("bits of a word"),
        y: Axis::logarithmic("parts of a Virtex II"),
        series,
    };
    let source = "section 6.1";
    let parts = "not given; twelve products of words in two parts";
    let model = table.numbers("multipliers of the datapath");
    let counted = table.numbers("multipliers");
    let same = model.iter().zip(&counted).filter(|(model, counted)| model == counted).count() as f64;
    let rows = if counted.is_empty() { f64::NAN } else { counted.len() as f64 };
    Told::default()
        .plot("", plot)
        .row(Published::new("multipliers of 18 bits, words of 35 bits", parts, "", source).given(model.last().copied().unwrap_or(f64::NAN)))
        .row(Published::new("slices", 7_278.0, "", source).counted(slices))
        .row(Published::new("slices", 21.0, "%", source).counted(share))
        .row(Published::new("clock", 111.117, "MHz", source))
        .claim(
            Claim::tests(
                Kind::Counted,
                &[("same", same), ("rows", rows)],
                same == rows,
                [
                    "Yosys counts as many multipliers as the datapath was drawn with, for {same} of {rows} machines.",
                    "Yosys counts other multipliers than the datapath was drawn with: as many for {same} of {rows} machines.",
                ],
            )
            .unknown("Without Yosys, multipliers are not counted but known from how the datapath is drawn."),
        )
        .claim(
            Claim::tests(
                Kind::Counted,
                &[("slices", slices), ("share", share)],
                slices > 0.5 * 7_278.0 && slices < 2.0 * 7_278.0,
                [
                    "The paper's pipeline takes 7,278 of 33,792 slices, 21 %; ours {slices} at least, {share} %, which is about as many. Nothing is placed and routed, so there is no clock to compare.",
                    "The paper's pipeline takes 7,278 of 33,792 slices, 21 %; ours {slices} at least, {share} %, which is not about as many. Nothing is placed and routed, so there is no clock to compare.",
                ],
            )
            .unknown("The paper's pipeline takes 7,278 of 33,792 slices, 21 %. Those of ours were not counted for 24-DOPs in this run."),
        )
}
