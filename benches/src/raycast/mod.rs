//! The measurements of rays cast at edges: tables 4.1 and 4.2, figures 4.13 to 4.16 of the thesis, and how much is found.

mod cost;
mod figures;
mod found;
mod measure;

use crate::{Failure, record};
use measure::Bench;
use std::time::Instant;

pub const HELP: &str = "\
allide-bench raycast [PART]... [--quick] [--trials N] [--record]

  read       table 4.1: drawing, reading and parsing, by pixels and by queries
  exit       table 4.2: what an early exit saves
  objects    figure 4.15: time against objects
  polygons   figure 4.16: time against polygons
  pixels     time against pixels
  knots      figure 4.13: entangled knots
  many       figure 4.14: many objects
  density    pairs found against polygons of a pair
  boxes      pairs found among hundreds of boxes

  --quick     fewer and smaller steps, for a software adapter
  --trials N  random scenes for each time [100; 30 on a software adapter; 5 with --quick]
  --record    also writes a record

Without a part: all. ALLIDE_ADAPTER picks an adapter.";

type Section = fn(&mut Bench) -> Result<(), Failure>;

const PARTS: [(&str, Section); 9] = [
    ("read", cost::read),
    ("exit", cost::exit),
    ("objects", figures::objects),
    ("polygons", figures::polygons),
    ("pixels", figures::pixels),
    ("knots", found::knots),
    ("many", found::many),
    ("density", found::density),
    ("boxes", found::boxes),
];

/// Runs the parts that are asked for.
pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let (mut parts, mut quick, mut trials, mut wants_record) = (Vec::new(), false, None, false);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--quick" => quick = true,
            "--record" => wants_record = true,
            "--trials" => trials = Some(rest.next().ok_or("--trials needs a value")?.parse::<usize>()?.max(1)),
            part if PARTS.iter().any(|(name, _)| *name == part) => parts.push(part),
            _ => return Err(format!("unexpected {argument:?}\n\n{HELP}").into()),
        }
    }
    let start = Instant::now();
    let mut bench = Bench::open(quick, trials)?;
    let command = [&["raycast".to_string()], arguments].concat();
    bench.say(&format!("# Rays cast at edges\n\n{}{}", record::heading(&command), bench.heading()));
    for (_, part) in PARTS.iter().filter(|(name, _)| parts.is_empty() || parts.contains(name)) {
        part(&mut bench)?;
    }
    bench.say(&format!("\nAll of this took {:.0} s.", start.elapsed().as_secs_f64()));
    if wants_record {
        let path = record::write_as(bench.text(), &format!("{}-raycast", record::words(&bench.adapter())))?;
        println!("\nwritten to {}", path.file_name().unwrap_or_default().to_string_lossy());
    }
    Ok(())
}
