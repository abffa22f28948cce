//! Figure 3.5: impact maps, and what they lose.

use super::particles::{Flight, converted, few};
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told};
use allide_io::plot::Axis;
use allide_particles::Impact;
use allide_particles::map::{self, Full, Rule};
use allide_particles::picture::{HeatMap, map_picture};

/// Titles of what maps for each frame lose, and what one map of the whole flight does.
const OF_FRAMES: &str = "lost, a map for each frame";
const OF_FLIGHT: &str = "lost, one map of the whole flight";

/// Pixels that were hit and impacts that were lost: covered by others in a pixel, or followed by another of the same particle.
#[derive(Debug, Default, PartialEq)]
struct Maps {
    hit: u64,
    covered: u64,
    repeated: u64,
}

impl Maps {
    /// Maps as published of these impacts, one for each part of the time; parts follow each other.
    fn of(impacts: &[Impact], parts: &[std::ops::Range<f64>], side: u32) -> Self {
        let fastest = impacts.iter().map(|impact| impact.speed).fold(f64::MIN_POSITIVE, f64::max);
        let mut sums = Self::default();
        for (place, part) in parts.iter().enumerate() {
            // What happens at the very end belongs to the last part.
            let is_last = place + 1 == parts.len();
            let is_own = |impact: &&Impact| part.contains(&impact.time) || is_last && impact.time >= part.end;
            let own: Vec<Impact> = impacts.iter().filter(is_own).copied().collect();
            let map = map::Published::draw(&own, part.clone(), [side, side], fastest, map::Blend::Overwrite);
            sums.hit += map.pixels.iter().filter(|pixel| pixel[3] > 0).count() as u64;
            sums.covered += map.losses.covered;
            sums.repeated += map.losses.repeated;
        }
        sums
    }

    fn lost(&self) -> u64 {
        self.covered + self.repeated
    }
}

/// Figure 3.5.
pub(crate) fn figure_3_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let flight = Flight::new(bench, "table")?;
    let scene = flight.simulation.scene();
    let top = scene.colliders.iter().position(|collider| collider.name == "table top");
    let top = top.expect("the table of the built-in scene has a top") as u32;
    let own: Vec<Impact> = flight.impacts.iter().filter(|impact| impact.collider == top).copied().collect();
    let count = (flight.end * scene.frame_rate).ceil().max(1.0) as usize;
    let at = |frame: usize| (frame as f64 / scene.frame_rate).min(flight.end);
    let frames: Vec<std::ops::Range<f64>> = (0..count).map(|frame| at(frame)..at(frame + 1)).collect();
    let whole = [0.0..flight.end];
    let mut table = Table::new("").counts(["pixels a side", "impacts", "frames", "pixels hit", OF_FRAMES]);
    table = table.counts(["pixels hit, one map", "covered, one map", "repeated, one map", OF_FLIGHT]);
    for side in [8_u32, 16, 32, 64, 128, 256, 512] {
        let [each, one] = [&frames[..], &whole].map(|parts| Maps::of(&own, parts, side));
        for maps in [&each, &one] {
            assert_eq!(maps.hit + maps.lost(), own.len() as u64, "an impact is in a pixel or lost");
        }
        let counts = [each.hit, each.lost(), one.hit, one.covered, one.repeated, one.lost()].map(Into::into);
        table.row([side.into(), own.len().into(), count.into()].into_iter().chain(counts));
    }
    steps.at(1, 2)?;
    let size = [96, 54];
    let map = Full::draw(&own, top, size, Rule::Count);
    let mut ours = Table::new("ours").column("sum of all cells", "");
    ours.row([map.values().flatten().sum::<f64>().into()]);
    let heat = map_picture(&HeatMap::new(size, map.values(), "impacts on the table top"));
    Ok(Outcome::default()
        .picture("map", "Impacts on the table top: our map counts them", converted(heat))
        .picture("frame", "The table", flight.frame(bench, 0.7)?)
        .table(table)
        .table(ours)
        .label(few(bench)))
}

/// The statements about figure 3.5.
pub(crate) fn tell_3_5(data: &Data<'_>) -> Told {
    let table = data.first();
    let axes = [Axis::logarithmic("pixels along a side of the map"), Axis::linear("impacts")];
    let plot = table.plot(
        "Impact maps of one rectangle (figure 3.5)",
        axes,
        "pixels a side",
        &["impacts", OF_FRAMES, OF_FLIGHT],
    );
    let [coarse, fine] = [8.0, 512.0].map(|side| table.those("pixels a side", |own| own == side));
    let (all, frames) = (table.last("impacts"), table.last("frames"));
    let sum = data.table("ours").last("sum of all cells");
    let theirs = "one may mask another";
    let row = |what: &str| Published::new(what, theirs, "", "section 3.4.3");
    Told::default()
        .plot("", plot)
        .row(row("impacts lost by maps of 8², one for each frame").counted(coarse.last(OF_FRAMES)))
        .row(row("impacts lost by maps of 512², one for each frame").counted(fine.last(OF_FRAMES)))
        .row(row("impacts lost by our own map").counted(all - sum))
        .claim(Claim::tests(
            Kind::Counted,
            &[("frames", frames), ("all", all), ("coarse", coarse.last(OF_FRAMES)), ("fine", fine.last(OF_FRAMES))],
            coarse.last(OF_FRAMES) > fine.last(OF_FRAMES),
            [
                "As published, a map for each of {frames} frames, maps of 8 by 8 pixels lose {coarse} of {all} impacts on the table top, and maps of 512 by 512 lose {fine}: finer maps lose fewer.",
                "As published, a map for each of {frames} frames, maps of 8 by 8 pixels lose {coarse} of {all} impacts on the table top, and maps of 512 by 512 lose {fine}.",
            ],
        ))
        .claim(Claim::states(
            Kind::Counted,
            &[
                ("coarse", coarse.last(OF_FLIGHT)),
                ("fine", fine.last(OF_FLIGHT)),
                ("repeated", fine.last("repeated, one map")),
            ],
            "One map of the whole flight would lose {coarse} and {fine}, {repeated} of them because each particle has one point.",
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("sum", sum), ("all", all)],
            sum == all,
            ["Our own map counts: its cells add up to {sum}, all impacts.", "Our own map adds up to {sum}, not to the {all} impacts."],
        ))
}
