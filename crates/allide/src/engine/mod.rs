//! The engine turns questions into reports, and caches data from run to run.
//!
//! A run, on the CPU: find object pairs whose bounds come near (`near`, a block of pairs at a time, so that memory does
//! not grow with pairs that find nothing); prepare what their methods need (positions, trees); search each pair, where
//! pairs and parts of a pair run in parallel; let the question conclude; collect in order (`on_cpu`). On a GPU, one
//! submission searches all pairs (`on_gpu`).
//!
//! **Small questions** stay on the thread that asks: waking others takes longer than the answer. Up to 16 objects are
//! first compared by their bounds (`near::none_are`); up to 64 objects with 1,024 triangles in all are searched by one
//! thread (`is_for_one_thread`, `Sink::is_alone`). Everything else is handed over once, not stage by stage.
//! `tests/alone.rs` keeps all other threads busy meanwhile.
//!
//! **No thread deadlocks with itself.** A thread that waits for others inside a parallel loop is given other work,
//! which may need a lock that it holds. So values that are computed once and kept (`OnceLock`) are computed before the
//! loop (`Engine::prepare`), outside the lock, or by a single thread. `tests/threads.rs` runs many more threads than
//! there are cores.

mod closest;
mod on_cpu;
#[cfg(feature = "gpu")]
mod on_gpu;
mod proposed;

use crate::answer::{Answers, Found};
use crate::clock::Clock;
use crate::confirm::Halt;
#[cfg(feature = "gpu")]
use crate::gpu::Seat;
use crate::history::History;
use crate::methods::bvh::Trees;
use crate::near;
use crate::questions::{Question, QuestionKind};
use crate::report::{Report, Run, Stats, Witness};
use crate::world::{self, Placed, WorldObject};
use crate::{Device, Error, Least, Object, ObjectId, PairClass, Scene, Watch};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Answers questions. Owns the threads, and data cached from earlier runs.
///
/// Cached data speeds up the next answer and never changes it.
///
/// ```
/// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
///
/// # let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let mut scene = Scene::new();
/// let [_, lid] = ["base", "lid"].map(|name| scene.add(name, &triangle, Pose::IDENTITY));
/// let mut engine = Engine::cpu();
/// assert_eq!(engine.run(&scene, &Overlaps::new())?.sets.len(), 1);
/// scene.set_pose(lid, Pose::translation(0.5, 0.0, 0.0)?);
/// assert_eq!(engine.run(&scene, &Overlaps::new())?.pairs.len(), 1);
/// scene.set_pose(lid, Pose::translation(0.0, 0.0, 1.0)?);
/// assert!(engine.run(&scene, &Overlaps::new())?.pairs.is_empty());
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Engine {
    pool: Option<Arc<rayon::ThreadPool>>,
    /// The objects of the last run in world coordinates, by place in the scene.
    placed: Vec<Option<Placed>>,
    trees: Trees,
    history: History,
    #[cfg(feature = "gpu")]
    gpu: Option<Seat>,
    watch: Option<Watch>,
}

/// One question put to an engine.
pub struct Errand<'e> {
    pub(crate) scene: &'e Scene,
    /// Set by the first finding, if one is enough.
    pub(crate) first: Option<&'e AtomicBool>,
    clock: Clock,
}

impl<'e> Errand<'e> {
    fn new(scene: &'e Scene, first: Option<&'e AtomicBool>) -> Self {
        Self { scene, first, clock: Clock::start() }
    }
}

impl Engine {
    /// An engine on the CPU, with all its threads.
    pub fn cpu() -> Self {
        Self::default()
    }

    /// An engine on the CPU, with the given number of threads; 0 means all.
    ///
    /// # Errors
    /// The system refuses to start the threads.
    pub fn cpu_with_threads(threads: usize) -> Result<Self, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Threads { count: threads, reason: error.to_string() })?;
        Ok(Self { pool: Some(Arc::new(pool)), ..Self::default() })
    }

    /// An engine that uses the CPU or a real GPU, whichever is faster. The time to open the GPU counts: one question
    /// that the CPU answers quickly does not justify it, many do. `ALLIDE_ADAPTER` in the environment names the adapter
    /// to use.
    pub fn auto() -> Self {
        #[cfg(feature = "gpu")]
        let engine = Self::auto_with(crate::GpuOptions::default());
        #[cfg(not(feature = "gpu"))]
        let engine = Self::cpu();
        engine
    }

    /// The same engine with the given number of threads; 0 means all.
    ///
    /// # Errors
    /// The system refuses to start the threads.
    pub fn with_threads(self, threads: usize) -> Result<Self, Error> {
        Ok(Self { pool: Self::cpu_with_threads(threads)?.pool, ..self })
    }

    /// The same engine, with a handle to watch and cancel its runs from another thread.
    pub fn with_watch(mut self, watch: &Watch) -> Self {
        self.watch = Some(watch.clone());
        self
    }

    /// How many threads answer a question.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.current_num_threads())
    }

    /// The answer to `question`, complete and in order.
    ///
    /// # Errors
    /// A pose that moves a vertex out of range, an object that is not in the scene, a method that does not answer this
    /// question or does not run on this device, a GPU that was required and fails, or a cancelled run.
    pub fn run<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Report<Q::Finding>, Error> {
        let mut errand = Errand::new(scene, None);
        let mut answers = question.answer(self, &mut errand)?;
        if question.asked().measured || question.asked().has_shallow() {
            self.measure(question, scene, &mut answers)?;
            errand.clock.lap("measure");
        }
        let Answers { methods, devices, found, sets, gpu, warnings } = answers;
        let Found { pairs, findings, candidates, object_candidates, proposals, .. } = found;
        let candidates = gpu.as_ref().map_or(candidates, |gpu| gpu.tiers.total());
        let asked = question.asked();
        let surfaces = self.surfaces(question, scene);
        errand.clock.lap("closed");
        let run = Run {
            version: env!("CARGO_PKG_VERSION"),
            asked: vec![asked],
            ignored: scene.ignored_groups().to_vec(),
            guarantee: asked.method.guarantee(),
            methods,
            devices,
            warnings,
            stats: Stats {
                total_ms: errand.clock.total_ms(),
                stages: errand.clock.stages,
                candidates,
                object_candidates,
                proposals: asked.method.proposes().then_some(proposals),
                gpu,
            },
        };
        Ok(Report { run, pairs, sets, surfaces, findings })
    }

    /// Objects that take part by their surface alone.
    fn surfaces<Q: Question>(&self, question: &Q, scene: &Scene) -> Vec<ObjectId> {
        let is_known = |object: &Object| object.mesh.topology().is_known();
        if question.asked().question != QuestionKind::Solids {
            return Vec::new();
        }
        if scene.objects().len() <= near::FEW as usize && scene.objects().iter().all(is_known) {
            return question.surfaces(scene);
        }
        self.on_threads(|| question.surfaces(scene))
    }

    /// One finding, if there is any, with its two objects; stops as soon as one is found.
    ///
    /// [`PairClass::is_finding`] defines findings: for solids, contacts and shallow pairs count only if
    /// [`Solids::with_touch`](crate::Solids::with_touch) or [`Solids::with_shallow`](crate::Solids::with_shallow) asks for it.
    ///
    /// ```
    /// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
    ///
    /// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::new();
    /// let mut add = |x| Ok::<_, allide::Error>(scene.add("", &triangle, Pose::translation(x, 0.0, 0.0)?));
    /// let ids = [add(0.0)?, add(5.0)?, add(5.5)?];
    /// let found = Engine::cpu().any(&scene, &Overlaps::new())?.expect("two are near");
    /// assert_eq!((found.a, found.b), (ids[1], ids[2]));
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Engine::run`].
    pub fn any<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Option<Witness<Q::Finding>>, Error> {
        let (question, asked) = (question.for_any(), question.asked());
        if asked.has_shallow() && asked.least < Least::Shallow {
            return self.any_beyond_tolerance(scene, &question);
        }
        let found = AtomicBool::new(false);
        let witness = question.answer(self, &mut Errand::new(scene, Some(&found)))?.found.witness;
        // Nothing was measured that tells what is hard from what is shallow.
        let is_known =
            |class: &PairClass| !asked.has_shallow() || !matches!(class, PairClass::Hard | PairClass::Contained);
        Ok(witness.map(|witness| Witness { class: witness.class.filter(is_known), ..witness }))
    }

    /// Only a measurement decides which pairs are shallow, so everything is measured.
    fn any_beyond_tolerance<Q: Question>(
        &mut self,
        scene: &Scene,
        question: &Q,
    ) -> Result<Option<Witness<Q::Finding>>, Error> {
        let report = self.run(scene, question)?;
        let witness = |a, b, class, finding| Witness { a, b, class: Some(class), finding };
        let set = report.sets.first().map(|set| witness(set.objects[0], set.objects[1], PairClass::Duplicate, None));
        let least = question.asked().least;
        let deep = report.pairs.iter().find(|pair| pair.class.is_finding(least));
        let first = |pair| report.findings_of(pair).first().copied();
        Ok(set.or_else(|| deep.map(|pair| witness(pair.a, pair.b, pair.class, first(pair)))))
    }

    /// Measures what was found.
    fn measure<Q: Question>(
        &mut self,
        question: &Q,
        scene: &Scene,
        answers: &mut Answers<Q::Finding>,
    ) -> Result<(), Error> {
        let objects = self.world(scene)?;
        let watch = self.watch.clone().unwrap_or_default();
        watch.enter("measure");
        watch.set(0.0);
        self.on_threads(|| question.measure(&objects, answers, &watch));
        if watch.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Answers on the GPU if there is one for this question; on the CPU if the GPU fails and was not required.
    pub(crate) fn answer<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
    ) -> Result<Answers<Q::Finding>, Error> {
        let watch = self.watch.clone();
        let halt = Halt { first: errand.first, watch: watch.as_ref() };
        let check = || if halt.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) };
        check()?;
        halt.watch.inspect(|watch| watch.begin());
        let answers = self.answer_anywhere(question, errand, halt);
        // A cancelled search looks like an answer.
        check()?;
        halt.watch.inspect(|watch| watch.set(1.0));
        answers
    }

    fn answer_anywhere<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        halt: Halt<'_>,
    ) -> Result<Answers<Q::Finding>, Error> {
        let (method, kind) = (question.asked().method, question.asked().question);
        method.check(kind)?;
        let mut warnings = Vec::new();
        #[cfg(feature = "gpu")]
        if let Some(answers) = self.try_gpu(question, errand, halt, &mut warnings)? {
            return Ok(answers);
        }
        if !method.devices().contains(&Device::Cpu) {
            return Err(Error::NotOnCpu { method: method.name() });
        }
        #[cfg(feature = "gpu")]
        let start = std::time::Instant::now();
        let answers = self.answer_on_cpu(question, errand, halt, Device::Cpu)?;
        #[cfg(feature = "gpu")]
        self.leave_to_cpu(errand.scene, start.elapsed());
        warnings.extend(answers.warnings);
        Ok(Answers { warnings, ..answers })
    }

    /// The objects of a scene in the world, placed as far as the last run did so.
    pub(crate) fn world(&self, scene: &Scene) -> Result<Vec<WorldObject>, Error> {
        world::objects(scene, &self.placed)
    }

    /// Answers, with other work to fill the time in which only one thread is busy.
    pub(crate) fn answer_beside<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        work: impl FnOnce() + Send,
    ) -> Result<Answers<Q::Finding>, Error> {
        let pool = self.pool.clone();
        let both = || rayon::join(|| self.answer(question, errand), work).0;
        match pool {
            Some(pool) => pool.install(both),
            None => both(),
        }
    }

    /// Does `work` with the threads of this engine.
    pub(crate) fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
