//! Runs, compares and times.

use super::Job;
use crate::Failure;
use crate::table::median;
use allide::adapter::{Choice, Description, Kind};
use allide::{
    Cover, Device, Engine, Error, Guarantee, Method, Offset, Overlaps, Reduction, Report, Scene, SelfOverlaps,
    TrianglePair, Views,
};
use allide_scenes::suite::{Findings, Way};
use std::time::{Duration, Instant};

/// The clock of a GPU that had nothing to do takes so long to come up.
const WARM_UP: Duration = Duration::from_millis(150);

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    Between,
    Within,
}

impl Ask {
    pub fn run(self, engine: &mut Engine, scene: &Scene, method: Method) -> Result<Report<TrianglePair>, Error> {
        match self {
            Ask::Between => engine.run(scene, &Overlaps::new().with_duplicates().method(method)),
            Ask::Within => engine.run(scene, &SelfOverlaps::of_all().method(method)),
        }
    }
}

/// The method in code, and the device where there are several.
pub fn shown(way: &Way) -> String {
    match way.method.devices() {
        [_] => format!("`{}`", way.method),
        _ => format!("`{}`, {}", way.method, way.device),
    }
}

/// Views as large, reduced in both ways.
pub fn both(resolution: Option<u32>) -> [Views; 2] {
    [Reduction::OrderFree, Reduction::Ordered].map(|reduction| Views { resolution, reduction })
}

/// Method `far` by cells.
pub fn far(resolution: Option<u32>) -> Method {
    Method::Far { resolution, cover: Cover::Cells }
}

/// An answer that was compared with the exact one, and what it took.
pub struct Timed {
    pub report: Report<TrianglePair>,
    /// True pairs that it has not.
    pub missed: usize,
    pub wall: f64,
    pub gpu_ms: Option<f64>,
}

impl Timed {
    /// `all`, or how many are missing.
    pub fn verdict(&self) -> String {
        match self.missed {
            0 => "all".into(),
            missed => format!("misses {}", crate::table::grouped(missed)),
        }
    }

    /// Draws of all passes.
    pub fn draws(&self) -> u64 {
        self.report.run.stats.gpu.iter().flat_map(|gpu| gpu.passes()).map(|pass| pass.draws).sum()
    }

    /// Object pairs that the last pass left; none of methods without passes.
    pub fn pairs_left(&self) -> Option<u64> {
        let stats = &self.report.run.stats;
        match stats.gpu.as_ref()?.passes().last() {
            // Where no boxes meet there is nothing to look at.
            None => (stats.object_candidates == 0).then_some(0),
            Some(last) => Some(last.pairs),
        }
    }
}

/// The engines, and whether all was right so far.
pub struct Bench {
    gpu: Engine,
    cpu: Engine,
    runs: usize,
    is_software: bool,
    has_conservative: bool,
    wrong: Vec<String>,
}

impl Bench {
    pub fn open(adapter: &Description, job: &Job) -> Result<Self, Failure> {
        Ok(Self {
            gpu: Engine::gpu(Choice::Any)?,
            cpu: Engine::cpu(),
            runs: job.runs.unwrap_or(if job.small { 3 } else { 7 }),
            is_software: adapter.kind == Kind::Software,
            has_conservative: adapter.conservative_raster,
            wrong: Vec::new(),
        })
    }

    pub fn threads(&self) -> usize {
        self.cpu.threads()
    }

    pub fn runs(&self) -> usize {
        self.runs
    }

    /// How long to run before measuring, besides the run that is compared. Software has no clock of its own.
    pub fn warm_up(&self) -> Duration {
        if self.is_software { Duration::ZERO } else { WARM_UP }
    }

    /// How many frames of a motion to look at.
    pub fn frames(&self, job: &Job) -> usize {
        job.frames.unwrap_or(if self.is_software { 4 } else { 16 })
    }

    /// `far` with each cover that the adapter has.
    pub fn covers(&self, resolution: Option<u32>) -> Vec<Way> {
        let free = Reduction::OrderFree;
        let offsets = [Offset::Uobb, Offset::Bounded, Offset::Exact].map(|offset| Cover::Offset(offset, free));
        let hardware = self.has_conservative.then_some(Cover::Conservative(free));
        let covers = [Cover::Cells].into_iter().chain(hardware).chain(offsets);
        covers.map(|cover| Way::gpu(Method::Far { resolution, cover })).collect()
    }

    /// The right answer.
    pub fn expected(&mut self, scene: &Scene, ask: Ask) -> Result<Report<TrianglePair>, Failure> {
        Ok(ask.run(&mut self.cpu, scene, Method::Divide)?)
    }

    /// Compares the answer with the right one, then times it; nothing if this way is not possible here, which is told.
    pub fn time(
        &mut self,
        scene: &Scene,
        ask: Ask,
        way: &Way,
        expected: &Report<TrianglePair>,
    ) -> Result<Option<Timed>, Failure> {
        let (runs, warm_up) = (self.runs, self.warm_up());
        let engine = self.engine(way);
        let report = match ask.run(engine, scene, way.method) {
            Ok(report) => report,
            Err(error) => {
                eprintln!("{}: {error}", shown(way));
                return Ok(None);
            }
        };
        let (mut walls, mut gpu_times) = (Vec::new(), Vec::new());
        let mut moved = scene.clone();
        let start = Instant::now();
        while start.elapsed() < warm_up {
            renew(&mut moved)?;
            ask.run(engine, &moved, way.method)?;
        }
        for _ in 0..runs {
            renew(&mut moved)?;
            let report = ask.run(engine, &moved, way.method)?;
            walls.push(report.run.stats.total_ms);
            let stages = report.run.stats.gpu.map(|gpu| gpu.stages).unwrap_or_default();
            let own = stages.iter().filter(|stage| stage.name != "upload");
            gpu_times.extend((!stages.is_empty()).then(|| own.map(|stage| stage.ms).sum::<f64>()));
        }
        let missed = self.compare(&report, expected, way);
        let gpu_ms = (!gpu_times.is_empty()).then(|| median(&mut gpu_times));
        Ok(Some(Timed { report, missed, wall: median(&mut walls), gpu_ms }))
    }

    fn engine(&mut self, way: &Way) -> &mut Engine {
        match way.device {
            Device::Cpu => &mut self.cpu,
            _ => &mut self.gpu,
        }
    }

    /// How many pairs are missing; what must not be is noted.
    fn compare(&mut self, report: &Report<TrianglePair>, expected: &Report<TrianglePair>, way: &Way) -> usize {
        let [found, right] = [report, expected].map(|report| Findings::from(report).listed());
        let extra = found.iter().filter(|pair| right.binary_search(pair).is_err()).count();
        let missed = right.iter().filter(|pair| found.binary_search(pair).is_err()).count();
        if extra > 0 || missed > 0 && way.method.guarantee() == Guarantee::Exact {
            let note = format!("{}: {missed} missed, {extra} too many", shown(way));
            println!("\n**WRONG**: {note}\n");
            self.wrong.push(note);
        }
        missed
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

/// Gives all objects positions that are new in memory, as deforming objects have.
fn renew(scene: &mut Scene) -> Result<(), Error> {
    for id in scene.ids() {
        let positions = scene.objects()[id.index()].mesh().positions();
        scene.set_positions(id, positions.iter().map(|point| point.to_array()).collect())?;
    }
    Ok(())
}
