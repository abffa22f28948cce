//! Engines: who answers questions.

use crate::attend::{Place, Progress, Watch, attend};
use crate::batch::Poses;
use crate::errors::{OrRaise, library, plain};
use crate::questions::{Any, Question, with};
use crate::records::Pair;
use crate::report::Report;
use crate::scene::{ObjectId, Scene};
use crate::threads::{self, Pool};
use crate::{arrays, batch};
use allide::Error;
use allide_io::report::Answers;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rayon::ThreadPool;
use std::process;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

/// With fewer triangles, a question is answered by the thread that asks.
const FEW: usize = 1 << 12;

/// The process that may have opened a GPU; 0 if none has.
static GPU_OF: AtomicU32 = AtomicU32::new(0);

/// Answers questions, and keeps what makes the next answer faster.
#[pyclass(frozen, module = "allide")]
pub struct Engine {
    engine: Mutex<allide::Engine>,
    pool: Pool,
    threads: usize,
    device: Wanted,
    /// The process that it is of.
    process: AtomicU32,
    /// The process and the thread that ask.
    asking: [AtomicU64; 2],
}

/// Where to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Auto,
    Cpu,
    Gpu,
}

impl Wanted {
    fn parse(py: Python<'_>, word: &str) -> PyResult<Self> {
        match word {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "gpu" => Ok(Self::Gpu),
            _ => Err(plain(py, "EngineError", &format!("there is no device {word:?}; choose auto, cpu or gpu"))),
        }
    }

    fn engine(self, py: Python<'_>) -> PyResult<allide::Engine> {
        let opened_by = GPU_OF.load(Ordering::Relaxed);
        match self {
            Self::Gpu if opened_by != 0 && opened_by != process::id() => Err(plain(py, "ForkError", GPU_IS_LOST)),
            Self::Gpu => gpu(py),
            // The parent may have opened a GPU.
            Self::Auto if !threads::is_forked() => Ok(allide::Engine::auto()),
            Self::Auto | Self::Cpu => Ok(allide::Engine::cpu()),
        }
    }
}

const GPU_IS_LOST: &str = "the process that forked this one had opened a GPU, which does not survive that; start processes \
    by spawn (multiprocessing.set_start_method), or use an engine on the CPU here";

#[cfg(feature = "gpu")]
fn gpu(py: Python<'_>) -> PyResult<allide::Engine> {
    GPU_OF.store(process::id(), Ordering::Relaxed);
    py.detach(|| allide::Engine::gpu(allide::Choice::Auto)).or_raise(py)
}

#[cfg(not(feature = "gpu"))]
fn gpu(py: Python<'_>) -> PyResult<allide::Engine> {
    Err(plain(py, "GpuError", "this build of allide has no GPU methods; choose the device auto or cpu"))
}

/// A number of this thread.
fn this_thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|number| *number)
}

impl Engine {
    /// Its threads.
    fn pool(&self, py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        if self.threads == 0 { threads::pool(py) } else { self.pool.get(py, self.threads) }
    }

    /// Waits until nobody else asks.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, allide::Engine>> {
        let this = [u64::from(process::id()), this_thread()];
        let is_inherited = self.process.load(Ordering::Relaxed) != process::id();
        if is_inherited && self.device == Wanted::Gpu {
            return Err(plain(py, "ForkError", GPU_IS_LOST));
        }
        loop {
            match self.engine.try_lock() {
                Ok(mut engine) => {
                    if is_inherited && self.device == Wanted::Auto {
                        // A GPU that it has open is neither used nor closed here.
                        std::mem::forget(std::mem::replace(&mut *engine, allide::Engine::cpu()));
                    }
                    self.process.store(process::id(), Ordering::Relaxed);
                    self.asking.iter().zip(this).for_each(|(known, this)| known.store(this, Ordering::Relaxed));
                    return Ok(engine);
                }
                Err(TryLockError::Poisoned(poisoned)) => {
                    // The state left by a run that panicked is not used.
                    let mut engine = poisoned.into_inner();
                    *engine = self.device.engine(py)?;
                    self.engine.clear_poison();
                    return Ok(engine);
                }
                Err(TryLockError::WouldBlock) => {}
            }
            let asking = self.asking.each_ref().map(|known| known.load(Ordering::Relaxed));
            if asking[0] != this[0] {
                let why = "the engine was answering a question when this process was forked; make a new one here";
                return Err(plain(py, "ForkError", why));
            }
            if asking[1] == this[1] {
                let why = "the engine is answering a question of this thread; use another one in a callback";
                return Err(plain(py, "EngineError", why));
            }
            py.check_signals()?;
            py.detach(|| thread::sleep(Duration::from_millis(1)));
        }
    }

    /// Does `work` with the engine, without more.
    pub fn work<T: Send>(
        &self,
        py: Python<'_>,
        scene: &allide::Scene,
        work: impl FnOnce(&mut allide::Engine) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.attend(py, scene, (None, None), work)
    }

    /// Does `work` with the engine: small work on this thread, other work while this one watches.
    fn attend<T: Send>(
        &self,
        py: Python<'_>,
        scene: &allide::Scene,
        besides: (Option<&Bound<'_, Watch>>, Option<&Bound<'_, PyAny>>),
        work: impl FnOnce(&mut allide::Engine) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let progress = Progress::new(py, besides.1)?;
        let mut engine = self.lock(py)?;
        let watch = besides.0.map_or_else(allide::Watch::new, |watch| watch.get().0.clone());
        *engine = std::mem::take(&mut *engine).with_watch(&watch);
        let triangles: usize = scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
        #[cfg(feature = "gpu")]
        if self.device == Wanted::Auto && triangles >= allide::Engine::AUTO_GPU_TRIANGLES && !threads::is_forked() {
            GPU_OF.store(process::id(), Ordering::Relaxed);
        }
        let place = Place { pool: &*self.pool(py)?, is_small: triangles <= FEW };
        let engine = &mut *engine;
        attend(py, &place, (&watch, progress), || work(engine))?.or_raise(py)
    }
}

impl Engine {
    /// Does `work` that needs engines of its own.
    fn each<T: Send>(
        &self,
        py: Python<'_>,
        besides: (Option<&Bound<'_, Watch>>, Option<&Bound<'_, PyAny>>),
        work: impl FnOnce(&allide::Watch) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let progress = Progress::new(py, besides.1)?;
        let watch = besides.0.map_or_else(allide::Watch::new, |watch| watch.get().0.clone());
        let place = Place { pool: &*self.pool(py)?, is_small: false };
        attend(py, &place, (&watch, progress), || work(&watch))?.or_raise(py)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (device="auto", *, threads=0))]
    fn new(py: Python<'_>, device: &str, threads: usize) -> PyResult<Self> {
        const MOST: usize = 4096;
        if threads > MOST {
            return Err(library(py, &Error::Threads { count: threads, reason: format!("at most {MOST} are allowed") }));
        }
        let device = Wanted::parse(py, device)?;
        let engine = Mutex::new(device.engine(py)?);
        let asking = [AtomicU64::new(0), AtomicU64::new(0)];
        Ok(Self { engine, pool: Pool::new(), threads, device, process: AtomicU32::new(process::id()), asking })
    }

    /// How many threads answer a question.
    #[getter]
    fn threads(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.pool(py)?.current_num_threads())
    }

    /// The answer to one question, or to several of different kinds.
    #[pyo3(signature = (scene, *questions, watch=None, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        scene: &Bound<'_, Scene>,
        questions: &Bound<'_, PyTuple>,
        watch: Option<&Bound<'_, Watch>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let asked = several(questions)?;
        let content = scene.get().content().clone();
        let mut answers = Answers {
            scene: content.scene,
            sources: content.sources,
            unit: content.unit,
            notes: content.notes,
            selection: Vec::new(),
            overlaps: None,
            self_overlaps: None,
            clearance: None,
            self_clearance: None,
            nearest: None,
            threads: self.pool(py)?.current_num_threads(),
        };
        let objects = answers.scene.clone();
        let answers = self.attend(py, &objects, (watch, progress), move |engine| {
            for question in &asked {
                answer(engine, question, &mut answers)?;
            }
            Ok(answers)
        })?;
        Ok(Report::new(answers))
    }

    /// Whether there is any finding; stops at the first.
    #[pyo3(signature = (scene, question, *, watch=None, progress=None))]
    fn any(
        &self,
        py: Python<'_>,
        scene: &Bound<'_, Scene>,
        question: &Bound<'_, Question>,
        watch: Option<&Bound<'_, Watch>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(ObjectId, ObjectId)>> {
        let scene = scene.get().content().scene.clone();
        let any = question.get().any.clone();
        self.attend(py, &scene, (watch, progress), |engine| {
            with!(&any, question => {
                let witness = engine.any(&scene, question)?;
                Ok(witness.map(|witness| (ObjectId(witness.a), ObjectId(witness.b))))
            })
        })
    }

    /// The two objects that are nearest to each other.
    #[pyo3(signature = (scene, question=None, *, watch=None, progress=None))]
    fn closest(
        &self,
        py: Python<'_>,
        scene: &Bound<'_, Scene>,
        question: Option<&Bound<'_, Question>>,
        watch: Option<&Bound<'_, Watch>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Closest>> {
        let scene = scene.get().content().scene.clone();
        let nearest = match question.map(|question| &question.get().any) {
            None => allide::Nearest::new(),
            Some(Any::Nearest(nearest)) => nearest.clone(),
            Some(_) => return Err(plain(py, "QuestionError", "closest answers the question Nearest alone")),
        };
        let pair = self.attend(py, &scene, (watch, progress), |engine| engine.closest(&scene, &nearest))?;
        let told = |pair: allide::ObjectPair| {
            let nearest = pair.nearest?;
            Some((
                ObjectId(pair.a),
                ObjectId(pair.b),
                nearest.distance,
                nearest.on_a.to_array(),
                nearest.on_b.to_array(),
            ))
        };
        Ok(pair.and_then(told))
    }

    /// For each configuration, whether there is any finding.
    #[pyo3(signature = (scene, question, poses, *, watch=None, progress=None))]
    fn any_each<'py>(
        &self,
        py: Python<'py>,
        scene: &Bound<'py, Scene>,
        question: &Bound<'py, Question>,
        poses: &Bound<'py, PyDict>,
        watch: Option<&Bound<'py, Watch>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (scene, any) = (scene.get().content().scene.clone(), question.get().any.clone());
        let poses = Poses::new(py, &scene, poses)?;
        let flags = self.each(py, (watch, progress), |watch| {
            with!(&any, question => poses.each(&scene, watch, |engine, scene, _| batch::any(engine, scene, question)))
        })?;
        Ok(arrays::owned(py, flags).into_any())
    }

    /// The object pairs of all configurations: the number of the configuration of each, and the pairs as records.
    #[pyo3(signature = (scene, question, poses, *, watch=None, progress=None))]
    fn run_each<'py>(
        &self,
        py: Python<'py>,
        scene: &Bound<'py, Scene>,
        question: &Bound<'py, Question>,
        poses: &Bound<'py, PyDict>,
        watch: Option<&Bound<'py, Watch>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (scene, any) = (scene.get().content().scene.clone(), question.get().any.clone());
        let poses = Poses::new(py, &scene, poses)?;
        let all = self.each(py, (watch, progress), |watch| {
            with!(&any, question => poses.each(&scene, watch, |engine, scene, place| {
                batch::pairs(engine, scene, (question, place))
            }))
        })?;
        let (places, pairs): (Vec<u32>, Vec<Pair>) = all.into_iter().flatten().unzip();
        Ok((arrays::owned(py, places).into_any(), arrays::owned(py, pairs).into_any()))
    }

    fn __repr__(&self) -> String {
        format!("Engine({:?})", format!("{:?}", self.device).to_lowercase())
    }
}

/// Two objects, how far apart they are, and where.
type Closest = (ObjectId, ObjectId, f64, [f64; 3], [f64; 3]);

/// The questions, at least one, and no two of a kind.
fn several(questions: &Bound<'_, PyTuple>) -> PyResult<Vec<Any>> {
    let py = questions.py();
    let mut asked: Vec<Any> = Vec::new();
    for question in questions {
        let question = question.cast::<Question>()?.get();
        if let Some(same) = asked.iter().find(|known| kind(known) == kind(&question.any)) {
            let kind = with!(same, same => allide::Question::asked(same).question);
            return Err(plain(
                py,
                "QuestionError",
                &format!("a run answers one question about {kind}; ask the other in another run"),
            ));
        }
        asked.push(question.any.clone());
    }
    if asked.is_empty() {
        return Err(plain(py, "QuestionError", "there is no question; ask one, such as Solids()"));
    }
    Ok(asked)
}

/// Which place of [`Answers`] an answer takes.
fn kind(any: &Any) -> u8 {
    match any {
        Any::Overlaps(_) | Any::Solids(_) => 0,
        Any::SelfOverlaps(_) => 1,
        Any::Clearance(_) => 2,
        Any::SelfClearance(_) => 3,
        Any::Nearest(_) => 4,
    }
}

fn answer(engine: &mut allide::Engine, question: &Any, answers: &mut Answers) -> Result<(), Error> {
    let scene = &answers.scene;
    match question {
        Any::Overlaps(question) => answers.overlaps = Some(engine.run(scene, question)?),
        Any::Solids(question) => answers.overlaps = Some(engine.run(scene, question)?),
        Any::SelfOverlaps(question) => answers.self_overlaps = Some(engine.run(scene, question)?),
        Any::Clearance(question) => answers.clearance = Some(engine.run(scene, question)?),
        Any::SelfClearance(question) => answers.self_clearance = Some(engine.run(scene, question)?),
        Any::Nearest(question) => answers.nearest = Some(engine.run(scene, question)?),
    }
    Ok(())
}
