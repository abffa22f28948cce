use crate::answer::{Answers, Found};
use crate::clock::Clock;
use crate::confirm::{Batch, Sink, Stoppable};
use crate::gpu::{Seat, WORTH_IT};
use crate::history::{Budget, History};
use crate::methods::bvh::{Tree, Trees};
use crate::methods::divide::small;
use crate::methods::{self, Method, seed};
use crate::near::{Numbers, ObjectPairs};
use crate::questions::Question;
use crate::report::{Report, Stats};
use crate::world::{self, Placed, WorldObject, WorldPair};
use crate::{Choice, Error, GpuOptions, Scene, Views};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// An object with at least this many triangles and neighbours is a hub, a terrain for example: [`Method::Auto`] builds a tree
/// for it, since looking at all its triangles anew for each neighbour would cost more. The most neighbours come first.
const HUBS: [(usize, usize); 2] = [(1 << 8, 512), (small::MOST + 1, 16)];

/// Answers questions. Owns the threads, and what one run leaves for the next.
///
/// Whatever is kept from run to run speeds up the next answer and never changes it.
#[derive(Debug, Default)]
pub struct Engine {
    pool: Option<rayon::ThreadPool>,
    /// The objects of the last run in world coordinates, by their place in the scene.
    placed: Vec<Option<Placed>>,
    trees: Trees,
    history: History,
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

    /// On the CPU, with the given number of threads; 0 means all.
    ///
    /// # Errors
    /// The system refuses to start the threads.
    pub fn cpu_with_threads(threads: usize) -> Result<Self, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Threads { count: threads, reason: error.to_string() })?;
        Ok(Self { pool: Some(pool), ..Self::default() })
    }

    /// On a GPU; a GPU that gives no answer is an error.
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

    /// The same engine with the given number of threads; 0 means all.
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
        let make = || methods::on_gpu(method, &question.scope(), views);
        let mut work = || {
            let guesses = seed::guesses(question, &objects, &pairs);
            seat.answer(scene, &objects, &pairs, (question, &guesses), &make, clock)
        };
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
        if let Some(shapes) = self.history.begin(scene) {
            self.trees.keep(shapes);
        }
        let is_auto = question.method() == Method::Auto;
        let method = if is_auto { self.history.choose(question.scope().question()) } else { question.method() };
        let pairs = self.on_threads(|| ObjectPairs::new(scene, &objects, &question.scope(), method))?;
        let hubs = if is_auto && method != Method::Bvh { hubs(&objects, &pairs) } else { Vec::new() };
        clock.lap("objects");
        let task = Task { objects: &objects, question, stop, is_auto, hubs };
        let (mut found, mut is_mixed, mut time) = (Found::default(), false, Duration::ZERO);
        for pairs in pairs {
            let with_trees = |pair: &Numbers| task.is_with_hub(pair) || self.history.is_hard(pair);
            let methods: Vec<Method> =
                pairs.iter().map(|pair| if is_auto && with_trees(pair) { Method::Bvh } else { method }).collect();
            let (some, hard) = self.search(&task, &pairs, &methods, clock, &mut time);
            is_mixed |= !hard.is_empty() || methods.iter().any(|&other| other != method);
            // What did not end soon enough is done again, with trees.
            let (rest, _) = self.search(&task, &hard, &vec![Method::Bvh; hard.len()], clock, &mut time);
            self.history.found_hard(&hard);
            found.append(some.merged(rest));
        }
        if stop.is_none() {
            self.history.took(question.scope().question(), method, time);
        }
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        let method = if is_mixed { "divide+bvh" } else { method.name() };
        Ok(Answers { method, found, gpu: None, warnings: Vec::new() })
    }

    /// Searches pairs in order, each by its method. Also gives those that took more than their budget.
    fn search<Q: Question>(
        &mut self,
        task: &Task<'_, Q>,
        pairs: &[Numbers],
        methods: &[Method],
        clock: &mut Clock,
        time: &mut Duration,
    ) -> (Found<Q::Finding>, Vec<Numbers>) {
        if pairs.is_empty() {
            return Default::default();
        }
        let trees = self.prepare(task.objects, pairs, methods);
        clock.lap("prepare");
        let start = Instant::now();
        let search = |(mut found, mut hard): (Found<Q::Finding>, Vec<Numbers>),
                      (pair, &method): (&Numbers, &Method)| {
            match task.search(*pair, method, &trees) {
                Some(batch) => found.add(task.question, world::pair(task.objects, *pair), batch),
                None => hard.push(*pair),
            }
            (found, hard)
        };
        let join = |(found, mut hard): (Found<Q::Finding>, Vec<Numbers>),
                    (more, mut harder): (Found<Q::Finding>, Vec<Numbers>)| {
            hard.append(&mut harder);
            (found.join(more), hard)
        };
        let work = || pairs.par_iter().zip(methods).fold(Default::default, search).reduce(Default::default, join);
        let result = self.on_threads(work);
        *time += start.elapsed();
        clock.lap("search");
        result
    }

    /// Whatever the methods need for these pairs, made before the threads go off: positions in the world, and trees, by
    /// object. A thread that made them on the way, with the help of others, could wait for itself.
    fn prepare(&mut self, objects: &[WorldObject], pairs: &[Numbers], methods: &[Method]) -> Vec<Option<Arc<Tree>>> {
        let (mut in_place, mut with_tree) = (vec![false; objects.len()], vec![false; objects.len()]);
        for (&(a, b), &method) in pairs.iter().zip(methods) {
            let is_tree = method == Method::Bvh;
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

/// What threads do with object pairs on the CPU.
struct Task<'t, Q> {
    objects: &'t [WorldObject],
    question: &'t Q,
    stop: Option<&'t AtomicBool>,
    is_auto: bool,
    /// Which objects are hubs, or nothing.
    hubs: Vec<bool>,
}

impl<Q: Question> Task<'_, Q> {
    fn is_with_hub(&self, &(a, b): &Numbers) -> bool {
        let is_hub = |object: u32| self.hubs.get(object as usize).copied().unwrap_or(false);
        is_hub(a) || is_hub(b)
    }

    /// Searches a pair; `None` if the search was broken off because trees would be sooner done.
    fn search(&self, pair: Numbers, method: Method, trees: &[Option<Arc<Tree>>]) -> Option<Batch<Q::Finding>> {
        let pair = world::pair(self.objects, pair);
        let budget = if self.is_auto && method == Method::Divide { Budget::of(pair) } else { None };
        let sink = Stoppable::new(self.question.sink(pair), self.stop, budget);
        if sink.is_done() {
            return Some(Batch::default());
        }
        let tree_of = |object: &WorldObject| trees[object.id.index()].as_deref();
        let batch = methods::search(method, pair, tree_of, &sink);
        (!sink.is_broken_off()).then_some(batch)
    }
}

/// Which objects are hubs.
fn hubs(objects: &[WorldObject], pairs: &ObjectPairs<'_>) -> Vec<bool> {
    let is_hub = |object: &WorldObject| {
        let rules = HUBS.iter().rev();
        let neighbours = rules.filter(|(triangles, _)| object.triangle_count() >= *triangles).map(|rule| rule.1).next();
        neighbours.is_some_and(|neighbours| pairs.has_neighbours(object.id.0, neighbours))
    };
    objects.par_iter().with_min_len(64).map(is_hub).collect()
}
