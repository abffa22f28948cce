use crate::suite::{Bits, Findings, Way};
use allide::{Device, Engine, Error, Guarantee, Method, Pass, Question, Report, Scene};
use std::fmt;
use std::time::{Duration, Instant};

/// One answer: what it found, what it left, and what it took.
#[derive(Clone, Debug)]
pub struct Measured {
    /// By which method, and on what.
    pub way: Way,
    /// Findings.
    pub found: usize,
    /// True findings that it does not have.
    pub missed: usize,
    /// Findings that are not true.
    pub extra: usize,
    /// Triangle pairs left for the exact test.
    pub candidates: u64,
    /// Object pairs that the last pass left; `None` of methods without passes.
    pub pairs_left: Option<u64>,
    /// What each pass drew and left, in the last timed run: never in the first one, which compiles.
    pub passes: Vec<Pass>,
    /// From arrays in memory to sorted findings in memory, in milliseconds: the median.
    pub wall_ms: f64,
    /// By the GPU's clock without uploads, if it has one: the median.
    pub gpu_ms: Option<f64>,
}

impl Measured {
    /// Whether it is what its method promises: nothing extra, and, if exact, nothing missed.
    pub fn is_right(&self) -> bool {
        self.extra == 0 && (self.missed == 0 || self.way.method.guarantee() == Guarantee::Sampled)
    }

    /// Triangles that the last pass left.
    pub fn triangles_left(&self) -> Option<u64> {
        self.passes.last().map(|pass| pass.triangles)
    }

    /// Draws, occlusion queries and triangles of all passes together.
    pub fn drawn(&self) -> [u64; 3] {
        let sum = |of: fn(&Pass) -> u64| self.passes.iter().map(of).sum();
        [sum(|pass| pass.draws), sum(|pass| pass.queries), sum(|pass| pass.rendered)]
    }

    /// Millions of triangles and of queries per second of all passes: FAR, §6, has 40 and 1.2.
    pub fn rates(&self) -> Option<[f64; 2]> {
        let seconds: f64 = self.passes.iter().map(|pass| pass.ms).sum::<f64>() / 1e3;
        let [_, queries, rendered] = self.drawn();
        (seconds > 0.0).then(|| [rendered, queries].map(|count| count as f64 / seconds / 1e6))
    }
}

/// Engines that answer and are timed.
#[derive(Debug)]
pub struct Timer {
    gpu: Engine,
    cpu: Engine,
    /// How many runs a median is of.
    pub runs: usize,
    /// How long to run before that, besides the run that is compared: the clock of a GPU that had nothing to do takes time
    /// to come up.
    pub warm_up: Duration,
}

impl Timer {
    /// With an engine that has a GPU.
    pub fn new(gpu: Engine, runs: usize) -> Self {
        Self { gpu, cpu: Engine::cpu(), runs: runs.max(1), warm_up: Duration::ZERO }
    }

    /// Threads of the CPU.
    pub fn threads(&self) -> usize {
        self.cpu.threads()
    }

    fn engine(&mut self, way: &Way) -> &mut Engine {
        if way.device == Device::Cpu { &mut self.cpu } else { &mut self.gpu }
    }

    /// The right answer.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn expected<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Report<Q::Finding>, Error> {
        self.cpu.run(scene, question)
    }

    /// Compares the answer with the right one, then times it: all positions are new in each run, topology is not.
    ///
    /// # Errors
    /// Those of the engine: the method may not be possible here, see [`Error::is_lacking`].
    pub fn still<Q: Question>(
        &mut self,
        scene: &Scene,
        ask: impl Fn(Method) -> Q,
        way: &Way,
        expected: &Report<Q::Finding>,
    ) -> Result<Measured, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        self.repeated(scene, ask, way, expected, (true, renew))
    }

    /// The same with the same shapes in each run. Every other run is of the scene moved as a whole, back and forth, so that all
    /// poses are new.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn rigid<Q: Question>(
        &mut self,
        scene: &Scene,
        ask: impl Fn(Method) -> Q,
        way: &Way,
        expected: &Report<Q::Finding>,
    ) -> Result<Measured, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let mut turn = 0;
        let step = crate::bounds(scene).size().max_element();
        let shift = |scene: &mut Scene| {
            turn += 1;
            let way = if turn % 2 == 1 { step } else { -step };
            for id in scene.ids() {
                let pose = scene.objects()[id.index()].pose();
                let pose = crate::moved(way, 0.0, 0.0).after(pose)?;
                scene.set_pose(id, pose);
            }
            Ok(())
        };
        self.repeated(scene, ask, way, expected, (false, shift))
    }

    /// Compares one answer, and times others about the scene, changed before each, in a way that leaves it the same or not.
    fn repeated<Q: Question>(
        &mut self,
        scene: &Scene,
        ask: impl Fn(Method) -> Q,
        way: &Way,
        expected: &Report<Q::Finding>,
        (is_same, mut change): (bool, impl FnMut(&mut Scene) -> Result<(), Error>),
    ) -> Result<Measured, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let (runs, warm_up, question) = (self.runs, self.warm_up, ask(way.method));
        let engine = self.engine(way);
        let first = engine.run(scene, &question)?;
        let mut changed = scene.clone();
        let start = Instant::now();
        while start.elapsed() < warm_up {
            change(&mut changed)?;
            engine.run(&changed, &question)?;
        }
        let mut reports = Vec::with_capacity(runs);
        for _ in 0..runs {
            change(&mut changed)?;
            reports.push(engine.run(&changed, &question)?);
        }
        // What the last run found where the scene is the same: a method that learns may find less than at first.
        let compared = if is_same { reports.last().unwrap_or(&first) } else { &first };
        Ok(measured(way, compared, expected, &reports))
    }

    /// Times scenes in sequence, each once, as an engine meets them that has answered those before: whatever is new in a frame, objects
    /// and topology too, is so in the run that is timed. `make` makes them anew for each of [`Timer::runs`] sequences, and once more
    /// to warm up, so that no shape is known from the sequence before.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn sequence<Q: Question, S: Iterator<Item = Scene>>(
        &mut self,
        make: impl Fn() -> S,
        ask: impl Fn(Method) -> Q,
        way: &Way,
        expected: &[Report<Q::Finding>],
    ) -> Result<Vec<Measured>, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let (runs, question) = (self.runs, ask(way.method));
        let engine = self.engine(way);
        let mut reports: Vec<Vec<Report<Q::Finding>>> = expected.iter().map(|_| Vec::new()).collect();
        for run in 0..=runs {
            for (scene, reports) in make().zip(&mut reports) {
                let report = engine.run(&scene, &question)?;
                if run > 0 {
                    reports.push(report);
                }
            }
        }
        let all = reports.iter().zip(expected);
        Ok(all.map(|(reports, expected)| measured(way, &reports[0], expected, reports)).collect())
    }
}

/// Medians of several reports, the first compared with the right one.
fn measured<F: Bits + Copy + fmt::Debug>(
    way: &Way,
    first: &Report<F>,
    expected: &Report<F>,
    reports: &[Report<F>],
) -> Measured {
    let [mut found, mut right] = [first, expected].map(|report| {
        let listed = Findings::from(report).listed().into_iter();
        listed.map(|(a, b, finding)| (a, b, finding.bits().as_ref().to_vec())).collect::<Vec<_>>()
    });
    found.sort_unstable();
    right.sort_unstable();
    let extra = found.iter().filter(|pair| right.binary_search(pair).is_err()).count();
    let missed = right.iter().filter(|pair| found.binary_search(pair).is_err()).count();
    let last = &reports.last().unwrap_or(first).run.stats;
    let passes = last.gpu.as_ref().map(|gpu| gpu.passes().to_vec());
    let pairs_left = passes.as_ref().and_then(|passes| match passes.last() {
        // Where no boxes meet there is nothing to look at.
        None => (last.object_candidates == 0).then_some(0),
        Some(last) => Some(last.pairs),
    });
    let gpu_time = |report: &Report<F>| {
        let stages = &report.run.stats.gpu.as_ref()?.stages;
        let own = stages.iter().filter(|stage| stage.name != "upload");
        (!stages.is_empty()).then(|| own.map(|stage| stage.ms).sum::<f64>())
    };
    Measured {
        way: *way,
        found: found.len(),
        missed,
        extra,
        candidates: last.candidates,
        pairs_left,
        passes: passes.unwrap_or_default(),
        wall_ms: median(reports.iter().map(|report| report.run.stats.total_ms).collect()).unwrap_or(f64::NAN),
        gpu_ms: median(reports.iter().filter_map(gpu_time).collect()),
    }
}

/// `None` of none.
pub(super) fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// Gives all objects positions that are new in memory, as deforming objects have.
fn renew(scene: &mut Scene) -> Result<(), Error> {
    for id in scene.ids() {
        let positions = scene.objects()[id.index()].mesh().positions();
        scene.set_positions(id, positions.iter().map(|point| point.to_array()).collect())?;
    }
    Ok(())
}
