//! Who takes part in a comparison, and what an answer takes.

use crate::{Bench, Error, median};
use allide::{Engine, Guarantee, Mesh, Method, Overlaps, Pass, Question, Report, Scene, SelfOverlaps};
use allide_scenes::suite::{Bits, Findings};
use std::fmt;
use std::time::{Duration, Instant};

/// The clock of a GPU that had nothing to do takes so long to come up.
const WARM_UP: Duration = Duration::from_millis(150);
/// After so long, two runs are enough.
const ENOUGH: Duration = Duration::from_secs(4);

/// Overlaps between objects, by a method.
pub fn between(method: Method) -> Overlaps {
    Overlaps::new().with_duplicates().method(method)
}

/// Overlaps inside objects, by a method.
pub fn within(method: Method) -> SelfOverlaps {
    SelfOverlaps::of_all().method(method)
}

/// A method that takes part in a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// For headings and legends.
    pub name: String,
    /// The method, with its options.
    pub method: Method,
    /// Whether it runs on the GPU.
    pub is_gpu: bool,
    /// Whether each run has an engine that knows nothing, so that trees are built from nothing.
    pub is_fresh: bool,
}

impl Contender {
    /// By the method's text. Those that run on both devices are taken on the CPU.
    ///
    /// # Errors
    /// There is no such method.
    pub fn new(name: impl Into<String>, method: &str) -> Result<Self, Error> {
        let method: Method = method.parse()?;
        let is_gpu = !method.devices().contains(&allide::Device::Cpu);
        Ok(Self { name: name.into(), method, is_gpu, is_fresh: false })
    }

    /// The same on the GPU.
    pub fn on_gpu(self) -> Self {
        Self { is_gpu: true, ..self }
    }

    /// The same with a new engine in each run.
    pub fn fresh(self) -> Self {
        Self { is_fresh: true, ..self }
    }

    pub(crate) fn is_sampled(&self) -> bool {
        self.method.guarantee() != Guarantee::Exact
    }
}

/// The changes before each run that is timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum New {
    /// Poses, as where objects move as they are.
    Poses,
    /// Positions, as where objects deform.
    Positions,
    /// Objects and all that belongs to them, as where they break.
    Objects,
}

/// An answer, and what it took.
#[derive(Clone, Debug)]
pub struct Answer<F> {
    /// The answer that was compared.
    pub report: Report<F>,
    /// True findings that a sampled method has not.
    pub missed: usize,
    /// From arrays in memory to sorted findings in memory, in milliseconds: the median of some runs after the first, which
    /// compiles; not a number without any.
    pub ms: f64,
    /// The same of each pass, in order, for methods that have passes.
    pub pass_ms: Vec<f64>,
    /// How much of it the GPU was at work by its own clock; not a number where it has none, or did nothing.
    pub gpu_ms: f64,
}

impl<F> Answer<F> {
    /// The set that each pass left.
    pub fn passes(&self) -> &[Pass] {
        self.report.run.stats.gpu.as_ref().map(|gpu| gpu.passes()).unwrap_or_default()
    }

    /// Triangles that the last pass left.
    pub fn triangles_left(&self) -> Option<u64> {
        self.passes().last().map(|pass| pass.triangles)
    }

    /// Object pairs that the last pass left.
    pub fn pairs_left(&self) -> Option<u64> {
        let stats = &self.report.run.stats;
        match self.passes().last() {
            // Where no boxes meet there is nothing to look at.
            None => (stats.gpu.is_some() && stats.object_candidates == 0).then_some(0),
            Some(last) => Some(last.pairs),
        }
    }

    /// Draws, occlusion queries and triangles of all passes together.
    pub fn drawn(&self) -> [u64; 3] {
        let sum = |of: fn(&Pass) -> u64| self.passes().iter().map(of).sum();
        [sum(|pass| pass.draws), sum(|pass| pass.queries), sum(|pass| pass.rendered)]
    }
}

impl Bench {
    /// The right answer.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn expected<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Report<Q::Finding>, Error> {
        Ok(self.cpu.run(scene, question)?)
    }

    fn run<Q: Question>(
        &mut self,
        scene: &Scene,
        question: &Q,
        contender: &Contender,
    ) -> Result<Report<Q::Finding>, Error> {
        let engine = match (contender.is_fresh, contender.is_gpu) {
            (true, _) => &mut Engine::cpu().with_watch(&self.watch),
            (false, false) => &mut self.cpu,
            (false, true) => {
                let why = self.lacks.clone().unwrap_or_default();
                self.gpu.as_mut().ok_or(Error::Gpu(why))?
            }
        };
        Ok(engine.run(scene, question)?)
    }

    /// Compares an answer with the right one, and times nothing.
    ///
    /// # Errors
    /// Those of [`Bench::time`].
    pub fn answer<Q: Question>(
        &mut self,
        scene: &Scene,
        ask: impl Fn(Method) -> Q,
        contender: &Contender,
        expected: &Report<Q::Finding>,
    ) -> Result<Answer<Q::Finding>, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let report = self.run(scene, &ask(contender.method), contender)?;
        measured(vec![report], 0, expected, contender)
    }

    /// Compares an answer with the right one, then times it.
    ///
    /// # Errors
    /// Those of the engine, and an answer that is not what its method promises.
    pub fn time<Q: Question>(
        &mut self,
        scene: &Scene,
        ask: impl Fn(Method) -> Q,
        contender: &Contender,
        new: New,
        expected: &Report<Q::Finding>,
    ) -> Result<Answer<Q::Finding>, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let question = ask(contender.method);
        let start = Instant::now();
        let mut reports = vec![self.run(scene, &question, contender)?];
        if contender.is_gpu && !self.is_software {
            while start.elapsed() < WARM_UP {
                self.run(scene, &question, contender)?;
            }
        }
        let start = Instant::now();
        for run in 0..self.runs() {
            if run >= 2 && start.elapsed() > ENOUGH {
                break;
            }
            reports.push(self.run(&renewed(scene, new, run)?, &question, contender)?);
        }
        // A method that learns may find less than at first: the last run is compared, unless it was asked about other places.
        let which = if new == New::Poses { 0 } else { reports.len() - 1 };
        measured(reports, which, expected, contender)
    }

    /// Times scenes in sequence, each as an engine meets it that has answered those before: whatever is new in a frame, objects and
    /// topology too, is so in the run that is timed. `make` makes them anew for each sequence, so that no shape is known from the
    /// sequence before.
    ///
    /// # Errors
    /// Those of [`Bench::time`].
    pub fn follow<Q: Question>(
        &mut self,
        make: impl Fn() -> Vec<Scene>,
        ask: impl Fn(Method) -> Q,
        contender: &Contender,
        expected: &[Report<Q::Finding>],
    ) -> Result<Vec<Answer<Q::Finding>>, Error>
    where
        Q::Finding: Bits + Copy + fmt::Debug,
    {
        let question = ask(contender.method);
        let mut reports: Vec<Vec<Report<Q::Finding>>> = expected.iter().map(|_| Vec::new()).collect();
        let start = Instant::now();
        while contender.is_gpu && !self.is_software && start.elapsed() < WARM_UP {
            make().iter().try_for_each(|scene| self.run(scene, &question, contender).map(drop))?;
        }
        let start = Instant::now();
        for run in 0..=self.runs() {
            if run >= 2 && start.elapsed() > ENOUGH {
                break;
            }
            for (scene, reports) in make().iter().zip(&mut reports) {
                reports.push(self.run(scene, &question, contender)?);
            }
        }
        reports.into_iter().zip(expected).map(|(reports, expected)| measured(reports, 0, expected, contender)).collect()
    }
}

/// One of several reports, compared with the right one. Times are of all but the first, which compiles.
fn measured<F: Bits + Copy + fmt::Debug>(
    mut reports: Vec<Report<F>>,
    which: usize,
    expected: &Report<F>,
    contender: &Contender,
) -> Result<Answer<F>, Error> {
    let missed = missed(&reports[which], expected, contender)?;
    let timed = || reports.iter().skip(1).map(|report| &report.run.stats);
    let mut walls: Vec<f64> = timed().map(|stats| stats.total_ms).collect();
    let ms = if walls.is_empty() { f64::NAN } else { median(&mut walls) };
    let passes = |stats: &allide::Stats| -> Vec<f64> {
        stats.gpu.iter().flat_map(|gpu| gpu.passes()).map(|pass| pass.ms).collect()
    };
    let passes: Vec<Vec<f64>> = timed().map(passes).collect();
    let count = passes.iter().map(Vec::len).min().unwrap_or(0);
    let pass_ms = (0..count).map(|k| median(&mut passes.iter().map(|times| times[k]).collect::<Vec<_>>())).collect();
    let at_work = |stats: &allide::Stats| {
        let gpu = stats.gpu.as_ref().filter(|gpu| !gpu.stages.is_empty())?;
        Some(gpu.stages.iter().map(|stage| stage.ms).sum::<f64>())
    };
    let mut at_work: Vec<f64> = timed().filter_map(at_work).collect();
    let gpu_ms = if at_work.is_empty() { f64::NAN } else { median(&mut at_work) };
    Ok(Answer { report: reports.swap_remove(which), missed, ms, pass_ms, gpu_ms })
}

/// How many findings are missing. Those of an exact method must not be, and nobody may find what is not there.
fn missed<F: Bits + Copy + fmt::Debug>(
    report: &Report<F>,
    expected: &Report<F>,
    contender: &Contender,
) -> Result<usize, Error> {
    let [found, right] = [report, expected].map(|report| {
        let listed = Findings::from(report).listed().into_iter();
        let mut bits: Vec<_> =
            listed.map(|(a, b, finding)| (a, b, finding.bits().as_ref().to_vec())).collect::<Vec<_>>();
        bits.sort_unstable();
        bits
    });
    let extra = found.iter().filter(|pair| right.binary_search(pair).is_err()).count();
    let missed = right.iter().filter(|pair| found.binary_search(pair).is_err()).count();
    if extra > 0 || missed > 0 && !contender.is_sampled() {
        return Err(Error::Wrong { method: contender.method.to_string(), right: right.len(), missed, extra });
    }
    Ok(missed)
}

/// The same scene, of which an engine knows nothing that is new.
fn renewed(scene: &Scene, new: New, run: usize) -> Result<Scene, Error> {
    let mut renewed = scene.clone();
    match new {
        New::Poses => {
            for id in scene.ids() {
                // Another place in each run, and so near that the work is the same.
                let step = allide_scenes::moved(1e-9 * (run + 1) as f64, 0.0, 0.0);
                renewed.set_pose(id, step.after(scene.objects()[id.index()].pose())?);
            }
        }
        New::Positions => {
            for id in scene.ids() {
                let positions = scene.objects()[id.index()].mesh().positions();
                renewed.set_positions(id, positions.iter().map(|point| point.to_array()).collect())?;
            }
        }
        New::Objects => {
            renewed = Scene::new();
            for object in scene.objects() {
                let positions = object.mesh().positions().iter().map(|point| point.to_array()).collect();
                renewed.add(object.name(), &Mesh::new(positions, object.mesh().triangles().to_vec())?, *object.pose());
            }
        }
    }
    Ok(renewed)
}
