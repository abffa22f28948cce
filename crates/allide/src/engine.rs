use crate::answer::{Answers, Found};
use crate::ask::Ask;
use crate::clock::Clock;
use crate::confirm::{Batch, Halt, Sink, Stoppable};
use crate::gpu::{Seat, WORTH_IT};
use crate::history::{Budget, History};
use crate::methods::bvh::{Tree, Trees};
use crate::methods::divide::small;
use crate::methods::{self, Method, seed};
use crate::near::{Numbers, ObjectPairs};
use crate::questions::Question;
use crate::report::{GpuStats, Report, Run, Stats, Witness};
use crate::world::{self, Placed, WorldObject, WorldPair};
use crate::{Choice, Device, Error, GpuOptions, Scene, Watch};
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
    watch: Option<Watch>,
}

/// One question put to an engine.
pub struct Errand<'e> {
    scene: &'e Scene,
    /// Raised with the first finding, where one is enough.
    first: Option<&'e AtomicBool>,
    clock: Clock,
}

impl<'e> Errand<'e> {
    fn new(scene: &'e Scene, first: Option<&'e AtomicBool>) -> Self {
        Self { scene, first, clock: Clock::start() }
    }
}

impl Engine {
    /// [`Engine::auto`] leaves scenes with fewer triangles to the CPU, whatever else holds.
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

    /// On whichever is faster, a real GPU if there is one or the CPU, and opening the GPU counts: one question about a scene
    /// that the CPU is soon done with is not worth it, many are. `ALLIDE_ADAPTER` in the environment names the adapter to
    /// take.
    pub fn auto() -> Self {
        Self::auto_with(GpuOptions::default())
    }

    /// [`Engine::auto`], with the GPU used in a certain way.
    pub fn auto_with(options: GpuOptions) -> Self {
        Self { gpu: Some(Seat::where_faster(options)), ..Self::default() }
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

    /// The same engine, to be watched and stopped from another thread.
    pub fn with_watch(mut self, watch: &Watch) -> Self {
        self.watch = Some(watch.clone());
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
    /// question or does not run on this device, a GPU that was demanded and fails, or a run that was cancelled.
    pub fn run<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Report<Q::Finding>, Error> {
        let mut errand = Errand::new(scene, None);
        let Answers { methods, found, gpu, warnings } = question.answer(self, &mut errand)?;
        let Found { pairs, findings, candidates, object_candidates, .. } = found;
        let candidates = gpu.as_ref().map_or(candidates, |gpu| gpu.tiers.total());
        let asked = question.asked();
        let run = Run {
            version: env!("CARGO_PKG_VERSION"),
            asked: vec![asked],
            ignored: scene.ignored_groups().to_vec(),
            guarantee: asked.method.guarantee(),
            methods,
            devices: vec![if gpu.is_some() { Device::Gpu } else { Device::Cpu }],
            warnings,
            stats: Stats {
                total_ms: errand.clock.total_ms(),
                stages: errand.clock.stages,
                candidates,
                object_candidates,
                gpu,
            },
        };
        Ok(Report { run, pairs, findings })
    }

    /// Whether there is any finding at all, and which objects have one; stops at the first.
    ///
    /// ```
    /// use allide::{Engine, Mesh, Overlaps, Pose, Scene};
    ///
    /// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::new();
    /// let ids = [0.0, 5.0, 5.5].map(|x| scene.add("", &triangle, Pose::translation(x, 0.0, 0.0)?));
    /// let found = Engine::cpu().any(&scene, &Overlaps::new())?.expect("two are near");
    /// assert_eq!((found.a, found.b), (ids[1], ids[2]));
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn any<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Option<Witness<Q::Finding>>, Error> {
        let found = AtomicBool::new(false);
        Ok(question.answer(self, &mut Errand::new(scene, Some(&found)))?.found.witness)
    }

    /// On the GPU if there is one for this; if it fails and was not demanded, on the CPU.
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
        // What was cut short looks like an answer.
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
        let mut warning = None;
        let (method, kind) = (question.asked().method, question.asked().question);
        let needs_gpu = !method.devices().contains(&Device::Cpu);
        if !method.answers(kind) {
            return Err(Error::NotForQuestion { method: method.name(), question: kind.name() });
        }
        let threads = self.threads();
        let is_for_gpu = |seat: &&Seat| needs_gpu || seat.takes(errand.scene, kind, threads);
        if let Some(seat) = self.gpu.as_ref().filter(is_for_gpu) {
            let demanded = seat.demanded;
            if method.devices().contains(&Device::Gpu) {
                match self.answer_on_gpu(question, errand, halt) {
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
        let start = Instant::now();
        let answers = self.answer_on_cpu(question, errand, halt)?;
        if let Some(seat) = &mut self.gpu {
            seat.leave(errand.scene, start.elapsed());
        }
        Ok(Answers { warnings: warning.into_iter().collect(), ..answers })
    }

    fn answer_on_gpu<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        halt: Halt<'_>,
    ) -> Result<Answers<Q::Finding>, Error> {
        let Errand { scene, clock, .. } = errand;
        let objects = world::objects(scene, &self.placed)?;
        let asked = question.asked();
        let method = if asked.method == Method::Auto { Method::Bvh } else { asked.method };
        let pairs = ObjectPairs::new(scene, &objects, &asked, method)?;
        let pairs: Vec<WorldPair<'_>> = pairs.flatten().map(|numbers| world::pair(&objects, numbers)).collect();
        clock.lap("objects");
        halt.watch.inspect(|watch| watch.enter("gpu"));
        let Self { gpu, pool, .. } = self;
        let Some(seat) = gpu else { unreachable!("only asked where there is a GPU") };
        let ask = Ask::new(scene, &objects, &pairs, &asked, halt);
        let mut work = || {
            let guesses = seed::guesses(question, &ask);
            let ask = Ask { reach: guesses.distance, method, ..ask };
            if halt.first.is_none() {
                return seat.answer(&ask, (question, &guesses.nearest), &methods::on_gpu, clock);
            }
            let witness = match seed::witness(question, &ask, &guesses) {
                Some(witness) => Some(witness),
                None => seat.first(&ask, question, &methods::on_gpu)?,
            };
            Ok((Found { witness, ..Found::default() }, GpuStats::default()))
        };
        let (found, stats) = match pool {
            Some(pool) => pool.install(work)?,
            None => work()?,
        };
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        Ok(Answers { methods: vec![method], found, gpu: Some(stats), warnings: Vec::new() })
    }

    fn answer_on_cpu<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        halt: Halt<'_>,
    ) -> Result<Answers<Q::Finding>, Error> {
        let Errand { scene, clock, .. } = errand;
        let objects = world::objects(scene, &self.placed)?;
        if let Some(shapes) = self.history.begin(scene) {
            self.trees.keep(shapes);
        }
        let asked = question.asked();
        let is_auto = asked.method == Method::Auto;
        let method = if is_auto { self.history.choose(asked.question) } else { asked.method };
        let mut pairs = self.on_threads(|| ObjectPairs::new(scene, &objects, &asked, method))?;
        let hubs = if is_auto && method != Method::Bvh { hubs(&objects, &pairs) } else { Vec::new() };
        clock.lap("objects");
        let mut task = Task { objects: &objects, question, halt, is_auto, hubs, share: 0.0 };
        let (mut found, mut is_mixed, mut time) = (Found::default(), false, Duration::ZERO);
        while let Some(block) = self.next_block(&mut pairs, &mut task) {
            let with_trees = |pair: &Numbers| task.is_with_hub(pair) || self.history.is_hard(pair);
            let methods: Vec<Method> =
                block.iter().map(|pair| if is_auto && with_trees(pair) { Method::Bvh } else { method }).collect();
            let (some, hard) = self.search(&task, &block, &methods, clock, &mut time);
            is_mixed |= !hard.is_empty() || methods.iter().any(|&other| other != method);
            // What did not end soon enough is done again, with trees.
            let (rest, _) = self.search(&task, &hard, &vec![Method::Bvh; hard.len()], clock, &mut time);
            self.history.found_hard(&hard);
            found.append(some.merged(rest));
            halt.watch.inspect(|watch| watch.set(pairs.fraction()));
            if halt.is_wanted() {
                break;
            }
        }
        if errand.first.is_none() && !halt.is_cancelled() {
            self.history.took(asked.question, method, time);
        }
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        let methods = if is_mixed { vec![Method::Divide, Method::Bvh] } else { vec![method] };
        Ok(Answers { methods, found, gpu: None, warnings: Vec::new() })
    }

    /// The next object pairs, and which share of all work each triangle of them is.
    fn next_block<Q>(&self, pairs: &mut ObjectPairs<'_>, task: &mut Task<'_, Q>) -> Option<Vec<Numbers>> {
        let before = pairs.fraction();
        let block = self.on_threads(|| pairs.next())?;
        if task.halt.watch.is_some() {
            let triangles: usize = block.iter().map(|&pair| triangle_count(task.objects, pair)).sum();
            task.share = (pairs.fraction() - before) / triangles.max(1) as f64;
        }
        Some(block)
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
        task.halt.watch.inspect(|watch| watch.enter("prepare"));
        let trees = self.prepare(task.objects, pairs, methods);
        clock.lap("prepare");
        task.halt.watch.inspect(|watch| watch.enter("search"));
        let start = Instant::now();
        let search = |mut part: Part<Q::Finding>, (pair, &method): (&Numbers, &Method)| {
            match task.search(*pair, method, &trees, &mut part.progress) {
                Some(batch) if task.halt.first.is_some() => {
                    part.found.note(task.question, world::pair(task.objects, *pair), batch);
                }
                Some(batch) => part.found.add(task.question, world::pair(task.objects, *pair), batch),
                None => part.hard.push(*pair),
            }
            part
        };
        let work = || {
            let parts = pairs.par_iter().zip(methods).fold(Part::default, search);
            let all = parts.reduce(Part::default, Part::join);
            (all.found, all.hard)
        };
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

/// What a thread found, and which pairs took more than their budget.
struct Part<Finding> {
    found: Found<Finding>,
    hard: Vec<Numbers>,
    progress: Pending,
}

impl<Finding> Default for Part<Finding> {
    fn default() -> Self {
        Self { found: Found::default(), hard: Vec::new(), progress: Pending::default() }
    }
}

impl<Finding> Part<Finding> {
    fn join(mut self, mut later: Self) -> Self {
        self.found.append(later.found);
        self.hard.append(&mut later.hard);
        self
    }
}

/// Progress that is not reported yet: many small pairs report together.
#[derive(Default)]
struct Pending {
    share: f64,
    pairs: u32,
}

impl Pending {
    /// Pairs that report together.
    const MANY: u32 = 256;

    fn add(&mut self, share: f64, watch: &Watch) {
        self.share += share;
        self.pairs += 1;
        if self.pairs >= Self::MANY || self.share.abs() > 1.0e-3 {
            watch.add(self.share);
            *self = Self::default();
        }
    }
}

/// What threads do with object pairs on the CPU.
struct Task<'t, Q> {
    objects: &'t [WorldObject],
    question: &'t Q,
    halt: Halt<'t>,
    is_auto: bool,
    /// Which objects are hubs, or nothing.
    hubs: Vec<bool>,
    /// Which share of all work a triangle is, if anybody watches.
    share: f64,
}

fn triangle_count(objects: &[WorldObject], (a, b): Numbers) -> usize {
    objects[a as usize].triangle_count() + objects[b as usize].triangle_count()
}

impl<Q: Question> Task<'_, Q> {
    fn is_with_hub(&self, &(a, b): &Numbers) -> bool {
        let is_hub = |object: u32| self.hubs.get(object as usize).copied().unwrap_or(false);
        is_hub(a) || is_hub(b)
    }

    /// Searches a pair; `None` if the search was broken off because trees would be sooner done.
    fn search(
        &self,
        numbers: Numbers,
        method: Method,
        trees: &[Option<Arc<Tree>>],
        progress: &mut Pending,
    ) -> Option<Batch<Q::Finding>> {
        let pair = world::pair(self.objects, numbers);
        let budget = if self.is_auto && method == Method::Divide { Budget::of(pair) } else { None };
        let weight = self.share * triangle_count(self.objects, numbers) as f64;
        let sink = Stoppable::new(self.question.sink(pair), self.halt, budget, weight);
        if sink.is_done() {
            return Some(Batch::default());
        }
        let tree_of = |object: &WorldObject| trees[object.id.index()].as_deref();
        let batch = methods::search(method, pair, tree_of, &sink);
        if let Some(watch) = self.halt.watch {
            progress.add(sink.unreported(), watch);
        }
        // Where one finding is enough, this is one.
        let is_enough = self.halt.first.is_some() && !batch.findings.is_empty();
        (is_enough || !sink.is_broken_off()).then_some(batch)
    }
}

/// Which objects are hubs.
fn hubs(objects: &[WorldObject], pairs: &ObjectPairs<'_>) -> Vec<bool> {
    let is_hub = |object: &WorldObject| {
        let rules = HUBS.iter().rev();
        let neighbours = rules.filter(|(triangles, _)| object.triangle_count() >= *triangles).map(|rule| rule.1).next();
        neighbours.is_some_and(|neighbours| pairs.has_neighbours(object.id.index, neighbours))
    };
    objects.par_iter().with_min_len(64).map(is_hub).collect()
}
