//! Answers a question on the CPU: object pairs come in blocks, all threads work on each block, and hard pairs are
//! redone with trees.

use super::proposed::Proposed;
use super::{Engine, Errand};
use crate::answer::{Answers, Found};
use crate::clock::Clock;
use crate::confirm::{Batch, Halt, Sink, Stoppable};
use crate::duplicates;
use crate::history::{Budget, Triangles};
use crate::methods::bvh::{Care, Tree};
use crate::methods::divide::small;
use crate::methods::kdop;
use crate::methods::{self, Method};
use crate::near::{self, Numbers, ObjectPairs};
use crate::questions::{Asked, FEW_FINDINGS, Question, QuestionKind};
use crate::world::{self, WorldObject};
use crate::{Device, Error, Object, Scene, Watch};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// An object with at least this many triangles and neighbours is a hub, a terrain for example: [`Method::Auto`] builds
/// a tree for it, since scanning all its triangles again for each neighbour would cost more. Sorted by neighbours, most
/// first.
const HUBS: [(usize, usize); 2] = [(1 << 8, 512), (small::MOST + 1, 16)];

impl Engine {
    /// Decides all object pairs of a question; or, by a method that proposes some of them from `proposer`, just these.
    pub(super) fn answer_on_cpu<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        halt: Halt<'_>,
        proposer: Device,
    ) -> Result<Answers<Q::Finding>, Error> {
        let objects = world::objects(errand.scene, &self.placed)?;
        self.begin(errand.scene);
        let asked = question.asked();
        if near::none_are(errand.scene, &objects, &asked) {
            errand.clock.lap("objects");
            self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
            return Ok(Answers::nothing(self.method_for(&asked), proposer));
        }
        let is_alone = is_for_one_thread(errand.scene, &asked);
        match self.pool.clone().filter(|_| !is_alone) {
            Some(pool) => pool.install(|| self.answer_near(question, errand, (halt, is_alone), (objects, proposer))),
            None => self.answer_near(question, errand, (halt, is_alone), (objects, proposer)),
        }
    }

    /// The method that a question names, or the best one for it.
    fn method_for(&self, asked: &Asked) -> Method {
        match asked.method {
            // Only trees lead to the nearest triangles without a look at most of the others.
            Method::Auto if asked.is_for_trees() => Method::Bvh,
            Method::Auto => self.history.choose(asked.question),
            method => method,
        }
    }

    /// The same for objects some of which may be near each other, on the threads that it is called on; only on this one, if
    /// that is said.
    fn answer_near<Q: Question>(
        &mut self,
        question: &Q,
        errand: &mut Errand<'_>,
        (halt, is_alone): (Halt<'_>, bool),
        (mut objects, proposer): (Vec<WorldObject>, Device),
    ) -> Result<Answers<Q::Finding>, Error> {
        let Errand { scene, clock, .. } = errand;
        let asked = question.asked();
        let is_proposed = asked.method.proposes();
        let is_auto = asked.method == Method::Auto || is_proposed;
        let named = self.method_for(&asked);
        let method = if is_proposed { self.history.choose(asked.question) } else { named };
        let sets = duplicates::recognise(scene, &mut objects, &asked);
        if let Some(set) = sets.first().filter(|_| halt.first.is_some()) {
            let witness = duplicates::witness(scene, &objects, question, set);
            return Ok(Answers::witnessed(named, witness, sets));
        }
        let mut pairs = ObjectPairs::new(scene, &objects, &asked, method)?;
        let hubs = if is_auto && method != Method::Bvh { hubs(&objects, &pairs) } else { Vec::new() };
        clock.lap("objects");
        let mut proposed = Proposed::default();
        if is_proposed {
            halt.watch.inspect(|watch| watch.enter("propose"));
            proposed = self.propose(scene, &objects, &asked, proposer, halt.watch)?;
            pairs.keep(std::mem::take(&mut proposed.pairs));
            clock.lap("propose");
        }
        let mut task = Task { objects: &objects, question, halt, is_alone, is_auto, hubs, share: 0.0 };
        let (mut found, mut is_mixed, mut time) = (Found::default(), false, Duration::ZERO);
        while let Some(block) = next_block(&mut pairs, &mut task) {
            let with_trees = |pair: &Numbers| task.is_with_hub(pair) || self.history.is_hard(pair);
            let methods: Vec<Method> =
                block.iter().map(|pair| if is_auto && with_trees(pair) { Method::Bvh } else { method }).collect();
            let (some, hard) = self.search(&task, &block, &methods, clock, &mut time);
            is_mixed |= !hard.is_empty() || methods.iter().any(|&other| other != method);
            // Pairs over their budget are redone with trees.
            let (rest, _) = self.search(&task, &hard, &vec![Method::Bvh; hard.len()], clock, &mut time);
            self.history.found_hard(&hard);
            found.append(some.merged(rest));
            halt.watch.inspect(|watch| watch.set(pairs.fraction()));
            if halt.is_wanted() {
                break;
            }
        }
        if errand.first.is_none() && !is_proposed && !halt.is_cancelled() {
            self.history.took(asked.question, method, time);
        }
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        let is_mixed = is_mixed && !is_proposed;
        let methods = if is_mixed { vec![Method::Divide, Method::Bvh] } else { vec![named] };
        let gpu = proposed.count(&mut found);
        Ok(Answers { methods, devices: vec![proposer], found, sets, gpu, warnings: Vec::new() })
    }

    /// Begins a run: data of the last one is kept for the same shapes only.
    pub(super) fn begin(&mut self, scene: &Scene) {
        if let Some(shapes) = self.history.begin(scene) {
            self.trees.keep(shapes);
        }
    }

    #[cfg(feature = "gpu")]
    /// Searches the pairs that a GPU leaves to the CPU: objects so far apart that the search for their nearest triangles has to go
    /// from near to nearer.
    pub(super) fn search_distant<Q: Question>(
        &mut self,
        question: &Q,
        objects: &[WorldObject],
        pairs: &[Numbers],
        halt: Halt<'_>,
        clock: &mut Clock,
    ) -> Found<Q::Finding> {
        let (is_alone, is_auto, hubs) = (false, false, Vec::new());
        let task = Task { objects, question, halt, is_alone, is_auto, hubs, share: 0.0 };
        let mut time = Duration::ZERO;
        let pool = self.pool.clone();
        let mut work = || self.search(&task, pairs, &vec![Method::Bvh; pairs.len()], clock, &mut time).0;
        match pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Searches pairs in order, each by its method. Also returns those that exceeded their budget.
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
        let trees = self.prepare(task.objects, pairs, methods, &task.question.asked());
        clock.lap("prepare");
        task.halt.watch.inspect(|watch| watch.enter("search"));
        let start = Instant::now();
        let search = |mut part: Part<Q::Finding>, (pair, &method): (&Numbers, &Method)| {
            if task.halt.is_wanted() {
                return part;
            }
            match task.search(*pair, method, (&trees, self.history.nearest(pair)), &mut part) {
                Some(batch) if let Some(first) = task.halt.first => {
                    part.found.note(task.question, world::pair(task.objects, *pair), batch);
                    first.fetch_or(part.found.witness.is_some(), Ordering::Relaxed);
                }
                Some(batch) => {
                    let is_for_others = task.is_alone && batch.findings.len() > FEW_FINDINGS;
                    let add = || part.found.add(task.question, world::pair(task.objects, *pair), batch);
                    if is_for_others { self.on_threads(add) } else { add() }
                }
                None => part.hard.push(*pair),
            }
            part
        };
        // One pair is on this thread, until it turns out to be worth several.
        let Part { found, hard, nearest, .. } = if task.is_alone || pairs.len() == 1 {
            pairs.iter().zip(methods).fold(Part::default(), search)
        } else {
            pairs.par_iter().zip(methods).fold(Part::default, search).reduce(Part::default, Part::join)
        };
        self.history.found_nearest(nearest);
        *time += start.elapsed();
        clock.lap("search");
        (found, hard)
    }

    /// Computes what the methods need for these pairs before the parallel search starts: world positions and trees, by
    /// object. A thread that computed them during the search, with help from others, could deadlock with itself.
    fn prepare(
        &mut self,
        objects: &[WorldObject],
        pairs: &[Numbers],
        methods: &[Method],
        asked: &Asked,
    ) -> Vec<Option<Arc<Tree>>> {
        if asked.question == QuestionKind::SelfClearance {
            // Its trees are of another kind, and made in the search.
            self.on_threads(|| {
                let objects: Vec<&WorldObject> = pairs.iter().map(|&(object, _)| &objects[object as usize]).collect();
                world::place(objects.clone());
                objects.into_par_iter().for_each(|object| _ = object.strangers());
            });
            return vec![None; objects.len()];
        }
        let is_nearest = asked.is_nearest();
        // A walk to the nearest triangles visits few nodes, however they were built.
        let care = if is_nearest && !self.history.is_moving() { Care::Quick } else { Care::Careful };
        let (mut in_place, mut with_tree) = (vec![false; objects.len()], vec![false; objects.len()]);
        for (&(a, b), &method) in pairs.iter().zip(methods) {
            let is_tree = method == Method::Bvh || is_nearest && method.finds_nearest_as_bvh();
            // Self-overlaps recognise neighbours by their world positions, whatever the method.
            let is_placed = !is_tree || a == b;
            for object in [a as usize, b as usize] {
                with_tree[object] |= is_tree;
                in_place[object] |= is_placed;
            }
        }
        let some = |wanted: Vec<bool>| objects.iter().zip(wanted).map(|(object, wanted)| wanted.then_some(object));
        let (in_place, with_tree) = (some(in_place).flatten(), some(with_tree).collect::<Vec<_>>());
        let in_place: Vec<&WorldObject> = in_place.collect();
        if let Some(&Method::Kdop(kdop)) = methods.first() {
            kdop::prepare(in_place.iter().map(|object| &object.mesh), kdop);
        }
        if !in_place.is_empty() {
            world::place(in_place);
        }
        let trees = &mut self.trees;
        trees.prepare(with_tree.iter().flatten().map(|object| &object.mesh), care);
        with_tree.into_iter().map(|object| trees.of(&object?.mesh)).collect()
    }
}

/// The findings of a thread, and the pairs that exceeded their budget.
struct Part<Finding> {
    found: Found<Finding>,
    hard: Vec<Numbers>,
    /// The nearest triangles of pairs, where that was asked.
    nearest: Vec<(Numbers, Triangles)>,
    progress: Pending,
}

impl<Finding> Default for Part<Finding> {
    fn default() -> Self {
        Self { found: Found::default(), hard: Vec::new(), nearest: Vec::new(), progress: Pending::default() }
    }
}

impl<Finding> Part<Finding> {
    fn join(mut self, mut later: Self) -> Self {
        self.found.append(later.found);
        self.hard.append(&mut later.hard);
        self.nearest.append(&mut later.nearest);
        self
    }
}

/// Progress not reported yet: small pairs are reported in batches.
#[derive(Default)]
struct Pending {
    share: f64,
    pairs: u32,
}

impl Pending {
    /// Pairs per batch.
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

/// The search of object pairs on the CPU, shared by all threads.
struct Task<'t, Q> {
    objects: &'t [WorldObject],
    question: &'t Q,
    halt: Halt<'t>,
    /// Whether this thread does all the work.
    is_alone: bool,
    is_auto: bool,
    /// Which objects are hubs; empty if hubs do not matter.
    hubs: Vec<bool>,
    /// The share of all work that one triangle stands for, if there is a watch.
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

    /// Searches a pair; `None` if the search was abandoned because trees would be faster.
    fn search(
        &self,
        numbers: Numbers,
        method: Method,
        (trees, guess): (&[Option<Arc<Tree>>], Option<Triangles>),
        part: &mut Part<Q::Finding>,
    ) -> Option<Batch<Q::Finding>> {
        let pair = world::pair(self.objects, numbers);
        let budget = if self.is_auto && method == Method::Divide { Budget::of(pair) } else { None };
        let weight = self.share * triangle_count(self.objects, numbers) as f64;
        let halt = Halt { first: self.halt.first.filter(|_| self.question.one_is_enough()), ..self.halt };
        let sink = Stoppable::new(self.question.sink(pair), halt, budget, weight).alone(self.is_alone);
        if sink.is_done() {
            return Some(Batch::default());
        }
        let tree_of = |object: &WorldObject| trees[object.id.index()].as_deref();
        let mut batch = Batch::default();
        if let Some((a, b)) = guess.filter(|_| sink.nearest().is_some()) {
            sink.offer(&mut batch, a, &[b]);
        }
        let batch = batch.join(methods::search(method, pair, tree_of, &sink));
        let nearest = sink.nearest().and_then(|known| known.best().triangles());
        part.nearest.extend(nearest.map(|triangles| (numbers, triangles)));
        if let Some(watch) = self.halt.watch {
            part.progress.add(sink.unreported(), watch);
        }
        // If one finding is enough, the rest does not matter.
        let is_enough = halt.first.is_some() && !batch.findings.is_empty();
        (is_enough || !sink.is_broken_off()).then_some(batch)
    }
}

/// The next object pairs. Also updates the share of all work that one of their triangles stands for.
fn next_block<Q>(pairs: &mut ObjectPairs<'_>, task: &mut Task<'_, Q>) -> Option<Vec<Numbers>> {
    let before = pairs.fraction();
    let block = pairs.next()?;
    if task.halt.watch.is_some() {
        let triangles: usize = block.iter().map(|&pair| triangle_count(task.objects, pair)).sum();
        task.share = (pairs.fraction() - before) / triangles.max(1) as f64;
    }
    Some(block)
}

/// Whether a question is answered before other threads have woken up.
fn is_for_one_thread(scene: &Scene, asked: &Asked) -> bool {
    let is_plain = matches!(asked.question, QuestionKind::Overlaps | QuestionKind::Clearance | QuestionKind::Nearest)
        && matches!(asked.method, Method::Auto | Method::Divide | Method::Bvh);
    let triangles = |object: &Object| object.mesh.triangles().len();
    is_plain
        && scene.objects().len() <= near::FEW as usize
        && scene.objects().iter().map(triangles).sum::<usize>() <= world::FEW_TRIANGLES
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
