use crate::answer::{Answers, Found};
use crate::clock::Clock;
use crate::confirm::{Batch, Sink, Stoppable};
use crate::gpu::{Seat, WORTH_IT};
use crate::methods::bvh::{Tree, Trees};
use crate::methods::{self, Method};
use crate::near::{Numbers, ObjectPairs};
use crate::questions::Question;
use crate::report::{Report, Stats};
use crate::world::{self, Placed, WorldObject, WorldPair};
use crate::{Choice, Error, GpuOptions, Mesh, Scene, Views};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// After so many runs over the same shapes, [`Method::Auto`] builds trees: by then they are likely to pay.
const RUNS_BEFORE_TREES: usize = 4;
/// An object with so many triangles and so many neighbours is a hub, a terrain for example: [`Method::Auto`] builds a tree
/// for it, since looking at all its triangles anew for each neighbour would cost more.
const HUB_TRIANGLES: usize = 1 << 14;
const HUB_NEIGHBOURS: usize = 64;

/// Answers questions. Owns the threads, and what one run leaves for the next.
///
/// Whatever is kept from run to run speeds up the next answer and never changes it.
#[derive(Debug, Default)]
pub struct Engine {
    pool: Option<rayon::ThreadPool>,
    /// The objects of the last run in world coordinates, by their place in the scene.
    placed: Vec<Option<Placed>>,
    trees: Trees,
    /// The shapes of the last run, and how many runs in a row had the same.
    shapes: Vec<Mesh>,
    runs: usize,
    gpu: Option<Seat>,
    views: Views,
}

impl Engine {
    /// [`Engine::auto`] leaves scenes with fewer triangles to the CPU.
    pub const AUTO_GPU_TRIANGLES: usize = WORTH_IT;

    /// On the CPU, with all its threads.
    pub fn cpu() -> Self {
        Self::default()
    }

    /// On the CPU, with so many threads; 0 means all.
    ///
    /// # Errors
    /// The system refuses to start the threads.
    pub fn cpu_with_threads(threads: usize) -> Result<Self, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Threads { count: threads, reason: error.to_string() })?;
        Ok(Self { pool: Some(pool), ..Self::default() })
    }

    /// On a GPU, which is an error if it gives no answer.
    ///
    /// # Errors
    /// There is no such adapter, or it cannot be used.
    pub fn gpu(choice: Choice) -> Result<Self, Error> {
        Self::gpu_with(choice, GpuOptions::default())
    }

    /// On a GPU, used in a certain way: for tests and measurements.
    ///
    /// # Errors
    /// As [`Engine::gpu`].
    pub fn gpu_with(choice: Choice, options: GpuOptions) -> Result<Self, Error> {
        Ok(Self { gpu: Some(Seat::open(choice, options)?), ..Self::default() })
    }

    /// On a real GPU if there is one and the scene is large enough to be worth it, and otherwise on the CPU. The GPU is
    /// looked for when the first such scene comes. `ALLIDE_ADAPTER` in the environment names the adapter to take.
    pub fn auto() -> Self {
        Self { gpu: Some(Seat::for_large_scenes()), ..Self::default() }
    }

    /// The same engine, with the CPU to answer what the GPU cannot; then there is a warning in the report.
    pub fn or_cpu(mut self) -> Self {
        if let Some(seat) = &mut self.gpu {
            seat.demanded = false;
        }
        self
    }

    /// The same engine with so many threads; 0 means all.
    ///
    /// # Errors
    /// The system refuses to start the threads.
    pub fn with_threads(self, threads: usize) -> Result<Self, Error> {
        Ok(Self { pool: Self::cpu_with_threads(threads)?.pool, ..self })
    }

    /// The same engine, with other views for methods that look at a scene in views.
    pub fn with_views(mut self, views: Views) -> Self {
        self.views = views;
        self
    }

    /// How many threads answer a question.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or_else(rayon::current_num_threads, rayon::ThreadPool::current_num_threads)
    }

    /// The answer to `question`, complete and in order.
    ///
    /// # Errors
    /// A pose that carries a vertex out of range, an object that is not in the scene, a method that does not answer this
    /// question or does not run on this device, or a GPU that was demanded and fails.
    pub fn run<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Report<Q::Finding>, Error> {
        let mut clock = Clock::start();
        let Answers { method, found, gpu, warnings } = question.ask(self, scene, None, &mut clock)?;
        let Found { pairs, findings, candidates, object_candidates } = found;
        let mut report = Report {
            guarantee: question.method().guarantee(),
            method,
            device: if gpu.is_some() { "gpu" } else { "cpu" },
            warnings,
            pairs,
            findings,
            stats: Stats { candidates, object_candidates, gpu, ..Stats::default() },
        };
        if let Some(gpu) = &report.stats.gpu {
            report.stats.candidates = gpu.tiers.total();
        }
        report.stats.total_ms = clock.total_ms();
        report.stats.stages = clock.stages;
        Ok(report)
    }

    /// Whether there is any finding at all; stops at the first.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn any<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<bool, Error> {
        let found = AtomicBool::new(false);
        let answers = question.ask(self, scene, Some(&found), &mut Clock::start())?;
        Ok(found.into_inner() || !answers.found.pairs.is_empty())
    }

    /// On the GPU if there is one for this; if it fails and was not demanded, on the CPU.
    pub(crate) fn answer<Q: Question>(
        &mut self,
        scene: &Scene,
        question: &Q,
        stop: Option<&AtomicBool>,
        clock: &mut Clock,
    ) -> Result<Answers<Q::Finding>, Error> {
        let mut warning = None;
        let method = question.method();
        let needs_gpu = method != Method::Auto && !Method::CPU.contains(&method);
        if !method.answers(&question.scope()) {
            return Err(Error::NotForQuestion { method: method.name(), question: question.scope().question() });
        }
        if let Some(seat) = self.gpu.as_ref().filter(|seat| needs_gpu || seat.takes(scene)) {
            let demanded = seat.demanded;
            if Method::GPU.contains(&method) {
                match self.answer_on_gpu(scene, question, clock) {
                    Err(Error::Gpu(error)) if !needs_gpu => {
                        warning = self.gpu.as_ref().map_or(Ok(None), |seat| seat.excuse(error))?
                    }
                    result => return result,
                }
            } else if demanded {
                return Err(Error::NotOnGpu { method: method.name() });
            }
        }
        if needs_gpu {
            return Err(Error::NotOnCpu { method: method.name() });
        }
        let answers = self.answer_on_cpu(scene, question, stop, clock)?;
        Ok(Answers { warnings: warning.into_iter().collect(), ..answers })
    }

    fn answer_on_gpu<Q: Question>(
        &mut self,
        scene: &Scene,
        question: &Q,
        clock: &mut Clock,
    ) -> Result<Answers<Q::Finding>, Error> {
        let objects = world::objects(scene, &self.placed)?;
        let method = if question.method() == Method::Auto { Method::Bvh } else { question.method() };
        let pairs = ObjectPairs::new(scene, &objects, &question.scope(), method)?;
        let pairs: Vec<WorldPair<'_>> = pairs.flatten().map(|numbers| world::pair(&objects, numbers)).collect();
        clock.lap("objects");
        let Self { gpu, pool, views, .. } = self;
        let Some(seat) = gpu else { unreachable!("only asked where there is a GPU") };
        let mut work = || seat.answer(scene, &objects, &pairs, (question, views), clock);
        let (found, stats) = match pool {
            Some(pool) => pool.install(work)?,
            None => work()?,
        };
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        Ok(Answers { method: method.name(), found, gpu: Some(stats), warnings: Vec::new() })
    }

    fn answer_on_cpu<Q: Question>(
        &mut self,
        scene: &Scene,
        question: &Q,
        stop: Option<&AtomicBool>,
        clock: &mut Clock,
    ) -> Result<Answers<Q::Finding>, Error> {
        let objects = world::objects(scene, &self.placed)?;
        let method = self.choose(question.method(), scene);
        let pairs = self.on_threads(|| ObjectPairs::new(scene, &objects, &question.scope(), method))?;
        let hubs = if question.method() == Method::Auto { hubs(&objects, &pairs) } else { Vec::new() };
        let is_hub = |object: u32| hubs.get(object as usize).copied().unwrap_or(false);
        let method_for = |&(a, b): &Numbers| if is_hub(a) || is_hub(b) { Method::Bvh } else { method };
        clock.lap("objects");
        let mut found = Found::default();
        for pairs in pairs {
            let trees = self.prepare(&objects, &pairs, method_for);
            clock.lap("prepare");
            let search = |mut found: Found<Q::Finding>, numbers: &Numbers| {
                let pair = world::pair(&objects, *numbers);
                let sink = Stoppable::new(question.sink(pair), stop);
                let tree_of = |object: &WorldObject| trees[object.id.index()].as_deref();
                let batch = if sink.is_done() {
                    Batch::default()
                } else {
                    methods::search(method_for(numbers), pair, tree_of, &sink)
                };
                found.add(question, pair, batch);
                found
            };
            let work = || pairs.par_iter().fold(Found::default, search).reduce(Found::default, Found::join);
            found.append(self.on_threads(work));
            clock.lap("search");
        }
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        let mixed = method != Method::Bvh && hubs.contains(&true);
        let method = if mixed { "divide+bvh" } else { method.name() };
        Ok(Answers { method, found, gpu: None, warnings: Vec::new() })
    }

    /// The method to use: [`Method::Auto`] decides here.
    fn choose(&mut self, method: Method, scene: &Scene) -> Method {
        let shapes = || scene.objects().iter().map(|object| &object.mesh);
        let same = self.shapes.len() == shapes().len() && self.shapes.iter().zip(shapes()).all(|(x, y)| x.is_same(y));
        if same {
            self.runs += 1;
        } else {
            self.runs = 1;
            self.shapes = shapes().cloned().collect();
            self.trees.keep(&self.shapes);
        }
        match method {
            Method::Auto if self.runs > RUNS_BEFORE_TREES => Method::Bvh,
            Method::Auto => Method::Divide,
            chosen => chosen,
        }
    }

    /// Whatever the methods need for these pairs, made before the threads go off: positions in the world, and trees, by
    /// object. A thread that made them on the way, with the help of others, could wait for itself.
    fn prepare(
        &mut self,
        objects: &[WorldObject],
        pairs: &[Numbers],
        method_for: impl Fn(&Numbers) -> Method,
    ) -> Vec<Option<Arc<Tree>>> {
        let (mut in_place, mut with_tree) = (vec![false; objects.len()], vec![false; objects.len()]);
        for pair @ &(a, b) in pairs {
            let is_tree = method_for(pair) == Method::Bvh;
            // Self-overlaps know neighbours by their places in the world, whatever the method.
            let is_placed = !is_tree || a == b;
            for object in [a as usize, b as usize] {
                with_tree[object] |= is_tree;
                in_place[object] |= is_placed;
            }
        }
        let some = |wanted: Vec<bool>| objects.iter().zip(wanted).map(|(object, wanted)| wanted.then_some(object));
        let (in_place, with_tree) = (some(in_place).flatten(), some(with_tree).collect::<Vec<_>>());
        let Self { trees, pool, .. } = self;
        let work = || {
            world::place(in_place.collect());
            trees.prepare(with_tree.iter().flatten().map(|object| &object.mesh));
        };
        match pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
        with_tree.into_iter().map(|object| trees.of(&object?.mesh)).collect()
    }

    fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Which objects are hubs. None if no object is.
fn hubs(objects: &[WorldObject], pairs: &ObjectPairs<'_>) -> Vec<bool> {
    let is_hub = |object: &WorldObject| {
        object.triangle_count() >= HUB_TRIANGLES && pairs.has_neighbours(object.id.0, HUB_NEIGHBOURS)
    };
    objects.par_iter().with_min_len(64).map(is_hub).collect()
}
