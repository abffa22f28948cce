//! Ways to measure, and whether all was right.

use super::Job;
use crate::Failure;
use allide::adapter::{Choice, Description, Kind};
use allide::{Cover, Engine, Method, Offset, Reduction, Rendering, Views};
use allide_scenes::papers::{Measured, Timer};
use allide_scenes::suite::Way;
use std::time::Duration;

/// The clock of a GPU that had nothing to do takes so long to come up.
const WARM_UP: Duration = Duration::from_millis(150);

/// The method in code, and the device where there are several.
pub fn shown(way: &Way) -> String {
    match way.method.devices() {
        [_] => format!("`{}`", way.method),
        _ => format!("`{}`, {}", way.method, way.device),
    }
}

/// `all`, or how many are missing.
pub fn verdict(answer: &Measured) -> String {
    match answer.missed {
        0 => "all".into(),
        missed => format!("misses {}", crate::table::grouped(missed)),
    }
}

/// Millions of triangles and of queries per second; `-` for methods without passes.
pub fn rates(answer: &Measured) -> [String; 2] {
    match answer.rates() {
        Some(rates) => rates.map(|rate| format!("{rate:.2}")),
        None => ["-".into(), "-".into()],
    }
}

/// Views as large, reduced in both ways.
pub fn both(resolution: Option<u32>) -> [Views; 2] {
    [Reduction::OrderFree, Reduction::Ordered].map(|reduction| Views { resolution, reduction, ..Views::DEFAULT })
}

/// Method `far` by cells.
pub fn far(resolution: Option<u32>) -> Method {
    Method::Far { resolution, cover: Cover::Cells }
}

/// The engines, and whether all was right so far.
pub struct Bench {
    pub timer: Timer,
    is_software: bool,
    has_conservative: bool,
    wrong: Vec<String>,
}

impl Bench {
    pub fn open(adapter: &Description, job: &Job) -> Result<Self, Failure> {
        let is_software = adapter.kind == Kind::Software;
        let mut timer = Timer::new(Engine::gpu(Choice::Any)?, job.runs.unwrap_or(if job.small { 3 } else { 7 }));
        // Software has no clock of its own.
        timer.warm_up = if is_software { Duration::ZERO } else { WARM_UP };
        Ok(Self { timer, is_software, has_conservative: adapter.conservative_raster, wrong: Vec::new() })
    }

    /// How many frames of a motion to look at.
    pub fn frames(&self, job: &Job) -> usize {
        job.frames.unwrap_or(if self.is_software { 4 } else { 16 })
    }

    /// `far` with each cover that the adapter has.
    pub fn covers(&self, resolution: Option<u32>) -> Vec<Way> {
        let free = Rendering::DEFAULT;
        let offsets = [Offset::Uobb, Offset::Faces, Offset::Bounded, Offset::Exact];
        let offsets = offsets.map(|offset| Cover::Offset(offset, free));
        let hardware = self.has_conservative.then_some(Cover::Conservative(free));
        let covers = [Cover::Cells].into_iter().chain(hardware).chain(offsets);
        covers.map(|cover| Way::gpu(Method::Far { resolution, cover })).collect()
    }

    /// Notes what must not be, and says so where it is printed.
    pub fn note<'a>(&mut self, answers: impl IntoIterator<Item = &'a Measured>) {
        for answer in answers.into_iter().filter(|answer| !answer.is_right()) {
            let note = format!("{}: {} missed, {} too many", shown(&answer.way), answer.missed, answer.extra);
            println!("\n**WRONG**: {note}\n");
            self.wrong.push(note);
        }
    }

    /// Tells whether all was right.
    pub fn conclude(&self) -> bool {
        match self.wrong.len() {
            0 => println!("\nAll exact methods gave the CPU's findings, and sampled ones nothing else."),
            count => println!("\n**{count} answers were WRONG.**"),
        }
        self.wrong.is_empty()
    }
}
