//! The synthesis of section 6.1: slices, multipliers, levels.

use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Said, Steps, Table};
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
    let last = |title: &str| table.numbers(title).last().copied().unwrap_or(f64::NAN);
    let ours = |published: Published, title: &str| match is_there && has_all {
        true => published.ours(Said::Number(last(title))),
        false => published,
    };
    let source = "section 6.1";
    let published = [
        Published::new(
            "multipliers of 18 bits, 24-DOPs and 35 bits",
            48.0,
            "",
            "section 6.1: 35-bit products of 18-bit parts",
        )
        .ours(multipliers(&Config::fpga2006()) as f64),
        ours(Published::new("slices", 7_278.0, "", source), "slices at least"),
        ours(Published::new("slices", 21.0, "%", source), "slices"),
        Published::new("clock", 111.117, "MHz", source),
    ];
    let by_faces = |faces: usize, title: &str| {
        let rows = table.numbers("faces").into_iter().zip(table.points("bits", title));
        rows.filter(|(own, _)| *own == faces as f64).map(|(_, point)| point).collect::<Vec<_>>()
    };
    let mut series = Vec::new();
    for faces in [6, 24] {
        let points = by_faces(faces, "slices at least");
        if points.iter().any(|point| point[1].is_finite()) {
            series.push(Series::new(format!("slices at least, {faces}-DOPs"), points));
        }
    }
    series.push(Series::new("multipliers of the datapath", by_faces(6, "multipliers of the datapath")));
    let plot = Plot {
        title: "Parts that the datapath takes (section 6.1)".into(),
        x: Axis::linear("bits of a word"),
        y: Axis::logarithmic("parts of a Virtex II"),
        series,
    };
    let widest = table.numbers("bits").last().copied().unwrap_or(f64::NAN);
    let counted = match is_there {
        true => format!(
            "Yosys counts at least {} slices for {}-DOPs of {} bits; it places and routes nothing, so there is no clock to compare.",
            shown(last("slices at least")),
            shown(last("faces")),
            shown(widest)
        ),
        false => "Only the multipliers are known without Yosys.".to_owned(),
    };
    let paragraph = format!(
        "The paper's pipeline takes 7,278 of 33,792 slices and 48 multipliers, because words of 35 bits are divided for 18-bit \
         multipliers. Ours takes {} multipliers. {counted}",
        multipliers(&Config::fpga2006())
    );
    let yosys =
        if is_there { "" } else { "not on this machine: slices and look-up tables need Yosys, which is not installed" };
    let reduced = if has_all { "" } else { "reduced: 6-DOPs in place of 24-DOPs, whose synthesis takes minutes" };
    Ok(Outcome::default()
        .plot("", plot)
        .table(table)
        .published(published)
        .paragraph(paragraph)
        .label(yosys)
        .label(reduced))
}
